//go:build slurm

package fidelity_test

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flexq/client/contract/bed"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// record is one job, array or part of a het job as Slurm shows it, by the names of its fields.
type record map[string]string

// twinLook is what Slurm knows of all jobs at one moment.
type twinLook struct {
	jobs map[string]record // by JobId
	kept map[string]record // what slurmctld keeps beside the job: the script, and the environment's SLURM_ variables
}

func lookAtTwins(t *testing.T, b *bed.Bed, pairs []pair) twinLook {
	t.Helper()
	l := twinLook{}
	tries := 0
	b.Until(t, "the arrays are split", func() bool {
		l.jobs = showJobs(b.Root(t, "env", "SLURM_TIME_FORMAT=%s", "SLURM_BITSTR_LEN=0", "scontrol", "--all", "show", "job"))
		tries++
		return l.split(pairs) || tries == 300
	})
	addHidden(t, l.jobs, b.Root(t, "scontrol", "--all", "show", "job", "--json"))
	var ids []string
	for _, p := range pairs {
		ids = append(ids, p.sbatch, p.flexq)
	}
	l.kept = keptOf(t, b, slices.DeleteFunc(ids, func(id string) bool { return id == "" }))
	return l
}

// split reports whether each pair has as many records on both sides. Slurm cuts an array that depends on another task by task
// into its tasks when it first looks at it, which is some time after the submit.
func (l twinLook) split(pairs []pair) bool {
	return !slices.ContainsFunc(pairs, func(p pair) bool {
		return p.sbatch != "" && p.flexq != "" && len(l.parts(p.sbatch)) != len(l.parts(p.flexq))
	})
}

// restOfLine are the fields after which nothing else stands on a line, whatever they hold.
var restOfLine = regexp.MustCompile(`^(JobName|Dependency|Comment|AdminComment|Extra|Command|WorkDir|StdErr|StdIn|StdOut|Network|Reservation)=`)

// showJobs reads what scontrol show job prints.
func showJobs(out string) map[string]record {
	jobs := make(map[string]record)
	var r record
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "JobId=") {
			r = make(record)
			id, _, _ := strings.Cut(strings.TrimPrefix(line, "JobId="), " ")
			jobs[strings.TrimSpace(id)] = r
		}
		if r != nil {
			r.line(strings.TrimSuffix(line, "\n"))
		}
	}
	return jobs
}

func (r record) line(line string) {
	key := ""
	for rest := strings.TrimLeft(line, " "); rest != ""; {
		word, after, _ := strings.Cut(rest, " ")
		if restOfLine.MatchString(rest) {
			word, after = strings.TrimSuffix(rest, " "), ""
		}
		if k, v, ok := strings.Cut(word, "="); ok {
			key = k
			r[key] = v
		} else {
			r[key] += " " + word
		}
		rest = after
	}
}

// addHidden adds what scontrol knows of a job and shows only in JSON.
func addHidden(t *testing.T, jobs map[string]record, out string) {
	t.Helper()
	var doc struct {
		Jobs []map[string]jsontext.Value `json:"jobs"`
	}
	if err := json.Unmarshal([]byte(out), &doc, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		t.Fatal(err)
	}
	for _, j := range doc.Jobs {
		r := jobs[string(j["job_id"])]
		for _, name := range onlyInJSON() {
			v, ok := j[name]
			if !ok || r == nil {
				continue
			}
			if err := v.Compact(); err != nil {
				t.Fatal(err)
			}
			r["json:"+name] = asked(string(v))
		}
	}
}

// asked takes out of a list of flags those that say what the scheduler did with the job.
func asked(flags string) string {
	flags = regexp.MustCompile(`"(DEPENDENT|\w+_ATTEMPTED|\w+_RESET|\w+_CLEARED)",?`).ReplaceAllString(flags, "")
	return strings.ReplaceAll(flags, ",]", "]")
}

// keptOf reads what slurmctld will hand to the node with each job.
func keptOf(t *testing.T, b *bed.Bed, ids []string) map[string]record {
	t.Helper()
	const script = `cd /var/spool/slurmctld && for id; do d=hash.$((id % 10))/job.$id; echo "@ $id"; ` +
		`echo "script=$(md5sum <$d/script)"; tail -c +5 $d/environment | tr "\0" "\n" | grep -a ^SLURM_; done; true`
	out := make(map[string]record)
	var r record
	for line := range strings.Lines(b.Root(t, append([]string{"sh", "-c", script, "sh"}, ids...)...)) {
		line = strings.TrimSuffix(line, "\n")
		if id, ok := strings.CutPrefix(line, "@ "); ok {
			r = make(record)
			out[id] = r
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		r[name] = value
	}
	return out
}

// parts returns the records of a submitted job in their order: one, or one for each part of a het job and for each piece of
// an array.
func (l twinLook) parts(id string) []record {
	var out []record
	for _, r := range l.jobs {
		if r["JobId"] == id || r["ArrayJobId"] == id || r["HetJobId"] == id {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b record) int {
		return cmp.Or(cmp.Compare(number(a["HetJobOffset"]), number(b["HetJobOffset"])), cmp.Compare(a["ArrayTaskId"], b["ArrayTaskId"]))
	})
	return out
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// differences compares the two jobs field by field.
func (l twinLook) differences(p *pair) []difference {
	left, right := l.parts(p.sbatch), l.parts(p.flexq)
	if len(left) != len(right) {
		return []difference{{"parts", fmt.Sprint(len(left)), fmt.Sprint(len(right))}}
	}
	var out []difference
	for i := range left {
		name := func(field string) string {
			if len(left) > 1 {
				return fmt.Sprintf("%s of part %d", field, i)
			}
			return field
		}
		out = append(out, compareRecords(name, nameless(left[i], p.sbatch), nameless(right[i], p.flexq))...)
		if i == 0 || left[i]["HetJobId"] != "" {
			env := func(field string) string { return name("kept " + field) }
			out = append(out, compareRecords(env, l.kept[left[i]["JobId"]], l.kept[right[i]["JobId"]])...)
		}
	}
	return out
}

func compareRecords(name func(string) string, left, right record) []difference {
	keys := slices.Sorted(maps.Keys(left))
	for k := range right {
		if _, both := left[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	var out []difference
	for _, k := range keys {
		a, inA := left[k]
		b, inB := right[k]
		if inA == inB && a == b || allowed(k, a, b) {
			continue
		}
		out = append(out, difference{name(k), shown(a, inA), shown(b, inB)})
	}
	return out
}

func shown(v string, there bool) string {
	if !there {
		return "nothing"
	}
	return strconv.Quote(v)
}

// idFields are those that hold the ids of the job: its files are named for it.
var idFields = []string{"JobId", "ArrayJobId", "HetJobId", "HetJobIdSet", "StdOut", "StdErr", "StdIn"}

// nameless is a record with the job's own ids taken out.
func nameless(r record, id string) record {
	out := maps.Clone(r)
	for i := range 4 {
		own := regexp.MustCompile(`(^|\D)` + strconv.Itoa(number(id)+i) + `(\D|$)`)
		for _, k := range idFields {
			if v, ok := out[k]; ok {
				out[k] = own.ReplaceAllString(v, fmt.Sprintf("${1}<id+%d>${2}", i))
			}
		}
	}
	return out
}
