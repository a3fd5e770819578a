package contract

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// checksHold submits each job and holds what becomes of it against what the checks said before.
func checksHold(t *testing.T, c *cluster) {
	api := c.Client(t, "alice")
	c.hold(t, api, worldOf(t, api, "alice"), askedJobs())
}

// contradictionsHold is checksHold for jobs that are refused whatever the partition is.
func contradictionsHold(t *testing.T, c *cluster) {
	api := c.Client(t, "alice")
	w := worldOf(t, api, "alice")
	c.hold(t, api, w, contradictions(w.Now))
}

func (c *cluster) hold(t *testing.T, api *client.Client, w preflight.World, jobs []asked) {
	t.Helper()
	for _, k := range jobs {
		s := job("alice", "true")
		k.change(&s)
		expectCheck(t, preflight.Check(s, w), k)
		c.expectOutcome(t, api, s, k)
	}
}

// worldOf asks the cluster for all that the checks know. Pools are left out: what they add is not Slurm's.
func worldOf(t *testing.T, api *client.Client, user string) preflight.World {
	t.Helper()
	w := preflight.World{User: user}
	if _, err := api.Cluster(t.Context()); err != nil { // what its clock says is known from then on
		t.Fatal(err)
	}
	parts, err := api.Partitions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := api.Nodes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	access, err := api.Access(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	w.Partitions, w.Nodes, w.Access = parts.Items, nodes.Items, &access
	w.Now = api.ClusterNow()
	return w
}

// expectCheck wants the one finding, and none beside it that would keep the job from being sent.
func expectCheck(t *testing.T, got sbatch.Problems, k asked) {
	t.Helper()
	bad := append(got.Of(sbatch.Error), got.Of(sbatch.Severe)...)
	isAsExpected := len(bad) == 0
	switch {
	case k.level == sbatch.Warning:
		isAsExpected = isAsExpected && slices.ContainsFunc(got, func(p sbatch.Problem) bool { return p.Level == k.level && p.Option == k.option })
	case k.option != "":
		isAsExpected = len(bad) == 1 && bad[0].Option == k.option && bad[0].Level == k.level && bad[0].What != "" && bad[0].Cure != ""
	}
	if !isAsExpected {
		t.Errorf("%s: the checks say %v, want %v at %q", k.name, got, k.level, k.option)
	}
}

// expectOutcome submits the job: an error, and what is suspect here, is what Slurm refuses, severe what it lets wait.
func (c *cluster) expectOutcome(t *testing.T, api *client.Client, s slurm.Submission, k asked) {
	t.Helper()
	got, err := api.Submit(t.Context(), s)
	if k.level == sbatch.Error || k.level == sbatch.Warning {
		var f *fault.Fault
		if !errors.As(err, &f) || f.Kind != fault.Refused {
			t.Errorf("%s: Slurm says %v, %v, and the checks %v", k.name, got, err, k.level)
			if got.ID != 0 {
				c.cleanUp(t, got.ID)
			}
			return
		}
		expectOption(t, f, k)
		return
	}
	if err != nil {
		t.Errorf("%s: Slurm says %v, and the checks no error", k.name, err)
		return
	}
	c.cleanUp(t, got.ID)
	if s.Hold && k.level == sbatch.Severe {
		c.until(t, k.name+": it is held", func() bool { return c.get(t, got.ID).Reason == "JobHeldUser" })
	} else if k.level == sbatch.Severe {
		c.until(t, k.name+": it waits for ever", func() bool { return forEver(c.get(t, got.ID).Reason) })
	} else { // what can do with less is given less after a while
		c.until(t, k.name+": it runs, or waits for its turn", func() bool { return hasTurn(c.get(t, got.ID)) })
	}
	if _, err := api.Cancel(t.Context(), ref(got.ID), ""); err != nil {
		t.Errorf("%s: %v", k.name, err)
	}
}

// expectOption wants a refusal to be found at the option of the check. Slurm has one number for several options of
// GRES, of times and of nodes, 2014 for whatever no node can be found for, and 2050 for any limit of accounting.
func expectOption(t *testing.T, f *fault.Fault, k asked) {
	t.Helper()
	for _, p := range f.Problems {
		option, ok := preflight.OptionOf(p)
		switch {
		case (p.Number == 2050 || p.Number == 2014) && !ok:
			return
		case (p.Number == 2072 || p.Number == 2119) && option == "--gres":
			return
		case p.Number == 2051 && k.option == "--deadline", p.Number == 2018 && k.option == "--exclude":
			return
		case ok && option == k.option:
			return
		}
	}
	t.Errorf("%s: the refusal %v is not at %s", k.name, f.Problems, k.option)
}

// hasTurn reports whether a job has begun, or waits for what will come.
func hasTurn(j slurm.Job) bool {
	switch j.Reason {
	case "":
		return !j.State.IsPending()
	case "Priority", "Resources", "JobHeldUser", "PartitionDown":
		return true
	}
	return j.State.Base == slurm.JobComplete || j.State.Base == slurm.JobRunning
}

// forEver reports whether a reason for waiting never ends by itself.
func forEver(reason string) bool {
	switch reason {
	case "PartitionDown", // which is told before any other
		"PartitionTimeLimit", "PartitionNodeLimit", "QOSNotAllowed", "AccountNotAllowed", "PartitionConfig", "MaxMemPerLimit", "BadConstraints":
		return true
	}
	for _, limit := range []string{"QOSMax", "QOSMin", "QOSGrp", "AssocMax", "Max"} {
		if strings.HasPrefix(reason, limit) {
			return true
		}
	}
	return false
}
