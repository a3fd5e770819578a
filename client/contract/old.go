package contract

import (
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// RunOld runs what is different in data versions before v0.0.42, which do not say what became of a cancel; the rest of
// what they write is in it too. Open is called once for each case, and gives clients of one such version.
func RunOld(t *testing.T, open func(t *testing.T) Target) {
	t.Helper()
	for _, k := range []testCase{
		{name: "a cancelled job ends cancelled", run: cancelRunning},
		{name: "cancel of another's job shows the refusal", run: oldCancelOthers},
		{name: "cancel of a finished job is success", run: oldCancelFinished},
		{name: "cancel of an unknown job", run: cancelUnknown},
		{name: "cancelling one task leaves the others", run: arrayCancelTask},
		{name: "one component of a het job is cancelled", run: oldCancelComponent},
		{name: "nobody knows what became of a signal", run: oldSignal},
		{name: "an unknown signal never leaves the program", run: signalUnknown},
		{name: "hold and release", run: updateHold},
		{name: "a limit can be lowered and only root raises it", run: updateLimit},
		{name: "a started task is changed by itself", run: partsUpdateTask},
		{name: "tasks that wait change together or not at all", run: partsUpdateWaiting},
		{name: "one component of a het job is changed", run: partsUpdateComponent},
		{name: "an administrator drains a node and a user may not", run: nodeDrain},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			k.run(t, newCluster(t, open))
		})
	}
}

func oldCancelOthers(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	out, err := c.Client(t, "bob").Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelRefused || out.Message == "" {
		t.Errorf("got %+v, %v", out, err)
	}
	if j := c.get(t, id); j.State.String() != "RUNNING" {
		t.Errorf("the job is %v", j.State)
	}
}

func oldCancelFinished(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "true"))
	c.wait(t, id, "COMPLETED")
	out, err := c.Client(t, "alice").Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelAccepted && out.Result != slurm.CancelFinished {
		t.Errorf("got %+v, %v", out, err)
	}
}

func oldCancelComponent(t *testing.T, c *cluster) {
	id := submitPair(t, c)
	if out, err := c.Client(t, "bob").Cancel(t.Context(), slurm.Ref{Job: id, Het: 1}, ""); err != nil || out.Result != slurm.CancelAccepted {
		t.Fatalf("got %+v, %v", out, err)
	}
	c.until(t, "the second component has ended, and it alone", func() bool { return c.shape(t, id) == "+0 PD, +1 CA" })
}

// oldSignal: the answer is the same for the owner and for others.
func oldSignal(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	for _, user := range []string{"alice", "bob"} {
		_, err := c.Client(t, user).Cancel(t.Context(), ref(id), "CONT")
		wantFault(t, err, fault.UnknownOutcome, 0)
	}
}
