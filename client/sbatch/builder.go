package sbatch

import (
	"time"

	"flexq/client/slurm"
)

// builder folds options into the submission of one part, later ones over earlier ones.
type builder struct {
	now      time.Time
	readFile func(string) ([]byte, error)
	known    *table
	own      *Own
	// submitDir is where the job is submitted, if that is known.
	submitDir string
	job       slurm.Submission
	problems  Problems
	line      int
	option    string
	turn      int            // how many options were taken
	set       map[string]use // the options that were given, by name, each where it was given last

	// These make up the TRES fields of the submission only when all options are known, and are told to the job.
	gres, tresPerTask                         string
	gpus, gpusPerNode, gpusPerSocket, perTask gpuList
	tresBind, gpuFreq                         string
	perTRES, perGPU                           uint32 // the values of --ntasks-per-tres and --ntasks-per-gpu
	hint                                      string
	memBind                                   string
	memGPUZero                                bool   // --mem-per-gpu=0, which is not all memory of a node
	srunTasks                                 uint64 // of which srun in the script is told; 0 for none

	env      []string
	fileEnv  []string // of --export-file
	exported string   // the value of --export
	noLogin  bool     // the login environment is not to be loaded
}

// take applies one option. Names that nobody knows were reported when they were scanned.
func (b *builder) take(line int, o Option) {
	k := b.known.byName[o.Name]
	if k == nil {
		return
	}
	b.line, b.option = line, o.Written
	b.turn++
	b.set[k.name] = use{row: k, line: line, turn: b.turn, option: o.Written, empty: o.Value == ""}
	switch k.class {
	case Sent:
		if err := k.take(b, o.Value); err != nil {
			b.add(Error, err.Error())
		} else {
			b.doubt(k, o)
		}
	case Client:
		b.takeOwn(k, o.Value)
	case Refused:
		b.add(Error, k.words)
	}
}

// takeOwn notes an option for the program that submits.
func (b *builder) takeOwn(k *spec, value string) {
	if b.own.line == nil {
		b.own.line = make(map[string]int)
	}
	b.own.line[k.name] = b.line
	switch k.name {
	case "wait":
		b.own.Wait = true
	case "parsable":
		b.own.Parsable = true
	case "test-only":
		b.own.TestOnly = true
		return
	case "quiet", "verbose":
		if b.line > 0 {
			b.add(Note, "sbatch takes no notice of it in a script")
			return
		}
		b.own.Quiet = b.own.Quiet || k.name == "quiet"
		if k.name == "verbose" {
			b.own.Verbose++
		}
	}
	if k.take != nil {
		_ = k.take(b, value) // says what it has to say by itself
		return
	}
	b.add(Note, k.words)
}

// used lists the options that went into the job.
func (b *builder) used() []use {
	var out []use
	for _, k := range b.known.rows {
		if u, ok := b.set[k.name]; ok && k.class == Sent {
			out = append(out, u)
		}
	}
	return out
}

// at makes an option the one at hand.
func (b *builder) at(u use) { b.line, b.option = u.line, u.option }

// add reports a problem with the option at hand. The text is "what; cure".
func (b *builder) add(level Level, text string) {
	what, cure := splitCure(text)
	b.problems = append(b.problems, Problem{Level: level, Line: b.line, Option: b.option, What: what, Cure: cure})
}

// finish puts together what depends on several options, and fills in what sbatch would.
func (b *builder) finish() {
	b.conflicts()
	b.applyHint()
	j := &b.job
	j.TRESPerNode = joinComma(b.gpusPerNode.tres(":"), b.gres)
	j.TRESPerJob = b.gpus.tres(":")
	j.TRESPerSocket = b.gpusPerSocket.tres(":")
	j.TRESPerTask = b.resourcesOfTask()
	j.Tuning.TRESBind = b.binding()
	if b.gpuFreq != "" {
		j.Tuning.TRESFreq = "gpu:" + b.gpuFreq
	}
	if j.Hold {
		j.Tuning.Priority = slurm.Num{} // Slurm holds a job by its priority; sent together, the other one would win
	}
	j.Empty = b.emptyTexts()
	b.nameFiles()
	c := b.counts()
	if c.asked {
		b.srunTasks = c.tasks
	}
	cpus := b.leastCPUs(&c)
	b.checkGRES(&c)
	b.settle(&c, cpus)
	if j.CPUsPerTask > 0 {
		j.Flags = append(j.Flags, "EXACT_CPU_COUNT_REQUESTED")
	}
}

// emptyTexts names the REST fields of the options that were given without anything in them.
func (b *builder) emptyTexts() []string {
	var out []string
	for _, k := range b.known.rows {
		if u, ok := b.set[k.name]; ok && u.empty {
			if m := markOf(k.name); m.empty {
				out = append(out, m.fields[0])
			}
		}
	}
	if b.memGPUZero {
		out = append(out, "memory_per_tres")
	}
	return out
}

func joinComma(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "," + b
}
