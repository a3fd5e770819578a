package slurm_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"flexq/client/slurm"
)

func TestParseLimit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]slurm.Limit{ // as time_str2secs of Slurm 24.11
		"":           slurm.LimitUnset,
		"5":          5 * 60,
		"05":         5 * 60,
		"90":         90 * 60,
		"5:30":       5*60 + 30,
		"1:2:3":      3723,
		"61:61":      61*60 + 61,
		"1:60":       120,
		"00:00:30":   30,
		"24:00:00":   86400,
		"1-2":        93600,
		"1-2:3":      93780,
		"1-2:3:4":    93784,
		"1-25":       176400,
		"2-":         2 * 86400,
		"0-0:1":      60,
		" 30 ":       1800,
		"0":          slurm.LimitInfinite, // sbatch: a limit of zero asks for none
		"0:00":       slurm.LimitInfinite,
		"-1":         slurm.LimitInfinite,
		"UNLIMITED":  slurm.LimitInfinite,
		"unlimited":  slurm.LimitInfinite,
		"Infinite":   slurm.LimitInfinite,
		"4294967293": 4294967293 * 60,
	} {
		got, err := slurm.ParseLimit(text)
		if err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestParseLimitRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"abc", "5:", ":5", "5s", "1.5", "1:2:3:4", "1-2-3", "+5", "5:+3", "-5", "-2", "1-:5", "1-0:0:0:0", "UNLIMITEDX",
		"5 5", "4294967294", "99999999999999999999", "9999999999-23:59:59", "１", "0x10", "--", "-", ":",
	} {
		got, err := slurm.ParseLimit(text)
		if err == nil || got != 0 {
			t.Errorf("%q is taken for %d", text, got)
			continue
		}
		if !strings.Contains(err.Error(), text) || !strings.Contains(err.Error(), "UNLIMITED") {
			t.Errorf("%q: the error does not say what and how: %v", text, err)
		}
	}
}

func TestLimitForms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		limit            slurm.Limit
		squeue, scontrol string
		words            string
		minutes          uint32
		duration         time.Duration
		bounded          bool
	}{
		{slurm.LimitUnset, "", "", "", 0, 0, false},
		{slurm.LimitInfinite, "UNLIMITED", "UNLIMITED", "no limit", math.MaxUint32, 0, false},
		{1, "0:01", "00:00:01", "1 second", 1, time.Second, true},
		{slurm.LimitOf(1), "1:00", "00:01:00", "1 minute", 1, time.Minute, true},
		{61, "1:01", "00:01:01", "1 minute 1 second", 2, 61 * time.Second, true},
		{slurm.LimitOf(30), "30:00", "00:30:00", "30 minutes", 30, 30 * time.Minute, true},
		{slurm.LimitOf(90), "1:30:00", "01:30:00", "1 hour 30 minutes", 90, 90 * time.Minute, true},
		{slurm.LimitOf(2160), "1-12:00:00", "1-12:00:00", "1 day 12 hours", 2160, 36 * time.Hour, true},
		{slurm.LimitOf(525600), "365-00:00:00", "365-00:00:00", "365 days", 525600, 8760 * time.Hour, true},
		{slurm.LimitOf(math.MaxUint64), "2982616-04:13:00", "2982616-04:13:00", "2982616 days 4 hours 13 minutes", math.MaxUint32 - 2, 0, false},
	} {
		l := test.limit
		if l.String() != test.squeue || l.Clock() != test.scontrol || l.Words() != test.words || l.Minutes() != test.minutes {
			t.Errorf("%d is %q %q %q %d", int64(l), l, l.Clock(), l.Words(), l.Minutes())
		}
		if d, ok := l.Duration(); d != test.duration || ok != test.bounded {
			t.Errorf("%d lasts %v, %v", int64(l), d, ok)
		}
	}
}

func TestFormatElapsed(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[int64][2]string{ // squeue %M and scontrol RunTime
		0:       {"0:00", "00:00:00"},
		5:       {"0:05", "00:00:05"},
		59:      {"0:59", "00:00:59"},
		600:     {"10:00", "00:10:00"},
		3599:    {"59:59", "00:59:59"},
		3600:    {"1:00:00", "01:00:00"},
		36000:   {"10:00:00", "10:00:00"},
		86399:   {"23:59:59", "23:59:59"},
		86400:   {"1-00:00:00", "1-00:00:00"},
		90061:   {"1-01:01:01", "1-01:01:01"},
		8640000: {"100-00:00:00", "100-00:00:00"},
		-1:      {"INVALID", "INVALID"},
	} {
		if got := [2]string{slurm.FormatElapsed(seconds), slurm.FormatClock(seconds)}; got != want {
			t.Errorf("%d is %q, want %q", seconds, got, want)
		}
	}
}

func TestLimitRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		l := slurm.Limit(rapid.Int64Range(1, (math.MaxUint32-2)*60).Draw(t, "seconds"))
		for _, text := range []string{l.String(), l.Clock()} {
			if got, err := slurm.ParseLimit(text); err != nil || got != l {
				t.Fatalf("%d prints as %q, read as %d, %v", l, text, got, err)
			}
		}
		if m := int64(l.Minutes()); m*60 < int64(l) || m*60-int64(l) >= 60 {
			t.Fatalf("%d is %d minutes", l, m)
		}
	})
}
