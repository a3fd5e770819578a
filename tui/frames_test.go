package tui_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// scene is a state of the screen that is kept as a golden frame.
type scene struct {
	name   string
	before func(o *tui.Options, c *cluster.Cluster)
	play   func(s *stage)
}

func unavailable() error {
	return &fault.Fault{
		Kind: fault.Unavailable, What: "the cluster cannot be reached for now (UNAVAILABLE)",
		Cure: "wait; flexq tries again by itself",
	}
}

func forbidden() error {
	return &fault.Fault{
		Kind: fault.PermissionDenied, What: "you have no access to cluster a3u7 (PERMISSION_DENIED)",
		Cure: "ask an administrator of the project for the role roles/aiplatform.user, which holds the permission " +
			"aiplatform.googleapis.com/modelDevelopmentClusters.run",
	}
}

// news is what happened on the cluster before the program began, of every severity.
func news(o *tui.Options, c *cluster.Cluster) {
	at := func(ago time.Duration) time.Time { return o.Now().Add(-ago) }
	o.Observer = &told{list: []flex.Event{
		{ID: "1", At: at(170 * time.Hour), Type: flex.LeaseExpired, Severity: flex.Notice, Node: "a3u7-a3u-20", Pool: "a3u", Text: "as foretold (exact)"},
		{ID: "2", At: at(169 * time.Hour), Type: flex.MachineReplaced, Severity: flex.Notice, Node: "a3u7-a3u-20", Pool: "a3u"},
		{ID: "3", At: at(26 * time.Hour), Type: flex.NodeRebooted, Severity: flex.Notice, Node: "a3u7-a3u-9", Pool: "a3u"},
		{ID: "4", At: at(4 * time.Hour), Type: flex.PrologError, Severity: flex.Critical, Node: "a3u7-a3u-7", Pool: "a3u", Jobs: []string{"88102"}, Text: "GPU health check failed"},
		{ID: "5", At: at(4*time.Hour - time.Minute), Type: flex.JobRequeued, Severity: flex.Warning, Node: "a3u7-a3u-7", Pool: "a3u", Jobs: []string{"88102"}, User: "bob", Text: "restart 1"},
		{ID: "6", At: at(3 * time.Hour), Type: flex.NodeReady, Node: "a3u7-a3u-7", Pool: "a3u"},
		{ID: "7", At: at(2 * time.Hour), Type: flex.EpilogError, Severity: flex.Critical, Node: "a3u7-a3u-26", Pool: "a3u", Text: "xid 79 on gpu 3"},
		{ID: "8", At: at(2*time.Hour - time.Second), Type: flex.NodeDrained, Node: "a3u7-a3u-26", Pool: "a3u", Text: "GPU check failed in epilog: xid 79 on gpu 3"},
		{ID: "9", At: at(40 * time.Minute), Type: flex.JobAtRisk, Severity: flex.Warning, Node: "a3u7-a3u-3", Pool: "a3u", Jobs: []string{"88214"}, User: "alice", Text: "18h12m would be lost"},
		{ID: "10", At: at(41 * time.Second), Type: flex.LeaseEnds, Severity: flex.Notice, Node: "a3u7-a3u-20", Pool: "a3u", Jobs: []string{"88290_3"}, Text: "in 2h14m (exact)", Within: 24 * time.Hour},
	}}
}

