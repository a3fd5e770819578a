package sim

import (
	"strconv"
	"strings"
	"time"
)

func itoa(n int) string { return strconv.Itoa(n) }

// parseTime reads a time as Slurm's parse_time does, as far as clients of its REST interface use it: seconds since
// 1970, "now", "now-1hour", "now+30minutes", "today", "midnight", and ISO dates in UTC.
func parseTime(s string, now int64) (int64, bool) {
	if n, err := strconv.ParseInt(strings.TrimPrefix(s, "uts"), 10, 64); err == nil && n >= 0 {
		return n, true
	}
	lower := strings.ToLower(s)
	switch lower {
	case "now":
		return now, true
	case "today", "midnight":
		return now - now%86400, true
	case "tomorrow":
		return now - now%86400 + 86400, true
	}
	if rest, ok := strings.CutPrefix(lower, "now"); ok && len(rest) > 1 {
		return parseOffset(rest, now)
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Unix(), true
		}
	}
	return 0, false
}

// parseOffset reads the "-1hour" of "now-1hour"; without a unit it is seconds.
func parseOffset(s string, now int64) (int64, bool) {
	sign := int64(1)
	switch s[0] {
	case '+':
	case '-':
		sign = -1
	default:
		return 0, false
	}
	digits := strings.TrimRight(s[1:], "abcdefghijklmnopqrstuvwxyz")
	unit := s[1+len(digits):]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, false
	}
	for prefix, seconds := range map[string]int64{"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400} {
		if unit == "" || strings.HasPrefix(prefix+"s", unit) && len(unit) >= 3 {
			if unit == "" {
				seconds = 1
			}
			return now + sign*n*seconds, true
		}
	}
	return 0, false
}
