package columns

import (
	"fmt"
	"slices"
	"strings"

	"flexq/client/flex"
)

// EventFieldNames are the keys that EventFields knows.
func EventFieldNames() []string { return []string{"node", "pool", "job", "type", "sev", "user"} }

// EventFields is the grammar of a filter of events: node:, pool:, job:, type:, sev: and user:.
func EventFields(key, value string) (known bool, err error) {
	switch key {
	case "node":
		_, err = namesOf(value)
	case "pool", "job", "user":
		err = checkWords(key, value)
	case "type":
		if len(typesLike(value)) == 0 {
			err = &FieldError{
				fmt.Sprintf("no type of event is called %q; some are %s, %s, %s", value, flex.LeaseExpired, flex.NodeDraining, flex.JobRequeued),
				exampleOf(key),
			}
		}
	case "sev":
		_, err = severityOf(value)
	default:
		return false, foreign("events", key, EventFieldNames())
	}
	return true, err
}

// EventQuery is a filter of events, ready to be asked many times. The zero value lets every event through.
type EventQuery struct {
	words Filter
	parts []eventPart
}

// eventPart is one field. Several of one key must all hold.
type eventPart struct {
	key      string
	values   []string // one of them must be held
	nodes    nodeNames
	types    map[flex.EventType]bool
	severity flex.Severity
	not      bool
}

// QueryOfEvents makes a query of a filter that EventFields has read.
func QueryOfEvents(f Filter) EventQuery {
	q := EventQuery{words: f}
	for _, field := range f.Fields() {
		p := eventPart{key: field.Key, not: field.Not}
		switch field.Key { // errors were told when it was typed
		case "type":
			p.types = typesLike(field.Value)
		case "sev":
			p.severity, _ = severityOf(field.Value)
		case "node":
			p.nodes, _ = namesOf(field.Value)
		default:
			p.values = wordsOf(field.Value)
		}
		q.parts = append(q.parts, p)
	}
	return q
}

// Match reports whether an event is let through.
func (q EventQuery) Match(e *flex.Event) bool {
	for i := range q.parts {
		if q.parts[i].match(e) == q.parts[i].not {
			return false
		}
	}
	if len(q.words.must)+len(q.words.not) == 0 {
		return true
	}
	return q.words.Match(append([]string{e.Node, e.Pool, string(e.Type), e.Type.Words(), e.Text, e.Name, e.User, e.Severity.Words()}, e.Jobs...)...)
}

func (p *eventPart) match(e *flex.Event) bool {
	switch p.key {
	case "node":
		return p.nodes.has(e.Node)
	case "pool":
		return isOneOf(e.Pool, p.values)
	case "user":
		return isOneOf(e.User, p.values)
	case "type":
		return p.types[e.Type]
	case "sev":
		return e.Severity >= p.severity
	}
	return slices.ContainsFunc(p.values, e.ConcernsJob)
}

// hasName reports whether a name has a part, a number at the end of which is whole: a3u-1 is not in a3u-12.
func hasName(name, part string) bool {
	name = strings.ToLower(name)
	for from := 0; ; {
		i := strings.Index(name[from:], part)
		if i < 0 {
			return false
		}
		end := from + i + len(part)
		if end == len(name) || !isDigit(part[len(part)-1]) || !isDigit(name[end]) {
			return true
		}
		from += i + 1
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isOfJob reports whether an id, as squeue shows it, is a job's or that of one of its tasks or parts.
func isOfJob(id, job string) bool {
	rest, ok := strings.CutPrefix(id, job)
	return ok && (rest == "" || rest[0] == '_' || rest[0] == '+')
}

// typesLike are the types whose name, or whose words, have a text in them.
func typesLike(text string) map[flex.EventType]bool {
	if text == "" {
		return nil
	}
	out := map[flex.EventType]bool{}
	for part := range strings.SplitSeq(text, ",") {
		for _, t := range flex.EventTypes() {
			if part != "" && (strings.Contains(string(t), part) || strings.Contains(t.Words(), part)) {
				out[t] = true
			}
		}
	}
	return out
}

func severityOf(text string) (flex.Severity, error) {
	for _, s := range []flex.Severity{flex.Info, flex.Notice, flex.Warning, flex.Critical} {
		if text != "" && strings.HasPrefix(s.Words(), text) {
			return s, nil
		}
	}
	return flex.Info, &FieldError{"sev: takes info, notice, warning or critical, and shows what is at least as severe", exampleOf("sev")}
}
