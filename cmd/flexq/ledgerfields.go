package main

import (
	"flexq/client/journal"
	"flexq/client/wire"
	"flexq/tui"
)

// ledgerFields are the properties of a change. The keys are a promise to scripts: they stay.
func ledgerFields() []field[journal.Entry] {
	return []field[journal.Entry]{
		{key: "id", title: "ID", value: func(e journal.Entry) any { return e.ID }},
		{
			key: "time", title: "TIME", shown: inTable,
			value: func(e journal.Entry) any { return moment(e.Began) },
			text:  func(e journal.Entry) string { return localTime(e.Began) },
		},
		{
			key: "ended", title: "ENDED",
			value: func(e journal.Entry) any { return moment(e.Ended) },
			text:  func(e journal.Entry) string { return localTime(e.Ended) },
		},
		{key: "change", title: "CHANGE", shown: inTable, value: func(e journal.Entry) any { return e.Op }},
		{key: "targets", title: "OF", shown: inTable, value: func(e journal.Entry) any { return targetsOf(e) }},
		{key: "user", title: "USER", shown: inWide, value: func(e journal.Entry) any { return e.User }},
		{key: "key", title: "KEY", shown: inWide, value: func(e journal.Entry) any { return e.Key }},
		{key: "job", title: "JOB", shown: inWide, right: true, value: func(e journal.Entry) any { return idOrNil(e.Job) }},
		// Whether nobody knows what became of a submit.
		{key: "open", title: "OPEN", value: func(e journal.Entry) any { return e.IsUnfinished() }},
		{key: "outcome", title: "OUTCOME", shown: inTable, value: func(e journal.Entry) any { return entryWords(e) }},
	}
}

// entryWords say how a change ended.
func entryWords(e journal.Entry) string {
	if e.Words == "" && e.Ended.IsZero() {
		return "no word of its end"
	}
	return wire.Clean(e.Words)
}

// targetsOf are what was changed, for terminals: names of jobs come from scripts.
func targetsOf(e journal.Entry) []string {
	out := make([]string, len(e.Targets))
	for i, t := range e.Targets {
		out[i] = wire.Clean(t)
	}
	return out
}

// settledFields are the properties of a submit whose answer was lost.
func settledFields() []field[tui.Settled] {
	return []field[tui.Settled]{
		{key: "key", title: "KEY", shown: inTable, value: func(x tui.Settled) any { return x.Key }},
		{key: "name", title: "NAME", shown: inTable, value: func(x tui.Settled) any { return x.Name }},
		{
			key: "time", title: "TIME", shown: inTable,
			value: func(x tui.Settled) any { return moment(x.Began) },
			text:  func(x tui.Settled) string { return localTime(x.Began) },
		},
		{key: "job", title: "JOB", right: true, value: func(x tui.Settled) any { return idOrNil(x.Job) }},
		// Whether it is still not known.
		{key: "open", title: "OPEN", value: func(x tui.Settled) any { return x.Open }},
		{key: "outcome", title: "OUTCOME", shown: inTable, value: func(x tui.Settled) any { return x.Outcome }},
	}
}

// idOrNil is the number of a job in JSON: nil when there is none.
func idOrNil(id uint64) any {
	if id == 0 {
		return nil
	}
	return id
}
