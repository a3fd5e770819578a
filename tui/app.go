package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/feed"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/pane/events"
	"flexq/tui/pane/job"
	"flexq/tui/pane/jobs"
	"flexq/tui/pane/node"
	"flexq/tui/pane/pools"
	"flexq/tui/pane/submit"
	"flexq/tui/theme"
)

// App is the root of the screen and the only tea.Model. It routes; what is shown is the panes' business.
type App struct {
	opt   Options
	ctx   context.Context // ends with the program; every command's calls hang on it
	stop  context.CancelFunc
	keys  *keymap.Map
	theme theme.Theme

	w, h    int
	dark    bool
	blurred bool
	front   place
	back    []visit

	jobsFeed   *feed.Feed[slurm.Job]
	nodesFeed  *feed.Feed[slurm.Node]
	poolsFeed  *feed.Feed[flex.Pools]
	about      slurm.Cluster
	aboutErr   error
	aboutAsked int           // ticket of the last question about the cluster
	userLater  time.Duration // the last pause while the user was being found out; 0 if that is over
	submitted  ours          // the last job that we submitted
	user       string

	partitions  []slurm.Partition
	access      *slurm.Access // nil while it is not known
	accessAsked int           // ticket of the last question about it
	accessOld   bool          // it is to be asked for when the form is in front

	jobs   *jobs.Pane
	job    *job.Pane
	pools  *pools.Pane
	node   *node.Pane
	events *events.Pane
	submit *submit.Pane

	sight       sight
	on          pane.On // the jobs on each node
	onOf        int     // the version of the list of jobs that on comes from
	watched     map[uint64]bool
	nodeChanges []*nodeChange // the first is under way
	reports     []*report     // faulty nodes whose operations go on
	notify      notifier

	overlays []overlay
	ticket   int // of questions that are not polled: job detail, scripts, submits
	jobAsked int

	likeAsked    int    // ticket of the last question for the script of a job
	likeRevision uint64 // of the form when it was asked

	jobRef  slurm.Ref
	clock   int      // ticket of the running clock
	queue   []*batch // changes, the first under way
	batchNo int
	ending  map[uint64]time.Time // rows whose cancel Slurm accepted and no poll has proved
	message message
	above   []string // lines of a message that has no room beside the keys
	retry   *Retry
	retryAt time.Time
	sending []*sending // the submits that are under way
	writes  *writes
	click   lastClick

	edits      edits
	drafts     drafts
	stored     stored
	landed     time.Time         // when the page of a new job was opened
	askedAgain time.Time         // when it was asked a second time whether to send a form
	lost       map[string]bool   // keys of submits of which it is not known what became
	settling   bool              // it is being found out what became of those of earlier runs
	unsettled  bool              // and of some it is not known yet
	settleAt   int               // ticket of the running timer
	told       map[string]bool   // keys of those that the user was told of: whether that was what became of them
	unread     []Settled         // what became of those that the user may not have read yet
	pressed    time.Time         // when a key was, last
	closed     map[string]uint64 // jobs of submits by their keys, 0 where there is none, once that is known
}

// place names what is in front.
type place uint8

const (
	placeJobs place = iota
	placeJob
	placePools
	placeNode
	placeEvents
	placeSubmit
)

// New returns the root, ready for tea.NewProgram. Its reads end when ctx does; a change that was sent outlives it, see Run.
func New(ctx context.Context, opt Options) *App {
	opt = withDefaults(opt)
	ctx, stop := context.WithCancel(ctx)
	a := &App{
		opt: opt, ctx: ctx, stop: stop, keys: opt.Keys, dark: true, user: opt.User,
		ending: map[uint64]time.Time{}, writes: newWrites(ctx), watched: map[uint64]bool{},
		drafts: newDrafts(opt.Drafts), lost: map[string]bool{}, accessOld: true, told: map[string]bool{}, closed: map[string]uint64{},
	}
	a.retheme()
	a.jobsFeed = feed.New[slurm.Job](opt.cadence(opt.Poll.Jobs))
	a.nodesFeed = feed.New[slurm.Node](opt.cadence(opt.Poll.Nodes))
	a.poolsFeed = feed.New[flex.Pools](opt.cadence(opt.Poll.Pools))
	deps := pane.Deps{Theme: &a.theme, Keys: a.keys, Now: opt.Now, ClusterNow: opt.ClusterNow, ReadOnly: opt.ReadOnly}
	a.jobs = jobs.New(deps, jobs.Options{User: opt.User, Mine: opt.Mine, Ending: a.isEnding})
	a.job = job.New(deps, a.isEnding)
	a.pools = pools.New(deps)
	a.node = node.New(deps)
	a.events = events.New(deps)
	a.submit = submit.New(deps, a.submitSettings())
	return a
}

// Init asks for everything at once: the cluster, its jobs, nodes and pools.
func (a *App) Init() tea.Cmd {
	return tea.Batch(
		tea.RequestBackgroundColor,
		a.askCluster(),
		fetchPartitions(a.ctx, a.opt.Service),
		fetchTemplates(a.ctx, a.opt.Scripts),
		listDrafts(a.ctx, a.drafts.keeper),
		a.settle(),
		loadEvents(a.ctx, a.opt.Observer, a.opt.ClusterNow().Add(-history)),
		a.poll(jobsFeed, false), a.poll(nodesFeed, false), a.poll(poolsFeed, false),
		nextRetry(a.ctx, a.opt.Retries),
		a.startClock(),
	)
}

