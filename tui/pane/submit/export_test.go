package submit

import "flexq/client/slurm"

// Go gives a field the keys.
func (p *Pane) Go(field string) bool { return p.goTo(field) }

// Script is the text of the script.
func (p *Pane) Script() string { return p.script.Text() }

// SetScript replaces the text of the script, as one edit.
func (p *Pane) SetScript(text string) { p.scriptEvent(p.script.Change(text)) }

// Value is what a field holds.
func (p *Pane) Value(field string) string { return p.form.Value(field) }

// Focused is the field that has the keys; "" while the script has them.
func (p *Pane) Focused() string {
	if p.inScript {
		return ""
	}
	return p.form.Focused()
}

// Fields are the fields' names.
func (p *Pane) Fields() []string { return p.order() }

// Job is what would be sent.
func (p *Pane) Job() slurm.Submission { return p.sheet.job }

// Counts are the errors and warnings.
func (p *Pane) Counts() (errors, warnings int) { return p.counts() }

// Blocked reports whether it could not be sent at all.
func (p *Pane) Blocked() bool { return len(p.notes.blocking) > 0 }

// Hint is what stands beside a field.
func (p *Pane) Hint(field string) string { return p.hint(field) }
