package wire

// Versions differ in which member holds a path with its % signs expanded, and in the order of the members. The
// expanded one wins, whichever comes first.

// pathOver reads an expanded path over any other.
func (r *reader) pathOver(dst *string) {
	var s string
	r.text(&s)
	if s != "" {
		*dst = s
	}
}

// pathOnce reads a path that may not be expanded, if there is none yet.
func (r *reader) pathOnce(dst *string) {
	var s string
	r.text(&s)
	if *dst == "" {
		*dst = s
	}
}
