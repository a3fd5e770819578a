package submit_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"flexq/client/fault"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/tui/pane"
)

// last is the newest wish.
func last[T pane.Next](s *scene) T {
	s.t.Helper()
	var none T
	if len(s.next) == 0 {
		s.t.Error("nothing was wished for")
		return none
	}
	n, ok := s.next[len(s.next)-1].(T)
	if !ok {
		s.t.Errorf("the wish is %#v", s.next[len(s.next)-1])
	}
	return n
}

func TestSendHandsOverTheJobAndItsFindings(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("--time", "8-00").field("--partition", "nosuch")
	s.press("ctrl+s")
	ask := last[pane.AskSubmit](s)
	if ask.Job.Partition != "nosuch" || ask.Job.WorkDir != "/home/alice" || ask.Job.Limit != 8*86400 || ask.Caution != "" {
		t.Errorf("asked for %+v", ask)
	}
	if len(ask.Findings) == 0 || ask.Findings[0].Option != "--partition" || ask.Findings[0].Line != 4 {
		t.Errorf("findings %v", ask.Findings)
	}
	s.press("ctrl+p")
	if got := last[pane.PreviewSubmit](s).Job.Partition; got != "nosuch" {
		t.Errorf("the preview is of partition %q", got)
	}
}

func TestWhatCannotBeReadIsNotSent(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("--nodes", "many").field("--account", "ml")
	s.press("ctrl+s")
	if say := last[pane.Say](s); !strings.HasPrefix(say.Text, "not sent: line 5: --nodes:") {
		t.Errorf("said %q", say.Text)
	}
	if s.Focused() != "--nodes" {
		t.Errorf("%q has the keys", s.Focused())
	}
	s = with(t, strings.Replace(plain, "--nodes=1", "--nodse=1", 1))
	s.press("ctrl+p")
	want := []string{"line 5: --nodse: sbatch has no such option; did you mean --nodes?"}
	if got := last[pane.PreviewSubmit](s).Against; !slices.Equal(got, want) {
		t.Errorf("the request is shown with %q, want %q", got, want)
	}
	s.press("ctrl+s")
	if say := last[pane.Say](s); !strings.Contains(say.Text, "did you mean --nodes?") || s.Focused() != "" {
		t.Errorf("said %q, and %q has the keys", say.Text, s.Focused())
	}
}

func TestARefusalStandsAtItsField(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("--account", "wrong")
	s.press("ctrl+s")
	s.Sending()
	s.Answered(s.ID())
	s.Failed(s.ID(), refused())
	if s.Focused() != "--account" || s.Value("--account") != "wrong" {
		t.Errorf("%q has the keys, the account is %q", s.Focused(), s.Value("--account"))
	}
	s.see("not submitted", "Slurm: Invalid account", "(error 2045)", "Slurm refused the job")
	if s.Blocked() {
		t.Error("it cannot be sent again")
	}
	s.Go("--nodes")
	s.write("2").see("(error 2045)")
	s.field("--account", "research")
	if strings.Contains(s.View(), "2045") {
		t.Error("another account is still refused")
	}
}

func TestARefusalOfAnUnknownKindIsTold(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.Failed(s.ID(), &fault.Fault{Kind: fault.Refused, What: "Slurm refused the job", Problems: []slurm.Problem{{Number: 9999, Error: "Something that nobody has heard of"}}})
	s.see("Slurm refused it: Something that nobody has heard of (error 9999)")
	s.write("x")
	if strings.Contains(s.View(), "9999") {
		t.Error("it is still told after an edit")
	}
}

