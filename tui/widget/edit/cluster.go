package edit

import "github.com/charmbracelet/x/ansi"

// next returns the offset after the character at offset at.
func next(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	cluster, _ := ansi.FirstGraphemeCluster(text[at:], ansi.GraphemeWidth)
	return at + max(1, len(cluster))
}

// previous returns the offset of the last character that begins before offset at. Characters can
// only be told apart from the start of the text.
func previous(text string, at int) int {
	before := 0
	for i := 0; i < at; {
		before = i
		i = next(text, i)
	}
	return before
}

// align returns the first offset from at on that is not inside a character: an insertion can make
// one character out of two.
func align(text string, at int) int {
	i := 0
	for i < at {
		i = next(text, i)
	}
	return i
}

// upTo returns as many whole characters of text as fit into so many bytes.
func upTo(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := 0
	for {
		n := next(text, end)
		if n > limit || n == end {
			return text[:end]
		}
		end = n
	}
}

// wordBefore returns the offset of the beginning of the word before at.
func wordBefore(text string, at int) int {
	for at > 0 && isSeparator(text[at-1]) {
		at--
	}
	for at > 0 && !isSeparator(text[at-1]) {
		at--
	}
	if aligned := align(text, at); aligned > at { // a separator can be part of a character
		return previous(text, at)
	}
	return at
}

// wordAfter returns the offset of the end of the word after at.
func wordAfter(text string, at int) int {
	for at < len(text) && isSeparator(text[at]) {
		at++
	}
	for at < len(text) && !isSeparator(text[at]) {
		at++
	}
	return align(text, at)
}

// isSeparator reports whether the byte parts words: a space, or what parts the words of a path, a
// filter or a host list.
func isSeparator(c byte) bool {
	switch c {
	case ' ', '/', ',', ':', '=', '[', ']':
		return true
	}
	return false
}
