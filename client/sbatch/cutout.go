package sbatch

import (
	"slices"
	"strings"
)

// piece is a piece of a line with what is to stand there.
type piece struct {
	from, to int
	text     string
}

// blankBefore returns where the blanks before a word begin.
func (e *editor) blankBefore(w token) int {
	at := w.start
	for at > 0 && strings.IndexByte(blanks, e.lines[w.line-1][at-1]) >= 0 {
		at--
	}
	return at
}

// cutOut marks what makes up an option to be taken out.
func (e *editor) cutOut(g *given) {
	switch {
	case strings.HasPrefix(g.Written, "--"), e.alone(g):
		e.cutWord(e.words[g.word])
	default:
		e.trims[g.word] = append(e.trims[g.word], g.at)
	}
	if g.value >= 0 && g.value != g.word {
		e.cutWord(e.words[g.value])
	}
}

// alone reports whether the word of a short option holds options of that name only.
func (e *editor) alone(g *given) bool {
	is, known := e.single[g.word]
	if !known {
		is = !slices.ContainsFunc(e.ofWord(g.word), func(o given) bool { return o.Name != g.Name })
		e.single[g.word] = is
	}
	return is
}

// ofWord are the options of a word. They stand in the order of their words.
func (e *editor) ofWord(word int) []given {
	byWord := func(g given, word int) int { return g.word - word }
	from, _ := slices.BinarySearchFunc(e.options, word, byWord)
	to, _ := slices.BinarySearchFunc(e.options, word+1, byWord)
	return e.options[from:to]
}

func (e *editor) cutWord(w token) {
	e.pieces[w.line] = append(e.pieces[w.line], piece{from: e.blankBefore(w), to: w.end})
}

// trim takes letters out of a word of short options; a value behind the last one goes with it.
func (e *editor) trim(word int, letters []int) error {
	w := e.words[word]
	var text strings.Builder
	text.WriteByte('-')
	for _, g := range e.ofWord(word) {
		if _, isOut := slices.BinarySearch(letters, g.at); isOut {
			continue
		}
		text.WriteString(g.Written[1:])
		if g.value == word {
			text.WriteString(g.Value)
		}
	}
	written, err := quote(text.String(), 0)
	e.pieces[w.line] = append(e.pieces[w.line], piece{from: w.start, to: w.end, text: written})
	return err
}

// apply replaces what was marked, and drops the lines of which nothing is left.
func (e *editor) apply() (string, error) {
	for word, letters := range e.trims {
		if err := e.trim(word, letters); err != nil {
			return "", err
		}
	}
	for line, pieces := range e.pieces {
		text := e.lines[line-1]
		words := directiveIn(text)
		text = replaced(text, pieces)
		if strings.Trim(strings.TrimRight(text, "\r\n")[words:], blanks) == "" {
			text = ""
		}
		e.lines[line-1] = text
	}
	return e.text(), nil
}

// replaced is a line with other pieces in it. The word of several options that all go is there once for each.
func replaced(text string, pieces []piece) string {
	slices.SortFunc(pieces, func(a, b piece) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, p := range slices.Compact(pieces) {
		b.WriteString(text[at:p.from])
		b.WriteString(p.text)
		at = p.to
	}
	b.WriteString(text[at:])
	return b.String()
}
