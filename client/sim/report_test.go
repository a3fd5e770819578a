package sim_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

func (s *service) report(user, body string) reply {
	s.t.Helper()
	return s.do("POST", clusters+"/hcsdemo:reportFaultyNodes", body,
		"Authorization", "Bearer "+s.AccessToken(user), "Content-Type", "application/json")
}

func (s *service) operation(name any) reply {
	s.t.Helper()
	text, ok := name.(string)
	if !ok {
		s.t.Fatalf("operation %v", name)
	}
	return s.do("GET", "/v1/"+text, "", "Authorization", "Bearer "+s.AccessToken("alice"))
}

// kinds are what happened to a node or a job of a kind, in order.
func kinds(list []sim.Happening, node string) []string {
	var out []string
	for _, h := range list {
		if h.Node == node {
			out = append(out, h.Kind)
		}
	}
	return out
}

const plainReport = `{"nodeActions":[{"nodeId":"hcsdemo-a3unodeset-1"}]}`

func hostReport(node, behavior string) string {
	return `{"node_actions":[{"node_id":"` + node + `","report_faulty_host":{"fault_reasons":[{"behavior":"` + behavior + `","description":"slow"}]}}]}`
}

func TestReportDeletesAStaticNode(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.submit("alice", "a3u", `,"required_nodes":["hcsdemo-a3unodeset-1"],"requeue":true`)
	s.Advance(5 * time.Second)
	before := s.instances()["hcsdemo-a3unodeset-1"]
	r := s.report("alice", plainReport)
	op := r.at("name")
	if r.status != 200 || r.at("done") != nil || r.at("metadata", "genericMetadata", "createTime") == nil || r.at("metadata", "progressMessage") == "" {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if again := s.report("alice", `{"nodeActions":[{"nodeId":"hcsdemo-a3unodeset-2"}]}`); again.status != 409 || again.at("error", "status") != "ABORTED" {
		t.Errorf("a second one meanwhile: %d %s", again.status, again.body)
	}
	s.Advance(10 * time.Second)
	if r = s.operation(op); r.at("done") != nil || !strings.Contains(r.body, "Draining") {
		t.Errorf("running: %s", r.body)
	}
	s.Advance(2 * time.Minute)
	if r = s.operation(op); r.at("done") != true || r.at("response", "@type") == nil || r.at("name") != op {
		t.Errorf("done: %s", r.body)
	}
	after := s.instances()["hcsdemo-a3unodeset-1"]
	if after.ID == before.ID || after.ID == "" {
		t.Errorf("machine %s, then %s", before.ID, after.ID)
	}
	want := []string{"reported", "draining", "drained", "requeued", "repair", "resumed", "powering_up", "replaced", "ready"}
	if got := kinds(s.Truth(), "hcsdemo-a3unodeset-1"); !slices.Equal(got, want) {
		t.Errorf("happened: %v", got)
	}
}

func TestReportDeletesADynamicNode(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.submit("alice", "flex", `,"tres_per_node":"gres/gpu:8","requeue":false`)
	s.Advance(40 * time.Second)
	r := s.report("alice", `{"nodeActions":[{"nodeId":"hcsdemo-flexnodeset-0"}]}`)
	s.Advance(5 * time.Minute)
	if r = s.operation(r.at("name")); r.at("done") != true {
		t.Errorf("done: %s", r.body)
	}
	if x, ok := s.instances()["hcsdemo-flexnodeset-0"]; ok {
		t.Errorf("it came back without work: %+v", x)
	}
	if r = s.report("alice", `{"nodeActions":[{"nodeId":"hcsdemo-flexnodeset-0"}]}`); r.status != 400 || r.at("error", "status") != "FAILED_PRECONDITION" {
		t.Errorf("a node without a machine: %d %s", r.status, r.body)
	}
}

func TestReportHost(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	const node = "hcsdemo-a3unodeset-3"
	before := s.instances()[node]
	r := s.report("alice", hostReport(node, "PERFORMANCE"))
	if r.status != 200 {
		t.Fatal(r.body)
	}
	op := r.at("name")
	s.Advance(10 * time.Second)
	if x := s.instances()[node]; x.Status != "REPAIRING" || x.ID != before.ID {
		t.Errorf("reported: %+v", x)
	}
	if r = s.operation(op); r.at("done") != nil {
		t.Errorf("too soon: %s", r.body)
	}
	s.Advance(20 * time.Minute)
	if r = s.operation(op); r.at("done") != true {
		t.Errorf("done: %s", r.body)
	}
	after := s.instances()[node]
	if after.Status != "RUNNING" || after.ID != before.ID || after.Status2.Host == before.Status2.Host || after.Started == before.Started ||
		after.Status2.Scheduling.End != before.Status2.Scheduling.End {
		t.Errorf("before %+v\nafter %+v", before, after)
	}
	if got := kinds(s.Truth(), node); !slices.Equal(got, []string{"reported", "not_responding", "rebooted"}) {
		t.Errorf("happened: %v", got)
	}
}

func TestReportRefusals(t *testing.T) {
	t.Parallel()
	var said []string
	s := serve(t, sim.Config{Strict: true, OnViolation: func(what string) { said = append(said, what) }, Users: map[string]sim.User{
		"viewer": {UID: 3001, Account: "research", Access: sim.AccessView},
		"runner": {UID: 3002, Account: "research", Access: sim.AccessRun},
	}})
	for _, k := range []struct {
		name, user, body string
		status           int
		word             string
	}{
		{"a viewer", "viewer", plainReport, 403, "PERMISSION_DENIED"},
		{"a runner", "runner", plainReport, 403, "PERMISSION_DENIED"},
		{"somebody else", "nosuch", plainReport, 403, "PERMISSION_DENIED"},
		{"a node that is none", "alice", `{"nodeActions":[{"nodeId":"hcsdemo-x-1"}]}`, 404, "NOT_FOUND"},
		{"a login node", "alice", `{"nodeActions":[{"nodeId":"hcsdemo-login-001"}]}`, 404, "NOT_FOUND"},
		{"two nodes", "alice", `{"nodeActions":[{"nodeId":"hcsdemo-a3unodeset-1"},{"nodeId":"hcsdemo-a3unodeset-2"}]}`, 400, "INVALID_ARGUMENT"},
		{"no node", "alice", `{"nodeActions":[]}`, 400, "INVALID_ARGUMENT"},
		{"nothing", "alice", ``, 400, "INVALID_ARGUMENT"},
		{"a field that is none", "alice", `{"nodeActions":[{"nodeName":"hcsdemo-a3unodeset-1"}]}`, 400, "INVALID_ARGUMENT"},
		{"a behavior that is none", "alice", hostReport("hcsdemo-a3unodeset-1", "SLOW"), 400, "INVALID_ARGUMENT"},
		{"a host without a reason", "alice", `{"nodeActions":[{"nodeId":"hcsdemo-a3unodeset-1","reportFaultyHost":{}}]}`, 400, "INVALID_ARGUMENT"},
		{"the host of a machine type without", "alice", hostReport("hcsdemo-cpunodeset-0", "PERFORMANCE"), 400, "FAILED_PRECONDITION"},
	} {
		if r := s.report(k.user, k.body); r.status != k.status || r.at("error", "status") != k.word {
			t.Errorf("%s: %d %s", k.name, r.status, r.body)
		}
	}
	if len(said) != 3 { // no object, the field, the behavior
		t.Errorf("strict: %q", said)
	}
	if len(s.Truth()) != 0 {
		t.Errorf("something happened: %+v", s.Truth())
	}
	const ops = "projects/flexq-demo/locations/us-central1/operations/"
	if r := s.operation(ops + "1"); r.status != 404 || r.at("error", "status") != "NOT_FOUND" {
		t.Errorf("no such operation: %d %s", r.status, r.body)
	}
	if r := s.operation(strings.Replace(ops, "flexq-demo", "other", 1) + "1"); r.status != 403 {
		t.Errorf("another project: %d %s", r.status, r.body)
	}
}
