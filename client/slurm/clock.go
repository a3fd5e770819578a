package slurm

import "fmt"

// FormatElapsed gives seconds as squeue's %M, %l and %L print them: "0:05", "8:00:00", "1-00:00:00". Less than
// none is "INVALID".
func FormatElapsed(seconds int64) string {
	d, h, m, s := splitClock(seconds)
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

// FormatClock gives seconds as scontrol's RunTime and sacct's Elapsed print them: "00:00:05", "08:00:00",
// "1-00:00:00". Less than none is "INVALID".
func FormatClock(seconds int64) string {
	d, h, m, s := splitClock(seconds)
	switch {
	case seconds < 0:
		return "INVALID"
	case d > 0:
		return fmt.Sprintf("%d-%02d:%02d:%02d", d, h, m, s)
	}
	return fmt.Sprintf("%02d:%02d:%02d", h, m, s)
}

func splitClock(seconds int64) (d, h, m, s int64) {
	return seconds / day, seconds / hour % 24, seconds / minute % 60, seconds % 60
}