func TestAnUnknownOutcomeIsRemembered(t *testing.T) {
	t.Parallel()
	const key = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"
	s := with(t, plain)
	s.SetKey(s.ID(), key)
	s.Sending()
	if d, ok := s.Draft(); !ok || d.Key != key || d.Text != plain {
		t.Errorf("while it is sent the draft is %+v, %v", d, ok)
	}
	s.Answered(s.ID())
	s.Failed(s.ID(), &fault.Fault{Kind: fault.UnknownOutcome, Key: key, What: "no answer"})
	s.see("outcome not known", key)
	s.write("x").see(key)
	s.press("ctrl+s")
	if ask := last[pane.AskSubmit](s); !strings.Contains(ask.Caution, key) {
		t.Errorf("the caution is %q", ask.Caution)
	}
	if list := s.Settle("flexq:another", 1); len(list) > 0 {
		t.Error("another key was settled here")
	}
	list := s.Settle(key, 0)
	if len(list) != 1 || list[0].Key != "" || list[0].Job != 0 {
		t.Errorf("settled: %+v", list)
	}
	s.press("ctrl+s")
	if ask := last[pane.AskSubmit](s); ask.Caution != "" {
		t.Errorf("the caution is %q", ask.Caution)
	}
}

func TestAKnownFailureForgetsTheKey(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.SetKey(s.ID(), "flexq:1")
	s.Failed(s.ID(), refused())
	if d, ok := s.Draft(); !ok || d.Key != "" {
		t.Errorf("what was kept with the key is not kept without it: %+v, %v", d, ok)
	}
}

func TestNothingIsEditedWhileItIsSent(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.Sending()
	s.see("submitting ...")
	s.Progress(s.ID(), "sending")
	s.see("sending ...")
	s.write("x").press("tab", "ctrl+s", "ctrl+t")
	s.Paste("y")
	if s.Script() != plain || s.Focused() != "--job-name" {
		t.Errorf("%q has the keys, script %q", s.Focused(), s.Script())
	}
	for _, n := range s.next {
		if _, ok := n.(pane.Say); !ok {
			t.Errorf("wished for %#v", n)
		}
	}
}

// Another form takes the place of one that is being sent: that one is in the picker, and what became of it is at it.
func TestAnotherFormWhileOneIsSent(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	d := s.Sending()
	s.SetKey(d.ID, "flexq:1")
	s.press("ctrl+o")
	s.see("being sent: it, train")
	s.choose("empty")
	s.Progress(d.ID, "looking for its key, 2 of 4")
	if s.IsSending() || s.ID() == d.ID {
		t.Fatal("the new form is locked")
	}
	s.write("other")
	s.press("ctrl+o")
	s.see("train", "looking for its key, 2 o", "being sent")
	s.write("train").press("ctrl+x")
	if say := last[pane.Say](s); say.Text != "it is being sent, and cannot be forgotten" {
		t.Errorf("said %q", say.Text)
	}
	s.press("enter")
	s.see("looking for its key, 2 of 4 ...")
	s.write("x")
	if s.Script() != plain || !s.IsSending() || s.ID() != d.ID {
		t.Errorf("it can be edited: %q", s.Script())
	}
	s.press("ctrl+o").choose("other")
	s.Answered(d.ID)
	s.Failed(d.ID, refused())
	s.press("ctrl+o")
	s.see("Slurm refused: Inv")
	s.choose("train")
	s.see("not submitted", "Slurm refused the job", "Invalid account or")
	if got, _ := s.Draft(); got.Key != "" || got.ID != d.ID {
		t.Errorf("the draft is %+v", got)
	}
}

func TestTheEditorsTextComesBack(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.press("ctrl+e")
	if ask := last[pane.EditText](s); ask.Text != plain || ask.Name != "it" {
		t.Errorf("asked for %+v", ask)
	}
	s.Edited("", errors.New("the editor did not start"))
	s.see("the editor did not start")
	s.Edited(strings.Replace(plain, "train", "other", 1), nil)
	if got := s.Value("--job-name"); got != "other" {
		t.Errorf("the name is %q", got)
	}
	if strings.Contains(s.View(), "did not start") {
		t.Error("the trouble is still told")
	}
}

