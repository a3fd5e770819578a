package slurm

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limit is a time limit in seconds. Slurm itself keeps limits in whole minutes: see Minutes.
type Limit int64

// The two limits that are no number.
const (
	LimitUnset    Limit = 0  // Slurm does not say
	LimitInfinite Limit = -1 // UNLIMITED
)

const (
	minute = 60
	hour   = 60 * minute
	day    = 24 * hour

	// maxLimit is the longest time that fits Slurm's 32-bit count of minutes, whose two highest values mean
	// "unset" and "infinite".
	maxLimit = (math.MaxUint32 - 2) * minute
)

var errLimit = errors.New("not a time limit; write minutes (90), H:M:S (1:30:00), days-hours (2-12) or UNLIMITED")

// LimitOf returns a limit of so many minutes.
func LimitOf(minutes uint64) Limit { return Limit(min(minutes, math.MaxUint32-2) * minute) }

// ParseLimit reads a limit in every form that sbatch --time takes: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S, and
// UNLIMITED, INFINITE or -1. As for sbatch, parts need not stay below 60 or 24, and zero asks for no limit, so it
// gives LimitInfinite. The empty string gives LimitUnset.
func ParseLimit(s string) (Limit, error) {
	text := strings.TrimSpace(s)
	switch strings.ToUpper(text) {
	case "":
		return LimitUnset, nil
	case "UNLIMITED", "INFINITE", "-1":
		return LimitInfinite, nil
	}
	sec, err := parseClock(text)
	switch {
	case err != nil:
		return LimitUnset, fmt.Errorf("%s: %w", quote(s), err)
	case sec == 0:
		return LimitInfinite, nil
	}
	return Limit(sec), nil
}

func parseClock(s string) (int64, error) {
	days, clock, hasDays := strings.Cut(s, "-")
	units := []int64{hour, minute, 1}
	var sec int64
	if hasDays {
		n, err := parsePart(days)
		if err != nil {
			return 0, err
		}
		sec = n * day
		if clock == "" { // sbatch takes "2-"
			return checkLimit(sec)
		}
	} else {
		clock = s
	}
	parts := strings.Split(clock, ":")
	if len(parts) > len(units) {
		return 0, errLimit
	}
	if !hasDays && len(parts) < 3 { // without days the first of fewer than three parts counts minutes
		units = units[1:]
	}
	for i, p := range parts {
		n, err := parsePart(p)
		if err != nil {
			return 0, err
		}
		sec += n * units[i]
	}
	return checkLimit(sec)
}

func checkLimit(sec int64) (int64, error) {
	if sec > maxLimit {
		return 0, errors.New("longer than any limit that Slurm can keep; write UNLIMITED instead")
	}
	return sec, nil
}

// parsePart takes at most ten digits, so that sums cannot overflow.
func parsePart(s string) (int64, error) {
	if s == "" || len(s) > 10 {
		return 0, errLimit
	}
	var n int64
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, errLimit
		}
		n = n*10 + int64(s[i]-'0')
	}
	return n, nil
}

// String gives the limit as squeue %l prints it: "30:00", "8:00:00", "1-00:00:00", "UNLIMITED"; "" when unset.
func (l Limit) String() string {
	switch {
	case l == LimitInfinite:
		return "UNLIMITED"
	case l <= 0:
		return ""
	}
	return FormatElapsed(int64(l))
}

// Clock gives the limit as scontrol's TimeLimit prints it: "00:30:00", "08:00:00", "1-00:00:00", "UNLIMITED";
// "" when unset.
func (l Limit) Clock() string {
	if l <= 0 {
		return l.String()
	}
	return FormatClock(int64(l))
}

// Duration returns the limit, and false if it is unset or infinite.
func (l Limit) Duration() (time.Duration, bool) {
	if l <= 0 || int64(l) > math.MaxInt64/int64(time.Second) {
		return 0, false
	}
	return time.Duration(l) * time.Second, true
}

// Minutes returns the limit in minutes as Slurm keeps it: rounded up, Slurm's INFINITE (4294967295) for
// LimitInfinite, and 0 for an unset one, which must not be sent.
func (l Limit) Minutes() uint32 {
	switch {
	case l == LimitInfinite:
		return math.MaxUint32
	case l <= 0:
		return 0
	}
	return uint32(min((int64(l)+minute-1)/minute, math.MaxUint32-2))
}

// Words says the limit in plain words: "1 day 12 hours"; "no limit" and "" for the two that are no number.
func (l Limit) Words() string {
	switch {
	case l == LimitInfinite:
		return "no limit"
	case l <= 0:
		return ""
	}
	var out []string
	rest := int64(l)
	for _, u := range []struct {
		name string
		size int64
	}{{"day", day}, {"hour", hour}, {"minute", minute}, {"second", 1}} {
		if n := rest / u.size; n > 0 {
			out = append(out, Plural(n, u.name))
			rest %= u.size
		}
	}
	return strings.Join(out, " ")
}

// Plural counts things in words: "1 hour", "2 hours".
func Plural(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.FormatInt(n, 10) + " " + noun
}
