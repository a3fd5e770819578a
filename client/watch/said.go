package watch

import (
	"errors"

	"flexq/client/fault"
)

// once joins errors, without those that the last call had too. One with the cure of another is no news: when a disk fails,
// reading and writing fail alike.
func (w *Watcher) once(errs ...error) error {
	said := map[string]bool{}
	var fresh []error
	for _, err := range errs {
		if err == nil {
			continue
		}
		key := err.Error()
		if f := fault.From(err); f != nil && f.Cure != "" {
			key = f.Cure
		}
		if !said[key] && !w.said[key] {
			fresh = append(fresh, err)
		}
		said[key] = true
	}
	w.said = said
	if len(fresh) == 1 {
		return fresh[0]
	}
	return errors.Join(fresh...)
}
