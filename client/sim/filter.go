package sim

import (
	"regexp"
	"slices"
	"strings"
)

// condition is a part of a filter.
type condition func(v value) bool

// filtered keeps what a filter of Compute Engine lets through. Simulated are comparisons of texts with =, !=, : (with
// * for anything) and with eq, ne (regular expressions that must match as a whole), joined by AND, OR, NOT and
// parentheses; comparisons side by side are joined by AND.
func filtered(items []item, filter string) ([]item, *computeFault) {
	if strings.TrimSpace(filter) == "" {
		return items, nil
	}
	p := &filterParser{words: filterWords(filter)}
	pass := p.any()
	if p.bad || len(p.words) > 0 {
		return nil, invalidField("filter", filter, "Invalid list filter expression.")
	}
	return slices.DeleteFunc(items, func(x item) bool { return !pass(x.value) }), nil
}

// filterParser reads a filter word by word.
type filterParser struct {
	words []string
	bad   bool
}

// filterWords cuts a filter into parentheses, operators, names and values; quoted values keep their first quote.
func filterWords(s string) []string {
	return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|!=|[():=<>]|[^\s():=<>!"]+|\S`).FindAllString(s, -1)
}

func (p *filterParser) next() string {
	if len(p.words) == 0 {
		return ""
	}
	return p.words[0]
}

func (p *filterParser) take() string {
	w := p.next()
	if w == "" {
		p.bad = true
		return ""
	}
	p.words = p.words[1:]
	return w
}

func (p *filterParser) any() condition {
	left := p.all()
	for p.next() == "OR" {
		p.take()
		a, b := left, p.all()
		left = func(v value) bool { return a(v) || b(v) }
	}
	return left
}

func (p *filterParser) all() condition {
	left := p.one()
	for w := p.next(); w != "" && w != ")" && w != "OR" && !p.bad; w = p.next() {
		if w == "AND" {
			p.take()
		}
		a, b := left, p.one()
		left = func(v value) bool { return a(v) && b(v) }
	}
	return left
}

func (p *filterParser) one() condition {
	switch p.next() {
	case "NOT":
		p.take()
		inner := p.one()
		return func(v value) bool { return !inner(v) }
	case "(":
		p.take()
		inner := p.any()
		if p.take() != ")" {
			p.bad = true
		}
		return inner
	default:
		return p.comparison()
	}
}

// comparable are the fields that a filter may name.
func comparableField(name string) bool {
	return slices.Contains([]string{
		"name", "id", "status", "zone", "machineType", "creationTimestamp", "scheduling.provisioningModel", "baseInstanceName", "state",
	}, name) || strings.HasPrefix(name, "labels.")
}

func (p *filterParser) comparison() condition {
	name, op, text := p.take(), p.take(), p.take()
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(strings.TrimSuffix(quoted, `"`))
	}
	never := func(value) bool { return false }
	if p.bad || !comparableField(name) {
		p.bad = true
		return never
	}
	pattern := regexp.QuoteMeta(text)
	switch op {
	case "=", "!=":
	case ":":
		pattern = strings.ReplaceAll(pattern, `\*`, ".*")
	case "eq", "ne":
		pattern = text
	default:
		p.bad = true
		return never
	}
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		p.bad = true
		return never
	}
	not := op == "!=" || op == "ne"
	return func(v value) bool {
		for _, k := range strings.Split(name, ".") {
			v, _ = v.get(k)
		}
		return re.MatchString(v.text) != not
	}
}
