package cluster

import (
	"math"
	"strconv"
	"strings"
)

// scriptPlan reads the simple commands of a batch script and says what it does: "sleep N" takes its time, "exit N"
// ends it with that code, "kill -N $$" with that signal. Everything else takes no time and succeeds; so does the
// end of the script. A script without "#!" cannot be executed: exit code 8, as Slurm gives.
func scriptPlan(script string) Plan {
	if !strings.HasPrefix(script, "#!") {
		return Plan{Exit: Exit{Code: 8}}
	}
	var p Plan
	seconds := 0.0
	for _, cmd := range commands(script) {
		words := strings.Fields(cmd)
		if len(words) > 0 && (words[0] == "srun" || words[0] == "exec") {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		took, exit, stop := command(words)
		seconds += took
		p.Exit = exit // of the last command, unless one stops the script
		if stop {
			break
		}
	}
	p.Seconds = int64(math.Ceil(seconds))
	return p
}

// command says how long one command takes, how it ends, and whether the script ends with it.
func command(words []string) (seconds float64, exit Exit, stop bool) {
	switch words[0] {
	case "sleep":
		return sleepSeconds(words[1:]), Exit{}, false
	case "exit":
		return 0, Exit{Code: exitCode(words[1:])}, true
	case "false":
		return 0, Exit{Code: 1}, false
	case "kill":
		signal, killed := selfKill(words[1:])
		return 0, Exit{Signal: signal}, killed
	default:
		return 0, Exit{}, false
	}
}

// commands splits a script at line ends, ";" and "&&", and leaves out comments.
func commands(script string) []string {
	var out []string
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		for _, part := range strings.Split(strings.ReplaceAll(line, "&&", ";"), ";") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

func sleepSeconds(args []string) float64 {
	sum := 0.0
	for _, a := range args {
		unit := 1.0
		switch {
		case strings.HasSuffix(a, "m"):
			unit = 60
		case strings.HasSuffix(a, "h"):
			unit = 3600
		case strings.HasSuffix(a, "d"):
			unit = 86400
		}
		n, err := strconv.ParseFloat(strings.TrimRight(a, "smhd"), 64)
		if a == "infinity" {
			n, err = 10*365*86400, nil
		}
		if err == nil && n > 0 {
			sum += n * unit
		}
	}
	return sum
}

func exitCode(args []string) uint16 {
	if len(args) == 0 {
		return 0
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return 2 // bash: numeric argument required
	}
	return uint16(n & 0xff)
}

// selfKill reads "-N $$", "-s NAME $$" and "$$".
func selfKill(args []string) (uint8, bool) {
	signal := signalTerm
	for i := 0; i < len(args); i++ {
		word := strings.Trim(args[i], `"`)
		switch {
		case word == "$$":
			if ends(signal) || signal == SignalKill {
				return uint8(signal), true
			}
			return 0, false
		case word == "-s" && i+1 < len(args):
			i++
			signal, _ = ParseSignal(args[i])
		case strings.HasPrefix(word, "-"):
			signal, _ = ParseSignal(word[1:])
		}
	}
	return 0, false
}
