package sim_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"flexq/client/sim"
)

func TestPlatformErrors(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Users: map[string]sim.User{
		"viewer":   {UID: 3001, Account: "research", Access: sim.AccessView},
		"runner":   {UID: 3002, Account: "research", Access: sim.AccessRun},
		"outsider": {UID: 3003, Access: sim.AccessNone},
	}})
	const ping = `{"method":"HTTP_METHOD_GET","path":"/slurm/v0.0.42/ping/"}`
	big := `{"method":"HTTP_METHOD_POST","path":"/slurm/v0.0.42/job/submit","body":{"script":"` + strings.Repeat("x", 1_000_000) + `"}}`
	post := func(user, path, body string) reply {
		return s.do("POST", path, body, "Authorization", "Bearer "+s.AccessToken(user), "Content-Type", "application/json")
	}
	get := func(user, path string) reply {
		return s.do("GET", path, "", "Authorization", "Bearer "+s.AccessToken(user))
	}
	here := clusters + "/hcsdemo"
	call := here + ":callSlurmRestApi"
	for _, k := range []struct {
		name   string
		got    reply
		status int
		word   string
	}{
		{"ping", post("alice", call, ping), 200, ""},
		{"no token", s.do("POST", call, ping), 401, "UNAUTHENTICATED"},
		{"a token that is none", s.do("POST", call, ping, "Authorization", "Bearer x"), 401, "UNAUTHENTICATED"},
		{"a viewer calls", post("viewer", call, ping), 403, "PERMISSION_DENIED"},
		{"a viewer looks", get("viewer", here), 200, ""},
		{"a runner calls", post("runner", call, ping), 200, ""},
		{"a runner looks", get("runner", here), 403, "PERMISSION_DENIED"},
		{"an outsider calls", post("outsider", call, ping), 403, "PERMISSION_DENIED"},
		{"an outsider looks", get("outsider", here), 403, "PERMISSION_DENIED"},
		{"somebody without a Linux account", post("nosuch", call, ping), 403, "PERMISSION_DENIED"},
		{"another project", get("alice", strings.Replace(here, "flexq-demo", "other", 1)), 403, "PERMISSION_DENIED"},
		{"another region", get("alice", strings.Replace(here, "us-central1", "us-east1", 1)), 404, "NOT_FOUND"},
		{"another cluster", post("alice", clusters+"/nosuch:callSlurmRestApi", ping), 404, "NOT_FOUND"},
		{"another resource", get("alice", strings.Replace(here, "modelDevelopmentClusters", "endpoints", 1)), 404, "NOT_FOUND"},
		{"another verb", post("alice", here+":nosuch", ping), 404, "NOT_FOUND"},
		{"a path of no Slurm", post("alice", call, strings.Replace(ping, "/slurm/", "/etc/", 1)), 400, "INVALID_ARGUMENT"},
		{"a path with a host", post("alice", call, strings.Replace(ping, "/slurm/", "http://x/slurm/", 1)), 400, "INVALID_ARGUMENT"},
		{"no method", post("alice", call, `{"path":"/slurm/v0.0.42/ping/"}`), 400, "INVALID_ARGUMENT"},
		{"a method that is none", post("alice", call, strings.Replace(ping, "HTTP_METHOD_GET", "GET", 1)), 400, "INVALID_ARGUMENT"},
		{"a field that is none", post("alice", call, strings.Replace(ping, `{`, `{"x":1,`, 1)), 400, "INVALID_ARGUMENT"},
		{"a body that is a text", post("alice", call, strings.Replace(ping, `{`, `{"body":"{}",`, 1)), 400, "INVALID_ARGUMENT"},
		{"broken JSON", post("alice", call, ping[:20]), 400, "INVALID_ARGUMENT"},
		{"1 MB", post("alice", call, big), 400, "INVALID_ARGUMENT"},
	} {
		if k.got.status != k.status {
			t.Errorf("%s: status %d, want %d: %.300s", k.name, k.got.status, k.status, k.got.body)
			continue
		}
		if k.word != "" && (k.got.at("error", "status") != k.word || k.got.at("error", "code") != float64(k.status) || k.got.at("error", "message") == "") {
			t.Errorf("%s: %s", k.name, k.got.body)
		}
	}
}

