package cluster

import (
	"strconv"
	"strings"
)

// SignalKill is what a cancel sends, and what slurmrestd falls back to when it does not know a signal's name.
const SignalKill = 9

const (
	signalHup  = 1
	signalTerm = 15
	signalCont = 18
	signalStop = 19
)

// signalNames are the signals that Slurm knows by name.
func signalNames() map[uint8]string {
	return map[uint8]string{
		1: "HUP", 2: "INT", 3: "QUIT", 6: "ABRT", 9: "KILL", 10: "USR1", 11: "SEGV", 12: "USR2", 14: "ALRM",
		15: "TERM", 18: "CONT", 19: "STOP", 20: "TSTP", 21: "TTIN", 22: "TTOU", 23: "URG",
	}
}

// signalWords are the texts of strsignal, as state_description has them.
func signalWords(n uint8) string {
	switch n {
	case 1:
		return "Hangup"
	case 2:
		return "Interrupt"
	case 3:
		return "Quit"
	case 6:
		return "Aborted"
	case 9:
		return "Killed"
	case 10:
		return "User defined signal 1"
	case 11:
		return "Segmentation fault"
	case 12:
		return "User defined signal 2"
	case 14:
		return "Alarm clock"
	case 15:
		return "Terminated"
	default:
		return "Signal " + strconv.Itoa(int(n))
	}
}

// ParseSignal reads a name with or without SIG, or a number. Slurm takes any number.
func ParseSignal(s string) (int, bool) {
	if n, err := strconv.ParseUint(s, 10, 16); err == nil {
		return int(n), true
	}
	word := strings.TrimPrefix(strings.ToUpper(s), "SIG")
	for n, name := range signalNames() {
		if name == word {
			return int(n), true
		}
	}
	return 0, false
}

// ends reports whether a signal ends a batch script that does not catch it.
func ends(signal int) bool {
	switch signal {
	case 1, 2, 3, 6, 10, 11, 12, 14, 15:
		return true
	default:
		return false
	}
}
