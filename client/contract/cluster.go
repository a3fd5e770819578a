package contract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

// steps bounds how long a case waits, in steps of the target: four minutes of a real cluster's time, enough for
// Slurm to end a job at a limit of one minute and for a cloud node to boot.
const steps = 480

// cluster is the target as the cases use it.
type cluster struct {
	Target
}

func newCluster(t *testing.T, open func(t *testing.T) Target) *cluster {
	t.Helper()
	return &cluster{Target: open(t)}
}

// until lets time pass until cond holds.
func (c *cluster) until(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for range steps {
		if cond() {
			return
		}
		c.Step(t)
	}
	t.Fatalf("gave up waiting: %s", what)
}

// call makes one raw exchange; the path is without /slurm/VERSION.
func (c *cluster) call(t *testing.T, user, method, path, body string) Reply {
	t.Helper()
	return c.exchange(t, c.Raw(t, user), method, "/slurm/"+c.Version+path, body)
}

// db is call for accounting.
func (c *cluster) db(t *testing.T, user, path string) Reply {
	t.Helper()
	return c.exchange(t, c.Raw(t, user), "GET", "/slurmdb/"+c.Version+path, "")
}

func (c *cluster) exchange(t *testing.T, x Exchange, method, path, body string) Reply {
	t.Helper()
	r, err := x(t.Context(), method, path, body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return r
}

// description is the JSON of a submit: the given fields, with what every job needs before them.
func description(user, script, fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return fmt.Sprintf(`{"script":%q,"job":{"current_working_directory":"/home/%s","environment":["PATH=/usr/bin:/bin"]%s}}`,
		"#!/bin/bash\n"+script+"\n", user, fields)
}

// rawSubmit submits below the facade and wants a job.
func (c *cluster) rawSubmit(t *testing.T, user, script, fields string) uint64 {
	t.Helper()
	r := c.call(t, user, "POST", "/job/submit", description(user, script, fields))
	id := r.JSON().Get("job_id").Int()
	if r.Status != 200 || id <= 0 {
		t.Fatalf("submit %s: %v", fields, r)
	}
	c.cleanUp(t, uint64(id))
	return uint64(id)
}

// job is the description that most cases submit.
func job(user, script string) slurm.Submission {
	return slurm.Submission{
		Name: "contract", Partition: "cpu", WorkDir: "/home/" + user,
		Env: []string{"PATH=/usr/bin:/bin"}, Script: "#!/bin/bash\n" + script + "\n",
	}
}

// submit submits through the facade and wants a job.
func (c *cluster) submit(t *testing.T, user string, s slurm.Submission) uint64 {
	t.Helper()
	got, err := c.Client(t, user).Submit(t.Context(), s)
	if err != nil {
		t.Fatalf("submit: %v", err)
	}
	if got.ID == 0 {
		t.Fatal("submit gave no id and no error")
	}
	c.cleanUp(t, got.ID)
	return got.ID
}

// cleanUp cancels the job when the case is over, so that its nodes are free for the next.
func (c *cluster) cleanUp(t *testing.T, id uint64) {
	t.Helper()
	raw := c.Raw(t, "root")
	t.Cleanup(func() {
		if _, err := raw(context.Background(), "DELETE", "/slurm/"+c.Version+"/job/"+num(id), ""); err != nil {
			t.Logf("clean up %d: %v", id, err)
		}
	})
}

// get returns the one job of that id as the facade knows it.
func (c *cluster) get(t *testing.T, id uint64) slurm.Job {
	t.Helper()
	d := c.detail(t, c.Client(t, "alice"), id)
	if len(d.Jobs) != 1 {
		t.Fatalf("job %d: %d records, want 1", id, len(d.Jobs))
	}
	return d.Jobs[0]
}

func (c *cluster) detail(t *testing.T, cl *client.Client, id uint64) slurm.JobDetail {
	t.Helper()
	d, err := cl.Job(t.Context(), slurm.Ref{Job: id, Het: -1})
	if err != nil {
		t.Fatalf("job %d: %v", id, err)
	}
	return d
}

// wait waits until the job has the state, by its long name, and returns it.
func (c *cluster) wait(t *testing.T, id uint64, state string) slurm.Job {
	t.Helper()
	var j slurm.Job
	c.until(t, fmt.Sprintf("job %d is %s", id, state), func() bool {
		j = c.get(t, id)
		if j.State.IsFinal() && j.State.String() != state {
			t.Fatalf("job %d ended %s (%s), want %s", id, j.State, j.Reason, state)
		}
		return j.State.String() == state
	})
	return j
}

// waitReason waits until the pending job has the reason.
func (c *cluster) waitReason(t *testing.T, id uint64, reason string) slurm.Job {
	t.Helper()
	var j slurm.Job
	c.until(t, fmt.Sprintf("job %d waits for %s", id, reason), func() bool {
		j = c.get(t, id)
		return j.State.IsPending() && j.Reason == reason
	})
	return j
}

// wantFault fails unless err is a fault of that kind with Slurm's error number, if one is given.
func wantFault(t *testing.T, err error, kind fault.Kind, number int) {
	t.Helper()
	var f *fault.Fault
	if !errors.As(err, &f) || f.Kind != kind {
		t.Fatalf("got %v of kind %v, want a fault of kind %v", err, fault.KindOf(err), kind)
	}
	if number != 0 && !slices.ContainsFunc(f.Problems, func(p slurm.Problem) bool { return p.Number == number }) {
		t.Fatalf("Slurm's error number %d is not among %+v", number, f.Problems)
	}
}

func num(id uint64) string { return strconv.FormatUint(id, 10) }
