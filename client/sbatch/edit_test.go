package sbatch_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
)

func TestSet(t *testing.T) {
	t.Parallel()
	const head, body = "#!/bin/bash\n# a comment\n", "\nsrun hostname # -N2\n"
	for _, test := range []struct{ lines, name, value, want string }{
		{"#SBATCH --time=60\n", "time", "2-12", "#SBATCH --time=2-12\n"},
		{"#SBATCH --time 60 # an hour\n", "time", "90", "#SBATCH --time 90 # an hour\n"},
		{"#SBATCH  -t60   -N 2\n", "time", "90", "#SBATCH  -t90   -N 2\n"},
		{"#SBATCH -HN2 -n 4\n", "nodes", "3", "#SBATCH -HN3 -n 4\n"},
		{"#SBATCH -N\n#SBATCH 2 -n 4\n", "nodes", "3", "#SBATCH -N\n#SBATCH 3 -n 4\n"},
		{"#SBATCH --tim=60\n", "time-min", "5", ""},
		{"#SBATCH --parti=x\n", "partition", "y", "#SBATCH --parti=y\n"},
		{"#SBATCH --comment=\"a b\"x\n", "comment", "c", "#SBATCH --comment=\"c\"\n"},
		{"#SBATCH '--comment=a b'\n", "comment", "c", "#SBATCH --comment=c\n"},
		{"#SBATCH --comm\\ent=a\\ b\n", "comment", "c d", "#SBATCH --comm\\ent=\"c d\"\n"},
		{"#SBATCH --comment='a'\n", "comment", `it's "\"`, `#SBATCH --comment='it\'s "\\"'` + "\n"},
		{"#SBATCH -J a#b\n", "job-name", "x#y", "#SBATCH -J \"x#y\"#b\n"},
		{"#SBATCH -J a\n", "job-name", ":x", "#SBATCH -J \":x\"\n"},
		{"#SBATCH -J a\n", "job-name", "HetJob", "#SBATCH -J \"HetJob\"\n"},
		{"#SBATCH -HJ a -N2\n", "job-name", "", "#SBATCH -H --job-name= -N2\n"},
		{"#SBATCH --comment a -N2\n", "comment", "", "#SBATCH --comment= -N2\n"},
		{"#SBATCH -t 1\n#SBATCH -t 2\n", "time", "3", "#SBATCH -t 1\n#SBATCH -t 3\n"},
		{"#SBATCH --exclusive=user -N2\n", "exclusive", "", "#SBATCH --exclusive -N2\n"},
		{"#SBATCH --exclusive -N2\n", "exclusive", "user", "#SBATCH --exclusive=user -N2\n"},
		{"#SBATCH -k -N2\n", "no-kill", "off", "#SBATCH -koff -N2\n"},
		{"#SBATCH -koff -N2\n", "no-kill", "", "#SBATCH -k -N2\n"},
		{"#SBATCH --hold\n", "hold", "", "#SBATCH --hold\n"},
		{"#SBATCH -N2\r\n# c\r\n", "time", "5", "#SBATCH -N2\r\n#SBATCH --time=5\r\n# c\r\n"},
		{"#SBATCH -N2\r\n", "nodes", "5", "#SBATCH -N5\r\n"},
		{"#SBATCH -N2\n# c\n\n#SBATCH -n3 # d\n", "comment", "a b", "#SBATCH -N2\n# c\n\n#SBATCH -n3 # d\n#SBATCH --comment=\"a b\"\n"},
		{"#SBATCH -N2\n", "comment", "", "#SBATCH -N2\n#SBATCH --comment=\n"},
		{"#SBATCH -N2\n", "hold", "", "#SBATCH -N2\n#SBATCH --hold\n"},
		{"#SBATCH --requeue -N2\n", "no-requeue", "", "#SBATCH -N2\n#SBATCH --no-requeue\n"},
		{"#SBATCH -N2\n#SBATCH hetjob\n#SBATCH -N3\n", "nodes", "4", "#SBATCH -N4\n#SBATCH hetjob\n#SBATCH -N3\n"},
		{"#SBATCH -N2\n#SBATCH hetjob\n#SBATCH -n3\n", "time", "4", "#SBATCH -N2\n#SBATCH --time=4\n#SBATCH hetjob\n#SBATCH -n3\n"},
	} {
		got, err := sbatch.Set(head+test.lines+body, test.name, test.value)
		want := head + test.want + body
		if test.want == "" {
			want = head + test.lines + "#SBATCH --" + test.name + "=" + test.value + "\n" + body
		}
		if err != nil || got != want {
			t.Errorf("%q, %s to %q: %v\n%s", test.lines, test.name, test.value, err, cmp.Diff(want, got))
		}
	}
}

