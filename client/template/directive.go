package template

import (
	"slices"
	"strings"
)

// span is a word of an #SBATCH line as it is written, quotes included.
type span struct{ start, end int }

// putDirective fills an #SBATCH line: values are quoted where sbatch needs it, and options whose whole value is empty
// go. A line of which nothing is left becomes one that sbatch does not read.
func putDirective(text string, known []place, values map[string]string) string {
	words := directiveWords(text)
	gone := emptied(text, words, known, values)
	if len(words) > 0 && !slices.Contains(gone, false) {
		return "#" + replace(text, span{0, len(text)}, known, values)
	}
	var b strings.Builder
	at := 0
	for i, w := range words {
		between := text[at:w.start]
		if gone[i] {
			b.WriteString(strings.TrimRight(between, blanks))
		} else {
			b.WriteString(between)
			b.WriteString(replace(text, w, known, values))
		}
		at = w.end
	}
	b.WriteString(replace(text, span{at, len(text)}, known, values))
	return b.String()
}

// emptied says of each word whether it goes: an option whose whole value is empty, in one word or in two.
func emptied(text string, words []span, known []place, values map[string]string) []bool {
	gone := make([]bool, len(words))
	for i, w := range words {
		if !isEmptied(w, known, values) {
			continue
		}
		bare := strings.Trim(replace(text, w, known, nil), `"'`)
		switch {
		case bare == "":
			gone[i] = true
			if i > 0 && !gone[i-1] && wantsValue(text[words[i-1].start:words[i-1].end]) {
				gone[i-1] = true
			}
		case isOption(bare):
			gone[i] = true
		}
	}
	return gone
}

// directiveWords cuts an #SBATCH line as sbatch does: blanks part words, quotes group, a backslash takes the next
// character as it is, and an unquoted # ends the line.
func directiveWords(text string) []span {
	at := strings.IndexAny(text, blanks)
	if at < 0 {
		return nil
	}
	var out []span
	for {
		for at < len(text) && strings.IndexByte(blanks, text[at]) >= 0 {
			at++
		}
		if at == len(text) || text[at] == '#' {
			return out
		}
		end := endOfWord(text, at)
		out = append(out, span{at, end})
		at = end
	}
}

// endOfWord returns where the word ends that begins at a place.
func endOfWord(text string, at int) int {
	r := wordReader{text: text, at: at}
	r.quoteAt(len(text))
	return min(r.at, len(text))
}

// wordReader reads a word of a line.
type wordReader struct {
	text  string
	at    int
	quote byte // that is open, 0 for none
}

// quoteAt reads on up to a place, or the end of the word, and returns the quote that is open there, 0 for none.
func (r *wordReader) quoteAt(place int) byte {
	for ; r.at < place; r.at++ {
		c := r.text[r.at]
		switch {
		case c == '\\':
			r.at++
		case r.quote != 0 && c == r.quote:
			r.quote = 0
		case r.quote != 0:
		case c == '"' || c == '\'':
			r.quote = c
		case c == '#' || strings.IndexByte(blanks, c) >= 0:
			return 0
		}
	}
	return r.quote
}

// inside are the places within a word, of all in their order.
func (w span) inside(known []place) []place {
	from, _ := slices.BinarySearchFunc(known, w.start, func(p place, at int) int { return p.start - at })
	to := from
	for to < len(known) && known[to].end <= w.end {
		to++
	}
	return known[from:to]
}

// isEmptied reports whether a word has places, and all of them get nothing.
func isEmptied(w span, known []place, values map[string]string) bool {
	here := w.inside(known)
	for _, p := range here {
		if values[p.name] != "" {
			return false
		}
	}
	return len(here) > 0
}

// isOption reports whether a word is an option, and no value: --name= or -x.
func isOption(word string) bool {
	if strings.HasPrefix(word, "--") {
		return strings.HasSuffix(word, "=") && strings.Count(word, "=") == 1
	}
	return len(word) == 2 && word[0] == '-'
}

// wantsValue reports whether a word is an option whose value is the next word.
func wantsValue(word string) bool {
	return len(word) > 1 && word[0] == '-' && !strings.Contains(word, "=") && (len(word) == 2 || word[1] == '-')
}

// replace fills a word of an #SBATCH line.
func replace(text string, w span, known []place, values map[string]string) string {
	var b strings.Builder
	at := w.start
	reader := wordReader{text: text, at: w.start}
	for _, p := range w.inside(known) {
		b.WriteString(text[at:p.start])
		quote := reader.quoteAt(p.start)
		if value := values[p.name]; reader.at > p.start { // a backslash stands before it
			b.WriteString(escaped(value, quote))
		} else {
			b.WriteString(quoted(value, quote))
		}
		at = p.end
	}
	b.WriteString(text[at:w.end])
	return b.String()
}

// quoted writes a value so that sbatch reads it as it is, within a quote that is open or 0.
func quoted(value string, quote byte) string {
	if quote == 0 && !strings.ContainsAny(value, blanks+`"'\#`) && !isSeparator(value) {
		return value
	}
	around := ""
	if quote == 0 {
		around, quote = `"`, '"'
	}
	var b strings.Builder
	b.WriteString(around)
	for i := range len(value) {
		if value[i] == '\\' || value[i] == quote {
			b.WriteByte('\\')
		}
		b.WriteByte(value[i])
	}
	b.WriteString(around)
	return b.String()
}

// escaped is quoted for a value whose first character a backslash before it takes already.
func escaped(value string, quote byte) string {
	special := `\` + string(quote)
	if quote == 0 {
		special = blanks + `"'\#`
	}
	var b strings.Builder
	for i := range len(value) {
		if i > 0 && strings.IndexByte(special, value[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(value[i])
	}
	return b.String()
}

// isSeparator reports whether sbatch would take a word for the end of a part of a het job.
func isSeparator(word string) bool {
	return strings.HasPrefix(word, ":") || strings.EqualFold(word, "hetjob") || strings.EqualFold(word, "packjob")
}
