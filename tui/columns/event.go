package columns

import (
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/tui/theme"
)

// EventView is what the cells of an event need to know besides it.
type EventView struct {
	Now    time.Time // the cluster's clock
	Glyphs theme.Glyphs
}

// EventColumn is one column of the list of events.
type EventColumn struct {
	Name, Title     string
	Min, Ideal, Max int
	Right           bool
	Keep            int
	Flex            bool
	Cell            func(e *flex.Event, v *EventView) Cell
}

// EventColumns are the columns of the list of events, from left to right.
func EventColumns() []EventColumn {
	return []EventColumn{
		{Name: "time", Title: "TIME", Min: 9, Ideal: 9, Max: 9, Cell: func(e *flex.Event, v *EventView) Cell { return Cell{EventTime(e.At, v.Now), theme.Dim} }},
		{Name: "age", Title: "AGE", Min: 6, Ideal: 6, Max: 7, Right: true, Keep: 2, Cell: eventAgeCell},
		{Name: "severity", Title: "SEVERITY", Min: 10, Ideal: 10, Max: 10, Keep: 7, Cell: func(e *flex.Event, v *EventView) Cell { return SeverityCell(e.Severity, v.Glyphs) }},
		{Name: "event", Title: "EVENT", Min: 14, Ideal: 16, Max: 24, Cell: func(e *flex.Event, _ *EventView) Cell { return Cell{e.Type.Words(), SeverityTone(e.Severity)} }},
		{Name: "node", Title: "NODE", Min: 11, Ideal: 11, Max: 30, Keep: 8, Cell: func(e *flex.Event, _ *EventView) Cell { return orDash(e.Node) }},
		{Name: "pool", Title: "POOL", Min: 4, Ideal: 4, Max: 16, Keep: 1, Cell: func(e *flex.Event, _ *EventView) Cell { return Cell{e.Pool, theme.Dim} }},
		{Name: "jobs", Title: "JOBS", Min: 7, Ideal: 7, Max: 20, Keep: 5, Cell: func(e *flex.Event, _ *EventView) Cell { return orDash(eventJobs(e)) }},
		{Name: "what", Title: "WHAT HAPPENED", Min: 24, Ideal: 30, Flex: true, Keep: 4, Cell: func(e *flex.Event, v *EventView) Cell { return Cell{e.What(v.Now.Location()), theme.Normal} }},
	}
}

// EventTime gives the moment of an event short enough for a column: the time today, the day and the time in the six days
// before, the date before that. The zone is that of now.
func EventTime(at, now time.Time) string {
	at = at.In(now.Location())
	y, m, d := now.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, now.Location())
	switch {
	case !at.Before(midnight) && at.Before(midnight.AddDate(0, 0, 1)):
		return at.Format("15:04:05")
	case !at.Before(midnight.AddDate(0, 0, -6)) && at.Before(midnight):
		return at.Format("Mon 15:04")
	}
	return at.Format("2 Jan")
}

// EventLine says all that is known of an event in one line: "Mon 23 Nov 12:00:05  a3u7-a3u-20  lease expired: ...".
func EventLine(e *flex.Event, zone *time.Location) string {
	when := e.At.In(zone).Format("Mon 2 Jan 15:04:05")
	if e.Loose {
		when = "about " + when
	}
	parts := []string{when}
	if e.Node != "" {
		parts = append(parts, e.Node)
	}
	what := e.Type.Words()
	if text := e.What(zone); text != "" {
		what += ": " + text
	}
	parts = append(parts, what)
	if len(e.Jobs) > 0 {
		jobs := "job " + strings.Join(e.Jobs, " ")
		if e.User != "" {
			jobs += " of " + e.User
		}
		parts = append(parts, jobs)
	}
	if from := origins(e.From); from != "" {
		parts = append(parts, "("+from+")")
	}
	return strings.Join(parts, "  ")
}

// origins name who told of an event.
func origins(from uint8) string {
	var out []string
	for _, o := range []struct {
		bit  uint8
		name string
	}{
		{flex.ByPlatform, "the platform"},
		{flex.ByMachines, "the machines"},
		{flex.BySlurm, "Slurm"},
		{flex.ByClock, "the clock"},
		{flex.ByUser, "from here"},
	} {
		if from&o.bit != 0 {
			out = append(out, o.name)
		}
	}
	return strings.Join(out, ", ")
}

func eventAgeCell(e *flex.Event, v *EventView) Cell {
	return Cell{LeaseSpan(max(0, v.Now.Sub(e.At))), theme.Dim}
}

// SeverityTone is the tone of a severity.
func SeverityTone(s flex.Severity) theme.Tone {
	switch s {
	case flex.Critical:
		return theme.Bad
	case flex.Warning:
		return theme.Warn
	case flex.Notice:
		return theme.Normal
	case flex.Info:
	}
	return theme.Dim
}

// SeverityCell is a severity as a sign and a word, so that it is never colour alone.
func SeverityCell(s flex.Severity, g theme.Glyphs) Cell {
	sign := g.Dot
	switch s {
	case flex.Critical:
		sign = g.Bad
	case flex.Warning:
		sign = g.Warn
	case flex.Notice:
		sign = g.Bullet
	case flex.Info:
	}
	return Cell{sign + " " + s.Words(), SeverityTone(s)}
}

// eventJobs names the jobs of an event, all of them if there are two.
func eventJobs(e *flex.Event) string {
	if n := len(e.Jobs); n > 2 {
		return e.Jobs[0] + " +" + Thousands(int64(n-1))
	}
	return strings.Join(e.Jobs, " ")
}

func orDash(text string) Cell {
	if text == "" {
		return Cell{"-", theme.Dim}
	}
	return Cell{text, theme.Normal}
}
