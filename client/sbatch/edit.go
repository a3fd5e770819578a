package sbatch

import (
	"fmt"
	"slices"
	"strings"
)

// Set returns the script with an option of its first part set to a value, by its long name without dashes. Of an option
// that takes none, and to leave out one that may be, the value is "". Only the line changes on which the option counts
// (the last one that has it), and of that line only the value; without one, a line is added below the last #SBATCH line.
// "requeue" and "no-requeue" take each other away.
//
// It fails on an option that sbatch does not have, on a value that no line can hold, and where the lines cannot be read
// in full: a word that is no option, an option whose value is missing.
func Set(script, name, value string) (string, error) { return SetIn(script, 0, name, value) }

// SetIn is Set for one part of a het job, from 0.
func SetIn(script string, part int, name, value string) (string, error) {
	e, err := edit(script, part, name)
	if err != nil {
		return "", err
	}
	if e.row.arg == noValue && value != "" {
		return "", fmt.Errorf("--%s takes no value", name)
	}
	if rival, ok := map[string]string{"requeue": "no-requeue", "no-requeue": "requeue"}[name]; ok {
		without, err := RemoveIn(script, part, rival)
		if err != nil {
			return "", err
		}
		if e, err = edit(without, part, name); err != nil {
			return "", err
		}
	}
	last := e.last(name)
	if last == nil {
		return e.add(value)
	}
	return e.change(last, value)
}

// Remove returns the script without an option in its first part, wherever it stands there. A line that held nothing
// else goes with it; a comment behind it stays.
func Remove(script, name string) (string, error) { return RemoveIn(script, 0, name) }

// RemoveIn is Remove for one part of a het job, from 0.
func RemoveIn(script string, part int, name string) (string, error) {
	e, err := edit(script, part, name)
	if err != nil {
		return "", err
	}
	for i := range e.options {
		if e.options[i].Name == name {
			e.cutOut(&e.options[i])
		}
	}
	return e.apply()
}

// editor is a script under change.
type editor struct {
	row     *spec
	lines   []string // with their ends, down to the last that sbatch reads
	rest    string   // of the script
	sheet   sheet
	part    int
	words   []token
	options []given
	pieces  map[int][]piece // to replace, by line
	single  map[int]bool    // words of short options of one name only, as far as that was asked
	trims   map[int][]int   // letters to take out of words of short options, by word, in their order
}

func edit(script string, part int, name string) (*editor, error) {
	table := newTable()
	e := &editor{row: table.byName[name], sheet: scanScript(script), part: part, pieces: make(map[int][]piece), single: make(map[int]bool), trims: make(map[int][]int)}
	switch {
	case e.row == nil || e.row.name != name:
		return nil, fmt.Errorf("sbatch has no option --%s", name)
	case part < 0 || part >= len(e.sheet.parts):
		return nil, fmt.Errorf("the job has %d parts, and no part %d", len(e.sheet.parts), part)
	}
	e.cutHead(script)
	e.words = e.sheet.parts[part]
	s := scanWords(e.words, table)
	if s.stop != 0 {
		return nil, fmt.Errorf("line %d cannot be read to its end, so no option can be changed; mend it first", s.stop)
	}
	e.options = s.options
	return e, nil
}

// cutHead takes the lines that may change. What is below them may be long, and stays in one piece.
func (e *editor) cutHead(script string) {
	last, at := 1, 0
	if n := len(e.sheet.lines); n > 0 {
		last = e.sheet.lines[n-1].Number
	}
	for line := range strings.Lines(script) {
		if len(e.lines) == last {
			break
		}
		e.lines = append(e.lines, line)
		at += len(line)
	}
	e.rest = script[at:]
}

// text is the script as it is now.
func (e *editor) text() string { return strings.Join(append(e.lines, e.rest), "") }

func (e *editor) last(name string) *given {
	for i := len(e.options) - 1; i >= 0; i-- {
		if e.options[i].Name == name {
			return &e.options[i]
		}
	}
	return nil
}

// raw is a word as it is written.
func (e *editor) raw(word int) string {
	w := e.words[word]
	return e.lines[w.line-1][w.start:w.end]
}

// change gives an option another value where it stands.
func (e *editor) change(g *given, value string) (string, error) {
	w := e.words[g.word]
	apart := g.value >= 0 && g.value != g.word // in a word of its own
	switch {
	case g.value < 0 && value == "":
		return e.text(), nil
	case apart && value != "":
		v := e.words[g.value]
		text, err := quote(value, quoteOf(e.raw(g.value)))
		if err != nil {
			return "", err
		}
		e.pieces[v.line] = append(e.pieces[v.line], piece{from: v.start, to: v.end, text: text})
		return e.apply()
	case apart: // an empty word would end the line
		e.cutWord(e.words[g.value])
	}
	text, err := e.joined(g, e.raw(g.word), value)
	if err != nil {
		return "", err
	}
	e.pieces[w.line] = append(e.pieces[w.line], piece{from: w.start, to: w.end, text: text})
	return e.apply()
}

// joined writes an option and its value as one word. What stands before the value stays as it is, if it can.
func (e *editor) joined(g *given, raw, value string) (string, error) {
	whole := e.words[g.word].text
	long := strings.HasPrefix(g.Written, "--")
	from := len(whole)
	switch {
	case long && strings.Contains(whole, "="):
		from = strings.Index(whole, "=") + 1
	case !long:
		from = g.at + len(g.Written) - 1
	}
	head := whole[:from]
	if value == "" {
		return e.emptied(g, head)
	}
	at, open := rawOffset(raw, from)
	text, err := quote(value, quoteOf(raw[min(at, len(raw)):]))
	if err != nil {
		return "", err
	}
	if open == 0 {
		head = raw[:at]
	}
	if long && g.value != g.word {
		head += "="
	}
	return head + text, nil
}

// emptied writes an option without its value, or with an empty one where it must have one: only the long form can say
// that.
func (e *editor) emptied(g *given, head string) (string, error) {
	long := strings.HasPrefix(g.Written, "--")
	switch {
	case e.row.arg == mayHaveValue:
		return strings.TrimSuffix(head, "="), nil
	case long && strings.HasSuffix(head, "="):
		return head, nil
	case long:
		return head + "=", nil
	}
	rest := "--" + e.row.name + "="
	if before := head[:g.at]; before != "-" {
		return before + " " + rest, nil
	}
	return rest, nil
}

// add writes a new line for the option.
func (e *editor) add(value string) (string, error) {
	text := directive + " --" + e.row.name
	if value != "" || e.row.arg == needsValue {
		quoted := ""
		if value != "" {
			var err error
			if quoted, err = quote(value, 0); err != nil {
				return "", err
			}
		}
		text += "=" + quoted
	}
	at := 0
	if len(e.lines) > 0 && strings.HasPrefix(e.lines[0], "#!") {
		at = 1
	}
	for _, l := range e.sheet.lines {
		if l.Part == e.part {
			at = l.Number
		}
	}
	end := "\n"
	if at > 0 {
		before := e.lines[at-1]
		end = before[len(strings.TrimRight(before, "\r\n")):]
		if !strings.HasSuffix(end, "\n") { // the script ends here, and without a line end
			e.lines[at-1], end = before+"\n", ""
		}
	}
	e.lines = slices.Insert(e.lines, at, text+end)
	return e.text(), nil
}
