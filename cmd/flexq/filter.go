package main

import (
	"flexq/client/flex"
	"flexq/tui/columns"
)

// parseFilter reads --filter, which is the language of the screen's filter. An empty one lets everything through.
func parseFilter(text string, known columns.Grammar) (columns.Filter, error) {
	f, err := columns.ParseFields(text, known)
	if err != nil {
		return f, usagef(`as in --filter 'running "my job" -test'`, "--filter: %v", err)
	}
	return f, nil
}

// filtered keeps the items that the filter lets through.
func (l listing[T]) filtered(filter columns.Filter) []T {
	if filter.Empty() {
		return l.items
	}
	match := l.matching(filter)
	var out []T
	for _, item := range l.items {
		if match(item) {
			out = append(out, item)
		}
	}
	return out
}

// matching makes what looks at an item.
func (l listing[T]) matching(filter columns.Filter) func(T) bool {
	if l.matcher != nil {
		return l.matcher(filter)
	}
	return func(item T) bool { return l.matchWords(filter, item) }
}

// matchWords looks at every field of the wide table.
func (l listing[T]) matchWords(filter columns.Filter, item T) bool {
	var words []string
	for _, f := range l.fields {
		if f.shown >= inWide {
			words = append(words, f.words(item))
		}
	}
	return filter.Match(words...)
}

// matchJobs looks at everything that the job list of the screen can show, and at what leases mean for the job.
func matchJobs(filter columns.Filter) func(jobRow) bool {
	terms := columns.TermsOfLease(filter)
	return func(j jobRow) bool {
		return filter.MatchJob(j.Job) && (!terms.Any() || terms.Match(j.risk, j.now.Std()))
	}
}

// matchNodes looks at what the node list of the screen can show.
func matchNodes(filter columns.Filter) func(nodeRow) bool {
	query := columns.QueryOfNodes(filter)
	return func(n nodeRow) bool { return query.Match(&n.NodeRow, n.now) }
}

// matchEvents looks at what the stream of events of the screen can show.
func matchEvents(filter columns.Filter) func(flex.Event) bool {
	query := columns.QueryOfEvents(filter)
	return func(e flex.Event) bool { return query.Match(&e) }
}
