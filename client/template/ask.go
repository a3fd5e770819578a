package template

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// ask is an option that a job's record speaks of.
type ask struct {
	option string
	value  string   // "" for an option that takes none
	off    bool     // of its moment: a line that is not read
	like   []string // other options that ask for the same
	last   bool     // of these and the option the last one counts; others go together, or not at all
}

// line writes the option as a line of a script.
func (a ask) line() string {
	text := "#SBATCH --" + a.option
	if a.off {
		text = "#" + text
	}
	if a.value != "" {
		text += "=" + quoted(a.value, 0)
	}
	return text + "\n"
}

// asks gathers what a record asks for.
type asks []ask

// add adds an option, unless there is nothing to say, or what no line can hold.
func (a *asks) add(option, value string, like ...string) {
	if value != "" && !strings.ContainsFunc(value, isControl) {
		*a = append(*a, ask{option: option, value: value, like: like})
	}
}

func (a *asks) when(on bool, option string) {
	if on {
		*a = append(*a, ask{option: option})
	}
}

// lastOf is an option of which, among others, the last one counts.
func (a *asks) lastOf(option, value string, like ...string) {
	*a = append(*a, ask{option: option, value: value, like: like, last: true})
}

func (a *asks) off(option, value string) {
	if value != "" && !strings.ContainsFunc(value, isControl) {
		*a = append(*a, ask{option: option, value: value, off: true})
	}
}

// asksOf reads a record.
func asksOf(j slurm.Job) []ask {
	var a asks
	a.add("job-name", j.Name)
	a.add("partition", j.Partition)
	a.add("account", j.Account)
	a.add("qos", j.QOS)
	a.size(&j)
	a.gpus(&j)
	a.add("time", j.Limit.String())
	a.add("time-min", j.MinLimit.String())
	a.add("array", arrayOf(&j))
	a.flow(&j)
	a.files(&j)
	a.texts(&j)
	return a
}

// size is how large the job is.
func (a *asks) size(j *slurm.Job) {
	a.add("nodes", nodesOf(j))
	perNode := j.TasksPerNode.Or(0)
	if tasks := j.Tasks.Or(0); tasks > 0 && tasks != max(1, perNode)*j.NodeCount.Or(1) {
		a.add("ntasks", count(j.Tasks))
	}
	a.add("ntasks-per-node", count(j.TasksPerNode))
	if j.CPUsPerTask.Or(1) > 1 {
		a.add("cpus-per-task", count(j.CPUsPerTask))
	}
	memory := []string{"mem", "mem-per-cpu", "mem-per-gpu"}
	switch {
	case j.MemPerNode.Set:
		a.lastOf("mem", mib(j.MemPerNode), memory...)
	case j.MemPerCPU.Set:
		a.lastOf("mem-per-cpu", mib(j.MemPerCPU), memory...)
	}
}

// nodesOf is how many nodes the job asks for. One node is what a job gets that does not say.
func nodesOf(j *slurm.Job) string {
	least, most := j.NodeCount.Or(0), j.MaxNodes.Or(0)
	switch {
	case least <= 1 && most == 0:
		return ""
	case most > least && j.State.Base == slurm.JobPending:
		return number(least) + "-" + number(most)
	}
	return count(j.NodeCount)
}

// gpus is what the job asks for beside CPUs and memory. Accounting knows only the sum.
func (a *asks) gpus(j *slurm.Job) {
	rivals := []string{"gpus", "gpus-per-node", "gpus-per-task", "gpus-per-socket", "gres", "tres-per-task"}
	nodes := int64(j.NodeCount.Or(0))
	switch all := j.TRESRequested.GPUs; {
	case j.TRESPerNode+j.TRESPerJob+j.TRESPerTask+j.TRESPerSocket != "":
		a.tres("gpus-per-node", "gres", j.TRESPerNode, rivals)
		a.tres("gpus", "", j.TRESPerJob, rivals)
		a.tres("gpus-per-socket", "", j.TRESPerSocket, rivals)
		a.tres("gpus-per-task", "tres-per-task", j.TRESPerTask, rivals)
	case all > 0 && nodes > 0 && all%nodes == 0:
		a.add("gpus-per-node", number(uint64(all/nodes)), rivals...)
	case all > 0:
		a.add("gpus", number(uint64(all)), rivals...)
	}
}

