package sim_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"flexq/client/sim"
)

const compute = "/compute/v1/projects/flexq-demo/"

// instance is what a client reads of a machine.
type instance struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Created    string `json:"creationTimestamp"`
	Started    string `json:"lastStartTimestamp"`
	Status     string `json:"status"`
	Zone       string `json:"zone"`
	Machine    string `json:"machineType"`
	Scheduling struct {
		Model  string `json:"provisioningModel"`
		Action string `json:"instanceTerminationAction"`
		Run    struct {
			Seconds string `json:"seconds"`
		} `json:"maxRunDuration"`
	} `json:"scheduling"`
	Status2 struct {
		Scheduling struct {
			End string `json:"terminationTimestamp"`
		} `json:"scheduling"`
		Host string `json:"physicalHost"`
	} `json:"resourceStatus"`
}

// of asks Compute Engine for a list as a user.
func (s *service) of(user, path string, query ...string) reply {
	s.t.Helper()
	v := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		v.Set(query[i], query[i+1])
	}
	if len(v) > 0 {
		path += "?" + v.Encode()
	}
	return s.do("GET", compute+path, "", "Authorization", "Bearer "+s.AccessToken(user))
}

// instances reads all machines by name.
func (s *service) instances(query ...string) map[string]instance {
	s.t.Helper()
	r := s.of("alice", "aggregated/instances", query...)
	var list struct {
		Items map[string]struct {
			Instances []instance `json:"instances"`
		} `json:"items"`
	}
	if err := json.Unmarshal([]byte(r.body), &list); err != nil || r.status != 200 {
		s.t.Fatalf("status %d, %v: %.300s", r.status, err, r.body)
	}
	out := map[string]instance{}
	for _, scope := range list.Items {
		for _, x := range scope.Instances {
			out[x.Name] = x
		}
	}
	return out
}

func (s *service) submit(user, partition, rest string) {
	s.t.Helper()
	body := `{"script":"#!/bin/bash\nsleep 40000\n","job":{"name":"s","partition":"` + partition +
		`","current_working_directory":"/home/alice","environment":["PATH=/bin"]` + rest + `}}`
	if r := s.direct(user, "POST", "/slurm/v0.0.42/job/submit", body); r.status != 200 {
		s.t.Fatal(r.body)
	}
}

func at(t *testing.T, stamp string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		t.Fatal(err)
	}
	return when.UTC()
}

func TestInstances(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	all := s.instances()
	got := all["hcsdemo-a3unodeset-2"]
	if got.ID == "" || got.Status != "RUNNING" || !strings.HasSuffix(got.Zone, "/zones/us-central1-a") ||
		!strings.HasSuffix(got.Machine, "/machineTypes/a3-ultragpu-8g") || got.Status2.Host == "" {
		t.Errorf("%+v", got)
	}
	if x := got.Scheduling; x.Model != "FLEX_START" || x.Action != "DELETE" || x.Run.Seconds != "604800" {
		t.Errorf("scheduling %+v", x)
	}
	if end, start := at(t, got.Status2.Scheduling.End), at(t, got.Started); end.Sub(start) != 7*24*time.Hour || !start.After(at(t, got.Created)) {
		t.Errorf("made %s, started %s, ends %s", got.Created, start, end)
	}
	if x := all["hcsdemo-cpunodeset-0"]; x.Scheduling.Model != "STANDARD" || x.Status2.Scheduling.End != "" {
		t.Errorf("on demand: %+v", x)
	}
	if _, ok := all["hcsdemo-flexnodeset-0"]; ok || all["bastion"].ID == "" || all["hcsdemo-login-001"].ID == "" {
		t.Errorf("machines %v", slices.Sorted(maps.Keys(all)))
	}
}

// TestInstanceComesUp follows a machine from its creation: its end is told from RUNNING on, and kept while it boots.
func TestInstanceComesUp(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.submit("alice", "flex", `,"tres_per_node":"gres/gpu:8"`)
	var seen []string
	for range 30 {
		s.Advance(time.Second)
		x, ok := s.instances()["hcsdemo-flexnodeset-0"]
		if !ok {
			continue
		}
		if (x.Status == "RUNNING") != (x.Status2.Scheduling.End != "") || (x.Status == "RUNNING") != (x.Started != "") {
			t.Errorf("%s: ends %q, started %q", x.Status, x.Status2.Scheduling.End, x.Started)
		}
		if len(seen) == 0 || seen[len(seen)-1] != x.Status {
			seen = append(seen, x.Status)
		}
	}
	if seen[len(seen)-1] != "RUNNING" || len(seen) < 2 {
		t.Errorf("states %v", seen)
	}
}

