package preflight

import (
	"strconv"
	"strings"
	"time"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

func quoted(s string) string { return strconv.Quote(s) }

func num(n uint64) string { return strconv.FormatUint(n, 10) }

// namesIn are the names of a list as Slurm reads it, each once: nothing between two commas is no name.
func namesIn(list string) []string {
	var out []string
	seen := make(map[string]bool)
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' }) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// mostChoices is how many names are told to choose from.
const mostChoices = 8

// choose names what there is, or the first of many.
func choose(names []string, none string) string {
	switch {
	case len(names) == 0:
		return none
	case len(names) > mostChoices:
		return "choose one of " + strings.Join(names[:mostChoices], ", ") + ", ..."
	case len(names) == 1:
		return "the only one is " + names[0]
	}
	return "choose one of " + strings.Join(names, ", ")
}

// pick asks for the name that was probably meant, or names what there is.
func pick(name string, names []string, none string) string {
	best, least := "", min(3, (len(name)+2)/2)
	for _, n := range names {
		if d := sbatch.Distance(strings.ToLower(name), strings.ToLower(n), least); d < least {
			best, least = n, d
		}
	}
	if best != "" {
		return "did you mean " + best + "?"
	}
	return choose(names, none)
}

// pickLong is pick where there are more names than are told.
func pickLong(name string, names []string) string {
	if len(names) <= mostChoices {
		return choose(names, "")
	}
	return pick(name, names, "")
}

// memory writes an amount of memory as --mem takes it.
func memory(mib uint64) string {
	if mib > 0 && mib%1024 == 0 {
		return num(mib/1024) + "G"
	}
	return num(mib) + "M"
}

// nodes counts nodes in words.
func nodes(n uint64) string { return plural(n, "node") }

func cpus(n uint64) string { return plural(n, "CPU") }

func gpus(n uint64) string { return plural(n, "GPU") }

func plural(n uint64, noun string) string { return slurm.Plural(int64(min(n, 1<<62)), noun) }

// words says a length of time in its two largest units: "7 days", "2 hours 14 minutes".
func words(d time.Duration) string {
	if d < time.Minute {
		return "less than a minute"
	}
	d = d.Truncate(time.Minute)
	if d >= 24*time.Hour {
		d = d.Truncate(time.Hour)
	}
	return slurm.Limit(d / time.Second).Words()
}
