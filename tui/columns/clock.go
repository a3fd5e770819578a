package columns

import (
	"fmt"
	"time"

	"flexq/client/slurm"
)

// Span gives a time span short enough for a column, two units at most: "45s", "12m04", "5h19", "2d04h".
func Span(d time.Duration) string {
	s := int64(d / time.Second)
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	switch {
	case s < 60:
		return fmt.Sprintf("%s%ds", sign, s)
	case s < 3600:
		return fmt.Sprintf("%s%dm%02d", sign, s/60, s%60)
	case s < 86400:
		return fmt.Sprintf("%s%dh%02d", sign, s/3600, s/60%60)
	default:
		return fmt.Sprintf("%s%dd%02dh", sign, s/86400, s/3600%24)
	}
}

// Clock gives a moment with its day, in the local zone: "Mon 30 Nov 14:05".
func Clock(t slurm.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Std().Format("Mon 2 Jan 15:04")
}

// Moment gives a moment in full, with its zone: "Mon 30 Nov 2026 14:05:59 UTC".
func Moment(t slurm.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Std().Format("Mon 2 Jan 2006 15:04:05 MST")
}

// Thousands writes a count with commas: 1,287.
func Thousands(n int64) string {
	s := fmt.Sprint(n)
	neg := n < 0
	if neg {
		s = s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if neg {
		return "-" + s
	}
	return s
}

// Count writes a count with its noun: "1 node", "1,287 nodes".
func Count(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Thousands(n) + " " + noun
}
