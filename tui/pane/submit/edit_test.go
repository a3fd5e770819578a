package submit_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/pane/submit"
)

// field replaces what a field holds by typing.
func (s *scene) field(name, text string) *scene {
	s.t.Helper()
	if !s.Go(name) {
		s.t.Fatalf("there is no field %q among %q", name, s.Fields())
	}
	return s.press("end", "ctrl+u").write(text)
}

// see fails unless the view shows each text.
func (s *scene) see(texts ...string) *scene {
	s.t.Helper()
	view := strings.Join(strings.Fields(ansi.Strip(s.View())), " ")
	for _, text := range texts {
		if !strings.Contains(view, strings.Join(strings.Fields(text), " ")) {
			s.t.Errorf("%q is not in the view:\n%s", text, ansi.Strip(s.View()))
		}
	}
	return s
}

// with opens the form on a script.
func with(t *testing.T, script string) *scene {
	t.Helper()
	s := open(t, 120, 37)
	s.SetTemplates([]submit.Template{{Name: "it", Script: script}}, nil)
	return s.choose("it")
}

func TestAFieldEditsItsLineAlone(t *testing.T) {
	t.Parallel()
	const script = "#!/bin/bash\n# a comment\n#SBATCH -J old -N 2 # why\n#SBATCH --time=60\n#SBATCH --requeue\n#SBATCH --gres=gpu:4 --exclusive\nsrun x\n"
	for _, c := range []struct{ name, field, typed, old, want string }{
		{"a short option between others", "--nodes", "4-8", "-N 2 # why", "-N 4-8 # why"},
		{"a value with blanks", "--job-name", "a b", "-J old", `-J "a b"`},
		{"a long option", "--time", "1-12", "--time=60", "--time=1-12"},
		{"one that is not there", "--partition", "cpu", "--exclusive\n", "--exclusive\n#SBATCH --partition=cpu\n"},
		{"one that is emptied", "--time", "", "#SBATCH --time=60\n", ""},
		{"the option that asks for GPUs here", "--gres", "gpu:8", "gpu:4", "gpu:8"},
		{"an optional value", "--exclusive", "user", "--exclusive", "--exclusive=user"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := with(t, script)
			s.field(c.field, c.typed)
			if diff := cmp.Diff(strings.Replace(script, c.old, c.want, 1), s.Script()); diff != "" {
				t.Error(diff)
			}
			if got := s.Value(c.field); got != c.typed {
				t.Errorf("the field holds %q, want %q", got, c.typed)
			}
		})
	}
}

func TestRequeueIsOneChoice(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#SBATCH --requeue\nsrun x\n")
	for _, c := range []struct{ key, value, line string }{
		{"right", "no", "#SBATCH --no-requeue\n"},
		{"right", "", ""},
		{"right", "yes", "#SBATCH --requeue\n"},
		{"left", "", ""},
	} {
		s.Go("--requeue")
		s.press(c.key)
		if got, want := s.Script(), "#!/bin/bash\n"+c.line+"srun x\n"; s.Value("--requeue") != c.value || got != want {
			t.Errorf("%s: %q, script %q; want %q, %q", c.key, s.Value("--requeue"), got, c.value, want)
		}
	}
}

func TestAnEmptiedLineComesBackWhereItWas(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#SBATCH --time=60\n#SBATCH --nodes=2\nsrun x\n")
	s.field("--time", "")
	if strings.Contains(s.Script(), "time") {
		t.Errorf("it is still there: %q", s.Script())
	}
	s.write("90")
	if got, want := s.Script(), "#!/bin/bash\n#SBATCH --time=90\n#SBATCH --nodes=2\nsrun x\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBlanksCanBeTyped(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("--job-name", "my ")
	if got := s.Value("--job-name"); got != "my " {
		t.Errorf("the field holds %q while one types", got)
	}
	s.write("job")
	if got := s.Job().Name; got != "my job" {
		t.Errorf("the job is called %q", got)
	}
}

func TestAnEditOfTheScriptChangesTheFieldsAtOnce(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.SetScript(strings.Replace(plain, "--nodes=1", "-N 3 --mem-per-cpu=2G -A ml --signal=USR1@60", 1))
	for field, want := range map[string]string{"--nodes": "3", "--mem-per-cpu": "2G", "--account": "ml", "--signal": "USR1@60"} {
		if got := s.Value(field); got != want {
			t.Errorf("%s holds %q, want %q", field, got, want)
		}
	}
	if s.Go("--mem") {
		t.Error("there is a field for memory of a node beside the one for memory of a CPU")
	}
	s.see("memory/CPU 2G", "= 2 GiB")
}

func TestAFieldEditCanBeUndone(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.Go("--job-name")
	s.write("-v2")
	if !strings.Contains(s.Script(), "train-v2") {
		t.Fatal(s.Script())
	}
	s.press("ctrl+t", "alt+u")
	if got := s.Script(); got != plain {
		t.Errorf("undone it is %q", got)
	}
	if got := s.Value("--job-name"); got != "train" {
		t.Errorf("the field holds %q", got)
	}
}

