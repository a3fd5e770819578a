package editor

import "strings"

// Change makes the text another one that is much the same, as one edit that can be undone: only what differs is
// replaced, and the cursor goes behind it. It is for edits that are worked out elsewhere.
func (e *Editor) Change(text string) Event {
	old := e.Text()
	if text == old {
		return Moved
	}
	head := commonHead(old, text)
	tail := commonTail(old[head:], text[head:])
	removed, inserted := old[head:len(old)-tail], text[head:len(text)-tail]
	from := spot{}.after(old[:head])
	return e.change(from, from.after(removed), inserted, mannerOf(removed, inserted))
}

// mannerOf makes a row of such edits one step, if they go on from each other.
func mannerOf(removed, inserted string) manner {
	switch {
	case strings.Contains(removed, "\n"), strings.Contains(inserted, "\n"):
	case removed == "":
		return typed
	case inserted == "":
		return rubbed
	}
	return alone
}

// commonHead returns how many bytes two texts have in common at their beginning.
func commonHead(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// commonTail returns how many bytes two texts have in common at their end.
func commonTail(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