// tres writes a list such as gres/gpu:nvidia_h200:8: as GPUs if it has nothing else, by the option for all kinds
// otherwise, if there is one.
func (a *asks) tres(gpus, other, list string, rivals []string) {
	var onlyGPUs, all []string
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if other != "tres-per-task" {
			item = strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(item, "gres/"), "gres:"), "=", ":")
		}
		if item == "" || strings.HasPrefix(item, "cpu=") || strings.HasPrefix(item, "cpu:") { // --cpus-per-task says it
			continue
		}
		all = append(all, item)
		name := strings.TrimPrefix(item, "gres/")
		if n, ok := strings.CutPrefix(name, "gpu:"); ok {
			onlyGPUs = append(onlyGPUs, strings.ReplaceAll(n, "=", ":"))
		} else if name == "gpu" {
			onlyGPUs = append(onlyGPUs, "1")
		} else if n, ok := strings.CutPrefix(name, "gpu="); ok {
			onlyGPUs = append(onlyGPUs, n)
		}
	}
	switch {
	case len(all) == 0:
	case len(all) == len(onlyGPUs):
		a.add(gpus, strings.Join(onlyGPUs, ","), rivals...)
	case other != "":
		a.add(other, strings.Join(all, ","), rivals...)
	}
}

// flow is when and where the job may run.
func (a *asks) flow(j *slurm.Job) {
	a.off("dependency", dependencyOf(j.Dependency))
	if j.Deadline != 0 {
		a.off("deadline", j.Deadline.Std().UTC().Format("2006-01-02T15:04:05"))
	}
	a.off("reservation", j.Reservation)
	a.off("nodelist", string(j.RequiredNodes))
	a.add("exclude", string(j.ExcludedNodes))
	a.add("constraint", j.Features)
	a.add("licenses", j.Licenses)
	a.add("network", j.Network)
	a.when(j.Exclusive, "exclusive")
	a.when(j.Contiguous, "contiguous")
	if j.Source == slurm.Live {
		option := "no-requeue"
		if j.Requeue {
			option = "requeue"
		}
		a.lastOf(option, "", "requeue", "no-requeue")
	}
	if j.Nice != 0 {
		a.add("nice", strconv.FormatInt(j.Nice, 10))
	}
}

// files are the paths of the job.
func (a *asks) files(j *slurm.Job) {
	a.add("chdir", j.WorkDir)
	if j.StdOut != path.Join(j.WorkDir, defaultOutput(j)) {
		a.add("output", j.StdOut)
	}
	if j.StdErr != j.StdOut {
		a.add("error", j.StdErr)
	}
	if j.StdIn != "/dev/null" {
		a.add("input", j.StdIn)
	}
}

// texts is what the job says of itself. The key of a submit was that of one job.
func (a *asks) texts(j *slurm.Job) {
	key := regexp.MustCompile(`\s*flexq:[0-9A-HJKMNP-TV-Z]{26}`)
	a.add("comment", strings.TrimSpace(key.ReplaceAllString(j.Comment, "")))
	a.add("extra", j.Extra)
	a.add("container", j.Container)
	if j.MailUser != j.User {
		a.add("mail-user", j.MailUser)
	}
}

// dependencyOf takes out what Slurm notes of each item: afterok:5(unfulfilled).
func dependencyOf(text string) string {
	return regexp.MustCompile(`\([a-z]+\)`).ReplaceAllString(text, "")
}

// defaultOutput is where sbatch puts the output of a job that does not say it.
func defaultOutput(j *slurm.Job) string {
	if j.Array.Job != 0 {
		return "slurm-%A_%a.out"
	}
	return "slurm-%j.out"
}

// patternOf puts back into a path what Slurm replaced: the ids of the job, of its array and of its task. Otherwise
// every job would write to the file of this one.
func patternOf(file string, j *slurm.Job) string {
	pairs := [][2]string{{number(j.ID), "%j"}}
	if j.Array.Job != 0 {
		array := number(j.Array.Job)
		pairs = [][2]string{{array + "_4294967294", "%A_%a"}, {array, "%A"}, {number(j.ID), "%j"}}
		if j.Array.HasTask {
			pairs = append([][2]string{{array + "_" + number(uint64(j.Array.Task)), "%A_%a"}}, pairs...)
		}
	}
	for _, p := range pairs {
		file = replaceNumber(file, p[0], p[1])
	}
	return file
}

// replaceNumber replaces a number that is no part of another.
func replaceNumber(s, number, with string) string {
	if number == "0" || number == "" {
		return s
	}
	return regexp.MustCompile(`(^|[^0-9%])`+regexp.QuoteMeta(number)+`($|[^0-9])`).ReplaceAllString(s, "${1}"+with+"${2}")
}

// count writes a number that is above 0.
func count(n slurm.Num) string {
	if n.Or(0) == 0 {
		return ""
	}
	return number(n.Value)
}

// mib writes an amount of memory in the largest unit that is whole; 0 asks for all of it.
func mib(n slurm.Num) string {
	v := n.Value
	switch {
	case v == 0:
		return "0"
	case v%1024 == 0:
		return number(v/1024) + "G"
	}
	return number(v) + "M"
}
