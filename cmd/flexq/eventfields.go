package main

import (
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// eventFields are the properties of an event. The keys are a promise to scripts: they stay.
func eventFields() []field[flex.Event] {
	return []field[flex.Event]{
		{key: "id", title: "ID", value: func(e flex.Event) any { return e.ID }},
		{
			key: "time", title: "TIME", shown: inTable,
			value: func(e flex.Event) any { return moment(e.At) },
			text:  func(e flex.Event) string { return localTime(e.At) },
		},
		// False if the moment is when it was noticed.
		{key: "exact", title: "EXACT", value: func(e flex.Event) any { return !e.Loose }},
		{key: "severity", title: "SEVERITY", shown: inTable, value: func(e flex.Event) any { return e.Severity.Words() }},
		{key: "type", title: "TYPE", shown: inWide, value: func(e flex.Event) any { return string(e.Type) }},
		{key: "pool", title: "POOL", shown: inWide, value: func(e flex.Event) any { return e.Pool }},
		{key: "node", title: "NODE", shown: inTable, value: func(e flex.Event) any { return e.Node }},
		{key: "machine", title: "MACHINE", value: func(e flex.Event) any { return e.Machine }},
		{key: "jobs", title: "JOBS", shown: inTable, value: func(e flex.Event) any { return listOf(e.Jobs) }},
		{key: "user", title: "USER", shown: inWide, value: func(e flex.Event) any { return e.User }},
		{key: "name", title: "NAME", value: func(e flex.Event) any { return e.Name }},
		// Of the end of a lease: how long before it, in seconds.
		{key: "within", title: "WITHIN", right: true, value: func(e flex.Event) any { return secondsOrNil(e.Within) }},
		// Of the end of a lease, and of a job at risk: when that is.
		{key: "ends", title: "ENDS", value: func(e flex.Event) any { return moment(e.Ends) }, text: func(e flex.Event) string { return localTime(e.Ends) }},
		// Who has told: platform, machines, slurm, clock, user.
		{key: "sources", title: "SOURCES", shown: inWide, value: func(e flex.Event) any { return originsOf(e.From) }},
		{key: "text", title: "TEXT", value: func(e flex.Event) any { return e.Text }},
		// The type and the text as a sentence.
		{key: "what", title: "WHAT", shown: inTable, value: func(e flex.Event) any { return whatHappened(e) }},
	}
}

// eventTypeNames are the types as JSON and the filter have them.
func eventTypeNames() []string {
	types := flex.EventTypes()
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = string(t)
	}
	return out
}

// whatHappened is an event in words, to be read after its node or job.
func whatHappened(e flex.Event) string {
	text := e.What(time.Local)
	if text == "" {
		return e.Type.Words()
	}
	return e.Type.Words() + ": " + text
}

// originsOf names the origins of an event.
func originsOf(from uint8) []string {
	out := []string{}
	for _, o := range []struct {
		bit  uint8
		name string
	}{
		{flex.ByPlatform, "platform"},
		{flex.ByMachines, "machines"},
		{flex.BySlurm, "slurm"},
		{flex.ByClock, "clock"},
		{flex.ByUser, "user"},
	} {
		if from&o.bit != 0 {
			out = append(out, o.name)
		}
	}
	return out
}

// moment is stamp for a time of the standard library.
func moment(t time.Time) any { return stamp(slurm.TimeOf(t)) }

// localTime is local for a time of the standard library.
func localTime(t time.Time) string { return local(slurm.TimeOf(t)) }

// secondsOrNil is a span of time in JSON: nil when there is none.
func secondsOrNil(d time.Duration) any {
	if d == 0 {
		return nil
	}
	return seconds(d)
}
