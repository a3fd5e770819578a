package contract

import (
	"slices"
	"strings"
	"testing"

	"flexq/client/slurm"
)

func cancelCases() []testCase {
	return []testCase{
		{name: "a cancelled job ends cancelled", run: cancelRunning},
		{name: "a waiting job can be cancelled", run: cancelPending},
		{name: "cancel of another's job shows the refusal", run: cancelOthers},
		{name: "cancel of a finished job is success", run: cancelFinished},
		{name: "cancel of an unknown job", run: cancelUnknown},
		{name: "root may cancel another's job", run: cancelAsRoot},
		{name: "refused cancels are 200", run: cancelRaw},
	}
}

func ref(id uint64) slurm.Ref { return slurm.Ref{Job: id, Het: -1} }

// cancel cancels a job of the user and wants Slurm to take it.
func cancel(t *testing.T, c *cluster, user string, id uint64) {
	t.Helper()
	out, err := c.Client(t, user).Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelAccepted {
		t.Fatalf("cancel %d: %+v, %v", id, out, err)
	}
}

func cancelRunning(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	cancel(t, c, "alice", id)
	if j := c.wait(t, id, "CANCELLED"); j.End.IsZero() || j.State.Code() != "CA" {
		t.Errorf("got end %d code %s", j.End, j.State.Code())
	}
}

func cancelPending(t *testing.T, c *cluster) {
	s := job("bob", "sleep 600")
	s.Hold = true
	id := c.submit(t, "bob", s)
	cancel(t, c, "bob", id)
	c.wait(t, id, "CANCELLED")
}

func cancelOthers(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	out, err := c.Client(t, "bob").Cancel(t.Context(), ref(id), "")
	if err != nil {
		t.Fatalf("a refusal is an outcome, not an error: %v", err)
	}
	if out.Result != slurm.CancelRefused || out.Code != 2002 || !strings.Contains(out.Message, "Access/permission denied") || out.Ref.Job != id {
		t.Errorf("got %+v", out)
	}
	if j := c.get(t, id); j.State.String() != "RUNNING" {
		t.Errorf("the job is %v", j.State)
	}
}

func cancelFinished(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "true"))
	c.wait(t, id, "COMPLETED")
	out, err := c.Client(t, "alice").Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelFinished {
		t.Errorf("got %+v, %v", out, err)
	}
}

func cancelUnknown(t *testing.T, c *cluster) {
	out, err := c.Client(t, "alice").Cancel(t.Context(), ref(999999), "")
	if err != nil || out.Result != slurm.CancelUnknown || out.Code != 2017 {
		t.Errorf("got %+v, %v", out, err)
	}
}

func cancelAsRoot(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	cancel(t, c, "root", id)
	c.wait(t, id, "CANCELLED")
}

// cancelRaw: a DELETE is 200 without errors whatever becomes of it; the outcome is in status[].
func cancelRaw(t *testing.T, c *cluster) {
	done := c.submit(t, "alice", job("alice", "true"))
	c.wait(t, done, "COMPLETED")
	mine := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, mine, "RUNNING")
	for _, k := range []struct {
		name, user, id string
		codes          []int
	}{
		{"another's", "bob", num(mine), []int{2002}},
		{"finished", "alice", num(done), []int{2021}},
		{"unknown", "alice", "999999", []int{2017}},
		{"own", "alice", num(mine), nil},
	} {
		r := c.call(t, k.user, "DELETE", "/job/"+k.id, "")
		var got []int
		for _, s := range r.JSON().Get("status").Items() {
			got = append(got, s.Get("error").Get("code").Int())
		}
		if r.Status != 200 || len(r.Codes()) != 0 || !slices.Equal(got, k.codes) {
			t.Errorf("%s: got %v with codes %v, want %v", k.name, r, got, k.codes)
		}
	}
	if r := c.call(t, "alice", "DELETE", "/job/abc", ""); r.Status != 422 {
		t.Errorf("an id that is no number: got %v", r)
	}
}
