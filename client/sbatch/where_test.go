package sbatch_test

import (
	"testing"

	"flexq/client/sbatch"
)

const hetScript = `#!/bin/bash
#SBATCH -t 60 --mem=4G
#SBATCH --account=ml
# a comment
#SBATCH --time=2:00:00
#SBATCH hetjob
#SBATCH -N2
#SBATCH --no-requeue
echo
#SBATCH --nice=3
`

func TestReadingWhere(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(hetScript, sbatch.Options{Args: []string{"--qos=high"}})
	for _, c := range []struct {
		option string
		part   int
		want   int
	}{
		{"time", 0, 5},
		{"--time", 0, 5},
		{"-t", 0, 5},
		{"--mem", 0, 2},
		{"--account", 0, 3},
		{"--account", 1, 3}, // handed on
		{"--time", 1, 5},
		{"--nodes", 0, 0},
		{"-N", 1, 7},
		{"--no-requeue", 1, 8},
		{"--requeue", 1, 0},
		{"--nice", 1, 0}, // below the first command
		{"--qos", 0, 0},  // of the command line
		{"--nothing", 0, 0},
		{"", 0, 0},
		{"-", 0, 0},
		{"--", 0, 0},
		{"--time", 2, 0},
		{"--time", -1, 0},
	} {
		if got := r.Where(c.option, c.part); got != c.want {
			t.Errorf("Where(%q, %d) = %d, want %d", c.option, c.part, got, c.want)
		}
	}
}

func TestReadingGiven(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(hetScript, sbatch.Options{Args: []string{"--accou=web", "-q", "high", ":", "--time-m=5"}})
	type given struct {
		sbatch.Given
		ok bool
	}
	for _, c := range []struct {
		option string
		part   int
		want   given
	}{
		{"--time", 0, given{sbatch.Given{Option: "--time", Line: 5}, true}},
		{"--nodes", 1, given{sbatch.Given{Option: "-N", Line: 7}, true}},
		{"--account", 0, given{sbatch.Given{Option: "--accou"}, true}},
		{"--qos", 0, given{sbatch.Given{Option: "-q"}, true}},
		{"-q", 1, given{sbatch.Given{Option: "-q"}, true}}, // handed on
		{"--time-min", 0, given{}},
		{"--time-min", 1, given{sbatch.Given{Option: "--time-m"}, true}},
		{"--gres", 0, given{}},
		{"--time", 2, given{}},
	} {
		got, ok := r.Given(c.option, c.part)
		if (given{got, ok}) != c.want {
			t.Errorf("Given(%q, %d) = %+v, %v, want %+v", c.option, c.part, got, ok, c.want)
		}
	}
}

func TestReadingWhereOverridden(t *testing.T) {
	t.Parallel()
	r := sbatch.Read("#!/bin/bash\n#SBATCH --time=5\n", sbatch.Options{Args: []string{"-t", "6"}})
	if got := r.Where("--time", 0); got != 0 {
		t.Errorf("the command line's --time is at line %d, want 0", got)
	}
}

func TestReadingPartAt(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(hetScript, sbatch.Options{})
	for line, want := range []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1} {
		if got := r.PartAt(line); got != want {
			t.Errorf("line %d is of part %d, want %d", line, got, want)
		}
	}
}

func TestProblemsHaveTheirPart(t *testing.T) {
	t.Parallel()
	script := "#!/bin/bash\n#SBATCH --account=ml --signal=NO@x\n#SBATCH hetjob\n#SBATCH --nodes=x\n#SBATCH --what\n#SBATCH hetjob\n#SBATCH 'open\n"
	r := sbatch.Read(script, sbatch.Options{})
	want := [][2]int{{2, 0}, {4, 1}, {5, 1}, {7, 2}}
	var got [][2]int
	for _, p := range r.Problems {
		got = append(got, [2]int{p.Line, p.Part})
	}
	if len(got) != len(want) {
		t.Fatalf("problems %v, want lines and parts %v", r.Problems, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("problem %q has line and part %v, want %v", r.Problems[i], got[i], want[i])
		}
	}
}
