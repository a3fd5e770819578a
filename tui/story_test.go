package tui_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

// stage is a whole program on a cluster in memory, its clock and its screen.
type stage struct {
	*tuitest.Screen
	cluster *cluster.Cluster
	scripts *cluster.Scripts
	clock   *tuitest.Clock
	app     *tui.App
}

// start runs the program at a fixed moment; change may alter its options first.
func start(t *testing.T, w, h int, change ...func(*tui.Options, *cluster.Cluster)) *stage {
	t.Helper()
	return startAt(t, newClock(), w, h, change...)
}

func newClock() *tuitest.Clock {
	return tuitest.NewClock(time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC))
}

// startAt runs it by a clock of which the test has taken gates before.
func startAt(t *testing.T, clock *tuitest.Clock, w, h int, change ...func(*tui.Options, *cluster.Cluster)) *stage {
	t.Helper()
	c := cluster.New(clock.Now)
	opt := tui.Options{
		Service: c, Scripts: &cluster.Scripts{Files: map[string]string{}}, Now: clock.Now, Tick: clock.Tick,
		Context: "train-eu", Place: "europe-west4 a3u7", User: "alice", Theme: "dark",
		Defaults: tui.SubmitDefaults{Env: []string{"PATH=/usr/bin:/bin"}},
	}
	for _, f := range change {
		f(&opt, c)
	}
	scripts, _ := opt.Scripts.(*cluster.Scripts)
	app := tui.New(t.Context(), opt)
	s := tuitest.Start(t, app, tuitest.Options{Width: w, Height: h, Clock: clock, Background: []string{"nextRetry"}})
	return &stage{Screen: s, cluster: c, scripts: scripts, clock: clock, app: app}
}

// settleDialog lets the grace period of a new question pass, in which it takes no yes.
func (s *stage) settleDialog() { s.Advance(300 * time.Millisecond) }

func TestListFillsAndAges(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.See("88214", "llama-70b", "R running", "2d04h", "a3u7-a3u-[0-15]", "Slurm 25.05.4 v0.0.43", "GPU 272/288", "0s ago")
	s.Advance(3 * time.Second)
	s.See("3s ago")
	before := s.cluster.Calls("Jobs")
	s.Advance(3 * time.Second)
	if got := s.cluster.Calls("Jobs"); got != before+1 {
		t.Errorf("%d calls for jobs in the sixth second, want 1", got-before)
	}
}

func TestArrayFoldsAndUnfolds(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.See("▸ 88290", "R 8  PD 504")
	s.NotSee("88290_1 ")
	s.ClickOn("▸ 88290")
	s.Press("z")
	s.See("▾ 88290", "88290_1 ", "88290_8 ", "_[9-512%8]")
	s.Press("j", "j", "left")
	s.See("▸ 88290")
	s.NotSee("88290_1 ")
}

func TestFilterWhileTyping(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("/")
	s.Type("bob -cpu")
	s.See("88320", "2 of 522 shown")
	s.NotSee("88214", "eval-mmlu")
	s.Press("enter")
	s.NotSee("88214")
	s.Press("esc")
	s.See("88214")
}

// While text is typed no other key acts: c, q, space and digits are text.
func TestTextFieldOwnsAllKeys(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("/")
	s.Type("c q 1?")
	s.See("/ c q 1?")
	s.NotSee("Cancel", "Keys in")
	if !s.Running() {
		t.Fatal("q in a text field left the program")
	}
	s.Press("esc")
	s.See("88214")
}

func TestFilterSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("/")
	s.Type(`"sweep`)
	s.See("a quote is not closed", "88214")
	s.Press("enter")
	s.See("a quote is not closed")
	s.Type(`"`)
	s.Press("enter")
	s.See("88290")
	s.NotSee("88214")
}

func TestCancelDefaultsToNo(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	s.ClickOn("88214")
	s.Press("c")
	s.See("Cancel job 88214?", "llama-70b-pretrain", "alice", "running")
	s.settleDialog()
	s.Press("enter")
	s.NotSee("Cancel job 88214?")
	if got := s.cluster.Cancelled(); len(got) != 0 {
		t.Errorf("enter on a fresh dialog cancelled %v", got)
	}
}

func TestCancelIsProvedByThePoll(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88214")
	s.Press("c")
	s.settleDialog()
	s.Press("y")
	s.See("cancelling  ", "cancel 88214: cancelling")
	if got := s.cluster.Cancelled(); len(got) != 1 || got[0].Job != 88214 {
		t.Fatalf("cancelled %v, want 88214", got)
	}
	s.Advance(6 * time.Second)
	s.See("  cancelling  ")
	s.cluster.Finish(88214, "CANCELLED", slurm.Exit{})
	s.Advance(6 * time.Second)
	s.NotSee("  cancelling  ", "llama-70b-pretrain")
}

