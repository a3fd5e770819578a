package submit

import "time"

// Draft is a form as it can be kept: what was typed, and what became of it. It is plain data for JSON; the parameters
// come from the text.
type Draft struct {
	ID   string // never changes while the form lives; letters, digits and - only
	From string // where it came from, for the picker: "torchrun-flex", "like 88214"
	Name string // of the job, as the script says it
	// Text is the script with its {{NAMES}}, Values what they stand for.
	Text   string
	Values map[string]string
	// Key is that of a submit of this form of which it is not known whether it made a job; "" if there is none.
	Key string
	// Job is the job that the form became, 0 while it was not sent. Sent forms are kept so that they can be sent again.
	Job     uint64
	Changed time.Time // the last edit, or when it was sent
}

// Sent reports whether Slurm took the form as a job.
func (d *Draft) Sent() bool { return d.Job != 0 }