func TestComputeFilterAndFields(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	names := func(query ...string) string {
		t.Helper()
		var short []string
		for name := range s.instances(query...) {
			short = append(short, strings.TrimPrefix(strings.Replace(name, "nodeset", "", 1), "hcsdemo-"))
		}
		slices.Sort(short)
		return strings.Join(short, " ")
	}
	const mine = "a3u-0 a3u-1 a3u-2 a3u-3 cpu-0 cpu-1 login-001"
	for filter, want := range map[string]string{
		``:                       "a3u-0 a3u-1 a3u-2 a3u-3 bastion cpu-0 cpu-1 login-001",
		`name:hcsdemo-*`:         mine,
		`name:"hcsdemo-*"`:       mine,
		`name eq "hcsdemo-.*"`:   mine,
		`name eq hcsdemo-.*`:     mine,
		`(name eq "hcsdemo-.*")`: mine,
		`name eq "hcsdemo"`:      "",
		`name ne ".*-[0-9]+"`:    "bastion",
		`name = bastion`:         "bastion",
		`name!=bastion`:          mine,
		`name:hcsdemo-* AND scheduling.provisioningModel=FLEX_START`:    "a3u-0 a3u-1 a3u-2 a3u-3",
		`(name:*-1) (status = "RUNNING")`:                               "a3u-1 cpu-1",
		`name:*-0 OR name=bastion`:                                      "a3u-0 bastion cpu-0",
		`name:hcsdemo-* NOT labels.pool:a3u*`:                           "cpu-0 cpu-1 login-001",
		`zone eq ".*/us-central1-b"`:                                    "",
		`(name:hcsdemo-*) AND (NOT (name:*cpu* OR name:*login*)) `:      "a3u-0 a3u-1 a3u-2 a3u-3",
		`labels.cluster = "hcsdemo" AND name eq ".*a3unodeset-(0\|2)"`:  "",
		`labels.cluster = "hcsdemo" AND name eq ".*a3unodeset-(0|2)" `:  "a3u-0 a3u-2",
		`status = TERMINATED`:                                           "",
		`machineType:*/n2-standard-32 AND (status=RUNNING OR status=X)`: "cpu-0 cpu-1",
	} {
		if got := names("filter", filter); got != want {
			t.Errorf("%s: got %s, want %s", filter, got, want)
		}
	}
	for _, k := range []struct{ query, word string }{
		{"filter=name", "filter"},
		{"filter=" + url.QueryEscape(`name eq "("`), "filter"},
		{"filter=" + url.QueryEscape(`nosuch = 1`), "filter"},
		{"filter=" + url.QueryEscape(`(name = a`), "filter"},
		{"filter=" + url.QueryEscape(`name = a)`), "filter"},
		{"filter=" + url.QueryEscape(`name > a`), "filter"},
		{"maxResults=501", "maxResults"},
		{"maxResults=x", "maxResults"},
		{"pageToken=%21", "pageToken"},
		{"fields=" + url.QueryEscape("items(a"), "field selection"},
		{"fields=" + url.QueryEscape("a,,b"), "field selection"},
		{"nosuch=1", "nosuch"},
	} {
		r := s.do("GET", compute+"aggregated/instances?"+k.query, "", "Authorization", "Bearer "+s.AccessToken("alice"))
		if message, ok := r.at("error", "message").(string); r.status != 400 || !ok || !strings.Contains(message, k.word) {
			t.Errorf("%s: %d %s", k.query, r.status, r.body)
		}
	}
	r := s.of("alice", "aggregated/instances", "filter", "name:*-cpunodeset-1",
		"fields", "items/*/instances(name,scheduling/provisioningModel),nextPageToken")
	want := `{"items":{"zones/us-central1-a":{"instances":[{"name":"hcsdemo-cpunodeset-1","scheduling":{"provisioningModel":"STANDARD"}}]},` +
		`"zones/us-central1-b":{},"zones/us-central1-c":{}}}`
	if d := cmp.Diff(want, strings.TrimSpace(r.body)); d != "" {
		t.Error(d)
	}
}