// Update routes one message.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd, known := a.onTerminal(msg)
	if !known {
		cmd = a.onReply(msg)
	}
	if a.front == placeJobs && a.isWide() {
		a.job.Preview(a.jobs.Current())
	}
	kept := a.remember()
	before := len(a.above)
	if a.above = a.longMessage(); len(a.above) != before {
		a.layout()
	}
	return a, tea.Batch(cmd, kept)
}

func (a *App) onTerminal(msg tea.Msg) (tea.Cmd, bool) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		a.resize(m.Width, m.Height)
	case tea.KeyPressMsg:
		return a.onKey(m), true
	case tea.PasteMsg:
		return a.onPaste(unmarked(m.Content)), true
	case tea.MouseClickMsg:
		return a.onClick(m), true
	case tea.MouseWheelMsg:
		return a.onWheel(m), true
	case tea.FocusMsg:
		return a.onFocus(true), true
	case tea.BlurMsg:
		return a.onFocus(false), true
	case tea.BackgroundColorMsg:
		a.dark = m.IsDark()
		a.retheme()
	case tea.ResumeMsg:
		return a.refresh(), true
	case unsuspended:
		a.onUnsuspended()
	case tea.EnvMsg:
		a.notify.learn(m.Getenv)
	default:
		return nil, false
	}
	return nil, true
}

func (a *App) onReply(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case jobsArrived:
		return a.onJobs(m)
	case nodesArrived:
		return a.onNodes(m)
	case poolsArrived:
		return a.onPools(m)
	case clusterArrived:
		return a.onCluster(m)
	case jobArrived:
		return a.onJob(m)
	case partitionsArrived:
		a.onPartitions(m)
	case templatesArrived:
		a.submit.SetTemplates(m.list, m.err)
	case scriptLoaded:
		return a.onScript(m)
	case accessArrived:
		a.onAccess(m)
	case nodesJoined:
		a.onJoined(m)
	case observed:
		return a.onObserved(m)
	case eventsLoaded:
		a.onEvents(m)
	case told:
		a.events.Fail(m.err)
	case retrying:
		return a.onRetry(m)
	default:
		if cmd, known := a.onTimer(msg); known {
			return cmd
		}
		if cmd, known := a.onForm(msg); known {
			return cmd
		}
		return a.onChange(msg)
	}
	return nil
}

// onForm takes what became of the submit form: of its drafts, of the user's editor, of submits of earlier runs.
func (a *App) onForm(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch m := msg.(type) {
	case draftsListed:
		return a.onDraftsListed(m), true
	case draftsKept:
		return a.onDraftsKept(m), true
	case draftDropped:
		a.onDraftDropped(m)
	case storageChecked:
		a.onStorageChecked(m)
	case editingBegun:
		return a.onEditingBegun(m), true
	case editingEnded:
		return a.onEditingEnded(m), true
	case settledArrived:
		return a.onSettled(m), true
	case recalled:
		return a.onRecalled(m), true
	case pastArrived:
		a.onPast(m)
	case pastOver:
		a.onPastOver(m)
	case versionArrived:
		return a.onVersion(m), true
	default:
		return nil, false
	}
	return nil, true
}

// onTimer takes what is due.
func (a *App) onTimer(msg tea.Msg) (cmd tea.Cmd, known bool) {
	switch m := msg.(type) {
	case pollDue:
		return a.onDue(m), true
	case clusterDue:
		if m.ticket == a.aboutAsked {
			return a.askCluster(), true
		}
	case reportDue:
		return a.onReportDue(m), true
	case secondPassed:
		return a.onSecond(m), true
	case draftsDue:
		return a.onDraftsDue(), true
	case settleDue:
		return a.onSettleDue(m), true
	default:
		return nil, false
	}
	return nil, true
}

// onChange takes what became of a change that was sent.
func (a *App) onChange(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case cancelReplied:
		return a.onCancelReply(m)
	case updateReplied:
		return a.onUpdateReply(m)
	case submitReplied:
		return a.onSubmitReply(m)
	case nodeReplied:
		return a.onNodeReply(m)
	case reportSent:
		return a.onReportSent(m)
	case operationArrived:
		return a.onOperation(m)
	}
	return nil
}

func (a *App) retheme() {
	a.theme = theme.New(a.opt.Theme, a.dark, a.opt.NoColor)
	if a.opt.ASCII {
		a.theme = a.theme.ASCII()
	}
}

// inFront is the pane that gets actions.
func (a *App) inFront() pane.Pane {
	switch a.front {
	case placeJobs:
		return a.jobs
	case placeJob:
		return a.job
	case placePools:
		return a.pools
	case placeNode:
		return a.node
	case placeEvents:
		return a.events
	case placeSubmit:
		return a.submit
	}
	return a.jobs
}

func (a *App) scope() action.Scope {
	if n := len(a.overlays); n > 0 {
		return a.overlays[n-1].Scope()
	}
	return a.inFront().Scope()
}
