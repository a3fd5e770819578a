package slurm

import "fmt"

// String gives code and signal as scontrol and sacct do: "0:0", "0:9".
func (e Exit) String() string { return fmt.Sprintf("%d:%d", e.Code, e.Signal) }

// Words says how it ended in plain words.
func (e Exit) Words() string {
	switch {
	case !e.Set:
		return ""
	case e.Signal != 0:
		return fmt.Sprintf("ended by signal %d", e.Signal)
	case e.Code == 0:
		return "success"
	}
	return fmt.Sprintf("exit code %d", e.Code)
}
