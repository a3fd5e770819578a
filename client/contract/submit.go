package contract

import (
	"strings"
	"testing"

	"flexq/client/slurm"
)

func submitCases() []testCase {
	return []testCase{
		{name: "a submitted job has what was asked", run: submitKeepsFields},
		{name: "CPUs may be among what a task asks for", run: submitCPUsOfTask},
		{name: "a submit finds its key in the comment", run: submitKeepsKey},
		{name: "a hold is submitted with a warning", run: submitHold},
		{name: "a job that begins later says so", run: submitBegin},
		{name: "a job after another waits for it", run: submitDependency},
		{name: "a het job is one id with parts", run: submitHet},
		{name: "odd names survive", run: submitOddNames},
		{name: "a script without shebang is taken", run: submitNoShebang},
		{name: "numbers may be plain", run: submitPlainNumbers},
	}
}

func submitKeepsFields(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Name, s.Partition, s.Nodes, s.TRESPerNode = "train", "a3u", "1", "gres/gpu:2"
	s.Limit = 90 * 60
	j := c.wait(t, c.submit(t, "alice", s), "RUNNING")
	if j.Name != "train" || j.Partition != "a3u" || j.User != "alice" || j.UserID != 2001 {
		t.Errorf("got name %q partition %q user %q (%d)", j.Name, j.Partition, j.User, j.UserID)
	}
	if j.Limit != 90*60 || j.WorkDir != "/home/alice" || !j.Batch {
		t.Errorf("got limit %v dir %q batch %v", j.Limit, j.WorkDir, j.Batch)
	}
	if j.GPUs() != 2 || j.NodeCount.Value != 1 || j.Nodes.Count() != 1 || !strings.HasPrefix(string(j.Nodes), "hcsdemo-a3unodeset-") {
		t.Errorf("got %d GPUs on %v nodes %q", j.GPUs(), j.NodeCount, j.Nodes)
	}
	if j.Submit.IsZero() || j.Start < j.Submit || j.End != j.Start+90*60 {
		t.Errorf("got submit %d start %d end %d", j.Submit, j.Start, j.End)
	}
}

// sbatch names the CPUs of --cpus-per-task among the resources of a task too, and so does flexq.
func submitCPUsOfTask(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Partition, s.CPUsPerTask, s.TRESPerTask = "cpu", 4, "cpu=4"
	if j := c.wait(t, c.submit(t, "alice", s), "RUNNING"); j.TRESPerTask != "cpu=4" || j.CPUs.Value != 4 {
		t.Errorf("got %q, %v CPUs", j.TRESPerTask, j.CPUs)
	}
	s.Partition, s.Tasks, s.CPUsPerTask, s.TRESPerTask = "a3u", 1, 2, "cpu=2,gres/gpu=1"
	if j := c.wait(t, c.submit(t, "alice", s), "RUNNING"); j.GPUs() != 1 || j.CPUs.Value != 2 {
		t.Errorf("got %q: %d GPUs, %v CPUs", j.TRESPerTask, j.GPUs(), j.CPUs)
	}
	s.TRESPerTask = "cpu=2,gres/nosuch=1"
	if got, err := c.Client(t, "alice").Submit(t.Context(), s); err == nil {
		c.cleanUp(t, got.ID)
		t.Errorf("%s was taken", s.TRESPerTask)
	}
}

