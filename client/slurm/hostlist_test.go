package slurm_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/slurm"
)

func TestHostlistExpand(t *testing.T) {
	t.Parallel()
	for list, want := range map[slurm.Hostlist]string{
		"":                             "",
		"n1":                           "n1",
		"n[1-3]":                       "n1 n2 n3",
		"n[001-003,007],login-1":       "n001 n002 n003 n007 login-1",
		"a[1-2]b[3-4]":                 "a1b3 a1b4 a2b3 a2b4",
		"a[1-2]b[3-4],c":               "a1b3 a1b4 a2b3 a2b4 c",
		"n[1-3]x":                      "n1x n2x n3x",
		"n[08-11]":                     "n08 n09 n10 n11",
		"n[1-010]":                     "n1 n2 n3 n4 n5 n6 n7 n8 n9 n10",
		"n[98-101]":                    "n98 n99 n100 n101",
		"n[1,1,2]":                     "n1 n1 n2",
		",n1,,n2,":                     "n1 n2",
		"n1, n2":                       "n1 n2",
		"n[1-2]\tn5":                   "n1 n2 n5",
		"[1-3]":                        "1 2 3",
		"n[1-2]-[3-4]":                 "n1-3 n1-4 n2-3 n2-4",
		"n[1-2][3-4]":                  "n13 n14 n23 n24",
		"é[1-2]":                       "é1 é2",
		"n99999999999999999999":        "n99999999999999999999",
		"hcsdemo-a3unodeset-[0-3]":     "hcsdemo-a3unodeset-0 hcsdemo-a3unodeset-1 hcsdemo-a3unodeset-2 hcsdemo-a3unodeset-3",
		"None assigned":                "",
		"(null)":                       "",
		"21-22":                        "21 22", // ids of a het job
		"21-22,24":                     "21 22 24",
		"n[1-3":                        "n[1-3", // not well formed: one name
		"n[a-b],m1":                    "n[a-b] m1",
		"n[3-1]":                       "n[3-1]",
		"n[]":                          "n[]",
		"n[1-2,]":                      "n[1-2,]",
		"n1]":                          "n1]",
		"n[[1-3]]":                     "n[[1-3]]",
		"n[1:3]":                       "n[1:3]",
		"n[-3]":                        "n[-3]",
		"n[9999999999999999999-1]":     "n[9999999999999999999-1]",
		"n[1][1][1][1][1][1][1][1][1]": "n[1][1][1][1][1][1][1][1][1]",
		"n[1][1][1][1][1][1][1][1]":    "n11111111",
	} {
		got, err := list.Expand(100)
		if err != nil {
			t.Errorf("%s: %v", list, err)
		}
		names := strings.Join(got, " ")
		if names != want {
			t.Errorf("%s is %q, want %q", list, names, want)
		}
		if n := list.Count(); n != len(got) {
			t.Errorf("%s counts %d, has %d", list, n, len(got))
		}
		for _, name := range got {
			if !list.Contains(name) {
				t.Errorf("%s does not contain its own %s", list, name)
			}
		}
	}
}

