package submit_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"flexq/client/fault"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/tui/pane/submit"
)

// Whatever is done, and at any size, exactly the room is drawn, nothing of the user's reaches the terminal as a control,
// the job is what the script says, and a field holds what its option does.
func TestAnyWayThroughTheForm(t *testing.T) {
	t.Parallel()
	keys := []string{
		"tab", "shift+tab", "ctrl+t", "down", "up", "left", "right", "enter", "backspace", "home", "end", "ctrl+u", "ctrl+w",
		"ctrl+o", "esc", "ctrl+k", "alt+u", "space", "pgdown", "pgup",
	}
	texts := []string{"8", "a3u", "--nodes=3", "{{NAME}}", "'", "\"", "#SBATCH -N 2\n", "#SBATCH hetjob\n", "日本語", "x y", "\x1b[31m", "#FLEXQ param P text \"p\"\n", ":"}
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t, rapid.IntRange(1, 210).Draw(rt, "w"), rapid.IntRange(1, 60).Draw(rt, "h"))
		w, h := s.size()
		s.choose(rapid.SampledFrom([]string{"gemma on two", "torchrun-flex", "empty", "llama-ablate"}).Draw(rt, "from"))
		for range rapid.IntRange(0, 8).Draw(rt, "steps") {
			switch rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0, 1:
				s.press(rapid.SampledFrom(keys).Draw(rt, "key"))
			case 2:
				s.write(rapid.StringOfN(rapid.RuneFrom([]rune("a8-=:,% %{}")), 1, 6, -1).Draw(rt, "typed"))
			case 3:
				s.Paste(rapid.SampledFrom(texts).Draw(rt, "text"))
			case 4:
				s.Click(rapid.IntRange(0, w).Draw(rt, "x"), rapid.IntRange(0, h).Draw(rt, "y"), false)
			}
			s.check(rt, w, h)
		}
	})
}

func (s *scene) size() (w, h int) {
	view := strings.Split(s.View(), "\n")
	return ansi.StringWidth(view[0]), len(view)
}

func (s *scene) check(t *rapid.T, w, h int) {
	view := strings.Split(s.View(), "\n")
	if len(view) != h {
		t.Fatalf("%d lines in a height of %d", len(view), h)
	}
	for _, l := range view {
		if got := ansi.StringWidth(l); got > w {
			t.Fatalf("%q is %d wide, want %d at most", ansi.Strip(l), got, w)
		}
		if strings.ContainsFunc(ansi.Strip(l), func(r rune) bool { return r < ' ' || r == 0x7f }) || strings.Contains(l, "\x1b[31m") {
			t.Fatalf("a control character in %q", l)
		}
	}
	r := sbatch.Read(s.Job().Script, sbatch.Options{Name: "x", WorkDir: "/home/alice", Now: night()})
	if r.Job.Nodes != s.Job().Nodes || r.Job.Limit != s.Job().Limit || len(r.Job.Parts) != len(s.Job().Parts) {
		t.Fatalf("the job asks for %q nodes, and its script for %q", s.Job().Nodes, r.Job.Nodes)
	}
}

// What is typed into a field is in the script, or still in the field.
func TestNothingTypedIntoAFieldIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := open(t, 100, 30).choose("gemma on two")
		field := rapid.SampledFrom([]string{"--job-name", "--partition", "--nodes", "--time", "--output", "--chdir", "--array"}).Draw(rt, "field")
		text := rapid.StringOfN(rapid.RuneFrom([]rune(`abc019 -_.,:%/=+#"'$\[]{}~@日`)), 1, 12, -1).Draw(rt, "text")
		s.field(field, text)
		if got := s.Value(field); got != text {
			rt.Fatalf("%q is %q in the field", text, got)
		}
		before, after := strings.Split(plain, "\n"), strings.Split(s.Script(), "\n")
		changed := 0
		for i := range min(len(before), len(after)) {
			if before[i] != after[i] {
				changed++
			}
		}
		if len(after) == len(before) && changed > 1 {
			rt.Fatalf("%d lines changed:\n%s", changed, s.Script())
		}
	})
}

func TestWhereThereIsNoRoomOnePartIsSeen(t *testing.T) {
	t.Parallel()
	s := open(t, 60, 18).choose("gemma on two")
	s.see("fields", "script", "partition a3u")
	if strings.Contains(s.View(), "srun python") {
		t.Error("the script is seen beside the fields")
	}
	s.press("ctrl+t").see("srun python train.py")
	s.Click(2, 1, false)
	s.see("partition a3u")
	s.Click(10, 1, false)
	s.see("srun python train.py")
	s.press("tab").see("partition a3u")
}

func TestAFieldAndItsLineAreFoundFromEachOther(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.Go("--time")
	s.press("ctrl+t").write("#")
	if !strings.Contains(s.Script(), "##SBATCH --time") {
		t.Errorf("the cursor was not at the line: %s", s.Script())
	}
	s.press("backspace", "up", "ctrl+t")
	if s.Focused() != "--gpus-per-node" {
		t.Errorf("%q has the keys", s.Focused())
	}
}

