package main

import (
	"testing"
	"time"
)

func TestSince(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour, "1d12h": 36 * time.Hour, "90m": 90 * time.Minute, "2w": 14 * 24 * time.Hour, "45s": 45 * time.Second,
		"2026-11-30T11:00:00Z": time.Hour, "2026-11-30T13:00:00+02:00": time.Hour,
		"2026-11-30T13:00+02:00": time.Hour, "2026-11-30T11:00Z": time.Hour, "0": 0, "0h": 0, "now": 0, "NOW": 0,
	} {
		var v sinceValue
		if err := v.Set(text); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := now.Sub(v.from(now)); got != want {
			t.Errorf("%s is %v ago, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "h", "12", "-3h", "3x", "24h!", "9999999999d", "99999w99999w", "yesterday", "2026-13-01", "h3"} {
		var v sinceValue
		if err := v.Set(text); exitCode(err) != exitUsage {
			t.Errorf("%q is taken for %+v, %v", text, v, err)
		}
	}
}

func TestSinceDay(t *testing.T) {
	t.Parallel()
	var v sinceValue
	if err := v.Set("2026-11-29"); err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 11, 29, 0, 0, 0, 0, time.Local); !v.from(time.Time{}).Equal(want) {
		t.Errorf("got %v, want %v", v.from(time.Time{}), want)
	}
}

// What is too long is told apart from what is no span.
func TestSinceTooLong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"99999d": "--since: 99999d is longer than 100 years", "99999999999999999999h": "--since: 99999999999999999999h is longer than 100 years",
		"99999d!": `--since: "99999d!" is neither a span of time nor a moment`,
	} {
		var v sinceValue
		if err := v.Set(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