func TestComputePages(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Profile: sim.Demo, Jobs: 100})
	whole := s.instances()
	for _, size := range []int{1, 3, 7, 500} {
		token, got := "", map[string]instance{}
		pages := 0
		for {
			query := []string{"maxResults", fmt.Sprint(size), "fields", "items/*/instances,nextPageToken"}
			if token != "" {
				query = append(query, "pageToken", token)
			}
			page := s.instances(query...)
			if pages++; len(page) > size || pages > len(whole)+1 {
				t.Fatalf("page %d has %d things", pages, len(page))
			}
			for name, x := range page {
				if _, twice := got[name]; twice {
					t.Errorf("%s twice", name)
				}
				got[name] = x
			}
			next := s.of("alice", "aggregated/instances", query...).at("nextPageToken")
			if token, _ = next.(string); token == "" {
				break
			}
		}
		if d := cmp.Diff(whole, got); d != "" {
			t.Errorf("pages of %d: (-whole +got)\n%s", size, d)
		}
	}
}

func TestComputeAccess(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Users: map[string]sim.User{
		"poor":   {UID: 3001, Account: "research", NoCompute: true},
		"runner": {UID: 3002, Account: "research", Access: sim.AccessRun},
		"both":   {UID: 3003, Account: "research", Access: sim.AccessRun, NoCompute: true},
	}})
	list := func(user string) reply { return s.of(user, "aggregated/instances") }
	resource := func(user string) reply {
		return s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+s.AccessToken(user))
	}
	for _, k := range []struct {
		user              string
		resource, compute int
	}{{"alice", 200, 200}, {"poor", 200, 403}, {"runner", 403, 200}, {"both", 403, 403}, {"nosuch", 403, 403}} {
		if r, c := resource(k.user), list(k.user); r.status != k.resource || c.status != k.compute {
			t.Errorf("%s: resource %d, compute %d", k.user, r.status, c.status)
		}
	}
	r := list("poor")
	if first, ok := firstError(r); !ok || first["reason"] != "forbidden" || first["domain"] != "global" ||
		r.at("error", "message") != "Required 'compute.instances.list' permission for 'projects/flexq-demo'" {
		t.Errorf("forbidden: %s", r.body)
	}
	if r := s.do("GET", compute+"aggregated/instances", "", "Authorization", "Bearer x"); r.status != 401 {
		t.Errorf("a token that is none: %d %s", r.status, r.body)
	}
	if r := s.do("GET", strings.Replace(compute, "flexq-demo", "other", 1)+"aggregated/instances", "", "Authorization", "Bearer "+s.AccessToken("alice")); r.status != 403 {
		t.Errorf("another project: %d %s", r.status, r.body)
	}
	s.DisableCompute(true)
	r = list("alice")
	if first, ok := firstError(r); r.status != 403 || !ok || first["reason"] != "accessNotConfigured" || !strings.Contains(r.body, `"reason":"SERVICE_DISABLED"`) ||
		r.at("error", "status") != "PERMISSION_DENIED" {
		t.Errorf("disabled: %d %s", r.status, r.body)
	}
	s.DisableCompute(false)
	if r := list("alice"); r.status != 200 {
		t.Errorf("on again: %s", r.body)
	}
	s.SetAccess("alice", sim.AccessRun, true)
	if a, b := resource("alice"), list("alice"); a.status != 403 || b.status != 403 {
		t.Errorf("taken away: %d, %d", a.status, b.status)
	}
	s.SetAccess("alice", sim.AccessFull, false)
	if a, b := resource("alice"), list("alice"); a.status != 200 || b.status != 200 {
		t.Errorf("given back: %d, %d", a.status, b.status)
	}
}

func firstError(r reply) (map[string]any, bool) {
	list, _ := r.at("error", "errors").([]any)
	if len(list) == 0 {
		return nil, false
	}
	m, ok := list[0].(map[string]any)
	return m, ok
}

// TestComputeFaults checks that scripted faults meet these requests too.
func TestComputeFaults(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.Faults().Add(sim.Fault{Path: "aggregated/instances", Count: 1, Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE", Message: "later"}})
	if a, b := s.of("alice", "aggregated/instances"), s.of("alice", "aggregated/instances"); a.status != 503 || b.status != 200 {
		t.Errorf("%d, then %d", a.status, b.status)
	}
}
