package main

import "flexq/tui/columns"

// parseFilter reads --filter, which is the language of the screen's filter. An empty one lets everything through.
func parseFilter(text string) (columns.Filter, error) {
	f, err := columns.ParseFilter(text)
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
	match := l.match
	if match == nil {
		match = l.matchWords
	}
	var out []T
	for _, item := range l.items {
		if match(filter, item) {
			out = append(out, item)
		}
	}
	return out
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

func matchJob(filter columns.Filter, j jobRow) bool { return filter.MatchJob(j.Job) }

func matchNode(filter columns.Filter, n nodeRow) bool {
	return filter.MatchNode(&columns.NodeRow{Node: n.Node, Pool: n.pool})
}
