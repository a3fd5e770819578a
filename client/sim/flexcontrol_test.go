package sim_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *service) nodeState(node string) string {
	s.t.Helper()
	r := s.direct("alice", "GET", "/slurm/v0.0.42/node/"+node, "")
	list, _ := r.at("nodes").([]any)
	if len(list) != 1 {
		s.t.Fatal(r.body)
	}
	n, _ := list[0].(map[string]any)
	var words []string
	states, _ := n["state"].([]any)
	for _, w := range states {
		if text, ok := w.(string); ok {
			words = append(words, text)
		}
	}
	return strings.Join(words, "+")
}

// bootTime is what Slurm says of a node's last boot.
func (s *service) bootTime(node string) float64 {
	s.t.Helper()
	r := s.direct("alice", "GET", "/slurm/v0.0.42/node/"+node, "")
	list, _ := r.at("nodes").([]any)
	n, _ := list[0].(map[string]any)
	boot, _ := n["boot_time"].(map[string]any)
	number, ok := boot["number"].(float64)
	if !ok {
		s.t.Fatal(r.body)
	}
	return number
}

// eventTypes are those that the cluster resource lists of a node, oldest first.
func (s *service) eventTypes(node string) []string {
	s.t.Helper()
	r := s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+s.AccessToken("alice"))
	list, _ := r.at("clusterEvents").([]any)
	var out []string
	for _, x := range list {
		e, _ := x.(map[string]any)
		text, _ := e["eventMessage"].(string)
		kind, _ := e["eventType"].(string)
		if strings.Contains(text, node) {
			out = append(out, kind)
		}
	}
	slices.Reverse(out) // the newest is first
	return out
}

const flexNode = "hcsdemo-a3unodeset-0"

// whole is a job that has all of the node.
const whole = `,"required_nodes":["` + flexNode + `"],"tres_per_node":"gres/gpu:8"`

func TestChecksThatFail(t *testing.T) {
	t.Parallel()
	repaired := []string{"draining", "drained", "requeued", "repair", "resumed", "powering_up", "replaced", "ready"}
	for _, k := range []struct {
		name   string
		job    string
		fail   func(s *service) error
		early  bool // before the job begins
		want   []string
		events []string
	}{
		{
			name: "prolog", job: whole, fail: func(s *service) error { return s.FailProlog(flexNode) }, early: true,
			want:   append([]string{"prolog_error"}, repaired...),
			events: []string{"VM_PROLOG_ERROR", "VM_SLURM_DRAIN", "VM_DELETION", "VM_REPORT_AND_REPLACEMENT"},
		},
		{
			name: "prolog of a part", job: strings.Replace(whole, "gpu:8", "gpu:2", 1), fail: func(s *service) error { return s.FailProlog(flexNode) },
			early: true, want: []string{"prolog_error", "draining", "drained", "requeued"}, events: []string{"VM_PROLOG_ERROR", "VM_SLURM_DRAIN"},
		},
		{
			name: "scan", job: whole, fail: func(s *service) error { return s.FailScan(flexNode) },
			want:   append([]string{"scan_error"}, repaired...),
			events: []string{"VM_SCAN_ERROR", "VM_SLURM_DRAIN", "VM_DELETION", "VM_REPORT_AND_REPLACEMENT"},
		},
		{
			name: "scan of a part", job: strings.Replace(whole, "gpu:8", "gpu:2", 1), fail: func(s *service) error { return s.FailScan(flexNode) },
			want: []string{"scan_error", "draining"}, events: []string{"VM_SCAN_ERROR", "VM_SLURM_DRAIN"},
		},
		{
			name: "gpu", job: whole, fail: func(s *service) error { return s.FaultNode(flexNode) },
			want:   append([]string{"gpu_error"}, repaired...),
			events: []string{"VM_CONTINUOUS_GPU_ERROR", "VM_SLURM_DRAIN", "VM_DELETION", "VM_REPORT_AND_REPLACEMENT"},
		},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, sim.Config{})
			if k.early {
				check(t, k.fail(s))
			}
			s.submit("alice", "a3u", k.job+`,"requeue":true`)
			s.Advance(10 * time.Second)
			if !k.early {
				check(t, k.fail(s))
			}
			s.Advance(118 * time.Second)
			if got := kinds(s.Truth(), flexNode); !slices.Equal(got, k.want) {
				t.Errorf("happened: %v\n   want %v", got, k.want)
			}
			if got := s.eventTypes(flexNode); !slices.Equal(got, k.events) {
				t.Errorf("events: %v", got)
			}
		})
	}
}