func TestTheLineUnderTheCursorIsExplained(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.Go("--time")
	s.press("ctrl+t").see("--time=12:00:00: 12 hours")
	s.Go("--array")
	s.see("--array:")
	s = open(t, 120, 37).choose("torchrun-flex")
	s.see("where the data set is (path), line 27")
}

func TestOffersAreTakenWithTheRightKey(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.field("--partition", "fl").see("flex").press("right")
	if got := s.Value("--partition"); got != "flex" {
		t.Errorf("it is %q", got)
	}
	for field, want := range map[string]string{
		"--account": "research", "--qos": "normal", "--output": "slurm-%j.out", "--dependency": "afterok:88317",
	} {
		if s.field(field, "").press("right"); s.Value(field) != want {
			t.Errorf("%s is %q, want %q", field, s.Value(field), want)
		}
	}
	s.field("--partition", "cpu").field("--time", "").press("right")
	if got := s.Value("--time"); got != "1:00:00" {
		t.Errorf("the limit is %q", got)
	}
}

func TestHostileNamesAreNeutralised(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {120, 37}, {200, 57}} {
		s := open(t, size[0], size[1])
		evil := "a\x1b[31m\x07b\nc\u202ed"
		s.SetTemplates([]submit.Template{{Name: evil, Help: evil, Script: "#!/bin/bash\n#SBATCH -J \x1b[31mx\n\x1b]0;t\x07\n"}}, nil)
		s.SetDrafts([]submit.Draft{{ID: "e", From: evil, Name: evil, Text: evil}}, nil)
		for range 4 {
			if strings.Contains(s.View(), "\x1b[31m") || strings.Contains(s.View(), "\x07") || strings.Contains(s.View(), "\u202e") {
				t.Fatalf("a control got through: %q", s.View())
			}
			s.key(tea.KeyPressMsg{Code: tea.KeyEnter})
			s.Failed(s.ID(), &fault.Fault{Kind: fault.Other, What: "because"})
		}
	}
}

func TestALineWithPlaceholdersIsShownFilled(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("torchrun-flex")
	s.field("{DATA", "/data/c4").press("ctrl+t")
	s.see("becomes: train.py --data /data/c4 --resume latest &")
}

func TestAnUnknownClusterIsNotCalledReady(t *testing.T) {
	t.Parallel()
	for _, w := range []int{50, 120} {
		s := open(t, w, 20).choose("gemma on two")
		s.SetWorld(preflight.World{})
		if view := s.View(); strings.Contains(view, "ready to submit") || !strings.Contains(view, "no errors") {
			t.Errorf("in %d cells:\n%s", w, ansi.Strip(view))
		}
	}
}

func TestAScriptIsShownFromItsBeginning(t *testing.T) {
	t.Parallel()
	s := open(t, 80, 14)
	s.SetTemplates([]submit.Template{{Name: "it", Script: long()}}, nil)
	s.choose("it").see("1 #!/bin/bash")
	s.Go("--account") // it has no line, and its field has no mark in the script
	s.see("1 #!/bin/bash")
	s.Go("--requeue")
	s.see("#SBATCH --requeue")
	s.Resize(90, 15)
	s.see("#SBATCH --requeue")
}

// A bare number is said in its unit where it has one: 10 minutes, not seconds, and 10 MiB, not GiB.
func TestBareNumbersAreSaidInTheirUnit(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.field("--time", "10")
	s.field("--mem", "10")
	s.see("= 10 minutes", "= 10 MiB")
	s.field("--nodes", "3")
	if strings.Contains(s.View(), "= 3 nodes") {
		t.Error("3 nodes are explained")
	}
}

// A name in braces that no parameter has is told at its line, and keeps nothing back.
func TestNameThatNoParameterHas(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#FLEXQ param NODES integer default=2\n#SBATCH --nodes={{NODES}} --time=60\necho {{NODE}} {{UNKNOWN}}\n")
	s.Resize(160, 40)
	s.see("checks: 2 warnings", "line 4: NODE: no parameter has this name, and it stays as it is; did you mean {{NODES}}?",
		"line 4: UNKNOWN: no parameter has this name")
	if s.Blocked() {
		t.Error("it cannot be sent")
	}
}

// The default account of an association is its own user's: where nobody knows who the user is, it is nobody's here.
func TestDefaultAccountIsTheUsers(t *testing.T) {
	t.Parallel()
	for user, want := range map[string]string{
		"alice": "account      research, your default ", "emi": "account      vision, your default ", "": "account      your default ",
	} {
		s := open(t, 120, 37).choose("gemma on two")
		w := world()
		w.User = user
		w.Access.Associations = append(w.Access.Associations, slurm.Association{User: "emi", Account: "vision", Default: true})
		s.SetWorld(w)
		s.Go("--account")
		s.press("ctrl+u").see(want)
	}
}