func scenes() []scene {
	none := func(*tui.Options, *cluster.Cluster) {}
	fails := func(err error) func(*tui.Options, *cluster.Cluster) {
		return func(_ *tui.Options, c *cluster.Cluster) { c.Fail("Jobs", err); c.Fail("Nodes", err) }
	}
	return []scene{
		{"jobs", none, func(*stage) {}},
		{"jobs-unfolded-marked", none, func(s *stage) { s.Press("j", "j", "j", "z", "j", "space", "space") }},
		{"jobs-filtered", none, func(s *stage) { s.Press("/"); s.Type("alice running"); s.Press("enter") }},
		{"jobs-filtered-to-nothing", none, func(s *stage) { s.Press("/"); s.Type("nosuch") }},
		{"jobs-empty", func(_ *tui.Options, c *cluster.Cluster) { c.Change(func(j *[]slurm.Job) { *j = nil }) }, func(*stage) {}},
		{"jobs-failed", fails(unavailable()), func(*stage) {}},
		{"jobs-forbidden", fails(forbidden()), func(*stage) {}},
		{"jobs-stale", none, func(s *stage) { s.cluster.Fail("Jobs", unavailable()); s.Advance(20 * time.Second) }},
		{"jobs-readonly-simulation", func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly, o.Simulation = true, true }, func(*stage) {}},
		{"job", none, func(s *stage) { s.Press("/"); s.Type("llama-70b"); s.Press("enter", "enter") }},
		{"job-array", none, func(s *stage) { s.Press("/"); s.Type("sweep"); s.Press("enter", "enter") }},
		{"job-failed-node", none, func(s *stage) { s.Press("/"); s.Type("ablate"); s.Press("enter", "enter") }},
		{"cancel-one", none, func(s *stage) { s.Press("/"); s.Type("llama-70b"); s.Press("enter", "c") }},
		{"cancel-many", none, func(s *stage) { s.Press("a", "c") }},
		{"pools", none, func(s *stage) { s.Press("2") }},
		{"pools-node", none, func(s *stage) { s.Press("2", "/"); s.Type("down"); s.Press("enter", "enter") }},
		{"pools-failed", fails(unavailable()), func(s *stage) { s.Press("2") }},
		{"jobs-at-risk", none, func(s *stage) { s.Press("/"); s.Type("risk:killed"); s.Press("enter") }},
		{"events", news, func(s *stage) { s.Press("3") }},
		{"events-filtered", news, func(s *stage) { s.Press("3", "/"); s.Type("sev:warning job:88214"); s.Press("enter") }},
		{"events-filtered-to-nothing", none, func(s *stage) { s.Press("3", "/"); s.Type("nosuch") }},
		{"events-empty", func(o *tui.Options, _ *cluster.Cluster) { o.Observer = &told{} }, func(s *stage) { s.Press("3") }},
		{"events-failed", func(o *tui.Options, _ *cluster.Cluster) { o.Observer = &told{err: errors.New("no room on the disk")} }, func(s *stage) { s.Press("3") }},
		{"report-node", none, func(s *stage) { s.ClickOn("88214"); s.Press("o", "F", "tab") }},
		{"drain-node", none, func(s *stage) { s.ClickOn("88214"); s.Press("o", "D"); s.Type("nccl hangs on gpu 5") }},
		{"drain-node-sure", none, func(s *stage) {
			s.ClickOn("88214")
			s.Press("o", "D")
			s.settleDialog()
			s.Type("nccl hangs on gpu 5")
			s.Press("enter")
		}},
		{"report-host", none, func(s *stage) {
			s.ClickOn("88214")
			s.Press("o", "F", "tab", "tab")
			s.settleDialog()
			s.Type("a3u7-a3u-3")
			s.Press("enter")
		}},
		{"pools-marked", none, func(s *stage) { s.Press("2", "space", "space") }},
		{"submit-unknown", none, func(s *stage) {
			pick(s)
			s.cluster.Fail("Submit", &fault.Fault{
				Kind: fault.UnknownOutcome, Key: "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA", What: "the connection broke before the answer came",
				Cure: "look at the cluster before doing it again",
			})
			s.Press("ctrl+s")
			s.settleDialog()
			s.Press("y")
		}},
		{"resume-node", none, func(s *stage) { s.ClickOn("88214"); s.Press("o", "U") }},
		{"submit-picker", none, func(s *stage) { s.Press("4") }},
		{"submit-form", none, pick},
		{"submit-wrong", none, func(s *stage) { pick(s); field(s, "time"); s.Type("1-99x"); s.Press("ctrl+s") }},
		{"submit-confirm", none, func(s *stage) { pick(s); s.Press("ctrl+s") }},
		{"submit-findings", none, func(s *stage) {
			pick(s)
			field(s, "partition")
			s.Type("nosuch")
			s.Press("ctrl+s")
		}},
		{"submit-preview", none, func(s *stage) { pick(s); s.Press("ctrl+p") }},
		{"submit-curl", none, func(s *stage) { pick(s); s.Press("ctrl+p", "tab") }},
		{"submit-drop-draft", none, func(s *stage) {
			pick(s)
			s.Type("-old")
			s.Press("ctrl+o")
			s.Type("mine")
			s.Press("enter", "ctrl+o")
			s.Advance(time.Second)
			s.Type("train-old")
			s.Press("ctrl+x")
		}},
		{"submit-settled", func(o *tui.Options, _ *cluster.Cluster) {
			open := lostSubmit(0, "not known yet: the cluster does not answer; it is asked again", true)
			open.Key = keyHead + "2"
			o.Unsettled = &cluster.Unsettled{List: []tui.Settled{lostSubmit(88401, "submitted as 88401", false), open}}
		}, func(*stage) {}},
		{"submit-refused", none, func(s *stage) {
			pick(s)
			s.cluster.Fail("Submit", &fault.Fault{
				Kind: fault.Refused, What: "Slurm refused the job", Cure: "mend it and submit again",
				Problems: []slurm.Problem{{Number: 2000, Error: "Invalid partition name specified", Description: "slurm_submit_batch_job() failed"}},
			})
			s.Press("ctrl+s")
			s.answerYes()
			s.Press("esc")
		}},
		{"submit-user-unknown", func(o *tui.Options, c *cluster.Cluster) { marked(o, c); c.Nameless(true) }, pick},
		{"submit-read-only", func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly = true }, pick},
		{"submit-preview-error", none, func(s *stage) {
			pick(s)
			s.Press("shift+tab", "shift+tab")
			s.Type("--nice=5")
			s.Press("ctrl+p")
		}},
		{"submit-word", none, func(s *stage) {
			s.cluster.Message("your job was moved to partition flex, as a3u is kept for jobs of 16 nodes and more\nsee the wiki")
			pick(s)
			s.Press("ctrl+s")
			s.answerYes()
		}},
		{"submit-help", none, func(s *stage) { pick(s); s.Press("f1") }},
		{"help", none, func(s *stage) { s.Press("?") }},
	}
}

