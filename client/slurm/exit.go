package slurm

import (
	"fmt"
	"strconv"
)

// String gives exit code and signal as scontrol's ExitCode prints them: "0:0", "1:0", "0:9". (sacct takes 128
// off a code from 128 on.)
func (e Exit) String() string { return fmt.Sprintf("%d:%d", e.Code, e.Signal) }

// Words says in plain words how it ended: "success", "exit code 1", "killed by signal 9 (KILL)"; "" when it has
// not ended.
func (e Exit) Words() string {
	switch {
	case !e.Set:
		return ""
	case e.Signal != 0:
		w := "killed by " + signalWords(e.Signal, e.SignalName)
		if e.CoreDumped {
			w += ", core dumped"
		}
		return w
	case e.Code == 0:
		return "success"
	case e.Code > 128 && e.Code <= 128+maxSignal:
		return fmt.Sprintf("exit code %d: a program in it was killed by %s", e.Code, signalWords(e.Code-128, ""))
	}
	return "exit code " + strconv.FormatUint(uint64(e.Code), 10)
}

func signalWords(number uint32, name string) string {
	if name == "" && number <= maxSignal {
		if n, _, err := ParseSignal(strconv.FormatUint(uint64(number), 10)); err == nil {
			name = n
		}
	}
	n := strconv.FormatUint(uint64(number), 10)
	if name == "" || name == n {
		return "signal " + n
	}
	return "signal " + n + " (" + name + ")"
}
