package sbatch

import (
	"cmp"
	"slices"
	"strings"

	"flexq/client/slurm"
)

// Reading is what a script and the options beside it ask for.
type Reading struct {
	// Job holds the script and all that could be read, even if there are errors.
	Job slurm.Submission
	// Lines are those with #SBATCH that sbatch would read.
	Lines    []Line
	Own      Own
	Problems Problems

	used   []use
	places []map[string]use // the options of each part, by name, each where it counts
}

// Own is what options ask of the program that submits, not of Slurm.
type Own struct {
	Wait     bool // until the job has ended
	Parsable bool // print the id alone
	TestOnly bool // submit nothing
	// These count on the command line only, as they do to sbatch.
	Quiet   bool
	Verbose int
	Wrap    string // the command of --wrap

	line map[string]int // where each was said last
}

// use is an option that went into a job, with where it stands.
type use struct {
	row    *spec
	line   int
	turn   int // which one it was
	part   int // of a het job
	option string
	empty  bool   // nothing stands in its value
	since  string // the first data version that can express this value, where it is not that of the row
}

// Read reads a script and the options beside it. Options of the command line override those of the script, later ones
// override earlier ones; those that exclude each other are errors, as they are to sbatch.
//
// With --wrap=COMMAND among the Args and an empty script the submission's script is one that runs the command.
func Read(script string, o Options) Reading {
	d := reader{o: o, table: newTable(), told: make(told)}
	d.args()
	d.wrap(&script)
	d.script(script)
	var before []given
	for i := range max(len(d.parts), len(d.groups)) {
		options := d.optionsOf(i, before)
		part := d.part(script, i, options)
		before = options
		if i == 0 {
			d.Job = part
		} else {
			d.Job.Parts = append(d.Job.Parts, part)
		}
	}
	d.finish(script)
	return d.Reading
}

// reader is a Read under way.
type reader struct {
	Reading
	o      Options
	table  *table
	told   told      // the problems of the parts
	groups [][]given // the options of the command line, for each part if there are several
	parts  [][]given // those of the script
	envs   []jobEnv  // of each part
}

// args reads the command line.
func (d *reader) args() {
	for rest := d.o.Args; ; {
		part := len(d.groups)
		i := slices.Index(rest, ":")
		group := rest
		if i >= 0 {
			group = rest[:i]
		}
		s := scanWords(argWords(group), d.table)
		d.groups, d.Problems = append(d.groups, s.options), append(d.Problems, s.problems.of(part)...)
		if i < 0 {
			return
		}
		rest = rest[i+1:]
	}
}

// wrap makes the script of --wrap.
func (d *reader) wrap(script *string) {
	for _, g := range d.groups[0] {
		if g.Name == "wrap" {
			d.Own.Wrap = g.Value
		}
	}
	wraps := slices.ContainsFunc(d.groups[0], func(g given) bool { return g.Name == "wrap" })
	switch {
	case wraps && *script == "":
		*script = Wrap(d.Own.Wrap)
	case wraps:
		d.Problems = append(d.Problems, Problem{Option: "--wrap", What: "there is a script already", Cure: "leave one of the two out"})
	}
}

// script reads the #SBATCH lines.
func (d *reader) script(script string) {
	sheet := scanScript(script)
	d.Problems = append(append(d.Problems, sheet.problems...), slips(script)...)
	d.Lines = sheet.lines
	for part, words := range sheet.parts {
		s := scanWords(words, d.table)
		d.parts, d.Problems = append(d.parts, s.options), append(d.Problems, s.problems.of(part)...)
		for _, g := range s.options {
			i, _ := slices.BinarySearchFunc(d.Lines, g.line, func(l Line, number int) int { return l.Number - number })
			d.Lines[i].Options = append(d.Lines[i].Options, g.Option)
		}
	}
}

// optionsOf gives the options that count for a part in the order in which they do: those that sbatch hands on from the
// part before, the script's, the command line's.
func (d *reader) optionsOf(part int, before []given) []given {
	out := carried(before)
	if part < len(d.parts) {
		out = append(out, d.parts[part]...)
	}
	switch {
	case len(d.groups) == 1:
		out = append(out, d.groups[0]...)
	case part < len(d.groups):
		out = append(out, d.groups[part]...)
	}
	return out
}

// carried are those of a part's options that hold for the next part too. Of several of a name the last one counts.
func carried(options []given) []given {
	var out []given
	seen := make(map[string]bool)
	for _, g := range slices.Backward(options) {
		key := g.Name
		if key == "kill-on-invalid-dep" { // its two values do not take each other away
			key += "=" + strings.ToLower(g.Value)
		}
		if !seen[key] && markOf(g.Name).carries {
			seen[key] = true
			out = append(out, g)
		}
	}
	slices.Reverse(out)
	return out
}

// part makes the submission of one part.
func (d *reader) part(script string, number int, options []given) slurm.Submission {
	b := builder{now: d.o.Now, readFile: d.o.ReadFile, known: d.table, own: &d.Own, set: make(map[string]use)}
	b.job.Name, b.job.WorkDir, b.submitDir = d.o.Name, d.o.WorkDir, d.o.WorkDir
	if d.Job.Script == "" {
		b.job.Script = script
	}
	for _, g := range options {
		b.take(g.line, g.Option)
	}
	b.finish()
	d.envs = append(d.envs, b.environment())
	for _, p := range b.problems.of(number) {
		if isNew := d.told.add(p); number == 0 || isNew {
			d.Problems = append(d.Problems, p)
		}
	}
	for _, u := range b.used() {
		u.part = number
		d.used = append(d.used, u)
	}
	d.places = append(d.places, b.set)
	return b.job
}

// finish says what concerns the whole.
func (d *reader) finish(script string) {
	d.Job.Env = d.envs[0].whole()
	if len(d.Job.Parts) > 0 {
		envs := ofParts(d.envs)
		d.Job.Env = envs[0]
		for i := range d.Job.Parts {
			d.Job.Parts[i].Env = envs[i+1]
		}
	}
	if word, line := foreignLine(script); line > 0 && d.Own.line["ignore-pbs"] == 0 {
		d.Problems = append(d.Problems, Problem{
			Line: line, What: "sbatch reads " + word + " lines too, over those with #SBATCH, and they are not read here",
			Cure: "write it as an #SBATCH line, or add --ignore-pbs",
		})
	}
	if d.Own.Quiet && d.Own.Verbose > 0 {
		d.Problems = append(d.Problems, Problem{
			Line: d.Own.line["verbose"], Option: "--verbose", What: "it excludes --quiet, to sbatch too", Cure: "leave one of the two out",
		})
	}
	if len(d.Job.Parts) > 0 && d.Job.Array != "" {
		d.Problems = append(d.Problems, Problem{
			Option: "--array", What: "a het job cannot be an array", Cure: "leave one of the two out",
		})
	}
	d.Problems.sort()
}

// For says what of it a REST interface of that data version ("v0.0.40") cannot express.
func (r *Reading) For(version string) Problems {
	var out Problems
	told := make(told)
	for _, u := range r.used {
		since := cmp.Or(u.since, markOf(u.row.name).since)
		p := Problem{
			Line: u.line, Part: u.part, Option: u.option,
			What: "REST cannot express it before " + since, Cure: "leave it out, or choose a newer slurm_version",
		}
		if since != "" && older(version, since) && told.add(p) {
			out = append(out, p)
		}
	}
	out.sort()
	return out
}

// older compares data versions, as in v0.0.40. One of another form is not older.
func older(a, b string) bool {
	return len(a) == len(b) && len(a) > 5 && a[:5] == b[:5] && a < b
}
