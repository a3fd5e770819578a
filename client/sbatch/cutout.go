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
	return !slices.ContainsFunc(e.options, func(o given) bool { return o.word == g.word && o.Name != g.Name })
}

func (e *editor) cutWord(w token) {
	p := piece{from: e.blankBefore(w), to: w.end}
	if !slices.Contains(e.pieces[w.line], p) {
		e.pieces[w.line] = append(e.pieces[w.line], p)
	}
}

// trim takes letters out of a word of short options; a value behind the last one goes with it.
func (e *editor) trim(word int, letters []int) error {
	w := e.words[word]
	text := ""
	for _, g := range e.options {
		if g.word != word || slices.Contains(letters, g.at) {
			continue
		}
		text += g.Written[1:]
		if g.value == word {
			text += g.Value
		}
	}
	written, err := quote("-"+text, 0)
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
		slices.SortFunc(pieces, func(a, b piece) int { return b.from - a.from })
		for _, p := range pieces {
			text = text[:p.from] + p.text + text[p.to:]
		}
		if strings.Trim(strings.TrimRight(text, "\r\n")[words:], blanks) == "" {
			text = ""
		}
		e.lines[line-1] = text
	}
	return e.text(), nil
}
