package main

import (
	"strconv"
	"strings"
	"time"
)

// sinceValue is the value of --since: a span of time before now, or a moment.
type sinceValue struct {
	text string
	back time.Duration
	at   time.Time // zero if it is a span
}

// Set implements pflag.Value.
func (v *sinceValue) Set(text string) error {
	parsed, err := parseSince(strings.TrimSpace(text))
	if err != nil {
		return err
	}
	*v = parsed
	return nil
}

func (v *sinceValue) String() string { return v.text }

// Type implements pflag.Value.
func (*sinceValue) Type() string { return "since" }

// words say what is looked back on, as in "no events" and these.
func (v *sinceValue) words() string {
	if v.at.IsZero() {
		return "in the last " + v.text
	}
	return "since " + v.text
}

// from is the moment meant, seen from now.
func (v *sinceValue) from(now time.Time) time.Time {
	if !v.at.IsZero() {
		return v.at
	}
	return now.Add(-v.back)
}

func parseSince(text string) (sinceValue, error) {
	v := sinceValue{text: text}
	if text == "" {
		return v, errEmpty("since")
	}
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(form, text, time.Local); err == nil {
			v.at = at
			return v, nil
		}
	}
	back, ok := parseSpan(text)
	if !ok || back <= 0 {
		return v, usagef("as in --since 24h, --since 7d, --since 2026-11-30 or --since 2026-11-30T04:00", "--since: %q is neither a span of time nor a moment", text)
	}
	v.back = back
	return v, nil
}

// longestSpan keeps a span from passing what time can count.
const longestSpan = 100 * 365 * 24 * time.Hour

// parseSpan reads spans such as 90m, 24h, 7d, 1d12h and 2w.
func parseSpan(text string) (time.Duration, bool) {
	units := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	var total time.Duration
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if end <= 0 {
			return 0, false
		}
		n, err := strconv.ParseUint(text[:end], 10, 32)
		unit := units[text[end]]
		if err != nil || unit == 0 || time.Duration(n) > (longestSpan-total)/unit {
			return 0, false
		}
		total += time.Duration(n) * unit
		text = text[end+1:]
	}
	return total, true
}
