package wire

import "github.com/go-json-experiment/json/jsontext"

// fields is the table of the members of an object that matter: each reads one value into its place in a T.
type fields[T any] map[string]func(*reader, *T)

// with adds the members of other tables.
func (f fields[T]) with(others ...fields[T]) fields[T] {
	for _, o := range others {
		for name, read := range o {
			f[name] = read
		}
	}
	return f
}

// object reads an object into *into by the table, and skips what is not in it. Anything else is noted and skipped.
func object[T any](r *reader, f fields[T], into *T) bool {
	if r.err != nil {
		return false
	}
	if r.dec.PeekKind() != '{' {
		r.skipBad("an object")
		return false
	}
	r.token()
	for r.more('}') {
		if read, ok := f[string(r.name())]; ok {
			read(r, into)
		} else {
			r.skip()
		}
	}
	r.token()
	return r.err == nil
}

// list reads an array of objects, item by item, into *into; done, if any, completes each item and says whether to keep
// it. A single object counts as an array of one.
func list[T any](r *reader, f fields[T], into *[]T, done func(*T) bool) {
	one := func() {
		var zero T
		*into = append(*into, zero)
		last := &(*into)[len(*into)-1]
		if !object(r, f, last) || done != nil && !done(last) {
			*into = (*into)[:len(*into)-1]
		}
	}
	if r.err != nil {
		return
	}
	switch r.dec.PeekKind() {
	case '{':
		one()
	case '[':
		r.token()
		for r.more(']') {
			isNull := r.dec.PeekKind() == 'n'
			one()
			if isNull {
				r.bad("not an object") // something was there, and the list is one shorter without it
			}
		}
		r.token()
	default:
		r.skipBad("a list")
	}
}

// listField is a Field that reads a list into *into, anew each time.
func listField[T any](into *[]T, table func() fields[T], done func(*T) bool) Field {
	return func(dec *jsontext.Decoder) error {
		r := newReader(dec)
		*into = (*into)[:0]
		list(r, table(), into, done)
		return r.result()
	}
}

// namedField is listField for things that are nothing without their name or number: one whose own cannot be read is
// left out, and that is noted.
func namedField[T any](into *[]T, table func() fields[T], isNamed func(*T) bool, done func(*T) bool) Field {
	return func(dec *jsontext.Decoder) error {
		var nameless Skipped
		err := listField(into, table, func(item *T) bool {
			if !isNamed(item) {
				nameless.add(place(dec.StackPointer()) + ": it does not say which one it is")
				return false
			}
			return done == nil || done(item)
		})(dec)
		if err := nameless.collect(err); err != nil {
			return err
		}
		if len(nameless.Places) > 0 {
			return &nameless
		}
		return nil
	}
}

func hasID(j *job) bool { return j.ID != 0 }

// valueField is a Field that reads one value by read.
func valueField(read func(*reader)) Field {
	return func(dec *jsontext.Decoder) error {
		r := newReader(dec)
		read(r)
		return r.result()
	}
}

// reset is the Start of a reply: it makes it empty.
func reset[T any](reply *T) Field {
	return func(*jsontext.Decoder) error {
		var zero T
		*reply = zero
		return nil
	}
}
