package wire_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"flexq/client/slurm"
	"flexq/client/wire"
)

const recorded = "../../testdata/api/"

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(recorded + file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// read decodes a recorded answer, plain and in both forms of the envelope, and checks that all give the same.
func read(t *testing.T, file string, fields wire.Fields, show func() string) (wire.Payload, string) {
	t.Helper()
	b := readFile(t, file)
	plain, err := wire.ReadPayload(strings.NewReader(string(b)), fields)
	if err != nil {
		t.Fatal(err)
	}
	want := show()
	for _, envelope := range []string{
		`{"structuredBody": ` + string(b) + `, "status": 200}`,
		`{"status": 200, "body": ` + quoted(strings.TrimSpace(string(b))) + `}`,
	} {
		e, err := wire.ReadEnvelope(strings.NewReader(envelope), fields)
		if err != nil {
			t.Fatalf("%.40s: %v", envelope, err)
		}
		if got := show(); got != want || fmt.Sprint(e.Payload) != fmt.Sprint(plain) {
			t.Errorf("%.40s: another answer than the plain one:\n%s\n%v\nplain:\n%s\n%v", envelope, got, e.Payload, want, plain)
		}
	}
	return plain, want
}

// showJob gives what matters of a job in one line.
func showJob(j slurm.Job) string {
	line := fmt.Sprintf("%d %s %q %s@%s/%s %ds", j.ID, j.State.Code(), j.Name, j.User, j.Partition, j.Account, int64(j.Limit))
	add := func(name string, v any, on bool) {
		if on {
			line += fmt.Sprintf(" %s=%v", name, v)
		}
	}
	add("on", j.Nodes, j.Nodes != "")
	add("task", fmt.Sprintf("%d_%d", j.Array.Job, j.Array.Task), j.Array.HasTask)
	add("tasks", fmt.Sprintf("%d_[%s%%%d]", j.Array.Job, j.Array.Tasks, j.Array.Max), j.Array.Tasks != "")
	add("het", fmt.Sprintf("%d+%d(%s)", j.Het.Job, j.Het.Offset, j.Het.Set), j.Het.Job != 0)
	add("why", j.Reason, j.Reason != "")
	add("hold", j.Hold, j.Hold)
	add("prio", j.Priority.Value, j.Priority.Set)
	add("n", j.NodeCount.Value, j.NodeCount.Set)
	add("cpus", j.CPUs.Value, j.CPUs.Set)
	add("gpus", j.GPUs(), j.GPUs() > 0)
	add("exclusive", true, j.Exclusive)
	add("exit", j.Exit.String()+","+j.Exit.SignalName, j.Exit.Set)
	add("derived", j.DerivedExit.String()+","+j.DerivedExit.SignalName, j.DerivedExit.Set)
	add("core", true, j.Exit.CoreDumped)
	add("restarts", j.Restarts, j.Restarts > 0)
	add("start", j.Start, j.Start != 0)
	add("end", j.End, j.End != 0)
	add("elapsed", j.Elapsed, j.Elapsed != 0)
	add("out", j.StdOut, j.StdOut != "")
	add("failed", j.FailedNode, j.FailedNode != "")
	for _, s := range j.Steps {
		line += fmt.Sprintf(" [%s %s %s %s exit=%s cpu=%d rss=%d]", s.ID, s.Name, s.State.Code(), s.Nodes, s.Exit, s.TotalCPU, s.MaxRSS)
	}
	return line
}

func showJobs(jobs []slurm.Job) string {
	lines := make([]string, len(jobs))
	for i, j := range jobs {
		lines[i] = showJob(j)
	}
	return strings.Join(lines, "\n")
}

func TestRecordedJobs(t *testing.T) {
	t.Parallel()
	for file, want := range recordedQueue() {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var reply wire.JobsReply
			p, got := read(t, file, reply.Fields(), func() string { return showJobs(reply.Jobs) })
			if got != strings.TrimSpace(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if len(p.Skipped) > 0 && !strings.Contains(file, "retyped") {
				t.Errorf("skipped %q", p.Skipped)
			}
		})
	}
}

func TestRecordedAccounting(t *testing.T) {
	t.Parallel()
	for file, want := range recordedPast() {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var reply wire.AccountingReply
			p, got := read(t, file, reply.Fields(), func() string { return showJobs(reply.Jobs) })
			if got != strings.TrimSpace(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if len(p.Skipped) > 0 {
				t.Errorf("skipped %q", p.Skipped)
			}
		})
	}
}
