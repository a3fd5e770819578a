package contract

import (
	"testing"

	"flexq/client/slurm"
)

func endCases() []testCase {
	return []testCase{
		{name: "a job that ends well is completed", run: endCompleted},
		{name: "a job that ends badly keeps its exit code", run: endExitCode},
		{name: "a job that is killed keeps the signal", run: endSignal},
		{name: "a job at its limit times out", run: endTimeout},
		{name: "a limit over the partition's waits", run: overLimit},
		{name: "a job that needs more than is free waits", run: waitsForResources},
	}
}

func endCompleted(t *testing.T, c *cluster) {
	j := c.wait(t, c.submit(t, "alice", job("alice", "true")), "COMPLETED")
	if j.State.Code() != "CD" || !j.State.IsFinal() || j.State.IsFailure() || j.Exit.String() != "0:0" || j.Reason != "" {
		t.Errorf("got %s exit %v reason %q", j.State.Code(), j.Exit, j.Reason)
	}
	if j.Start.IsZero() || j.End < j.Start {
		t.Errorf("got start %d end %d", j.Start, j.End)
	}
}

func endExitCode(t *testing.T, c *cluster) {
	j := c.wait(t, c.submit(t, "alice", job("alice", "exit 3")), "FAILED")
	if j.State.Code() != "F" || !j.State.IsFailure() || j.Exit.String() != "3:0" || j.Reason != "NonZeroExitCode" {
		t.Errorf("got %s exit %v reason %q", j.State.Code(), j.Exit, j.Reason)
	}
}

func endSignal(t *testing.T, c *cluster) {
	j := c.wait(t, c.submit(t, "alice", job("alice", "kill -9 $$")), "FAILED")
	if j.Exit.String() != "0:9" || j.Reason != "RaisedSignal" {
		t.Errorf("got exit %v reason %q", j.Exit, j.Reason)
	}
}

func endTimeout(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Limit = 60
	j := c.wait(t, c.submit(t, "alice", s), "TIMEOUT")
	if j.State.Code() != "TO" || j.Reason != "TimeLimit" || j.End-j.Start < 60 {
		t.Errorf("got %s reason %q after %d s", j.State.Code(), j.Reason, j.End-j.Start)
	}
}

func overLimit(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Limit = 30 * 24 * 3600 // the partition allows seven days
	c.waitReason(t, c.submit(t, "alice", s), "PartitionTimeLimit")
}

func waitsForResources(t *testing.T, c *cluster) {
	s := job("carol", "sleep 600")
	s.Partition, s.Nodes, s.Exclusive = "a3u", "4", true
	first := job("carol", "sleep 600")
	first.Partition = "a3u"
	c.wait(t, c.submit(t, "carol", first), "RUNNING")
	id := c.submit(t, "carol", s)
	// Other cases may wait for the same nodes; one of them is first in line.
	c.until(t, "the job waits for nodes", func() bool {
		j := c.get(t, id)
		return j.State.IsPending() && (j.Reason == "Resources" || j.Reason == "Priority")
	})
}

// find returns the job of that id in a list.
func find(list []slurm.Job, id uint64) (slurm.Job, bool) {
	for i := range list {
		if list[i].ID == id {
			return list[i], true
		}
	}
	return slurm.Job{}, false
}
