package main

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"flexq/client/flex"
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
	if v.at.IsZero() && v.back > 0 {
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

// leavesOut reports whether an event that has just been noticed is not asked for: one from before the moment that was
// given. A span is about what is known already.
func (v *sinceValue) leavesOut(e flex.Event) bool { return e.At.Before(v.at) }

func parseSince(text string) (sinceValue, error) {
	v := sinceValue{text: text}
	if text == "" {
		return v, errEmpty("since")
	}
	if text == "0" || strings.EqualFold(text, "now") {
		v.text = "now"
		return v, nil
	}
	for _, form := range []string{
		time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
	} {
		if at, err := time.ParseInLocation(form, text, time.Local); err == nil {
			v.at = at
			return v, nil
		}
	}
	back, err := parseSpan(text)
	switch {
	case errors.Is(err, errLong):
		return v, usagef("leave it at 100 years, or give a moment", "--since: %s is longer than 100 years", text)
	case err != nil:
		return v, usagef("as in --since 24h, 7d, now, 2026-11-30 or 2026-11-30T04:00+02:00", "--since: %q is neither a span of time nor a moment", text)
	}
	v.back = back
	return v, nil
}

// longestSpan keeps a span from passing what time can count.
const longestSpan = 100 * 365 * 24 * time.Hour

var (
	errSpan = errors.New("no span of time")
	errLong = errors.New("too long a span of time")
)

// parseSpan reads spans such as 90m, 24h, 7d, 1d12h and 2w.
func parseSpan(text string) (time.Duration, error) {
	units := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	var total time.Duration
	isLong := false
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
		if end <= 0 || units[text[end]] == 0 {
			return 0, errSpan
		}
		n, err := strconv.ParseUint(text[:end], 10, 32)
		unit := units[text[end]]
		if isLong = isLong || err != nil || time.Duration(n) > (longestSpan-total)/unit; !isLong {
			total += time.Duration(n) * unit
		}
		text = text[end+1:]
	}
	if isLong {
		return 0, errLong
	}
	return total, nil
}