func TestOldDataVersionsAreTold(t *testing.T) {
	t.Parallel()
	s := with(t, strings.Replace(plain, "--nodes=1", "--segment=2", 1))
	if n, _ := s.Counts(); n != 0 {
		t.Errorf("%d errors with v0.0.43", n)
	}
	s.SetVersion("v0.0.40")
	s.see("cannot express it before v0.0.41")
}

func TestTheContextFillsWhatTheScriptDoesNotSay(t *testing.T) {
	t.Parallel()
	s := with(t, strings.Replace(plain, "#SBATCH --partition=a3u\n", "", 1))
	set := settings()
	set.Account, set.Partition, set.QOS = "ml", "flex", "high"
	s.SetSettings(set)
	if j := s.Job(); j.Account != "ml" || j.Partition != "flex" || j.QOS != "high" || j.WorkDir != "/home/alice" {
		t.Errorf("the job is %+v", j)
	}
	s.see("partition flex", "account ml", "QOS high")
	s.field("--account", "research")
	if got := s.Job().Account; got != "research" {
		t.Errorf("the account is %q", got)
	}
}

func TestFindingsAreWorstFirst(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("--nodes", "100").field("--time", "8-00")
	s.press("ctrl+s")
	rank := map[sbatch.Level]int{sbatch.Error: 0, sbatch.Severe: 1, sbatch.Warning: 2}
	findings := last[pane.AskSubmit](s).Findings
	for i := 1; i < len(findings); i++ {
		if rank[findings[i-1].Level] > rank[findings[i].Level] {
			t.Errorf("%v stands before %v", findings[i-1], findings[i])
		}
	}
}

func TestAnEarlierUnknownOutcomeOutlivesARefusal(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.SetKey(s.ID(), "flexq:first")
	s.Failed(s.ID(), &fault.Fault{Kind: fault.UnknownOutcome, Key: "flexq:first", What: "no answer"})
	s.SetKey(s.ID(), "flexq:second")
	s.Failed(s.ID(), refused())
	s.see("outcome not known", "flexq:first")
	if d, _ := s.Draft(); d.Key != "flexq:first" {
		t.Errorf("the draft names %q", d.Key)
	}
	s.SetKey(s.ID(), "flexq:third")
	s.Taken(s.ID())
	if _, ok := s.Draft(); ok {
		t.Error("the form is still there")
	}
}

func TestWhatIsNotInTheScriptIsNotLeftOut(t *testing.T) {
	t.Parallel()
	// Of the filled script the line can be read, so nothing but the field keeps it from being sent without the value.
	const script = "#!/bin/bash\n#FLEXQ param OPTS text default=--nodes=2\n#SBATCH {{OPTS}}\n#SBATCH --time=5\nsrun x\n"
	s := with(t, script)
	if nodes, limit := s.Value("--nodes"), s.Value("--time"); nodes != "2" || limit != "5" {
		t.Errorf("the fields hold %q nodes and the time %q", nodes, limit)
	}
	s.field("--time", "7").press("ctrl+s")
	if say := last[pane.Say](s); !strings.HasPrefix(say.Text, "not sent: --time=7 is not in the script: line 3 cannot be read") {
		t.Errorf("said %q", say.Text)
	}
	s.SetScript(strings.Replace(script, "{{OPTS}}", "--nodes=2", 1))
	if got := s.Value("--time"); got != "7" {
		t.Errorf("an edit elsewhere in the script left %q in the field", got)
	}
	s.press("ctrl+s")
	if job := last[pane.AskSubmit](s).Job; job.Limit != 7*60 {
		t.Errorf("the job has the limit %v", job.Limit)
	}
	if !strings.Contains(s.Script(), "--time=7\n") {
		t.Errorf("the script is %q", s.Script())
	}
}

