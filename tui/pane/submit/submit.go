// Package submit is the pane that submits a job: pick a template or a file, edit the fields or the script, look at the
// exact request, send. What was typed is kept until Slurm has taken the job.
//
// The script is the one truth: a field is a view of one of its #SBATCH lines, and an edit of the field rewrites that
// line alone. Only what its {{NAMES}} stand for is beside it.
package submit

import (
	"maps"
	"time"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/tui/pane"
	"flexq/tui/widget/editor"
	"flexq/tui/widget/form"
	"flexq/tui/widget/menu"
	"flexq/tui/widget/prompt"
)

// Template is a script that can be submitted.
type Template struct {
	Name   string // as the picker shows it
	Help   string // one line
	Path   string // where it is, for one of the user's; empty for a built-in one
	Script string
	// Unusable is why the file cannot be submitted, with a cure: it is shown all the same, so that nobody looks for it in
	// vain. Nil for a good one.
	Unusable error
}

// Settings are what the context says of submits. The script wins over them. While the user is not known, slurm.UserMark
// stands for one in them: a job that takes such a value cannot be sent.
type Settings struct {
	Account, Partition, QOS string
	// WorkDir is the directory of a job whose script names none.
	WorkDir string
	Env     []string // NAME=value; at least PATH
	// ReadOnly says that nothing can be sent.
	ReadOnly bool
	// NewID makes the ID of a draft; nil makes it of the clock.
	NewID func() string
}

func (s *Settings) defaults() slurm.Defaults {
	return slurm.Defaults{Account: s.Account, Partition: s.Partition, QOS: s.QOS, WorkDir: s.WorkDir, Env: s.Env}
}

// Pane is the submit form. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps     pane.Deps
	settings Settings
	rows     map[string]sbatch.Row // what is known of sbatch's options, by their long names
	words    map[string]string     // what values mean, as far as it was asked
	w, h     int

	templates []Template
	listErr   error
	drafts    []Draft
	draftsErr error
	replaced  []Draft // forms that another one replaced, and that nobody keeps yet
	own       []slurm.Job

	world   preflight.World
	checked checked
	version string

	menu     *menu.Menu // picking; nil otherwise
	choices  []choice   // of the menu
	called   bool       // it was opened from elsewhere, and not from the form that is there
	path     *prompt.Prompt
	pathErr  error
	lastPath string // what was typed there last and not read
	pathID   string // of the draft of a path
	loading  int    // ticket of a script that is being read; 0 for none

	// The form.
	filled     bool // there is something in it
	id, from   string
	base       string // the text as it came, and the values
	baseValues map[string]string
	values     map[string]string // what the parameters stand for
	part       int               // of a het job: the one that the fields are about
	script     *editor.Editor
	form       *form.Form
	inScript   bool
	sheet      sheet                    // what it comes to, worked out anew at each edit
	notes      findings                 // what is wrong with it
	stuck      map[string]stuck         // fields whose values the script could not take
	aside      map[int]map[string]stuck // the same of the other parts of the job
	emptied    emptied
	adding     string // what is typed in the field that adds an option

	// What became of it.
	sending    bool // see Sending
	progress   string
	away       map[string]*away // of forms that another one has replaced, by their IDs
	err        error            // why the last submit failed; cleared by the next edit
	refused    []refusal
	refusedToo []string // what Slurm said that has no field, until the next edit
	told       told
	awaits     string // see Await
	tried      bool   // it was sent under a key, so that it may be kept with one
	submits           // of the form
	twin       Draft  // what another program has sent of the form; without an ID there is none
	changedAt  time.Time
	revision   uint64
	made       int
}

// New returns the pane at its picker.
func New(deps pane.Deps, s Settings) *Pane {
	p := &Pane{deps: deps, settings: s, rows: map[string]sbatch.Row{}, words: map[string]string{}, away: map[string]*away{}}
	for _, r := range sbatch.Table() {
		p.rows[r.Name] = r
	}
	p.script = editor.New(*deps.Theme)
	p.form = form.New(*deps.Theme, nil)
	p.openMenu()
	return p
}