// A key that was meant for the list must not answer a question that has only just appeared.
func TestFreshDialogTakesNoYes(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	s.ClickOn("88214")
	s.Press("c", "y")
	s.See("Cancel job 88214?")
	if got := s.cluster.Cancelled(); len(got) != 0 {
		t.Errorf("cancelled %v within the grace period", got)
	}
}

func TestCancelManyAsksForTheCount(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88214")
	s.Press("space")
	s.ClickOn("88301")
	s.Press("space")
	s.See("2 marks")
	s.Press("t", "t") // another order: marks stay on their jobs
	s.Press("c")
	s.See("Cancel 2 jobs?", "88214", "88301", "Type 2 to cancel them")
	s.settleDialog()
	s.Type("3")
	s.Press("enter")
	s.See("Cancel 2 jobs?")
	s.Press("backspace")
	s.Type("2")
	s.Press("enter")
	s.See("1 of 2 did not go through", "refused", "Access/permission denied", "cancelling")
	if got := s.cluster.Cancelled(); len(got) != 1 || got[0].Job != 88214 {
		t.Errorf("cancelled %v, want only 88214: 88301 is bob's", got)
	}
}

func TestCancelOfAnArrayNamesAllItsTasks(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("▸ 88290")
	s.Press("c")
	s.See("Cancel 512 jobs?", "Type 512 to cancel them", "R 8  PD 504")
	s.Press("esc")
	s.NotSee("Type 512")
}

// Marks are kept by id: a filter between the mark and the cancel changes nothing about what is cancelled.
func TestMarksSurviveFilter(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88317")
	s.Press("space", "/")
	s.Type("bob")
	s.Press("enter", "c")
	s.See("Cancel job 88317?")
	s.NotSee("Cancel job 88301?")
}

func TestOpenJobShowsDetailThenAccounting(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 40)
	s.ClickOn("88214")
	s.Press("enter")
	s.See("R running on 16 nodes, 128 GPUs", "7-00:00:00", "/home/alice/run/slurm-88214.out", "30% of the time used")
	s.cluster.Finish(88214, "COMPLETED", slurm.Exit{Set: true})
	s.Advance(6 * time.Second)
	s.See("from accounting", "CD done", "0:0")
	s.Press("esc")
	s.See("88317")
}

func TestJobThatNobodyKnows(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 40, func(_ *tui.Options, c *cluster.Cluster) {
		c.Fail("Job", &fault.Fault{Kind: fault.JobUnknown, What: "Slurm knows no job 88214", Cure: "check the id"})
	})
	s.ClickOn("88214")
	s.Press("enter")
	s.See("Slurm knows no job 88214", "check the id")
}

func TestStaleDataSaysItsAgeAndRecovers(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.cluster.Fail("Jobs", &fault.Fault{Kind: fault.Unavailable, What: "the cluster cannot be reached for now", Cure: "wait; flexq tries again"})
	s.Advance(6 * time.Second)
	s.See("STALE", "next try in", "the cluster cannot be reached for now", "88214")
	s.Advance(10 * time.Second)
	s.See("This list is 16s old")
	s.cluster.Fail("Jobs", nil)
	s.Press("r")
	s.NotSee("STALE", "This list is")
	s.See("0s ago")
}

func TestFirstAnswerFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind              fault.Kind
		what, cure, title string
	}{
		{fault.PermissionDenied, "you have no access to this cluster", "ask for the role roles/aiplatform.user", "The cluster does not let you in"},
		{fault.NotFound, "there is no cluster a3u7", "check project, region and cluster", "There is no answer from the cluster"},
		{fault.InvalidArgument, "the platform does not take this request", "check the path", "There is no answer from the cluster"},
		{fault.Unavailable, "the cluster cannot be reached for now", "wait and try again", "There is no answer from the cluster"},
		{fault.Unauthenticated, "the credential is not valid", "gcloud auth application-default login", "There is no answer from the cluster"},
	} {
		t.Run(c.kind.String(), func(t *testing.T) {
			t.Parallel()
			s := start(t, 80, 24, func(_ *tui.Options, cl *cluster.Cluster) {
				cl.Fail("Jobs", &fault.Fault{Kind: c.kind, What: c.what, Cure: c.cure})
			})
			s.See(c.title, c.what, c.cure, "no data", "r asks now")
			s.NotSee("The queue is empty") // a failure is never shown as "no jobs"
			s.cluster.Fail("Jobs", nil)
			s.Press("r")
			s.Advance(time.Second) // a key that is held down is not many calls
			s.See("88214")
		})
	}
}