func TestSetWithoutLines(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"":                       "#SBATCH --nodes=2\n",
		"hostname\n":             "#SBATCH --nodes=2\nhostname\n",
		"#!/bin/sh":              "#!/bin/sh\n#SBATCH --nodes=2",
		"#!/bin/sh\r":            "#!/bin/sh\r\n#SBATCH --nodes=2",
		"#!/bin/sh\r\nhostname":  "#!/bin/sh\r\n#SBATCH --nodes=2\r\nhostname",
		"#!/bin/sh\n#SBATCH -n1": "#!/bin/sh\n#SBATCH -n1\n#SBATCH --nodes=2",
	} {
		if got, err := sbatch.Set(script, "nodes", "2"); err != nil || got != want {
			t.Errorf("%q: %q, %v", script, got, err)
		}
	}
}

func TestSetInPart(t *testing.T) {
	t.Parallel()
	const text = "#!/bin/sh\n#SBATCH -N1\n#SBATCH hetjob\n#SBATCH -N2\n#SBATCH hetjob\nhostname\n"
	for part, want := range []string{
		"#!/bin/sh\n#SBATCH -N9\n#SBATCH hetjob\n#SBATCH -N2\n#SBATCH hetjob\nhostname\n",
		"#!/bin/sh\n#SBATCH -N1\n#SBATCH hetjob\n#SBATCH -N9\n#SBATCH hetjob\nhostname\n",
		"#!/bin/sh\n#SBATCH -N1\n#SBATCH hetjob\n#SBATCH -N2\n#SBATCH hetjob\n#SBATCH --nodes=9\nhostname\n",
	} {
		if got, err := sbatch.SetIn(text, part, "nodes", "9"); err != nil || got != want {
			t.Errorf("part %d: %v\n%s", part, err, cmp.Diff(want, got))
		}
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ lines, name, want string }{
		{"#SBATCH --time=60\n", "time", ""},
		{"#SBATCH --time=60 # an hour\n", "time", "#SBATCH # an hour\n"},
		{"#SBATCH -t 60 -N2\n", "time", "#SBATCH -N2\n"},
		{"#SBATCH -N2  -t 60\t# c\n", "time", "#SBATCH -N2\t# c\n"},
		{"#SBATCH -HN2\n", "hold", "#SBATCH -N2\n"},
		{"#SBATCH -HN2\n", "nodes", "#SBATCH -H\n"},
		{"#SBATCH -HN 2 -n3\n", "nodes", "#SBATCH -H -n3\n"},
		{"#SBATCH -\"HN\"2\n", "nodes", "#SBATCH -H\n"},
		{"#SBATCH -HHJ'a b'\n", "hold", "#SBATCH \"-Ja b\"\n"},
		{"#SBATCH -N\n#SBATCH 2 -n3\n", "nodes", "#SBATCH -n3\n"},
		{"#SBATCH -t 1 -n1\n#SBATCH --time=2\n# c\n#SBATCH -t3\r\n", "time", "#SBATCH -n1\n# c\n"},
		{"#SBATCH -n1\n", "time", "#SBATCH -n1\n"},
		{"#SBATCH -n1\n#SBATCH hetjob\n#SBATCH -t5\n", "time", "#SBATCH -n1\n#SBATCH hetjob\n#SBATCH -t5\n"},
		{"#SBATCH\n#SBATCH -t5\n", "time", "#SBATCH\n"},
	} {
		got, err := sbatch.Remove("#!/bin/sh\n"+test.lines+"hostname\n", test.name)
		if want := "#!/bin/sh\n" + test.want + "hostname\n"; err != nil || got != want {
			t.Errorf("%q without %s: %v\n%s", test.lines, test.name, err, cmp.Diff(want, got))
		}
	}
}

func TestEditRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, name, value, want string }{
		{"-N2", "nosuch", "x", "sbatch has no option --nosuch"},
		{"-N2", "hold", "yes", "--hold takes no value"},
		{"-N2", "comment", "a\nb", "a value cannot hold a line end"},
		{"-N2 --comment=x", "comment", "a\x00b", "a value cannot hold a line end"},
		{"-N2 oops", "nodes", "3", "line 2 cannot be read to its end"},
		{"-n2 -N", "time", "3", "line 2 cannot be read to its end"},
		{"-n2 --", "requeue", "", "line 2 cannot be read to its end"},
	} {
		got, err := sbatch.Set(script(test.line), test.name, test.value)
		if err == nil || !strings.Contains(err.Error(), test.want) || got != "" {
			t.Errorf("%s, %s to %q: %q, %v", test.line, test.name, test.value, got, err)
		}
	}
	if _, err := sbatch.RemoveIn(script("-N2"), 1, "nodes"); err == nil || err.Error() != "the job has 1 parts, and no part 1" {
		t.Errorf("part 1: %v", err)
	}
	if _, err := sbatch.Remove(script("-N2 oops"), "nodes"); err == nil {
		t.Error("a broken script is changed")
	}
}

// pair is an option without the way it is written.
type pair struct {
	Name, Value string
}

func pairs(script string) []pair {
	var out []pair
	for _, l := range sbatch.Read(script, sbatch.Options{}).Lines {
		for _, o := range l.Options {
			if l.Part == 0 {
				out = append(out, pair{o.Name, o.Value})
			}
		}
	}
	return out
}

func without(list []pair, name string) []pair {
	return slices.DeleteFunc(slices.Clone(list), func(p pair) bool { return p.Name == name })
}

// changed is what Set should make of the options.
func changed(list []pair, name, value string) []pair {
	for a, b := range map[string]string{"requeue": "no-requeue", "no-requeue": "requeue"} {
		if name == a {
			list = without(list, b)
		}
	}
	list = slices.Clone(list)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Name == name {
			list[i].Value = value
			return list
		}
	}
	return append(list, pair{name, value})
}

// FuzzEdit wants that reading what was written gives what was read with the change, and every other line as it was.
func FuzzEdit(f *testing.F) {
	f.Add("#!/bin/bash\n#SBATCH -HN2 --comment='a b' # c\n#SBATCH --time 5\nhostname\n", 3, "x y")
	f.Add("#!/bin/bash\r\n#SBATCH \"-J\"a\\ b\r\n#SBATCH hetjob\r\n#SBATCH -N\r\n#SBATCH 2\r\n", 0, "\"'\\# :")
	f.Add("#SBATCH -\"HN\"2 -k --exclusive=user '' -x\n#SBATCH --requeue", 60, "")
	f.Add("#SBATCH '--comment='\"\"x#y\n#SBATCH\t-kHoff", 4, "hetjob")
	f.Fuzz(func(t *testing.T, text string, n int, value string) {
		table := sbatch.Table()
		row := table[uint(n)%uint(len(table))]
		if row.Value == "" {
			value = ""
		}
		before := pairs(text)
		set, err := sbatch.Set(text, row.Name, value)
		if err != nil {
			return
		}
		if diff := cmp.Diff(changed(before, row.Name, value), pairs(set)); diff != "" {
			t.Fatalf("%q with %s=%q is %q\n%s", text, row.Name, value, set, diff)
		}
		removed, err := sbatch.Remove(text, row.Name)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(without(before, row.Name), slices.Clip(pairs(removed))); len(before)+len(pairs(removed)) > 0 && diff != "" && len(without(before, row.Name)) > 0 {
			t.Fatalf("%q without %s is %q\n%s", text, row.Name, removed, diff)
		}
		if row.Name != "requeue" && row.Name != "no-requeue" {
			sameElsewhere(t, text, set, slices.ContainsFunc(before, func(p pair) bool { return p.Name == row.Name }))
		}
	})
}

// sameElsewhere wants one line more, or at most two other ones where the option stood (its value may stand on the next).
func sameElsewhere(t *testing.T, before, after string, had bool) {
	t.Helper()
	old, now := slices.Collect(strings.Lines(before)), slices.Collect(strings.Lines(after))
	if had && len(now) == len(old)-1 {
		return // an option lost its value, which stood alone on the next line
	}
	if had {
		differ := 0
		for i := range old {
			if len(now) != len(old) || old[i] != now[i] {
				differ++
			}
		}
		if differ > 2 {
			t.Fatalf("%q became %q: %d lines differ", before, after, differ)
		}
		return
	}
	for i := range now {
		rest := slices.Concat(now[:i], now[i+1:])
		if strings.TrimSuffix(strings.Join(rest, ""), "\n") == strings.TrimSuffix(before, "\n") {
			return
		}
	}
	t.Fatalf("%q became %q", before, after)
}
