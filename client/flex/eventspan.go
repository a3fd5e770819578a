package flex

import (
	"strconv"
	"time"
)

// spanWords says a span of time as briefly as it is used for countdowns: "less than a minute", "58 min", "2h14m",
// "1d02h".
func spanWords(d time.Duration) string {
	minutes := int64(max(0, d).Round(time.Minute) / time.Minute)
	two := func(n int64) string {
		s := strconv.FormatInt(n, 10)
		if n < 10 {
			return "0" + s
		}
		return s
	}
	switch {
	case minutes == 0:
		return "less than a minute"
	case minutes < 60:
		return strconv.FormatInt(minutes, 10) + " min"
	case minutes < 24*60:
		return strconv.FormatInt(minutes/60, 10) + "h" + two(minutes%60) + "m"
	}
	return strconv.FormatInt(minutes/(24*60), 10) + "d" + two(minutes/60%24) + "h"
}
