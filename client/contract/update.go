package contract

import (
	"slices"
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func updateCases() []testCase {
	return []testCase{
		{name: "hold and release", run: updateHold},
		{name: "a hold of an administrator is not the user's to release", run: updateAdminHold},
		{name: "a limit can be lowered and only root raises it", run: updateLimit},
		{name: "a waiting job changes its name, partition and comment", run: updatePending},
		{name: "refused updates", run: updateRefused},
	}
}

func updateHold(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Begin = 4102444800
	id := c.submit(t, "alice", s)
	hold := true
	if err := c.Client(t, "alice").Update(t.Context(), ref(id), slurm.JobUpdate{Hold: &hold}); err != nil {
		t.Fatal(err)
	}
	if j := c.waitReason(t, id, "JobHeldUser"); j.Priority.Value != 0 {
		t.Errorf("priority %v", j.Priority)
	}
	hold = false
	if err := c.Client(t, "alice").Update(t.Context(), ref(id), slurm.JobUpdate{Hold: &hold}); err != nil {
		t.Fatal(err)
	}
	c.waitReason(t, id, "BeginTime")
}

func updateAdminHold(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Begin = 4102444800
	id := c.submit(t, "alice", s)
	hold := true
	if err := c.Client(t, "root").Update(t.Context(), ref(id), slurm.JobUpdate{Hold: &hold}); err != nil {
		t.Fatal(err)
	}
	c.waitReason(t, id, "JobHeldAdmin")
	hold = false
	err := c.Client(t, "alice").Update(t.Context(), ref(id), slurm.JobUpdate{Hold: &hold})
	wantFault(t, err, fault.Refused, 2002)
	c.waitReason(t, id, "JobHeldAdmin")
}

func updateLimit(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Limit = 60 * 60
	id := c.submit(t, "alice", s)
	started := c.wait(t, id, "RUNNING")
	set := func(user string, minutes slurm.Limit) error {
		l := minutes * 60
		return c.Client(t, user).Update(t.Context(), ref(id), slurm.JobUpdate{Limit: &l})
	}
	if err := set("alice", 50); err != nil {
		t.Fatal(err)
	}
	if j := c.get(t, id); j.Limit != 50*60 || j.End != started.Start+50*60 {
		t.Errorf("got limit %d, end %d s after the start", j.Limit, j.End-started.Start)
	}
	wantFault(t, set("alice", 500), fault.Refused, 2002)
	if err := set("root", 500); err != nil {
		t.Fatal(err)
	}
	if j := c.get(t, id); j.Limit != 500*60 {
		t.Errorf("got limit %d", j.Limit)
	}
}

func updatePending(t *testing.T, c *cluster) {
	s := job("carol", "sleep 600")
	s.Hold = true
	id := c.submit(t, "carol", s)
	name, partition, comment := "renamed", "a3u", "checked"
	err := c.Client(t, "carol").Update(t.Context(), ref(id), slurm.JobUpdate{Name: &name, Partition: &partition, Comment: &comment})
	if err != nil {
		t.Fatal(err)
	}
	if j := c.get(t, id); j.Name != name || j.Partition != partition || j.Comment != comment {
		t.Errorf("got name %q partition %q comment %q", j.Name, j.Partition, j.Comment)
	}
}

func updateRefused(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Begin = 4102444800
	mine := c.submit(t, "alice", s)
	done := c.submit(t, "alice", job("alice", "true"))
	c.wait(t, done, "COMPLETED")
	for _, k := range []struct {
		name, user, id, body string
		status, code         int
	}{
		{"another's job", "bob", num(mine), `{"comment":"mine"}`, 500, 2010},
		{"priority", "alice", num(mine), `{"priority":{"set":true,"number":100000}}`, 500, 2002},
		{"partition", "alice", num(mine), `{"partition":"nosuch"}`, 500, 2000},
		{"unknown job", "alice", "999999", `{"comment":"x"}`, 404, 2017},
		{"finished job", "alice", num(done), `{"comment":"x"}`, 500, 2084},
	} {
		r := c.call(t, k.user, "POST", "/job/"+k.id, k.body)
		if r.Status != k.status || !slices.Contains(r.Codes(), k.code) {
			t.Errorf("%s: got %v, want %d with %d", k.name, r, k.status, k.code)
		}
	}
}
