package slurm

import (
	"fmt"
	"strconv"
	"strings"
)

type signalName struct {
	name   string
	number int
}

func signalTable() []signalName {
	return []signalName{
		{"HUP", 1}, {"INT", 2}, {"QUIT", 3}, {"ABRT", 6}, {"KILL", 9}, {"USR1", 10}, {"SEGV", 11}, {"USR2", 12},
		{"PIPE", 13}, {"ALRM", 14}, {"TERM", 15}, {"CHLD", 17}, {"CONT", 18}, {"STOP", 19}, {"TSTP", 20},
		{"TTIN", 21}, {"TTOU", 22}, {"URG", 23}, {"XCPU", 24}, {"XFSZ", 25},
	}
}

// ParseSignal reads a signal's name, with or without SIG, or its number. An unknown one is an error: Slurm's
// REST interface would cancel the job instead.
func ParseSignal(s string) (name string, number int, err error) {
	w := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "SIG")
	n, numErr := strconv.Atoi(w)
	for _, k := range signalTable() {
		if k.name == w || numErr == nil && k.number == n {
			return k.name, k.number, nil
		}
	}
	return "", 0, fmt.Errorf("%q is not a signal: write a name such as USR1 or a number such as 10", s)
}
