package slurm

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Limit is a time limit in seconds. Slurm keeps limits in whole minutes; sbatch rounds up.
type Limit int64

// The two limits that are no number.
const (
	LimitUnset    Limit = 0  // Slurm does not say
	LimitInfinite Limit = -1 // UNLIMITED
)

// ParseLimit reads a limit in any form that sbatch takes: M, M:S, H:M:S, D-H, D-H:M, D-H:M:S, and UNLIMITED,
// INFINITE or -1. The empty string is LimitUnset.
func ParseLimit(s string) (Limit, error) {
	switch strings.ToUpper(strings.TrimSpace(s)) {
	case "":
		return LimitUnset, nil
	case "UNLIMITED", "INFINITE", "-1":
		return LimitInfinite, nil
	}
	bad := func() (Limit, error) {
		return 0, fmt.Errorf("%q is not a time limit: write minutes, HH:MM:SS, D-HH:MM:SS or UNLIMITED", s)
	}
	days, rest, hasDays := strings.Cut(strings.TrimSpace(s), "-")
	if !hasDays {
		days, rest = "0", days
	}
	parts := strings.Split(rest, ":")
	if len(parts) > 3 {
		return bad()
	}
	var n [4]int64
	for i, p := range append([]string{days}, parts...) {
		v, err := strconv.ParseUint(p, 10, 32)
		if err != nil {
			return bad()
		}
		n[i] = int64(v)
	}
	sec := n[0] * 86400
	switch {
	case hasDays || len(parts) == 3:
		sec += n[1]*3600 + n[2]*60 + n[3]
	default:
		sec += n[1]*60 + n[2]
	}
	return Limit(sec), nil
}

// String gives the limit as squeue %l and scontrol TimeLimit do... see FormatClock.
func (l Limit) String() string {
	switch {
	case l == LimitInfinite:
		return "UNLIMITED"
	case l <= 0:
		return ""
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

// Minutes returns the limit in minutes, rounded up as sbatch does; Slurm's INFINITE for LimitInfinite.
func (l Limit) Minutes() uint32 {
	switch {
	case l == LimitInfinite:
		return math.MaxUint32
	case l <= 0:
		return 0
	}
	return uint32(min((int64(l)+59)/60, math.MaxUint32-2))
}

// Words says the limit in plain words: "1 day 12 hours".
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
	}{{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}} {
		if n := rest / u.size; n > 0 {
			w := strconv.FormatInt(n, 10) + " " + u.name
			if n > 1 {
				w += "s"
			}
			out = append(out, w)
			rest %= u.size
		}
	}
	return strings.Join(out, " ")
}

// FormatElapsed gives seconds as squeue %M does: M:SS, H:MM:SS, D-HH:MM:SS.
func FormatElapsed(seconds int64) string {
	d, h, m, s := seconds/86400, seconds/3600%24, seconds/60%60, seconds%60
	switch {
	case seconds < 0:
		return "INVALID"
	case d > 0:
		return fmt.Sprintf("%d-%02d:%02d:%02d", d, h, m, s)
	case h > 0:
		return fmt.Sprintf("%d:%02d:%02d", h, m, s)
	}
	return fmt.Sprintf("%d:%02d", m, s)
}

// FormatClock gives seconds as scontrol RunTime does: HH:MM:SS, D-HH:MM:SS.
func FormatClock(seconds int64) string {
	d, h, m, s := seconds/86400, seconds/3600%24, seconds/60%60, seconds%60
	switch {
	case seconds < 0:
		return "INVALID"
	case d > 0:
		return fmt.Sprintf("%d-%02d:%02d:%02d", d, h, m, s)
	}
	return fmt.Sprintf("%02d:%02d:%02d", h, m, s)
}
