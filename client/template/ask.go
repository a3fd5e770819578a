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