func TestTheScriptWinsOverWhatItDidNotTake(t *testing.T) {
	t.Parallel()
	s := with(t, "#!/bin/bash\n#SBATCH --time=5\n#SBATCH oops\nsrun x\n")
	s.field("--time", "7")
	s.SetScript("#!/bin/bash\n#SBATCH --time=9\n#SBATCH oops\nsrun x\n")
	if got := s.Value("--time"); got != "9" {
		t.Errorf("the field holds %q", got)
	}
}

func TestAnOptionThatIsNotAddedIsNotLeftOut(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("more", "--exclusive").see("an option is not added yet").press("tab", "ctrl+p")
	want := []string{"--exclusive is not in the script yet: enter adds it, ctrl-u clears it"}
	if got := last[pane.PreviewSubmit](s).Against; !slices.Equal(got, want) {
		t.Errorf("the request is shown with %q, want %q", got, want)
	}
	s.press("ctrl+s")
	if say := last[pane.Say](s); say.Text != "not sent: --exclusive is not in the script yet: enter adds it, ctrl-u clears it" {
		t.Errorf("said %q", say.Text)
	}
	if s.Focused() != "more" {
		t.Errorf("%q has the keys", s.Focused())
	}
	s.press("enter", "ctrl+s")
	if !last[pane.AskSubmit](s).Job.Exclusive {
		t.Error("the option that was added is not in the job")
	}
}

func TestOfTwoOpenSubmitsEachIsSettled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		first   string // the key that is settled
		then    string
		caution string // after the first
	}{
		{"the last one, then the one before", "flexq:second", "flexq:first", "flexq:first"},
		{"the earlier one, then the last", "flexq:first", "flexq:second", "flexq:second"},
	} {
		s := with(t, plain)
		for _, key := range []string{"flexq:first", "flexq:second"} {
			s.SetKey(s.ID(), key)
			s.Failed(s.ID(), &fault.Fault{Kind: fault.UnknownOutcome, Key: key, What: "no answer"})
		}
		s.Settle(c.first, 0)
		s.press("ctrl+s")
		if ask := last[pane.AskSubmit](s); !strings.Contains(ask.Caution, c.caution) {
			t.Errorf("%s: the caution is %q", c.name, ask.Caution)
		}
		if d, _ := s.Draft(); d.Key != c.caution {
			t.Errorf("%s: the draft names %q", c.name, d.Key)
		}
		s.Settle(c.then, 0)
		s.SetKey(s.ID(), "flexq:third")
		s.Failed(s.ID(), refused())
		if d, _ := s.Draft(); d.Key != "" {
			t.Errorf("%s: at last the draft names %q", c.name, d.Key)
		}
	}
}

func TestAClickChangesNothingWhileItIsSent(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.Go("--requeue")
	s.see("the cluster's default")
	s.Sending()
	s.clickOn("requeue", 14)
	if got := s.Value("--requeue"); got != "" {
		t.Errorf("the field says %q and the script does not", got)
	}
	s.Answered(s.ID())
	s.clickOn("requeue", 14)
	if got := s.Value("--requeue"); got != "yes" || !strings.Contains(s.Script(), "--requeue") {
		t.Errorf("the field says %q, the script %q", got, s.Script())
	}
}

// clickOn clicks in the line that begins with a label.
func (s *scene) clickOn(label string, x int) {
	s.t.Helper()
	for y, l := range strings.Split(ansi.Strip(s.View()), "\n") {
		if strings.HasPrefix(strings.TrimLeft(l, " "), label) {
			s.Click(x, y, false)
			return
		}
	}
	s.t.Fatalf("there is no line of %s", label)
}

func TestAValueThatCannotBeReadIsNotCheckedToo(t *testing.T) {
	t.Parallel()
	s := with(t, plain)
	s.field("--time", "1-99x")
	if e, w := s.Counts(); e != 1 || w != 0 {
		t.Errorf("%d errors, %d warnings: %s", e, w, ansi.Strip(s.View()))
	}
	s.field("--time", "")
	if e, w := s.Counts(); e != 0 || w != 1 {
		t.Errorf("without a limit %d errors, %d warnings", e, w)
	}
}
