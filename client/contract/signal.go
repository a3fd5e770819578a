package contract

import (
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func signalCases() []testCase {
	return []testCase{
		{name: "a harmless signal leaves the job running", run: signalHarmless},
		{name: "USR1 reaches the batch script and ends it", run: signalUSR1},
		{name: "an unknown signal never leaves the program", run: signalUnknown},
		{name: "an unknown signal name cancels the job", run: signalTrap},
	}
}

// inTransition is Slurm's "Job can not be altered now, try again later": the node is busy with the job.
const inTransition = 2020

func signalHarmless(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	for _, s := range []string{"CONT", "SIGCONT", "18"} {
		c.until(t, "Slurm takes signal "+s, func() bool {
			out, err := c.Client(t, "alice").Cancel(t.Context(), ref(id), s)
			if err != nil || out.Result != slurm.CancelAccepted && out.Code != inTransition {
				t.Fatalf("signal %s: %+v, %v", s, out, err)
			}
			return out.Result == slurm.CancelAccepted
		})
	}
	c.Step(t)
	if j := c.get(t, id); j.State.String() != "RUNNING" {
		t.Errorf("the job is %v", j.State)
	}
}

func signalUSR1(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	// The script must have started: a signal before that is lost.
	for range 8 {
		c.Step(t)
	}
	if out, err := c.Client(t, "alice").Cancel(t.Context(), ref(id), "USR1"); err != nil || out.Result != slurm.CancelAccepted {
		t.Fatalf("got %+v, %v", out, err)
	}
	if j := c.wait(t, id, "FAILED"); j.Exit.Signal != 10 || j.Reason != "RaisedSignal" {
		t.Errorf("got exit %+v reason %q", j.Exit, j.Reason)
	}
}

func signalUnknown(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	_, err := c.Client(t, "alice").Cancel(t.Context(), ref(id), "NOSUCH")
	wantFault(t, err, fault.Usage, 0)
	c.Step(t)
	if j := c.get(t, id); j.State.String() != "RUNNING" {
		t.Errorf("the job is %v", j.State)
	}
}

func signalTrap(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	r := c.call(t, "alice", "DELETE", "/job/"+num(id)+"?signal=NOSUCH", "")
	if r.Status != 200 || !r.Says("Unknown signal") {
		t.Errorf("got %v", r)
	}
	c.wait(t, id, "CANCELLED")
}
