package submit

import "flexq/client/sbatch"

// counts are the errors and the warnings that the form shows, the severe ones among the errors.
func (p *Pane) counts() (errors, warnings int) {
	add := func(list sbatch.Problems) {
		for i := range list {
			switch list[i].Level {
			case sbatch.Error, sbatch.Severe:
				errors++
			case sbatch.Warning:
				warnings++
			case sbatch.Note:
			}
		}
	}
	for _, list := range p.notes.byField {
		add(list)
	}
	add(p.notes.rest)
	add(p.moreProblems())
	return errors + len(p.stuck) + p.besides(), warnings
}

// badFields counts the fields with errors.
func (p *Pane) badFields() int {
	n := len(p.refused) + len(p.stuck)
	for _, list := range p.notes.byField {
		if hasErrors(list) {
			n++
		}
	}
	if hasErrors(p.moreProblems()) {
		n++
	}
	return n
}

// badLines counts the errors that have no field.
func (p *Pane) badLines() int {
	return len(p.notes.rest.Of(sbatch.Error)) + len(p.notes.rest.Of(sbatch.Severe))
}

func hasErrors(list sbatch.Problems) bool {
	return len(list.Of(sbatch.Error))+len(list.Of(sbatch.Severe)) > 0
}
