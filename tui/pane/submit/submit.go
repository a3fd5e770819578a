// Package submit is the pane that submits a job: pick a template or a file, edit a few fields and the script, look
// at the exact request, send. What was typed is kept until Slurm has taken the job.
package submit

import (
	"errors"

	"flexq/client/fault"
	"flexq/client/preflight"
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
}

// Defaults fill what neither the script nor the form says.
type Defaults struct {
	WorkDir string
	Env     []string
}

// Pane is the submit form. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps       pane.Deps
	defaults   Defaults
	templates  []Template
	listErr    error
	partitions []slurm.Partition

	menu    *menu.Menu     // picking a template; nil otherwise
	path    *prompt.Prompt // typing the path of a script; nil otherwise
	pathErr error
	loading int // ticket of a script that is being read; 0 for none

	form     *form.Form
	script   *editor.Editor
	inScript bool
	from     string          // where the script came from, for the title
	touched  map[string]bool // fields that the user set: they win over #SBATCH lines
	dirty    bool            // the user changed something since the form was filled
	filled   bool            // there is something in the form
	sending  bool
	err      error   // why the last submit failed; cleared by the next edit
	unknown  error   // the last submit of this form that may have made a job
	kept     []draft // unsent forms that another template replaced
	check    check   // what is wrong with the form, made anew at each edit
	w, h     int

	settings  Settings
	world     preflight.World
	version   string
	drafts    []Draft
	draftsErr error
	own       []slurm.Job
	revision  uint64
	key       string
	progress  string
}

// draft is an unsent form.
type draft struct {
	from, script string
	values       map[string]string
	touched      map[string]bool
}

// New returns the pane at its picker.
func New(deps pane.Deps, d Defaults) *Pane {
	p := &Pane{deps: deps, defaults: d, touched: map[string]bool{}}
	p.script = editor.New(*deps.Theme)
	p.form = form.New(*deps.Theme, fields())
	p.openMenu()
	return p
}

// SetTemplates tells what can be picked.
func (p *Pane) SetTemplates(list []Template, err error) {
	p.templates, p.listErr = list, err
	if p.menu != nil {
		p.menu.SetItems(p.items())
	}
}

// SetPartitions tells which partitions there are, for the checks.
func (p *Pane) SetPartitions(list []slurm.Partition, err error) {
	if err != nil {
		return
	}
	p.partitions = list
	p.recheck()
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
	}
}

// likeName begins the name of a form that was filled from a job.
const likeName = "like "

// Fill fills the form from a job of the list: its name, partition, size and limit. Slurm does not give its script,
// so that there is one to write before it can be sent.
func (p *Pane) Fill(j slurm.Job) {
	if p.sending {
		return
	}
	t := Template{Name: likeName + j.DisplayID(), Script: "#!/bin/bash\n"}
	p.use(t)
	set := func(id, value string) {
		if value != "" {
			p.form.SetValue(id, value)
			p.touched[id] = true
		}
	}
	set(fieldName, j.Name)
	set(fieldPartition, j.Partition)
	set(fieldTime, j.Limit.String())
	set(fieldDir, j.WorkDir)
	set(fieldNodes, countText(j.NodeCount))
	set(fieldGPUs, perNode(&j))
	p.recheck()
}

// Sending says whether a submit is under way. Until it is answered the form takes no edit and no other template:
// the answer is about what is in it.
func (p *Pane) Sending(on bool) { p.sending = on }

// Failed keeps why a submit failed, beside what was typed. That the outcome is not known is kept until the form is
// sent or replaced, whatever is edited meanwhile.
func (p *Pane) Failed(err error) {
	p.err = err
	if fault.KindOf(err) == fault.UnknownOutcome {
		p.unknown = err
	}
}

// caution is what to think of before the form is sent: that the last submit of it may have made a job.
func (p *Pane) caution() string {
	if p.unknown == nil {
		return ""
	}
	text := "It is not known whether the last submit made a job. This may be a second one."
	if key := p.lostKey(); key != "" {
		text += " Look first for its key in the comments of your jobs:\n" + key
	}
	return text
}

// lostKey is the key of a submit of which nobody knows what became.
func (p *Pane) lostKey() string {
	var f *fault.Fault
	if errors.As(p.unknown, &f) {
		return f.Key
	}
	return ""
}

// Sent clears the form: Slurm has taken the job.
func (p *Pane) Sent() {
	p.filled, p.err, p.unknown, p.from = false, nil, nil, ""
	p.touched = map[string]bool{}
	p.openMenu()
}

// Dirty reports whether the form holds what was neither sent nor loaded as it is.
func (p *Pane) Dirty() bool {
	if len(p.kept) > 0 {
		return true
	}
	return p.filled && p.edited()
}

// edited reports whether the user changed anything since the form was filled.
func (p *Pane) edited() bool { return p.dirty }

// use puts a script into the form. An unsent form that was edited is kept among what can be picked.
func (p *Pane) use(t Template) {
	if p.filled && p.edited() {
		p.kept = append(p.kept, p.draft())
	}
	p.menu, p.err, p.unknown = nil, nil, nil
	p.from, p.filled, p.touched = t.Name, true, map[string]bool{}
	p.script.SetText(t.Script)
	p.dirty = false
	for _, id := range fieldIDs() {
		p.form.SetValue(id, "")
	}
	p.focusScript(false)
	p.form.Focus(fieldName)
	p.recheck()
}

func (p *Pane) draft() draft {
	d := draft{
		from: p.from, script: p.script.Text(), values: map[string]string{}, touched: p.touched,
	}
	for _, id := range fieldIDs() {
		d.values[id] = p.form.Value(id)
	}
	return d
}

func (p *Pane) restore(i int) {
	d := p.kept[i]
	p.kept = append(p.kept[:i:i], p.kept[i+1:]...)
	p.use(Template{Name: d.from, Script: d.script})
	p.touched, p.dirty = d.touched, true
	for id := range d.touched {
		p.form.SetValue(id, d.values[id])
	}
	p.recheck()
}