func TestWhatTheScriptCannotTakeStaysInTheField(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH oops\nsrun x\n")
	s.field("--time", "90")
	if got := s.Value("--time"); got != "90" {
		t.Errorf("the field holds %q", got)
	}
	s.see("not in the script", "line 3", `"oops" is not an option`)
	if n, _ := s.Counts(); n < 2 {
		t.Errorf("%d errors, want the line's and the field's", n)
	}
}

func TestParametersComeFirstAndHideTheirOptions(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("torchrun-flex")
	if diff := cmp.Diff([]string{"{NAME", "{NODES", "{HOURS", "{DATA"}, s.Fields()[:4]); diff != "" {
		t.Error(diff)
	}
	if s.Go("--nodes") || s.Go("--time") || s.Go("--job-name") {
		t.Error("an option that is a parameter has a second field")
	}
	if got := s.Focused(); got != "{DATA" {
		t.Errorf("%q has the keys, want the parameter without a value", got)
	}
	if !s.Blocked() {
		t.Error("it could be sent without a value")
	}
	s.field("{DATA", "/data/c4").field("{NODES", "8").field("{HOURS", "8-00")
	j := s.Job()
	if j.Nodes != "8" || j.Limit != 8*86400 || !strings.Contains(j.Script, "--data /data/c4") || !strings.Contains(j.Script, "--nodes=8") {
		t.Errorf("the job is %+v", j)
	}
	if s.Script() != torchrun {
		t.Error("the values went into the script")
	}
	s.see("8 days", "longer than a lease")
	s.field("{NODES", "x").see(`"x" is not a whole number`)
	if n, _ := s.Counts(); n != 1 {
		t.Errorf("%d errors, want one: the option says the same", n)
	}
}

func TestAPlaceholderInAFieldIsKept(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#FLEXQ param N integer default=2\n#SBATCH --job-name=run-{{N}}\nsrun x\n")
	if got := s.Value("--job-name"); got != "run-{{N}}" {
		t.Errorf("the field holds %q", got)
	}
	if got := s.Job().Name; got != "run-2" {
		t.Errorf("the job is called %q", got)
	}
}

func TestAnOptionIsAdded(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("more", "--exclude=a3u7-a3u-3 --open-mode=append").press("enter")
	if !strings.Contains(s.Script(), "#SBATCH --exclude=a3u7-a3u-3\n#SBATCH --open-mode=append\n\nsrun") {
		t.Error(s.Script())
	}
	if s.Focused() != "--open-mode" || s.Value("more") != "" || s.Value("--exclude") != "a3u7-a3u-3" {
		t.Errorf("%q has the keys, more holds %q", s.Focused(), s.Value("more"))
	}
	before := s.Script()
	s.field("more", "--exclde=x").see("no such option", "mean --exclude").press("enter")
	s.field("more", "nonsense").see("options begin with").press("enter")
	s.field("more", "--nodes=many").see("--nodes:").press("enter")
	if s.Script() != before || s.Value("more") != "--nodes=many" {
		t.Errorf("what is wrong was added, or is lost: %q", s.Value("more"))
	}
	s.field("more", "--qos").see("QOS")
	s.field("more", "--no-req").press("right", "enter")
	if got := s.Value("--requeue"); got != "no" || s.Focused() != "--requeue" {
		t.Errorf("requeue is %q", got)
	}
}

func TestHetPartsEachHaveTheirFields(t *testing.T) {
	t.Parallel()
	const script = "#!/bin/bash\n#SBATCH --nodes=1 --time=60\n#SBATCH hetjob\n#SBATCH --nodes=4\nsrun x\n"
	s := with(t, script)
	if s.Fields()[0] != "part" || s.Value("--nodes") != "1" {
		t.Fatalf("fields %q", s.Fields())
	}
	s.Go("part")
	s.press("right")
	if got := s.Value("--nodes"); got != "4" {
		t.Errorf("the second part has %q nodes", got)
	}
	s.see("60, from part 0")
	s.field("--nodes", "16")
	if got, want := s.Script(), strings.Replace(script, "--nodes=4", "--nodes=16", 1); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheFieldUnderTheFingersStays(t *testing.T) {
	t.Parallel()
	for _, field := range []string{"--exclude", "--gres", "--mem-per-gpu"} {
		s := with(t, "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --exclude=a --gres=gpu:1 --mem-per-gpu=1G\nsrun x\n")
		s.field(field, "")
		if s.Focused() != field {
			t.Errorf("%s: emptied, %q has the keys", field, s.Focused())
		}
		s.press("tab")
		if s.Go(field) {
			t.Errorf("%s: it is still there when one has gone on", field)
		}
	}
}

func TestAnEmptyParameterTakesItsOptionAway(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#FLEXQ param P text default=\"\" \"where\"\n#FLEXQ param N integer default=8\n#SBATCH --partition={{P}}\n#SBATCH --array=0-63%{{N}}\nsrun x\n")
	if got := s.Job().Partition; got != "" {
		t.Errorf("the partition is %q", got)
	}
	if got := s.Hint("--array"); got != "= 64 tasks: 0-63, at most 8 at once" {
		t.Errorf("the array is explained as %q", got)
	}
	s.see("P a3u, the cluster's default")
	s.field("{P", "fl").press("right")
	if got := s.Job().Partition; got != "flex" {
		t.Errorf("the partition is %q", got)
	}
}
