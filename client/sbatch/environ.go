package sbatch

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// loadLogin makes slurmd load the user's login environment on the node. It is what sbatch sends for --get-user-env.
const loadLogin = "SLURM_GET_USER_ENV=1"

// barePath is for a job that wants no login environment: without PATH a script finds no program.
const barePath = "PATH=/usr/local/bin:/usr/bin:/bin"

// jobEnv is the environment of one part, in the order in which it is put together.
type jobEnv struct {
	base    []string // the login's, and what sbatch says of the submit
	options []string // the variables by which sbatch tells srun in the script of the part's options
	named   []string // what the user named
}

// whole is the environment of a job of one part.
func (e *jobEnv) whole() []string {
	return slurm.MergeEnv(nil, slices.Concat(e.base, e.options, e.named))
}

// ofParts puts the variables of all parts of a het job into the environment of the first one, where its script runs,
// each under the number of its part. The others have only what the job as a whole has.
func ofParts(parts []jobEnv) [][]string {
	out := make([][]string, 0, len(parts))
	var all []string
	for i, p := range parts {
		for _, v := range p.options {
			name, value, _ := strings.Cut(v, "=")
			if i > 0 && name == "SLURM_JOB_DEPENDENCY" {
				continue // it is the whole job's
			}
			for _, word := range []string{"_PACK_GROUP_", "_HET_GROUP_"} {
				all = append(all, name+word+strconv.Itoa(i)+"="+value)
			}
		}
		p.options = nil
		out = append(out, p.whole())
	}
	out[0] = slurm.MergeEnv(out[0], all)
	return out
}

// environment makes the environment of the job. sbatch would send the whole one of its caller; over REST the login
// environment of the node comes nearest to it. The SLURM_ variables are those that sbatch adds by itself: srun in
// the script goes by them, and slurmctld does not set them.
func (b *builder) environment() jobEnv {
	if _, ok := b.set["export-file"]; ok {
		// As sbatch has it: the word alone takes the file's variables away, and srun is not told of --export.
		if word := strings.ToUpper(b.exported); word == "NONE" || word == "NIL" {
			b.fileEnv = nil
		}
		b.exported = ""
	}
	e := jobEnv{base: []string{loadLogin}, named: slices.Concat(b.fileEnv, b.env)}
	if b.noLogin {
		e.base = []string{barePath}
		for _, v := range e.named {
			if strings.HasPrefix(v, "PATH=") {
				e.base = nil
			}
		}
	}
	j := &b.job
	if dir := cmp.Or(b.submitDir, j.WorkDir); dir != "" {
		e.base = append(e.base, "SLURM_SUBMIT_DIR="+dir)
	}
	if u, ok := b.set["export"]; b.exported != "" || ok && u.empty && b.fileEnv == nil {
		e.base = append(e.base, "SLURM_EXPORT_ENV="+b.exported)
	}
	e.options = b.optionEnv()
	return e
}

func (b *builder) optionEnv() []string {
	var env []string
	add := func(name, value string) {
		if value != "" && value != "0" {
			env = append(env, "SLURM_"+name+"="+value)
		}
	}
	j := &b.job
	add("NTASKS", strconv.FormatUint(b.srunTasks, 10))
	add("NPROCS", strconv.FormatUint(b.srunTasks, 10))
	for _, v := range []struct {
		name string
		n    uint64
	}{
		{"CPUS_PER_TASK", uint64(j.CPUsPerTask)},
		{"NTASKS_PER_NODE", uint64(j.TasksPerNode)},
		{"NTASKS_PER_SOCKET", uint64(j.TasksPerSocket)},
		{"NTASKS_PER_CORE", uint64(j.Tuning.TasksPerCore)},
		{"NTASKS_PER_GPU", uint64(j.TasksPerGPU - b.perTRES)},
		{"NTASKS_PER_TRES", uint64(b.perTRES)},
		{"THREADS_PER_CORE", uint64(j.ThreadsPerCore)},
		{"CPUS_PER_GPU", uint64(j.CPUsPerGPU)},
		{"MEM_PER_GPU", j.MemPerGPU},
	} {
		add(v.name, strconv.FormatUint(v.n, 10))
	}
	if b.memGPUZero {
		env = append(env, "SLURM_MEM_PER_GPU=0")
	}
	add("GPUS", b.gpus.String())
	add("GPUS_PER_NODE", b.gpusPerNode.String())
	add("GPUS_PER_SOCKET", b.gpusPerSocket.String())
	add("TRES_PER_TASK", j.TRESPerTask)
	for _, v := range b.tuningEnv() {
		add(v[0], v[1])
	}
	return append(env, b.emptyEnv()...)
}