// SetSettings tells what the context says; it may be told again when the user is known.
func (p *Pane) SetSettings(s Settings) {
	p.settings = s
	p.refresh()
}

// SetTemplates tells what can be picked.
func (p *Pane) SetTemplates(list []Template, err error) {
	p.templates, p.listErr = list, err
	p.refill()
}

// SetOwnJobs tells the user's own jobs, newest first, which the picker offers to submit again.
func (p *Pane) SetOwnJobs(list []slurm.Job) {
	p.own = list
	p.refill()
}

// SetWorld tells what is known of the cluster, for the checks. The pane keeps it and changes nothing in it; tell it
// again after each poll that brought something.
func (p *Pane) SetWorld(w preflight.World) {
	p.world, p.checked = w, checked{}
	p.refresh()
}

// SetVersion tells the data version that the cluster speaks ("v0.0.43"): some options need a newer one. "" is not known.
func (p *Pane) SetVersion(version string) {
	if version != p.version {
		p.version = version
		p.refresh()
	}
}

// Loading says that a script is being read for this ticket.
func (p *Pane) Loading(ticket int) { p.loading = ticket }

// Loaded takes a script that was read, unless another was asked for since.
func (p *Pane) Loaded(ticket int, t Template, err error) {
	if ticket != p.loading {
		return
	}
	p.loading, p.pathErr = 0, err
	if err == nil {
		p.path = nil
		p.use(t)
		p.takePath()
	}
}

// Fill fills the form with the script of the job of that id, or with what its records tell.
func (p *Pane) Fill(id, script string) {
	p.use(Template{Name: likeName + id, Script: script})
}

// likeName begins the name of a form that was filled from a job.
const likeName = "like "

// use puts a script into the form. An unsent form that was edited is kept among what can be picked.
func (p *Pane) use(t Template) {
	p.replace()
	p.begin(t, nil)
}

// begin puts a script and the values of its parameters into the form.
func (p *Pane) begin(t Template, values map[string]string) {
	p.menu, p.path, p.loading = nil, nil, 0 // a file that is still being read would replace it
	p.err, p.refused, p.refusedToo = nil, nil, nil
	p.stuck, p.aside, p.emptied, p.adding, p.part = map[string]stuck{}, map[int]map[string]stuck{}, emptied{}, "", 0
	p.sending, p.progress, p.awaits = false, "", ""
	p.tried, p.twin, p.submits = false, Draft{}, submits{}
	p.from, p.filled, p.id, p.changedAt = t.Name, true, p.newID(), p.deps.Now()
	p.values = maps.Clone(values)
	if p.values == nil {
		p.values = map[string]string{}
	}
	p.base, p.baseValues = t.Script, maps.Clone(p.values)
	p.script.SetText(t.Script)
	p.form.SetFields(nil)
	p.revision++
	p.focusScript(false)
	p.refresh()
	p.script.GoTo(p.below(), 0)
	p.script.Show(0)
	p.focusFirst()
}

// below is the line below all that sbatch reads, where one goes on writing.
func (p *Pane) below() int {
	if n := len(p.sheet.raw.Lines); n > 0 {
		return p.sheet.raw.Lines[n-1].Number
	}
	return 1
}

// focusFirst goes to the first parameter that has no value, else to the first field.
func (p *Pane) focusFirst() {
	for i := range p.sheet.tmpl.Params {
		if d := &p.sheet.tmpl.Params[i]; !d.Optional && p.values[d.Name] == "" {
			p.form.Focus(paramField(d.Name))
			p.show()
			return
		}
	}
	p.form.Focus(p.order()[0])
	p.show()
}

// touched takes note of an edit.
func (p *Pane) touched() {
	p.err, p.refusedToo = nil, nil
	p.changedAt = p.deps.Now()
	p.revision++
	p.refresh()
}