func TestSlowAnswerBlocksNoKey(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	gate := s.clock.Gate()
	s.cluster.Hold("Jobs", gate)
	s.Advance(6 * time.Second)
	before := s.cluster.Calls("Jobs")
	s.Press("j", "j", "/")
	s.Type("bob")
	s.See("of 522 shown")
	s.Press("esc", "r", "r", "r")
	s.Advance(30 * time.Second)
	if got := s.cluster.Calls("Jobs"); got != before {
		t.Errorf("%d more calls while one is under way", got-before)
	}
	gate.Open()
	s.Wait()
	s.See("88214")
}

func TestReadOnlyChangesNothing(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30, func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly = true })
	s.See("read-only")
	s.ClickOn("88214")
	s.Press("c")
	s.See("read-only: nothing that changes the cluster can be sent")
	s.NotSee("Cancel job")
	s.Press("h")
	if got := s.cluster.Updated(); len(got) != 0 {
		t.Errorf("held %v in read-only mode", got)
	}
}

func TestHoldAndRelease(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88317")
	s.Press("h")
	s.See("hold 88317: hold accepted", "held by its user")
	s.Press("H")
	s.See("release 88317: release accepted")
	if got := s.cluster.Updated(); len(got) != 2 {
		t.Errorf("updated %v, want two calls", got)
	}
}

func TestMine(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("m")
	s.See("88214", "only alice")
	s.NotSee("88301", "carol")
	s.Press("m")
	s.See("88301", "all users")
}

func TestPasteOutsideAFieldDoesNothing(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Paste("cyq\n")
	s.See("pasted text ignored", "88214")
	if !s.Running() || len(s.cluster.Cancelled()) != 0 {
		t.Error("a paste acted as keys")
	}
}

func TestQuitIsAlwaysPossible(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("esc", "esc", "esc")
	if !s.Running() {
		t.Fatal("esc left the program")
	}
	s.Press("q")
	if err := s.Exited(); err != nil {
		t.Errorf("left with %v", err)
	}
}

func TestPoolsShowNodes(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("2")
	s.See("Flex-start", "a3-ultragpu-8g", "28/24/28", "a3u7-a3u-0", "88214")
	s.Press("/")
	s.Type("drain")
	s.Press("enter", "enter")
	s.See("a3u7-a3u-26", "xid 79 on gpu 3", "IDLE+DRAIN", "by slurm")
	s.Press("esc")
	s.NotSee("IDLE+DRAIN")
}

func TestWideScreenShowsListAndJob(t *testing.T) {
	t.Parallel()
	s := start(t, 180, 40)
	s.ClickOn("88214")
	s.See("R running on 16 nodes, 128 GPUs", "88317")
	if got := s.cluster.Calls("Job"); got != 0 {
		t.Errorf("%d calls for a job that nobody opened", got)
	}
	s.Press("enter")
	if got := s.cluster.Calls("Job"); got != 1 {
		t.Errorf("%d calls for the open job, want 1", got)
	}
}

func TestAnySizeIsDrawn(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	for _, keys := range []string{"1", "2", "4", "enter", "1", "c", "esc", "/ a enter", "3", "/ a", "enter", "2 / a", "enter", "enter", "F", "esc", "D", "x", "enter", "?"} {
		for _, size := range [][2]int{{1, 1}, {3, 2}, {39, 11}, {40, 12}, {41, 13}, {79, 24}, {300, 90}, {10, 60}, {200, 1}, {120, 30}} {
			s.Resize(size[0], size[1])
		}
		s.Press(strings.Fields(keys)...)
	}
	s.See("flexq")
}

func TestTooSmallSaysSo(t *testing.T) {
	t.Parallel()
	s := start(t, 39, 20)
	s.See("flexq needs 40x12", "this is 39x20")
	s.Resize(40, 12)
	s.See("87990")
}

func TestBlurPollsLess(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Focus(false)
	s.Advance(6 * time.Second)
	before := s.cluster.Calls("Jobs")
	s.Advance(20 * time.Second)
	if got := s.cluster.Calls("Jobs") - before; got > 1 {
		t.Errorf("%d calls in 20 s without the focus, want at most 1", got)
	}
	s.Focus(true)
	s.See("0s ago")
}

// In the form letters are text: the help must not claim that they go elsewhere.
func TestHelpNamesOnlyKeysThatActHere(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 50)
	s.Press("?")
	s.See("Keys in Jobs", "ask the cluster now", "leave flexq; jobs go on")
	s.Press("esc")
	pick(s)
	s.Press("f1")
	s.See("Keys in Submit", "show the exact request", "leave flexq from anywhere")
	s.NotSee("ask the cluster now", "jobs go on", "next pane")
}
