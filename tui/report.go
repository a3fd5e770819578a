package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
)

// report is a faulty node that was reported, and the platform's operation that deals with it.
type report struct {
	what  flex.FaultReport
	op    flex.Operation // its name is empty until the platform has answered
	begun time.Time      // by our clock
	jobs  []string       // that were on it
	fails int            // how often in a row its operation could not be asked for
}

type (
	reportSent struct {
		report *report
		op     flex.Operation
		err    error
	}
	reportDue        struct{ report *report }
	operationArrived struct {
		report *report
		op     flex.Operation
		err    error
	}
)

// behaviours are what a host can be reported for; the first reports none.
func behaviours() [][2]string {
	return [][2]string{
		{"", "none: the machine is replaced, its host is not reported"},
		{"BEHAVIOR_UNSPECIFIED", "unspecified: its host is faulty, not said how"},
		{"PERFORMANCE", "performance: it is slower than it should be"},
		{"SILENT_DATA_CORRUPTION", "silent data corruption: it computes wrong results"},
		{"UNRECOVERABLE_GPU_ERROR", "unrecoverable GPU error"},
	}
}

// openReport explains what a report does to the node and to the jobs on it, and asks for the node's name.
func (a *App) openReport(node string) {
	if node == "" || a.refuseWrite() {
		return
	}
	if a.isReported(node) {
		a.say(node+" is reported already; the platform is at it", theme.Warn)
		return
	}
	q := &reportQuestion{about: a.reportLines(node)}
	q.question = a.ask(dialog.Options{
		Title: "Report " + node + " as faulty?", Tone: theme.Bad, Type: node, Ask: "Type " + node + ":", No: "leave it",
	}, func() tea.Cmd {
		what := flex.FaultReport{Node: node, Behavior: behaviours()[q.chosen][0]}
		if what.Behavior == "" {
			return a.sendReport(what)
		}
		a.askFault(what, behaviours()[q.chosen][1])
		return nil
	})
	a.overlays[len(a.overlays)-1] = q
	q.draws(q.lines)
}

// askFault asks for the description without which the platform takes no report of a host.
func (a *App) askFault(what flex.FaultReport, words string) {
	q := a.ask(dialog.Options{
		Title: "What is wrong with the host of " + what.Node + "?", Tone: theme.Bad, AnyText: true, Ask: "Description:", Missing: "a description is needed", No: "leave it",
		Body: []dialog.Line{dialog.Text("Reported for " + words + "."), dialog.Text("The platform's people read the description; enter sends the report.")},
	}, nil)
	q.then = func() tea.Cmd {
		what.Description = q.dialog.Typed()
		return a.sendReport(what)
	}
}

// reportLines say what will happen.
func (a *App) reportLines(name string) []dialog.Line {
	out := []dialog.Line{dialog.Text("The platform takes this machine away, and the jobs on it with it.")}
	var pool flex.Pool
	n := a.findNode(name)
	if pools := a.poolsFeed.Items(); n != nil && len(pools) > 0 {
		x := flex.NewIndex(pools[0])
		pool, _ = x.PoolOf(n)
		out = append(out, dialog.Text(standingWords(x.Member(n), pool)))
	}
	out = append(out, jobLines(a.jobsOn(name))...)
	note := "A host report is pre-GA, taken only for A3 Ultra and A4; the node must be RUNNING."
	if t := pool.MachineType; t != "" && !takesHostReport(t) {
		note += " This one is " + t + "."
	}
	return append(out, dialog.Text(""), dialog.Line{{Text: note, Tone: theme.Dim}})
}

func takesHostReport(machine string) bool {
	return strings.HasPrefix(machine, "a3-ultragpu") || strings.HasPrefix(machine, "a4-")
}

// reportQuestion is the dialog of a report: the name is typed, tab chooses what the host is reported for.
type reportQuestion struct {
	*question
	about  []dialog.Line
	chosen int
}

// allChoicesFrom is the height of the screen from which there is room for all choices.
const allChoicesFrom = 20

func (q *reportQuestion) lines() []dialog.Line {
	if q.app.h < allChoicesFrom {
		first := dialog.Line{{Text: "Host report (tab changes it): " + behaviours()[q.chosen][1], Tone: theme.Accent}}
		return append([]dialog.Line{first}, q.about...)
	}
	body := append([]dialog.Line{}, q.about...)
	for i, b := range behaviours() {
		sign, tone := "( ) ", theme.Normal
		if i == q.chosen {
			sign, tone = "(*) ", theme.Accent
		}
		body = append(body, dialog.Line{{Text: sign + b[1], Tone: tone}})
	}
	return append(body, dialog.Line{{Text: "tab chooses what its host is reported for", Tone: theme.Dim}})
}

// Input lets tab choose; all other keys are text.
func (q *reportQuestion) Input(m tea.KeyPressMsg) closing {
	n := len(behaviours())
	switch m.String() {
	case "tab":
		q.chosen = (q.chosen + 1) % n
	case "shift+tab":
		q.chosen = (q.chosen + n - 1) % n
	default:
		return q.question.Input(m)
	}
	q.dialog.SetBody(q.lines())
	return closing{}
}

// Hints are what the footer names.
func (q *reportQuestion) Hints() []pane.Hint {
	return []pane.Hint{{Action: action.Confirm, Text: "report it"}, {Action: action.Dismiss, Text: q.no}}
}

