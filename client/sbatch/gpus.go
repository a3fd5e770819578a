package sbatch

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// gpuList is a number of GPUs, of any type or of several.
type gpuList []gpuCount

type gpuCount struct {
	kind string // "" for any
	n    uint64
	text string // as it was written, but for the name of the resource
}

// gpus is an option that counts GPUs: N, TYPE:N, or several with commas.
// A TYPE alone is one.
func gpus(field func(*builder) *gpuList) func(*builder, string) error {
	return func(b *builder, v string) error {
		var list gpuList
		if v == "" { // which is none to sbatch
			*field(b) = nil
			return nil
		}
		if err := bounded(v); err != nil {
			return err
		}
		for item := range strings.SplitSeq(v, ",") {
			g, ok := readGPUs(item)
			if !ok {
				return fmt.Errorf("%q is not a number of GPUs; write 8, or nvidia_h200:8 for GPUs of a type", v)
			}
			if g.n == 1 && g.text == g.kind {
				b.add(Warning, fmt.Sprintf("%q is no number, and sbatch takes it for one GPU of that type; write %s:1", item, item))
			}
			list = append(list, g)
		}
		*field(b) = list
		return nil
	}
}

// gpusPerTask takes numbers alone, of which 0 is none: sbatch loses what else stands there.
func (b *builder) gpusPerTask(v string) error {
	for item := range strings.SplitSeq(v, ",") {
		_, number, typed := strings.Cut(item, ":")
		if !typed {
			number = item
		}
		if _, err := strconv.ParseUint(number, 10, 31); err != nil && v != "" {
			return fmt.Errorf("%q is not a number of GPUs; write 8, or nvidia_h200:8 for GPUs of a type", v)
		}
	}
	if err := gpus(func(b *builder) *gpuList { return &b.perTask })(b, v); err != nil {
		return err
	}
	if len(b.perTask) == 1 && b.perTask[0].n == 0 {
		b.perTask = nil
	}
	return nil
}

// readGPUs reads N, TYPE:N or TYPE. To Slurm whatever is no number is a type, as 2x; here only what begins with a letter.
func readGPUs(item string) (gpuCount, bool) {
	kind, number, typed := strings.Cut(item, ":")
	if !typed {
		kind, number = "", item
	}
	if n, ok := gresNumber(number); ok && (!typed || kind != "") {
		return gpuCount{kind, n, item}, true
	}
	if typed || !isTypeName(item) {
		return gpuCount{}, false
	}
	return gpuCount{item, 1, item}, true
}

// gresNumber reads a number of resources, which may end in k, m or g, of 1024.
func gresNumber(s string) (uint64, bool) {
	unit := uint64(1)
	if i := len(s) - 1; i > 0 {
		if at := strings.IndexByte("kmg", s[i]|0x20); at >= 0 {
			unit, s = 1<<(10*(at+1)), s[:i]
		}
	}
	n, err := strconv.ParseUint(s, 10, 31)
	return n * unit, err == nil && n*unit < 1<<31
}

func isTypeName(s string) bool {
	return s != "" && (s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z') && !strings.ContainsAny(s, blanks+"=*()/")
}

// tres gives the list as Slurm's TRES fields have it, with the separator before numbers that the field wants.
func (l gpuList) tres(before string) string {
	out := make([]string, 0, len(l))
	for _, g := range l {
		item := "gres/gpu"
		if before == ":" {
			out = append(out, item+":"+g.text)
			continue
		}
		if g.kind != "" {
			item += ":" + g.kind
		}
		out = append(out, item+before+strconv.FormatUint(g.n, 10))
	}
	return strings.Join(out, ",")
}

// String gives the list as it is written on a command line.
func (l gpuList) String() string {
	out := make([]string, 0, len(l))
	for _, g := range l {
		out = append(out, g.text)
	}
	return strings.Join(out, ",")
}

// maxList bounds a list of resources. Slurm has none, but no cluster has so many resources, and each item is held against
// the others.
const maxList = 32 << 10

func bounded(list string) error {
	if len(list) > maxList {
		return fmt.Errorf("the list has %d characters, and no job has use for more than %d; name less", len(list), maxList)
	}
	return nil
}

// takeGRES puts Slurm's prefix before each resource, as sbatch does.
func (b *builder) takeGRES(v string) error {
	b.gres = ""
	switch strings.ToLower(v) {
	case "none":
		return nil
	case "":
		b.gres = "gres/" // as sbatch sends it
		return nil
	case "help":
		return errors.New("it asks for a list and submits nothing; write what the job needs, as in gpu:8")
	}
	if err := bounded(v); err != nil {
		return err
	}
	var list []string
	for item := range strings.SplitSeq(v, ",") {
		name := strings.TrimPrefix(item, "gres/")
		if name == "" || name[0] == ':' || name[0] == '=' || strings.HasPrefix(name, "gres:") {
			return fmt.Errorf("%q is not a list of resources; write NAME, NAME:NUMBER or NAME:TYPE:NUMBER, as in gpu:8", v)
		}
		list = append(list, "gres/"+name)
	}
	b.gres = strings.Join(list, ",")
	return nil
}

// takeTRESPerTask also tells CPUs apart, as sbatch does: Slurm counts those by another field.
func (b *builder) takeTRESPerTask(v string) error {
	cpus := uint32(0)
	if v == "" {
		b.tresPerTask = ""
		return nil
	}
	if err := bounded(v); err != nil {
		return err
	}
	for item := range strings.SplitSeq(v, ",") {
		if !strings.ContainsAny(item, "=:") {
			return fmt.Errorf("%q is not a list of resources; write NAME=NUMBER, as in cpu=4,gres/gpu=1", v)
		}
		if number, ok := strings.CutPrefix(strings.Replace(item, ":", "=", 1), "cpu="); ok {
			n, err := strconv.ParseUint(number, 10, 31)
			if err != nil || n == 0 {
				return fmt.Errorf("%q is not a number of CPUs; write cpu=4", item)
			}
			cpus = uint32(n)
		}
	}
	if cpus > 0 {
		b.job.CPUsPerTask = cpus
	}
	b.tresPerTask = v
	return nil
}

// resourcesOfTask makes one list of what each task gets, as sbatch does: the CPUs, the GPUs of --gpus-per-task, and the
// list of --tres-per-task. srun in the script goes by it.
func (b *builder) resourcesOfTask() string {
	list := joinComma(b.perTask[:min(1, len(b.perTask))].tres("="), b.tresPerTask)
	if n := b.job.CPUsPerTask; n > 0 && !strings.Contains(strings.ToLower(list), "cpu") {
		list = joinComma("cpu="+strconv.FormatUint(uint64(n), 10), list)
	}
	return list
}
