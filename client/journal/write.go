package journal

import (
	"bytes"
	"cmp"
	"slices"
	"time"
)

// mostOthers bounds the lines of newer programs that a shortened file keeps.
const mostOthers = 1000

// hasUnsaved reports whether anything is still to be written, or written over.
func (j *Journal) hasUnsaved() bool {
	if j.s.broken > 0 {
		return true
	}
	for _, e := range j.s.byID {
		if e.unsaved || e.rungUnsaved {
			return true
		}
	}
	return false
}

// write adds to the file what it does not have yet, and shortens it where it has grown too long. torn says that the
// file ends in part of a line. The lock is held, and everything in the file has been read.
func (j *Journal) write(torn bool) error {
	var changed []*entry
	for _, e := range j.s.byID {
		if e.unsaved || e.rungUnsaved {
			changed = append(changed, e)
		}
	}
	slices.SortFunc(changed, func(a, b *entry) int { return cmp.Compare(a.seq, b.seq) })
	data, err := linesOf(changed)
	if err != nil {
		return err
	}
	if len(data) > 0 {
		if err := j.add(data, torn); err != nil {
			return err
		}
		saved(changed)
	}
	if j.s.broken > 0 || len(j.s.byID) > j.opts.Max || j.at.offset > j.opts.MaxBytes {
		return j.shorten()
	}
	return nil
}

// add appends lines to the file.
func (j *Journal) add(data []byte, torn bool) error {
	head, err := j.head()
	if err != nil {
		return err
	}
	size, err := j.file.append(head, data, false)
	if err != nil {
		return err
	}
	switch {
	case j.at.head == "" && size == int64(len(head)+len(data)): // the file is new
		j.at = cursor{head: string(bytes.TrimSuffix(head, []byte("\n"))), offset: size}
	case !torn: // else what was torn is read next time: it may be whole but for the end of the line
		j.at.offset = size
	}
	return nil
}

// shorten replaces the file by one with the newest events. Where that fails the long one stays, and it is tried again.
func (j *Journal) shorten() error {
	keep := min(len(j.s.byID), j.opts.Max*3/4)
	for {
		j.s.trim(keep)
		head, err := j.head()
		if err != nil {
			return err
		}
		data := head
		for _, raw := range j.s.others[max(0, len(j.s.others)-mostOthers):] {
			data = append(append(data, raw...), '\n')
		}
		all := j.s.sorted(time.Time{})
		kept, err := linesOf(all)
		if err != nil {
			return err
		}
		data = append(data, kept...)
		if int64(len(data)) > j.opts.MaxBytes*3/4 && (keep > 1 || len(j.s.others) > 0) {
			keep /= 2
			j.s.others = nil
			continue
		}
		if err := j.file.replace(data); err != nil {
			return err
		}
		saved(all)
		j.s.broken = 0
		j.at = cursor{head: string(bytes.TrimSuffix(head, []byte("\n"))), offset: int64(len(data))}
		return nil
	}
}

// head is the first line of a new file.
func (j *Journal) head() ([]byte, error) {
	generation, err := j.newGeneration()
	if err != nil {
		return nil, err
	}
	return appendLine(nil, headLine{line: line{Version: format, Kind: kindHead}, Generation: generation, Past: j.s.past})
}

// linesOf writes entries as lines; one that is there already and has only been rung for takes a short one.
func linesOf(list []*entry) ([]byte, error) {
	var data []byte
	var err error
	for _, e := range list {
		var v any = lineOf(e)
		if e.rungUnsaved && !e.unsaved {
			v = line{Version: format, Kind: kindRung, ID: e.event.ID}
		}
		if data, err = appendLine(data, v); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func saved(list []*entry) {
	for _, e := range list {
		e.unsaved, e.rungUnsaved = false, false
	}
}
