package sbatch

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

var errNow = errors.New("it depends on the present moment, which is not known here; write a date such as 2027-01-31T08:00")

// parseWhen reads a moment as sbatch --begin does: now+2hours, 16:00, tomorrow, noon, 2027-01-31[T08:00[:30]],
// 01/31[/27][-08:00], 013127, uts1796009999, and a date and a time with a blank between. What has no date is the
// next such time, what has no time is midnight. Times are in the zone of now.
func parseWhen(s string, now time.Time) (time.Time, error) {
	bad := fmt.Errorf("%q is not a time; write 2027-01-31T08:00, 16:00, tomorrow or now+2hours", s)
	text := strings.ToLower(strings.TrimSpace(s))
	if sec, ok := strings.CutPrefix(text, "uts"); ok {
		n, err := strconv.ParseUint(sec, 10, 40)
		if err != nil {
			return time.Time{}, bad
		}
		return time.Unix(int64(n), 0).In(now.Location()), nil
	}
	if rest, ok := strings.CutPrefix(text, "now"); ok {
		d, err := parseOffset(rest)
		if err != nil {
			return time.Time{}, bad
		}
		if now.IsZero() {
			return time.Time{}, errNow
		}
		return now.Add(d).Truncate(time.Second), nil
	}
	w := when{now: now}
	for _, word := range strings.Fields(text) {
		if !w.word(word) {
			return time.Time{}, bad
		}
	}
	if !w.hasDate && !w.hasClock {
		return time.Time{}, bad
	}
	return w.moment()
}

// parseOffset reads what stands behind "now": nothing, or +N and a unit, or -N.
func parseOffset(s string) (time.Duration, error) {
	if s == "" {
		return 0, nil
	}
	sign := time.Duration(1)
	if s[0] == '-' {
		sign = -1
	} else if s[0] != '+' {
		return 0, errors.New("no sign")
	}
	number := s[1 : len(s)-len(strings.TrimLeft(s[1:], "0123456789"))]
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return 0, err
	}
	unit, ok := unitOf(s[1+len(number):])
	if !ok {
		return 0, errors.New("no unit")
	}
	return sign * time.Duration(n) * unit, nil
}

// unitOf knows whole words only, as sbatch does.
func unitOf(s string) (time.Duration, bool) {
	switch s {
	case "", "second", "seconds":
		return time.Second, true
	case "minute", "minutes":
		return time.Minute, true
	case "hour", "hours":
		return time.Hour, true
	case "day", "days":
		return 24 * time.Hour, true
	case "week", "weeks":
		return 7 * 24 * time.Hour, true
	}
	return 0, false
}

// when gathers the date and the time of day.
type when struct {
	now               time.Time
	date              time.Time
	hasDate, hasClock bool
	hasYear, noYear   bool // how much of the date was given; today and tomorrow give neither
	tomorrow          bool
	clock             time.Duration
}

// word takes one part: a date, a time, or both joined by T or by a dash.
func (w *when) word(s string) bool {
	if w.name(s) || w.setClock(s) || w.setDate(s) {
		return true
	}
	for _, join := range []string{"t", "-"} {
		if i := strings.LastIndex(s, join); i > 0 && w.setDate(s[:i]) {
			return w.setClock(s[i+1:])
		}
	}
	return false
}

func (w *when) name(s string) bool {
	hours := map[string]time.Duration{"midnight": 0, "elevenses": 11, "noon": 12, "fika": 15, "teatime": 16}
	if h, ok := hours[s]; ok && !w.hasClock {
		w.hasClock, w.clock = true, h*time.Hour
		return true
	}
	if (s == "today" || s == "tomorrow") && !w.hasDate {
		w.hasDate, w.tomorrow = true, s == "tomorrow"
		return true
	}
	return false
}

func (w *when) setClock(s string) bool {
	if w.hasClock {
		return false
	}
	for _, layout := range []string{"15:04", "15:04:05", "3:04pm", "3:04:05pm"} {
		if t, err := time.Parse(layout, s); err == nil {
			w.hasClock = true
			w.clock = time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second
			return true
		}
	}
	return false
}

func (w *when) setDate(s string) bool {
	if w.hasDate {
		return false
	}
	for _, layout := range []string{"2006-01-02", "01/02/06", "01.02.06", "010206", "1/2/06", "01/02/2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			w.hasDate, w.hasYear, w.date = true, true, t
			return true
		}
	}
	for _, layout := range []string{"01/02", "01.02", "0102", "1/2"} {
		if t, err := time.Parse(layout, s); err == nil {
			w.hasDate, w.noYear, w.date = true, true, t
			return true
		}
	}
	return false
}

func (w *when) moment() (time.Time, error) {
	if w.now.IsZero() && !w.hasYear {
		return time.Time{}, errNow
	}
	y, m, d := w.now.Date()
	switch {
	case w.hasYear:
		y, m, d = w.date.Date()
	case w.noYear:
		_, m, d = w.date.Date()
	case w.tomorrow:
		d++
	}
	t := w.at(y, m, d)
	switch {
	case w.noYear && t.Before(w.now):
		t = w.at(y+1, m, d)
	case !w.hasDate && !t.After(w.now):
		t = w.at(y, m, d+1)
	}
	return t, nil
}

func (w *when) at(y int, m time.Month, d int) time.Time {
	h, rest := w.clock/time.Hour, w.clock%time.Hour
	return time.Date(y, m, d, int(h), int(rest/time.Minute), int(rest%time.Minute/time.Second), 0, w.now.Location())
}