func submitKeepsKey(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Comment, s.Hold = "run 12", true
	got, err := c.Client(t, "alice").Submit(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	c.cleanUp(t, got.ID)
	if got.Key == "" {
		t.Fatal("the submit has no key")
	}
	if j := c.get(t, got.ID); !strings.Contains(j.Comment, got.Key) || !strings.Contains(j.Comment, "run 12") {
		t.Errorf("comment %q holds not both %q and the user's own", j.Comment, got.Key)
	}
}

func submitHold(t *testing.T, c *cluster) {
	r := c.call(t, "alice", "POST", "/job/submit", description("alice", "sleep 600", `"partition":"cpu","hold":true`))
	id := uint64(r.JSON().Get("job_id").Int())
	if r.Status != 200 || id == 0 || !r.Says("Job is in held state, pending scheduler release") {
		t.Fatalf("got %v", r)
	}
	c.cleanUp(t, id)
	if j := c.waitReason(t, id, "JobHeldUser"); j.Priority.Value != 0 || !j.Hold {
		t.Errorf("priority %v hold %v", j.Priority, j.Hold)
	}
	s := job("alice", "sleep 600")
	s.Hold = true
	got, err := c.Client(t, "alice").Submit(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	c.cleanUp(t, got.ID)
	if len(got.Warnings) > 0 { // that it is held, as was asked for
		t.Errorf("the facade warns of %v", got.Warnings)
	}
}

func submitBegin(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Begin = 4102444800 // 2100-01-01
	if j := c.waitReason(t, c.submit(t, "alice", s), "BeginTime"); j.Start != 4102444800 || j.Eligible != 4102444800 {
		t.Errorf("got start %d eligible %d", j.Start, j.Eligible)
	}
}

func submitDependency(t *testing.T, c *cluster) {
	first := c.submit(t, "alice", job("alice", "sleep 600"))
	s := job("alice", "sleep 600")
	s.Dependency = "afterok:" + num(first)
	second := c.submit(t, "alice", s)
	if j := c.waitReason(t, second, "Dependency"); !strings.HasPrefix(j.Dependency, "afterok:"+num(first)) {
		t.Errorf("got dependency %q", j.Dependency)
	}
	cancel(t, c, "alice", first)
	j := c.waitReason(t, second, "DependencyNeverSatisfied")
	if j.State.Base != slurm.JobPending {
		t.Errorf("got state %v", j.State)
	}
}

func submitHet(t *testing.T, c *cluster) {
	part := func(partition string) string {
		return `{"name":"het","partition":"` + partition + `","nodes":"1","current_working_directory":"/home/alice","environment":["PATH=/bin"]}`
	}
	r := c.call(t, "alice", "POST", "/job/submit",
		`{"script":"#!/bin/bash\nsleep 600\n","jobs":[`+part("a3u")+`,`+part("cpu")+`]}`)
	id := uint64(r.JSON().Get("job_id").Int())
	if id == 0 {
		t.Fatalf("got %v", r)
	}
	c.cleanUp(t, id)
	d := c.detail(t, c.Client(t, "alice"), id)
	if len(d.Jobs) != 2 {
		t.Fatalf("%d parts, want 2", len(d.Jobs))
	}
	for i := range d.Jobs {
		j := &d.Jobs[i]
		if j.Het.Job != id || j.Het.Offset != uint32(i) || j.ID != id+uint64(i) || j.DisplayID() != num(id)+"+"+num(uint64(i)) {
			t.Errorf("part %d: id %d het %+v shown as %s", i, j.ID, j.Het, j.DisplayID())
		}
	}
	if d.Jobs[0].Partition != "a3u" || d.Jobs[1].Partition != "cpu" {
		t.Errorf("got partitions %q and %q", d.Jobs[0].Partition, d.Jobs[1].Partition)
	}
}

func submitOddNames(t *testing.T, c *cluster) {
	for _, name := range []string{
		`two words`, `quote"d 'both'`, `a|b`, `訓練-ñandú`, `back\slash`, `%j`, strings.Repeat("long", 50),
	} {
		s := job("alice", "sleep 600")
		s.Name, s.Hold = name, true
		if j := c.get(t, c.submit(t, "alice", s)); j.Name != name {
			t.Errorf("name %q came back as %q", name, j.Name)
		}
	}
}

func submitNoShebang(t *testing.T, c *cluster) {
	r := c.call(t, "alice", "POST", "/job/submit",
		`{"script":"sleep 1\n","job":{"partition":"cpu","current_working_directory":"/home/alice","environment":["PATH=/bin"]}}`)
	id := uint64(r.JSON().Get("job_id").Int())
	if r.Status != 200 || id == 0 {
		t.Fatalf("got %v", r)
	}
	c.cleanUp(t, id)
	c.wait(t, id, "FAILED")
}

func submitPlainNumbers(t *testing.T, c *cluster) {
	for _, limit := range []string{`30`, `"30"`, `{"set":true,"number":30}`} {
		id := c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true,"time_limit":`+limit)
		if j := c.get(t, id); j.Limit != 30*60 {
			t.Errorf("time_limit %s gave %d s", limit, j.Limit)
		}
	}
}
