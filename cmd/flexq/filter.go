package main

import (
	"slices"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// parseFilter reads --filter, which is the language of the screen's filter. An empty one lets everything through.
func parseFilter(text string, known columns.Grammar) (columns.Filter, error) {
	f, err := columns.ParseFields(text, known)
	if err != nil {
		return f, usagef("as in --filter '"+columns.FilterExample(err)+"'", "--filter: %v", err)
	}
	return f, nil
}

// asksFor reports whether --filter has one of the fields.
func (l listing[T]) asksFor(o outputFlags, keys ...string) bool {
	f, err := parseFilter(o.filter(), l.grammar)
	return err == nil && slices.ContainsFunc(f.Fields(), func(field columns.FilterField) bool { return slices.Contains(keys, field.Key) })
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

// matchJobs looks at everything that the job list of the screen can show, and at what leases and pools mean for the job.
func matchJobs(filter columns.Filter) func(jobRow) bool {
	query := columns.QueryOfJobs(filter)
	return func(j jobRow) bool {
		risk := func(*slurm.Job) flex.Risk { return j.risk }
		return query.Match(j.Job, columns.JobFacts{Now: j.now.Std(), Risk: risk, Pools: j.pools})
	}
}

// matchPools looks at the fields of the wide table, and at what is known of the nodes of the pool.
func matchPools(filter columns.Filter) func(poolRow) bool {
	query, l := columns.QueryOfPools(filter), listing[poolRow]{fields: poolFields()}
	return func(p poolRow) bool {
		return query.Match(columns.PoolRow{Group: &p.PoolNodes, Next: p.next.Lease}, p.now) && l.matchWords(filter, p)
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