// TestFrames keeps every pane, dialog and state at the sizes that are designed for, without colours.
func TestFrames(t *testing.T) {
	t.Parallel()
	for _, sc := range scenes() {
		for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}, {200, 60}} {
			if size[0] == 40 && sc.name != "jobs" && sc.name != "job" && sc.name != "cancel-one" && sc.name != "submit-form" && sc.name != "jobs-failed" &&
				sc.name != "help" && sc.name != "pools-node" && sc.name != "events" && sc.name != "report-node" && sc.name != "submit-unknown" && sc.name != "submit-findings" &&
				sc.name != "submit-settled" && sc.name != "submit-preview" {
				continue
			}
			name := fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := start(t, size[0], size[1], sc.before)
				sc.play(s)
				s.RequireFrame("screen/" + name)
			})
		}
	}
}

// TestThemes keeps the list, a dialog and the form with their colours in each kind of theme.
func TestThemes(t *testing.T) {
	t.Parallel()
	for _, sc := range scenes() {
		if sc.name != "jobs-unfolded-marked" && sc.name != "cancel-many" && sc.name != "submit-form" &&
			sc.name != "submit-user-unknown" && sc.name != "events" && sc.name != "report-node" && sc.name != "submit-preview" && sc.name != "job" && sc.name != "pools" {
			continue
		}
		for _, th := range []string{"dark", "light", "ansi", "mono"} {
			name := fmt.Sprintf("%s-%s-80x24", sc.name, th)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := start(t, 80, 24, sc.before, func(o *tui.Options, _ *cluster.Cluster) { o.Theme = th })
				sc.play(s)
				s.RequireANSI("screen/" + name)
			})
		}
	}
}
