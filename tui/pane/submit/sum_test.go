package submit_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/pane/submit"
)

// crosses counts the errors that one sees beside the fields and below them.
func crosses(s *scene) int {
	n := 0
	for line := range strings.Lines(ansi.Strip(s.View())) {
		fields, _, _ := strings.Cut(line, "│")
		n += strings.Count(fields, "✗")
	}
	return n
}

func TestTheTitleCountsWhatIsSeen(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 80)
	s.SetTemplates([]submit.Template{{Name: "it", Script: "#!/bin/bash\n#SBATCH --nodse=1\n\nsrun x\n"}}, nil)
	s.choose("it")
	for _, f := range []string{"--nodes", "--ntasks-per-node", "--time", "--array", "--dependency"} {
		s.field(f, "oops")
	}
	s.field("--partition", "nosuch")
	s.field("more", "--no-such=1 -x")
	errors, _ := s.Counts()
	if seen := crosses(s); seen != errors || errors != 8 {
		t.Errorf("%d errors are counted and %d are seen, want 8:\n%s", errors, seen, ansi.Strip(s.View()))
	}
	s.see("checks: 8 errors")
}

// A field that was typed in first has the first line, and need not be the first field.
func TestTheTopmostErrorHasTheKeys(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n\nsrun x\n")
	s.field("more", "--oops").field("--ntasks-per-node", "x").field("--nodes", "y").field("--time", "z").press("ctrl+s")
	if s.Focused() != "--nodes" {
		t.Errorf("%q has the keys", s.Focused())
	}
	s.field("--nodes", "1").press("ctrl+s")
	if s.Focused() != "--ntasks-per-node" {
		t.Errorf("%q has the keys", s.Focused())
	}
	s.field("--ntasks-per-node", "1").field("--time", "1").press("ctrl+s")
	if s.Focused() != "more" {
		t.Errorf("%q has the keys", s.Focused())
	}
}

func TestAnEmptiedParameterShowsNoDefault(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#FLEXQ param SCRIPT path default=train.py \"what runs\"\n#FLEXQ param NOTE text default=hi \"a note\"\nsrun {{SCRIPT}} {{NOTE}}\n")
	s.see("SCRIPT       train.py", "NOTE         hi")
	s.field("{SCRIPT", "").see("SCRIPT       needed; train.py by default", "it has no value; write a path")
	s.field("{NOTE", "").see("NOTE         empty")
}

func TestTheScriptKeepsItsBeginningsWhileAFieldIsEdited(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 21)
	s.choose("single-node")
	s.field("--chdir", "/home/alice/"+strings.Repeat("long/", 20)).see("1  #!/bin/bash", "#SBATCH --partition=a3u", "#SBATCH --chdir=/home")
	s.field("--job-name", strings.Repeat("long", 30)).see("1  #!/bin/bash", "#SBATCH --partition=a3u", "#SBATCH --job-name=longlong")
}

func TestATemplateOpensAtItsHead(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 21)
	s.choose("torchrun-flex").see("1  #!/bin/bash")
}

func TestTheSummaryHasEveryPart(t *testing.T) {
	t.Parallel()
	const het = "#!/bin/bash\n#SBATCH --nodes=1 --partition=cpu --time=60\n#SBATCH hetjob\n#SBATCH --nodes=2 --gpus-per-node=8 --partition=a3u\nsrun x\n"
	s := with(t, het)
	s.see("1 node, 1 hour in cpu + 2 nodes, 16 GPUs, 1 hour in a3u")
	s.Resize(74, 21)
	s.see("2 parts, 3 nodes, 16 GPUs")
}

func TestTheSummaryOfAnArray(t *testing.T) {
	t.Parallel()
	with(t, "#!/bin/bash\n#SBATCH --array=0-7 --nodes=2 --partition=a3u\nsrun x\n").see("it   8 tasks of 2 nodes in a3u")
	with(t, "#!/bin/bash\n#SBATCH --array=0-7 --partition=a3u\nsrun x\n").see("it   8 tasks in a3u")
}
