package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
	"flexq/tui/pane/submit"
)

// Template is a script that can be submitted.
type Template = submit.Template

// Draft is a submit form as it is kept.
type Draft = submit.Draft

// Attempt is a submit of a form of which it is not known whether it made a job.
type Attempt = submit.Attempt

// Scripts finds the scripts that can be submitted and shows what a submission would send.
type Scripts interface {
	Templates(ctx context.Context) ([]Template, error)
	// Load reads a script by path, as typed by the user.
	Load(ctx context.Context, path string) (Template, error)
	// Preview returns the exact request without anything secret. Version is the data version that the cluster speaks, as
	// in v0.0.43; "" while that is not known.
	Preview(job slurm.Submission, version string) (Preview, error)
}

// Preview is the exact request of a submit, one line an element.
type Preview struct {
	Lines []string
	Curl  []string // the same as a command to paste into a shell
	Note  string   // what of it is not known yet, "" for nothing
}

// Drafts keeps submit forms from one run of the program to the next, and those of several programs at once. Its calls are
// made from commands; only List may come while another is under way.
type Drafts interface {
	// List returns all that are kept, sent ones included, in any order, each with its Version.
	List(ctx context.Context) ([]Draft, error)
	// Store stores a draft in the place of the version of it that the program knows, "" for none, and returns the new
	// version. Where another one is stored by now it changes nothing, and the error is an *Overtaken. One that is gone
	// is in nobody's way.
	Store(ctx context.Context, d Draft, over string) (version string, err error)
	// Drop forgets a draft, if it is the version that the program knows: else the error is an *Overtaken. One that is
	// not there is no error.
	Drop(ctx context.Context, id, over string) error
}

// Overtaken is the error of a draft that another program has changed since this one read it.
type Overtaken struct {
	Now Draft // as it is stored now, with its Version; without an ID if it cannot be read
}

// Error says so.
func (*Overtaken) Error() string { return "another flexq has changed it meanwhile" }

// Storage tells whether this machine can keep a note of what is sent.
type Storage interface {
	// Check says why it cannot, and nil if it can. It is called from a command, when the form comes to the front, after it
	// was stored, and when one is asked whether to submit.
	Check(ctx context.Context) error
}

// Access tells what accounting says of a user's rights. It is asked once, and again when the user refreshes. An error
// means that they are not known.
type Access interface {
	Access(ctx context.Context, user string) (slurm.Access, error)
}

// Past gives the script of a job that was submitted once, from wherever it was. Without one the Text is empty.
type Past interface {
	Script(ctx context.Context, ref slurm.Ref) (slurm.JobScript, error)
}

// Unsettled finds out what became of submits that earlier runs of the program sent and did not live to see answered.
type Unsettled interface {
	// Settle looks for those submits on the cluster. Each is told of until its outcome is known, and not after.
	Settle(ctx context.Context) ([]Settled, error)
	// Recall returns what is known already of submits by their keys. One of which nothing is known is noted by it, and open:
	// Settle looks for it from then on.
	Recall(ctx context.Context, keys []string) ([]Settled, error)
	// Found notes that the queue shows the job of a submit, so that it is not looked for any more.
	Found(ctx context.Context, key string, job uint64)
}

// Settled is what became of one submit.
type Settled struct {
	Key   string // by which it is looked for, in the comment of the job
	Name  string // of the job; may be empty
	Began time.Time
	Job   uint64 // 0 if there is none, or if nobody knows
	// Outcome says in words what became of it: "submitted as 88214", "not submitted", "still not known: ...".
	Outcome string
	// Open says that it is still not known.
	Open bool
}

// Editor hands the script of a form to the user's own editor. Begin is called from a command.
type Editor interface {
	Begin(form Draft) (Editing, error)
}

// Editing is one script that is being edited: Run owns the terminal until the editor ends.
type Editing interface {
	tea.ExecCommand
	// Text is what came of it, and why that is not to be taken.
	Text() (string, error)
	// Saved is what the editor has saved so far, however it ended, and the file that has it; false if that is nothing new.
	Saved() (text, file string, ok bool)
	// Leave says that the program ends: what the editor may save after this is a newer state of that draft.
	Leave(form Draft)
	// Done forgets the file: what came of it is kept elsewhere.
	Done()
}

// SubmitDefaults are what the context says of jobs. They fill what a script does not say.
type SubmitDefaults struct {
	Account, Partition, QOS string
	// WorkDir is a directory on the cluster. {user} in it is the user whom the cluster takes us for.
	WorkDir string
	Env     []string // NAME=value; at least PATH
}