func TestEpilogFails(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	check(t, s.FailEpilog(flexNode))
	body := `{"script":"#!/bin/bash\nsleep 20\n","job":{"name":"s","partition":"a3u","current_working_directory":"/home/alice","environment":["PATH=/bin"]` + whole + `}}`
	if r := s.direct("alice", "POST", "/slurm/v0.0.42/job/submit", body); r.status != 200 {
		t.Fatal(r.body)
	}
	s.Advance(3 * time.Minute)
	want := []string{"epilog_error", "draining", "drained", "repair", "resumed", "powering_up", "replaced", "ready"}
	if got := kinds(s.Truth(), flexNode); !slices.Equal(got, want) {
		t.Errorf("happened: %v", got)
	}
	if r := s.direct("alice", "GET", "/slurm/v0.0.42/job/1", ""); !strings.Contains(r.body, `"COMPLETED"`) {
		t.Errorf("the job: %s", r.body)
	}
	if got := s.eventTypes(flexNode); !slices.Equal(got, []string{"VM_EPILOG_ERROR", "VM_SLURM_DRAIN", "VM_DELETION", "VM_REPORT_AND_REPLACEMENT"}) {
		t.Errorf("events: %v", got)
	}
}

// TestReboot checks that a reboot changes the boot time and nothing of the machine.
func TestReboot(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.submit("alice", "a3u", whole+`,"requeue":true`)
	s.Advance(10 * time.Second)
	before, boot := s.instances()[flexNode], s.bootTime(flexNode)
	check(t, s.RebootNode(flexNode))
	if got := s.nodeState(flexNode); got != "DOWN+NOT_RESPONDING" {
		t.Errorf("while it boots: %s", got)
	}
	if err := s.RebootNode(flexNode); err == nil {
		t.Error("a second reboot meanwhile")
	}
	s.Advance(20 * time.Second)
	if got := s.nodeState(flexNode); got != "IDLE" || s.instances()[flexNode] != before || s.bootTime(flexNode) <= boot {
		t.Errorf("%s, boot %v then %v\n%+v\n%+v", got, boot, s.bootTime(flexNode), before, s.instances()[flexNode])
	}
	if got := kinds(s.Truth(), flexNode); !slices.Equal(got, []string{"rebooted", "down", "requeued", "up"}) {
		t.Errorf("happened: %v", got)
	}
	if got := s.eventTypes(flexNode); !slices.Equal(got, []string{"VM_REBOOT"}) {
		t.Errorf("events: %v", got)
	}
	check(t, s.RebootNode("hcsdemo-a3unodeset-1"))
	if got := kinds(s.Truth(), "hcsdemo-a3unodeset-1"); !slices.Equal(got, []string{"rebooted", "not_responding"}) {
		t.Errorf("without jobs: %v", got)
	}
}

// TestDurationOfALivePool checks that a new duration holds for new machines, and that ends stay.
func TestDurationOfALivePool(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	before := s.instances()["hcsdemo-a3unodeset-1"]
	check(t, s.SetDuration("a3unodeset", 2*time.Hour))
	r := s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+s.AccessToken("alice"))
	if !strings.Contains(r.body, `"effectiveFlexStartMaxDuration":"7200s"`) || s.instances()["hcsdemo-a3unodeset-1"] != before {
		t.Errorf("resource %.300s, machine %+v", r.body, s.instances()["hcsdemo-a3unodeset-1"])
	}
	check(t, s.ExpireLease(flexNode))
	s.Advance(time.Minute)
	x := s.instances()[flexNode]
	end := at(t, x.Status2.Scheduling.End)
	if x.Scheduling.Run.Seconds != "7200" || end.Sub(at(t, x.Started)) != 2*time.Hour {
		t.Errorf("%+v", x)
	}
	s.Advance(end.Sub(s.Now()) - time.Second)
	if s.instances()[flexNode].ID != x.ID {
		t.Error("taken away before its end")
	}
	s.Advance(time.Second)
	if _, there := s.instances()[flexNode]; there {
		t.Error("there after its end")
	}
	if s.instances()["hcsdemo-a3unodeset-1"] != before {
		t.Error("an old machine got a new end")
	}
}

func TestDeletedByHand(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	check(t, s.DeleteMachine(flexNode))
	s.Advance(time.Minute)
	if got := kinds(s.Truth(), flexNode); !slices.Equal(got, []string{"deleted", "powering_up", "replaced", "ready"}) {
		t.Errorf("happened: %v", got)
	}
	if err := s.DeleteMachine("hcsdemo-flexnodeset-0"); err == nil {
		t.Error("a node without a machine")
	}
	if err := s.DeleteMachine("nosuch"); err == nil {
		t.Error("a node that is none")
	}
}
