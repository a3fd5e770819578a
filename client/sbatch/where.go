package sbatch

import (
	"slices"
	"strings"
)

// Where returns the line of the script on which an option counts for a part of the job, from 0: the last one that gives
// it, or in a het job the one in an earlier part from which sbatch hands it on. It is 0 where the script does not give
// it, or where the command line overrides it. The option is "time", "--time" or "-t"; a name cut short is not known here.
// --requeue and --no-requeue are two options, each with its own line.
func (r *Reading) Where(option string, part int) int {
	u, _ := r.use(option, part)
	return u.line
}

// Given is an option as its user gave it.
type Given struct {
	Option string // as it was written: --time, -t or a name cut short
	Line   int    // of the script, from 1; 0 for the command line
}

// Given returns how an option that counts for a part of the job, from 0, was given, and false where it was not. The
// option is named as for Where.
func (r *Reading) Given(option string, part int) (Given, bool) {
	u, ok := r.use(option, part)
	return Given{Option: u.option, Line: u.line}, ok
}

// use finds an option of a part by its name or its letter.
func (r *Reading) use(option string, part int) (use, bool) {
	if part < 0 || part >= len(r.places) {
		return use{}, false
	}
	set := r.places[part]
	if strings.HasPrefix(option, "-") && !strings.HasPrefix(option, "--") {
		for _, u := range set {
			if short := u.row.short; short != "" && short == option[1:] {
				return u, true
			}
		}
		return use{}, false
	}
	name := strings.TrimPrefix(option, "--")
	for _, u := range set {
		if u.row.name == name || name != "" && u.row.alias == name {
			return u, true
		}
	}
	return use{}, false
}

// PartAt returns the part of the job, from 0, to which a line of the script belongs: that of the last #SBATCH line at or
// above it.
func (r *Reading) PartAt(line int) int {
	i, found := slices.BinarySearchFunc(r.Lines, line, func(l Line, n int) int { return l.Number - n })
	if !found {
		i--
	}
	if i < 0 {
		return 0
	}
	return r.Lines[i].Part
}