func TestHostlistContains(t *testing.T) {
	t.Parallel()
	list := slurm.Hostlist("n[001-010,099-101],r[1-2]u[1-12]m,x[5-6][7-8],login")
	for name, want := range map[string]bool{
		"n001": true, "n010": true, "n011": false, "n1": false, "n0001": false, "n100": true, "n0100": false, "n": false,
		"n099": true, "n99": false, "r1u12m": true, "r1u13m": false, "r1u1": false, "r3u1m": false, "x57": true, "x68": true,
		"x75": false, "login": true, "login-1": false, "": false, "logi": false, "r1u01m": false, "n00１": false,
	} {
		if got := list.Contains(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestHostlistValid(t *testing.T) {
	t.Parallel()
	for list, want := range map[slurm.Hostlist]string{
		"":                       "",
		"n[1-3],m":               "",
		"n[1-3":                  `"n[1-3" is not a list of nodes: a [ is not closed`,
		"m,n1]":                  `"m,n1]" is not a list of nodes: a ] closes nothing`,
		"n[3-1]":                 `"n[3-1]" is not a list of nodes: "3-1" in brackets is neither a number nor a range such as 1-8`,
		"n[]":                    `"n[]" is not a list of nodes: "" in brackets is neither a number nor a range such as 1-8`,
		"[1][1][1][1][1][1][1]n": "",
		"n[1]]":                  `"n[1]]" is not a list of nodes: a ] closes nothing`,
		"[1][1][1][1][1][1][1][1][1]n": `"[1][1][1][1][1][1][1][1][1]n" is not a list of nodes: ` +
			"a name has more than 8 brackets",
	} {
		got := ""
		if err := list.Valid(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", list, got, want)
		}
	}
}

// A few bytes can name more nodes than there is memory: counting and asking must not care.
func TestHostlistHuge(t *testing.T) {
	t.Parallel()
	huge := slurm.Hostlist("n[0-999999999999999999]")
	if got := huge.Count(); got != 1_000_000_000_000_000_000 {
		t.Errorf("count %d", got)
	}
	if !huge.Contains("n123456789012345678") || huge.Contains("n0123456789") || huge.Contains("n1234567890123456789") {
		t.Error("contains")
	}
	if _, err := huge.Expand(10); err == nil || !strings.Contains(err.Error(), "more than 10") {
		t.Errorf("expand: %v", err)
	}
	worst := slurm.Hostlist(strings.Repeat("[0-999999999999999999]", 8))
	if got := worst.Count(); got != math.MaxInt {
		t.Errorf("count of the worst %d", got)
	}
	if got := (huge + "," + worst).Count(); got != math.MaxInt {
		t.Errorf("sum with the worst %d", got)
	}
	if !worst.Contains(strings.Repeat("1", 144)) || worst.Contains(strings.Repeat("1", 145)) {
		t.Error("the worst contains")
	}
	if worst.Contains(strings.Repeat("1", 100) + "x") {
		t.Error("the worst contains what does not fit")
	}
	first := ""
	for name := range worst.All() {
		first = name
		break
	}
	if first != "00000000" {
		t.Errorf("first of the worst %q", first)
	}
	if err := slurm.Hostlist(strings.Repeat("[", 1<<20)).Valid(); err == nil || len(err.Error()) > 400 {
		t.Errorf("error of a long list: %v", err)
	}
}

func TestFormatHostlist(t *testing.T) {
	t.Parallel()
	for names, want := range map[string]slurm.Hostlist{ // checked against slurm_hostlist_sort, uniq, ranged_string
		"":                                 "",
		"n1":                               "n1",
		"n2 n1":                            "n[1-2]",
		"n1 n1":                            "n1",
		"n1 n2 n4":                         "n[1-2,4]",
		"n001 n002 n003 n007 login-1":      "login-1,n[001-003,007]",
		"n001 n1 n01":                      "n[1,01,001]",
		"n0 n00 n000":                      "n[0,00,000]",
		"n9 n10 n11":                       "n[9-11]",
		"n09 n10 n11":                      "n[09-11]",
		"n7 n08":                           "n[7,08]",
		"x1y x2y":                          "x1y,x2y",
		"login login2 login":               "login,login2",
		"rack1-n1 rack2-n1 rack1-n2":       "rack1-n[1-2],rack2-n1",
		"rack10-n1 rack9-n1":               "rack9-n1,rack10-n1",
		"5 7 6":                            "[5-7]",
		"a1b3 a1b4 a2b3":                   "a1b[3-4],a2b3",
		"n99 n100":                         "n[99-100]",
		"n099 n100":                        "n[099-100]",
		"c hcsdemo-a-1 hcsdemo-a-0":        "c,hcsdemo-a-[0-1]",
		"10.0.0.1 10.0.0.2":                "10.0.0.[1-2]",
		"n99999999999999999999999 n9":      "n9,n99999999999999999999999",
		"n100000000000000000000 n2 n02 n3": "n[2-3,02],n100000000000000000000",
	} {
		if got := slurm.FormatHostlist(strings.Fields(names)); got != want {
			t.Errorf("%s is %s, want %s", names, got, want)
		}
	}
	if got := slurm.FormatHostlist([]string{"", "a", ""}); got != "a" {
		t.Errorf("empty names: %q", got)
	}
}

func names() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		prefix := rapid.SampledFrom([]string{"n", "r1-n", "r10n", "gpu-", "a.b", "login"}).Draw(t, "prefix")
		return prefix + rapid.StringMatching(`[0-9]{0,4}`).Draw(t, "number") + rapid.SampledFrom([]string{"", "", "x"}).Draw(t, "suffix")
	})
}

func TestFormatHostlistRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.SliceOfN(names(), 0, 40).Draw(t, "names")
		list := slurm.FormatHostlist(in)
		if err := list.Valid(); err != nil {
			t.Fatal(err)
		}
		got, err := list.Expand(len(in))
		if err != nil {
			t.Fatal(err)
		}
		if again := slurm.FormatHostlist(got); again != list {
			t.Fatalf("%s formats again as %s", list, again)
		}
		slices.Sort(in)
		in = slices.Compact(in)
		sorted := slices.Sorted(slices.Values(got))
		if !slices.Equal(in, sorted) {
			t.Fatalf("%s: %s", list, cmp.Diff(in, sorted))
		}
	})
}

func TestHostlistAgreesWithItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pieces := []string{"n", "r", "-", "[1-3]", "[08-11]", "[2,4-5]", "[0-12]", "1", "7", ",", " ", "[", "]", "x"}
		list := slurm.Hostlist(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 7).Draw(t, "pieces"), ""))
		all := slices.Collect(list.All())
		if len(all) != list.Count() {
			t.Fatalf("%q counts %d, yields %d", list, list.Count(), len(all))
		}
		probe := rapid.StringMatching(`[nr]?[-0-9]{0,3}[0-9]{0,4}x?`).Draw(t, "probe")
		if list.Contains(probe) != slices.Contains(all, probe) {
			t.Fatalf("%q contains %q: %v", list, probe, list.Contains(probe))
		}
		for _, name := range all {
			if !list.Contains(name) {
				t.Fatalf("%q lacks its own %q", list, name)
			}
		}
	})
}