func (a *App) sendReport(what flex.FaultReport) tea.Cmd {
	r := &report{what: what, begun: a.opt.Now()}
	for _, j := range a.jobsOn(what.Node) {
		r.jobs = append(r.jobs, j.DisplayID())
	}
	a.reports = append(a.reports, r)
	w, s := a.writes, a.opt.Service
	return func() tea.Msg {
		end := w.begin("report " + what.Node)
		op, err := s.ReportFaultyNode(w.ctx, what)
		if err != nil {
			end(failure(err).text)
		} else {
			end("accepted; its operation is " + op.Name)
		}
		return reportSent{r, op, err}
	}
}

func (a *App) onReportSent(m reportSent) tea.Cmd {
	if m.err != nil {
		a.dropReport(m.report)
		a.reportFailed(m.report.what.Node, m.err)
		return nil
	}
	m.report.op = m.op
	a.say("report of "+m.report.what.Node+" accepted", theme.Good)
	told := a.tell(a.reportEvent(m.report, flex.Operation{Name: m.op.Name}))
	if m.op.Done {
		return tea.Batch(told, a.endReport(m.report))
	}
	return tea.Batch(told, a.tick(reportEvery, reportDue{m.report}))
}

func (a *App) reportFailed(node string, err error) {
	what, cure := pane.Sentences(err)
	title := "The report of " + node + " was not taken"
	if fault.KindOf(err) == fault.UnknownOutcome {
		title = "Not known whether the report of " + node + " was taken"
	}
	lines := []string{what + "."}
	if cure != "" {
		lines = append(lines, "", cure+".")
	}
	a.say(title, theme.Bad)
	a.openText(title, lines)
}

// reportEvery is the pause between two looks at an operation, and patienceOfReport how many looks in a row may fail.
const (
	reportEvery      = 5 * time.Second
	patienceOfReport = 60
)

func (a *App) onReportDue(m reportDue) tea.Cmd {
	return askOperation(a.ctx, a.opt.Service, m.report)
}

func askOperation(ctx context.Context, s Service, r *report) tea.Cmd {
	name := r.op.Name
	return func() tea.Msg {
		op, err := s.Operation(ctx, name)
		return operationArrived{r, op, err}
	}
}

// onOperation follows an operation to its end, through failures to look at it.
func (a *App) onOperation(m operationArrived) tea.Cmd {
	r := m.report
	switch {
	case m.err != nil && (!fault.KindOf(m.err).Transient() || r.fails >= patienceOfReport):
		a.dropReport(r)
		what, _ := pane.Sentences(m.err)
		a.say(fmt.Sprintf("report of %s: how it ends cannot be seen: %s", r.what.Node, what), theme.Warn)
		return nil
	case m.err != nil:
		r.fails++
	case m.op.Done:
		r.op = m.op
		return a.endReport(r)
	default:
		r.op, r.fails = m.op, 0
	}
	return a.tick(reportEvery, reportDue{r})
}

// endReport tells how a report ended.
func (a *App) endReport(r *report) tea.Cmd {
	a.dropReport(r)
	if r.op.Failed() {
		a.say(fmt.Sprintf("report of %s failed: %s", r.what.Node, r.op.Error), theme.Bad)
	} else {
		a.say("report of "+r.what.Node+": done", theme.Good)
	}
	return tea.Batch(a.tell(a.reportEvent(r, r.op)), a.sooner(nodesFeed, true), a.sooner(poolsFeed, true))
}

func (a *App) reportEvent(r *report, op flex.Operation) flex.Event {
	e := flex.ReportEvent(a.opt.ClusterNow(), r.what, op)
	e.Jobs = r.jobs
	if n, pools := a.findNode(r.what.Node), a.poolsFeed.Items(); n != nil && len(pools) > 0 {
		pool, _ := flex.NewIndex(pools[0]).PoolOf(n)
		e.Pool = pool.ID
	}
	return e
}

// isReported reports whether a report of the node is under way.
func (a *App) isReported(node string) bool {
	return slices.ContainsFunc(a.reports, func(r *report) bool { return r.what.Node == node })
}

// unanswered describes the reports that were sent and not answered.
func (a *App) unanswered() string {
	var parts []string
	for _, r := range a.reports {
		if r.op.Name == "" {
			parts = append(parts, "report "+r.what.Node)
		}
	}
	return strings.Join(parts, "  ")
}

func (a *App) dropReport(r *report) {
	a.reports = slices.DeleteFunc(slices.Clone(a.reports), func(other *report) bool { return other == r })
}

// reporting describes the reports that go on, for the footer.
func (a *App) reporting() string {
	parts := make([]string, 0, len(a.reports))
	for _, r := range a.reports {
		text := fmt.Sprintf("report %s %s", r.what.Node, columns.LeaseSpan(a.opt.Now().Sub(r.begun)))
		if r.op.Progress != "" {
			text += ": " + r.op.Progress
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "  ")
}

// unfinished names the operations that go on at the platform when the user leaves.
func (a *App) unfinished() []string {
	var out []string
	for _, r := range a.reports {
		if r.op.Name != "" {
			out = append(out, fmt.Sprintf("report of %s goes on at the platform as %s", r.what.Node, r.op.Name))
		}
	}
	return out
}
