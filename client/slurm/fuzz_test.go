package slurm_test

import (
	"testing"

	"flexq/client/slurm"
)

func FuzzHostlist(f *testing.F) {
	for _, seed := range []string{
		"hcsdemo-a3unodeset-[0-3],hcsdemo-cpunodeset-[0-1],hcsdemo-flexnodeset-[0-3]", "hcsdemo-a3unodeset-0", "None assigned",
		"21-22", "a[1-2]b[3-4],c", "n[001-003,007],login-1", "n[0-999999999999999999]", "[[]]", "n[1-", ",,", "n[1-2]\t\n[3]",
	} {
		f.Add(seed, "hcsdemo-a3unodeset-0")
	}
	f.Fuzz(func(t *testing.T, text, node string) {
		list := slurm.Hostlist(text)
		n := list.Count()
		if n < 0 {
			t.Fatalf("count %d", n)
		}
		names, err := list.Expand(1000)
		if (err == nil) != (n <= 1000) || err == nil && len(names) != n {
			t.Fatalf("count %d, %d names, %v", n, len(names), err)
		}
		found := false
		for _, name := range names {
			found = found || name == node
			if !list.Contains(name) {
				t.Fatalf("%q lacks its own %q", text, name)
			}
		}
		if err == nil && found != list.Contains(node) {
			t.Fatalf("%q contains %q: %v", text, node, !found)
		}
		if list.Valid() == nil && len(names) > 0 {
			if again := slurm.FormatHostlist(names); again.Count() > n {
				t.Fatalf("%q grows to %q", text, again)
			}
		}
	})
}

func FuzzLimit(f *testing.F) {
	for _, seed := range []string{"60", "525600", "10080", "1-00:00:00", "7-00", "08:00:00", "UNLIMITED", "-1", "0:30", "9999999999-1", "1-2-3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := slurm.ParseLimit(text)
		if err != nil {
			if l != slurm.LimitUnset {
				t.Fatalf("%q fails and gives %d", text, l)
			}
			return
		}
		if l < slurm.LimitInfinite {
			t.Fatalf("%q is %d", text, l)
		}
		if again, err := slurm.ParseLimit(l.String()); err != nil || again != l {
			t.Fatalf("%q prints as %q, read as %d, %v", text, l, again, err)
		}
	})
}

func FuzzRef(f *testing.F) {
	for _, seed := range []string{"5", "18_0", "18_[2-5%2]", "18_[2-3,5%2]", "21+1", "1234_7.batch", "4_[1...]", "18446744073709551615"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := slurm.ParseRef(text)
		if err != nil {
			return
		}
		if again, err := slurm.ParseRef(r.String()); err != nil || again != r {
			t.Fatalf("%q is %s, read again as %s, %v", text, r, again, err)
		}
	})
}

func FuzzStates(f *testing.F) {
	for _, seed := range []string{"RUNNING,CONFIGURING,POWER_UP_NODE", "MIXED+CLOUD+NOT_RESPONDING+POWERING_UP", "CANCELLED by 5", "gpu:h200:8(IDX:0-7)", "cpu=2,mem=2G"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		j, n := slurm.ParseJobState(text), slurm.ParseNodeState(text)
		if j.Code() == "" || j.String() == "" || j.Words() == "" || n.Compact() == "" || n.String() == "" || n.Words() == "" {
			t.Fatalf("%q has no name: %+v %+v", text, j, n)
		}
		if again := slurm.ParseNodeState(n.Full()); again.Full() != n.Full() {
			t.Fatalf("%q prints as %s, then %s", text, n.Full(), again.Full())
		}
		if slurm.GPUsOf(text) < 0 || slurm.ParseTRES(text).GPUs < 0 || slurm.ParseTRES(text).MemMiB < 0 {
			t.Fatalf("%q counts less than nothing", text)
		}
	})
}
