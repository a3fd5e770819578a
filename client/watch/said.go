package watch

import (
	"errors"

	"flexq/client/fault"
)

// once joins errors, without those that the last call had too, and those whose cure another one names: when a disk fails,
// reading and writing fail alike.
func (w *Watcher) once(errs ...error) error {
	said := map[string]bool{}
	cures := map[string]bool{}
	var fresh []error
	for _, err := range errs {
		if err == nil {
			continue
		}
		if f := fault.From(err); f != nil && f.Cure != "" {
			if cures[f.Cure] {
				continue
			}
			cures[f.Cure] = true
		}
		if said[err.Error()] = true; !w.said[err.Error()] {
			fresh = append(fresh, err)
		}
	}
	w.said = said
	if len(fresh) == 1 {
		return fresh[0]
	}
	return errors.Join(fresh...)
}
