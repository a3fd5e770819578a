package slurm

import (
	"fmt"
	"strconv"
	"strings"
)

// Signal is a signal of Linux with what it does by default or by custom.
type Signal struct {
	Name   string // without SIG
	Number int
	Words  string
}

// Signals lists the signals that have a name, by number. The numbers are those of Linux on the machines that
// Slurm runs on, whatever this program runs on.
func Signals() []Signal {
	return []Signal{
		{"HUP", 1, "hang up; many programs read their settings anew"},
		{"INT", 2, "interrupt, as ctrl-c"},
		{"QUIT", 3, "quit and dump core"},
		{"ILL", 4, "illegal instruction"},
		{"TRAP", 5, "trap of a debugger"},
		{"ABRT", 6, "abort and dump core"},
		{"BUS", 7, "bad memory access"},
		{"FPE", 8, "arithmetic error"},
		{"KILL", 9, "kill at once; cannot be caught"},
		{"USR1", 10, "meaning is the program's; ends a plain script"},
		{"SEGV", 11, "invalid memory reference"},
		{"USR2", 12, "meaning is the program's; ends a plain script"},
		{"PIPE", 13, "nobody reads the pipe"},
		{"ALRM", 14, "timer"},
		{"TERM", 15, "ask to end"},
		{"STKFLT", 16, "stack fault"},
		{"CHLD", 17, "a child ended"},
		{"CONT", 18, "go on after STOP"},
		{"STOP", 19, "pause; cannot be caught"},
		{"TSTP", 20, "ask to pause, as ctrl-z"},
		{"TTIN", 21, "background read of the terminal"},
		{"TTOU", 22, "background write to the terminal"},
		{"URG", 23, "urgent data on a socket"},
		{"XCPU", 24, "CPU time used up"},
		{"XFSZ", 25, "file too large"},
		{"VTALRM", 26, "virtual timer"},
		{"PROF", 27, "profiling timer"},
		{"WINCH", 28, "window size changed"},
		{"IO", 29, "input or output possible"},
		{"PWR", 30, "power failure"},
		{"SYS", 31, "bad system call"},
	}
}

const maxSignal = 64

// ParseSignal reads a signal's name, with or without SIG and in any case, or its number, 1 to 64. Send Slurm the
// number: it knows fewer names than there are, and cancels the job when it does not know one. A number without a
// name is its own name.
func ParseSignal(s string) (name string, number int, err error) {
	word := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "SIG")
	n, isNumber := parseDigits(word)
	for _, k := range Signals() {
		if k.Name == word || isNumber && uint64(k.Number) == n {
			return k.Name, k.Number, nil
		}
	}
	if isNumber && 0 < n && n <= maxSignal {
		return strconv.FormatUint(n, 10), int(n), nil
	}
	return "", 0, fmt.Errorf("%s is not a signal; write a name such as USR1 or a number from 1 to %d", quote(s), maxSignal)
}