// emptyEnv has the variables of options that were given with nothing in them.
func (b *builder) emptyEnv() []string {
	j := &b.job
	var env []string
	for _, v := range []struct{ option, name, value string }{
		{"container", "CONTAINER", ""},
		{"container-id", "CONTAINER_ID", ""},
		{"dependency", "JOB_DEPENDENCY", ""},
		{"tres-bind", "TRES_BIND", j.Tuning.TRESBind},
		{"gpus", "GPUS", ""},
		{"gpus-per-node", "GPUS_PER_NODE", ""},
		{"gpus-per-socket", "GPUS_PER_SOCKET", ""},
		{"tres-per-task", "TRES_PER_TASK", j.TRESPerTask},
	} {
		if u, ok := b.set[v.option]; ok && u.empty && v.value == "" {
			env = append(env, "SLURM_"+v.name+"=")
		}
	}
	return env
}

// tuningEnv tells srun in the script what few jobs ask for.
func (b *builder) tuningEnv() [][2]string {
	t := &b.job.Tuning
	out := [][2]string{
		{"TRES_BIND", t.TRESBind},
		{"GPU_FREQ", b.gpuFreq},
		{"HINT", b.hint},
		{"DISTRIBUTION", strings.Replace(t.Distribution, "="+strconv.FormatUint(uint64(t.PlaneSize), 10), "", 1)},
		{"DIST_PLANESIZE", strconv.FormatUint(uint64(t.PlaneSize), 10)},
		{"CONTAINER", t.Container},
		{"CONTAINER_ID", t.ContainerID},
		{"JOB_DEPENDENCY", b.job.Dependency},
	}
	if strings.EqualFold(b.hint, "multithread") {
		out = append(out, [2]string{"NTASKS_PER_CORE", "65535"}) // Slurm's word for no bound
	}
	if b.memBind == "" {
		return out
	}
	loud := "quiet"
	if strings.HasPrefix(b.memBind, "verbose") {
		loud = "verbose"
	}
	out = append(out, [2]string{"MEM_BIND", b.memBind}, [2]string{"MEM_BIND_VERBOSE", loud})
	if slices.Contains(t.MemBindType, "SORT") {
		out = append(out, [2]string{"MEM_BIND_SORT", "sort"})
	}
	return out
}

// export takes values. A name alone would mean a value of the user's machine, which is not the cluster's.
func (b *builder) export(v string) error {
	var env []string
	all, noLogin := false, false
	for i, item := range splitList(v) {
		name, _, hasValue := strings.Cut(item, "=")
		switch word := strings.ToUpper(item); {
		case item == "": // which is no variable to sbatch either
		case i == 0 && word == "NONE":
		case i == 0 && word == "NIL":
			noLogin = true
		case word == "ALL":
			all = true
		case checkVariable(item) != nil:
			return checkVariable(item)
		case !hasValue:
			return fmt.Errorf("the value of %s on this machine is not sent; write %s=value", name, name)
		default:
			env = append(env, item)
		}
	}
	b.env, b.noLogin, b.exported = env, noLogin, v
	if all {
		if len(env) == 0 {
			b.exported = "" // which is what srun does without a word
		}
		b.add(Warning, "the environment of this machine is not sent, the job gets the one of a login on its node; name what else it needs as NAME=value")
	}
	return nil
}

func (b *builder) getUserEnv(string) error {
	b.noLogin = false
	return nil
}

// checkVariable refuses what is no variable, and those that are Slurm's own: srun in the script goes by them.
func checkVariable(item string) error {
	name, _, _ := strings.Cut(item, "=")
	switch {
	case !isName(name):
		return fmt.Errorf("%q is not a variable; write NAME=value", item)
	case strings.HasPrefix(name, "SLURM_"):
		return fmt.Errorf("%s is a variable of Slurm's own, and is not sent; leave it out, or use the option that it stands for", name)
	}
	return nil
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// splitList cuts at commas outside of quotes: NAME='a,b' is one item. The quotes go.
func splitList(s string) []string {
	var out []string
	var b strings.Builder
	var quote byte
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == ',':
			out = append(out, b.String())
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	return append(out, b.String())
}
