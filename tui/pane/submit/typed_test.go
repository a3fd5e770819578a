package submit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/tui/pane"
	"flexq/tui/pane/submit"
)

// restored is another program's form, filled from a draft.
func restored(t *testing.T, d submit.Draft) *scene {
	t.Helper()
	s := open(t, 120, 37)
	s.SetDrafts([]submit.Draft{d}, nil)
	s.Again(d)
	s.View()
	return s
}

// What stands in a field and is not in the script is part of the draft, and stands there again.
func TestWhatIsOnlyInAFieldIsKept(t *testing.T) {
	t.Parallel()
	const broken = "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH oops\nsrun x\n"
	const het = "#!/bin/bash\n#SBATCH --nodes=1 --time=60\n#SBATCH hetjob\n#SBATCH oops\nsrun x\n"
	cases := map[string]struct {
		script string
		typed  [][2]string // what is typed into which field
		want   map[string]string
	}{
		"an option that is not added":          {plain, [][2]string{{"more", " --comment=hi --begin=now+1hour"}}, map[string]string{"more": " --comment=hi --begin=now+1hour"}},
		"one that cannot be":                   {plain, [][2]string{{"more", "--no-such=1 -x"}}, map[string]string{"more": "--no-such=1 -x"}},
		"a value that the script cannot take":  {broken, [][2]string{{"--time", "90"}}, map[string]string{"--time": "90"}},
		"several":                              {broken, [][2]string{{"--time", "90"}, {"more", "--exclusive"}}, map[string]string{"--time": "90", "more": "--exclusive"}},
		"one of another part":                  {het, [][2]string{{"part", "right"}, {"--nodes", "3"}}, map[string]string{"1 --nodes": "3"}},
		"one of a part that is not shown more": {het, [][2]string{{"part", "right"}, {"--nodes", "3"}, {"part", "left"}}, map[string]string{"1 --nodes": "3"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := with(t, c.script)
			before := s.Revision()
			for _, f := range c.typed {
				if f[0] == "part" {
					s.Go("part")
					s.press(f[1])
					continue
				}
				s.field(f[0], f[1])
			}
			d, ok := s.Draft()
			if diff := cmp.Diff(c.want, d.Typed); diff != "" || !ok {
				t.Fatalf("%v %s", ok, diff)
			}
			if s.Revision() == before || d.Text != c.script || !s.Dirty() {
				t.Errorf("revision %d, dirty %v, text %q", s.Revision(), s.Dirty(), d.Text)
			}
			s = restored(t, d)
			again, _ := s.Draft()
			if diff := cmp.Diff(d, again); diff != "" {
				t.Errorf("it is another draft now: %s", diff)
			}
			s.press("ctrl+s")
			if _, refused := s.next[len(s.next)-1].(pane.Say); !refused {
				t.Error("the job would go without what was typed")
			}
		})
	}
}

// Only what was never added makes a draft of a template too, and it can be taken away.
func TestADraftOfAFieldAlone(t *testing.T) {
	t.Parallel()
	s := open(t, 120, 37).choose("gemma on two")
	s.field("more", "--comment=hi")
	d, ok := s.Draft()
	if !ok || d.Typed["more"] != "--comment=hi" {
		t.Errorf("got %+v, %v", d, ok)
	}
	s.press("ctrl+u")
	if d, ok := s.Draft(); ok {
		t.Errorf("there is nothing left, and it is a draft: %+v", d)
	}
	s = restored(t, d).field("more", "--comment=hi").press("enter")
	if again, _ := s.Draft(); again.Typed != nil || s.Value("--comment") != "hi" {
		t.Errorf("got %+v", again)
	}
}

// A field that there is not, as in a file that somebody else wrote, is no reason to lose what was typed.
func TestTypedIntoAFieldThatIsGone(t *testing.T) {
	t.Parallel()
	s := restored(t, submit.Draft{ID: "x", From: "mine", Text: plain, Typed: map[string]string{"--no-such": "7", "9 --time": "5", "--nodes": "4", "more": "--exclusive"}})
	if got := s.Value("more"); got != "--exclusive --no-such=7 9 --time=5" {
		t.Errorf("more holds %q", got)
	}
	if got := s.Value("--nodes"); got != "4" {
		t.Errorf("nodes holds %q", got)
	}
}
