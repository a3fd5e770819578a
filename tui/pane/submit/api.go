package submit

import (
	"flexq/client/preflight"
	"flexq/client/slurm"
)

// Settings are what the context says of submits. The script wins over them.
type Settings struct {
	Account, Partition, QOS string
	// WorkDir is the directory of a job whose script names none; "" while the user is not known on whom it depends.
	WorkDir string
	Env     []string // NAME=value; at least PATH
	// NewID makes the ID of a draft; nil makes it of the clock.
	NewID func() string
}

// SetSettings tells what the context says; it may be told again when the user is known.
func (p *Pane) SetSettings(s Settings) {
	p.settings = s
	p.defaults = Defaults{WorkDir: s.WorkDir, Env: s.Env}
	p.recheck()
}

// SetWorld tells what is known of the cluster, for the checks. The pane keeps it and changes nothing in it; tell it
// again after each poll that brought something.
func (p *Pane) SetWorld(w preflight.World) {
	p.world = w
	if w.Partitions != nil {
		p.partitions = w.Partitions
	}
	p.recheck()
}

// SetVersion tells the data version that the cluster speaks ("v0.0.43"): some options need a newer one. "" is not known.
func (p *Pane) SetVersion(version string) { p.version = version }

// SetDrafts tells which forms are kept, sent ones included. What the pane has itself of the same ID stays, if it is
// newer.
func (p *Pane) SetDrafts(list []Draft, err error) {
	p.drafts, p.draftsErr = list, err
	if p.menu != nil {
		p.menu.SetItems(p.items())
	}
}

// SetOwnJobs tells the user's own jobs of the queue, newest first, which the picker offers to submit again.
func (p *Pane) SetOwnJobs(list []slurm.Job) { p.own = list }

// Draft returns the form as it is now, and false if there is nothing in it that its template or file does not hold.
func (p *Pane) Draft() (Draft, bool) {
	if !p.filled || !p.edited() {
		return Draft{}, false
	}
	return Draft{From: p.from, Text: p.script.Text(), Key: p.lostKey()}, true
}

// Revision grows whenever Draft would return something else: it is time to keep it.
func (p *Pane) Revision() uint64 { return p.revision }

// SetKey notes under which key the form is being sent, so that the draft that is kept meanwhile names it. Taken, and
// Failed with a known outcome, forget it.
func (p *Pane) SetKey(key string) { p.key, p.revision = key, p.revision+1 }

// Settle tells what became of a submit under a key whose outcome was not known: the job that it made, or 0 if it is
// certain that it made none. It returns the draft of that key as it is to be kept now, and false if there is none.
func (p *Pane) Settle(key string, job uint64) (Draft, bool) {
	if key == "" || key != p.lostKey() {
		return Draft{}, false
	}
	p.unknown = nil
	return Draft{Key: key, Job: job}, true
}

// Progress says how far a submit is: "asking for the version", "sending", "looking for its key, 2 of 4".
func (p *Pane) Progress(text string) { p.progress = text }

// Taken clears the form: Slurm has taken it as that job. It returns the form as it is to be kept, to be sent again one
// day.
func (p *Pane) Taken(job uint64) Draft {
	d, _ := p.Draft()
	d.Job = job
	p.Sent()
	return d
}

// Edited takes the script back from the user's own editor; with an error the script stays as it is.
func (p *Pane) Edited(text string, err error) {
	if err != nil {
		p.err = err
		return
	}
	p.script.SetText(text)
	p.changed("")
}