// TestEnvelopeForms checks that each form carries the same payload, and Slurm's plain texts where they fit.
func TestEnvelopeForms(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		form          sim.Form
		field, prefix string
		text          any // of an answer that is no JSON
	}{
		{sim.FormStructured, "structuredBody", `{"status":200,"structuredBody":{"`, map[string]any{}},
		{sim.FormStructuredFirst, "structuredBody", `{"structuredBody":{"`, map[string]any{}},
		{sim.FormObject, "body", `{"status":200,"body":{"`, map[string]any{}},
		{sim.FormString, "body", `{"status":200,"body":"{\"`, "Unable find requested URL. Please view /openapi/v3 for API reference."},
	} {
		s := serve(t, sim.Config{Form: k.form})
		r := s.call("alice", "GET", "/slurm/v0.0.42/partitions/", "")
		if !strings.HasPrefix(r.body, k.prefix) || r.at("status") != 200.0 || !strings.HasSuffix(r.body, "}\n") {
			t.Errorf("form %d: %.60s", k.form, r.body)
		}
		payload := r.at(k.field)
		if text, ok := payload.(string); ok {
			payload = nil
			if err := json.Unmarshal([]byte(text), &payload); err != nil {
				t.Errorf("form %d: %v", k.form, err)
			}
		}
		if m, ok := payload.(map[string]any); !ok || m["partitions"] == nil || m["meta"] == nil {
			t.Errorf("form %d: payload %.80v", k.form, payload)
		}
		r = s.call("alice", "GET", "/slurm/v0.0.99/ping/", "")
		if d := cmp.Diff(k.text, r.at(k.field)); d != "" {
			t.Errorf("form %d: (-want +got)\n%s", k.form, d)
		}
		if r.status != 200 || r.at("status") != 404.0 {
			t.Errorf("form %d: %d %s", k.form, r.status, r.body)
		}
		at := s.Now().Add(5 * time.Second).Unix()
		if r = s.call("alice", "GET", "/slurm/v0.0.42/nodes/?update_time="+itoa(at), ""); r.at("status") != 304.0 {
			t.Errorf("form %d, unchanged: %s", k.form, r.body)
		}
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func TestClusterResource(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	if r := s.direct("alice", "POST", "/slurm/v0.0.42/job/submit", strings.Replace(sleeper, `"cpu"`, `"flex","tres_per_node":"gres/gpu:8"`, 1)); r.status != 200 {
		t.Fatal(r.body)
	}
	s.Advance(5 * time.Second)
	get := func() reply {
		return s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+s.AccessToken("alice"))
	}
	var c struct {
		Name      string `json:"name"`
		NodePools []struct {
			ID       string         `json:"id"`
			Model    string         `json:"provisioningModel"`
			Duration string         `json:"effectiveFlexStartMaxDuration"`
			Scaling  map[string]int `json:"scalingSpec"`
			Machine  map[string]any `json:"machineSpec"`
		} `json:"nodePools"`
		Orchestrator struct {
			Slurm struct {
				Login      string `json:"loginNodePoolId"`
				Default    string `json:"defaultPartitionId"`
				Partitions []struct {
					ID    string   `json:"id"`
					Pools []string `json:"nodePoolIds"`
				} `json:"partitions"`
			} `json:"slurmSpec"`
		} `json:"orchestratorSpec"`
		Status struct {
			State string `json:"state"`
			Nodes []struct {
				Pool    string    `json:"nodePoolId"`
				Type    string    `json:"nodePoolType"`
				State   string    `json:"nodeState"`
				Name    string    `json:"instanceName"`
				Created time.Time `json:"createTime"`
			} `json:"nodesStatus"`
		} `json:"clusterStatus"`
		Events []map[string]string `json:"clusterEvents"`
	}
	read := func() {
		t.Helper()
		if err := json.Unmarshal([]byte(get().body), &c); err != nil {
			t.Fatal(err)
		}
	}
	read()
	if c.Status.State != "RUNNING" || c.Orchestrator.Slurm.Login != "login" || c.Orchestrator.Slurm.Default != "a3u" || len(c.NodePools) != 4 {
		t.Errorf("%+v", c)
	}
	if p := c.NodePools[2]; p.ID != "flexnodeset" || p.Model != "FLEX_START" || p.Duration != "604800s" || p.Scaling["maxNodeCount"] != 4 || p.Scaling["minNodeCount"] != 0 {
		t.Errorf("pool %+v", p)
	}
	states := map[string]string{}
	for _, n := range c.Status.Nodes {
		states[n.Name] = n.Pool + " " + n.State
	}
	if len(states) != 8 || states["hcsdemo-flexnodeset-0"] != "flexnodeset PREPARING" || states["hcsdemo-login-001"] != "login RUNNING" || states["hcsdemo-cpunodeset-1"] != "cpunodeset RUNNING" {
		t.Errorf("machines %v", states)
	}
	s.Advance(20 * time.Minute)
	read()
	if len(c.Events) != 2 || c.Events[0]["eventType"] != "VM_DELETION" || c.Events[1]["eventType"] != "VM_SLURM_POWER_DOWN" {
		t.Errorf("events, newest first: %v", c.Events)
	}
	list := s.do("GET", clusters, "", "Authorization", "Bearer "+s.AccessToken("alice"))
	if all, ok := list.at("modelDevelopmentClusters").([]any); !ok || len(all) != 1 {
		t.Errorf("list: %.200s", list.body)
	}
}
