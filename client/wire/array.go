package wire

import (
	"strconv"
	"strings"

	"flexq/client/slurm"
)

func readTask(r *reader, j *job) {
	var n slurm.Num
	r.num(&n)
	if n.Set && n.Value <= 0xffffffff {
		j.Array.Task, j.Array.HasTask = uint32(n.Value), true
	}
}

// readTasks reads the tasks that wait: "2-5%2" or "[2-5]" in the queue, a bit mask like "0x2C" in accounting. The
// bound behind % is in array_max_tasks too.
func readTasks(r *reader, j *job) {
	var s string
	r.text(&s)
	if mask, ok := strings.CutPrefix(s, "0x"); ok {
		tasks, ok := maskTasks(mask)
		if !ok {
			r.bad("not a list of tasks")
		}
		j.Array.Tasks = tasks
		return
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	j.Array.Tasks, _, _ = strings.Cut(s, "%")
}

// maskTasks turns the hexadecimal mask of slurmdbd, of which the last bit is task 0, into "2-3,5".
func maskTasks(mask string) (string, bool) {
	var out strings.Builder
	from, task := -1, 0
	flush := func() {
		if from < 0 {
			return
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.WriteString(strconv.Itoa(from))
		if task-1 > from {
			out.WriteString("-" + strconv.Itoa(task-1))
		}
		from = -1
	}
	for i := len(mask) - 1; i >= 0; i-- {
		digit, err := strconv.ParseUint(mask[i:i+1], 16, 4)
		if err != nil {
			return "", false
		}
		for bit := range 4 {
			if digit>>bit&1 == 0 {
				flush()
			} else if from < 0 {
				from = task
			}
			task++
		}
	}
	flush()
	return out.String(), true
}

// openTask is what Slurm writes for %a in the paths of an array's record that stands for many tasks.
const openTask = "4294967294"

// restoreTask gives the paths of such a record their %a back.
func restoreTask(j *job) {
	if j.Array.HasTask {
		return
	}
	for _, p := range []*string{&j.StdIn, &j.StdOut, &j.StdErr} {
		*p = strings.ReplaceAll(*p, openTask, "%a")
	}
}
