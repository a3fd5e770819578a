package client_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
)

const (
	computePath   = "GET /compute/v1/projects/demo-project"
	instancesPath = computePath + "/aggregated/instances"
	groupsPath    = computePath + "/aggregated/instanceGroupManagers"
)

// clustered is the resource with two machines, of which the second is not the one that Compute Engine has.
const clustered = `{"name": "projects/1/locations/us-central1/modelDevelopmentClusters/hcsdemo",
	"nodePools": [{"id": "a3u", "provisioningModel": "FLEX_START", "flexStartMaxDuration": "604800s",
		"machineSpec": {"machineType": "a3-ultragpu-8g"}, "scalingSpec": {"minNodeCount": 1, "maxNodeCount": 4}}],
	"clusterStatus": {"state": "RUNNING", "nodesStatus": [
		{"nodePoolId": "a3u", "instanceName": "hcsdemo-a3u-0", "instanceId": "100", "nodeState": "RUNNING", "createTime": "2026-11-28T08:00:00Z"},
		{"nodePoolId": "a3u", "instanceName": "hcsdemo-a3u-1", "instanceId": "101", "nodeState": "RUNNING", "createTime": "2026-11-20T08:00:00Z"}]}}`

const twoInstances = `{"items": {"zones/us-central1-a": {"instances": [
	{"name": "hcsdemo-a3u-0", "id": "100", "status": "RUNNING", "creationTimestamp": "2026-11-28T00:00:01.000-08:00",
	 "resourceStatus": {"scheduling": {"terminationTimestamp": "2026-12-05T00:01:00.000-08:00"}}}, 
	{"name": "hcsdemo-a3u-1", "id": "201", "status": "STAGING", "creationTimestamp": "2026-11-29T00:00:00.000-08:00"}]}}}`

func ok(text string) answer { return answer{status: 200, text: text} }

// stand is what is looked at in a source.
type stand struct {
	Name, Note string
	Off        bool
}

func stands(p flex.Pools) []stand {
	var out []stand
	for _, s := range p.Sources {
		out = append(out, stand{s.Name, s.Note, s.Off})
	}
	return out
}

func day(d, h, m int) time.Time { return time.Date(2026, 11, d, h, m, 0, 0, time.UTC) }

func TestPoolsOfAllSources(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, func(o *client.Options) {
		o.Pools = []flex.Configured{{ID: "extra", Nodes: "x-[0-1]", Model: flex.FlexStart, Duration: time.Hour}}
	})
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(twoInstances))
	s.onGoogle(groupsPath, ok(`{"items": {"zones/us-central1-a": {"instanceGroupManagers": [{"name": "hcsdemo-a3u-job-7-abcd1234", "creationTimestamp": "2026-11-29T10:00:00Z"}]}}}`))
	s.onGoogle(computePath+"/zones/us-central1-a/instanceGroupManagers/hcsdemo-a3u-job-7-abcd1234/resizeRequests",
		ok(`{"items": [{"name": "initial-resize", "state": "ACCEPTED", "resizeBy": 2, "creationTimestamp": "2026-11-29T10:00:00Z"}]}`))
	s.on("GET /slurm/v0.0.42/reservations/", ok(`{"reservations": [{"name": "dws-eol-hcsdemo-a3u-0", "start_time": 1796457600}, {"name": "class", "start_time": 1796457600}]}`))
	got, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []stand{{"cluster resource", "", false}, {"Compute Engine", "", false}, {"resize requests", "", false}, {"reservations", "", false}, {"config file", "", false}}
	if diff := cmp.Diff(want, stands(got)); diff != "" {
		t.Error(diff)
	}
	machines := map[string]flex.Instance{
		"hcsdemo-a3u-0": {
			Node: "hcsdemo-a3u-0", PoolID: "a3u", State: "RUNNING", ID: "100", Created: day(28, 8, 0).Add(time.Second),
			Ends: time.Date(2026, 12, 5, 8, 1, 0, 0, time.UTC), Status: "RUNNING", Zone: "us-central1-a", FromCompute: true,
		},
		"hcsdemo-a3u-1": {Node: "hcsdemo-a3u-1", PoolID: "a3u", ID: "201", Created: day(29, 8, 0), Status: "STAGING", Zone: "us-central1-a", FromCompute: true},
	}
	if diff := cmp.Diff(machines, got.Instances); diff != "" {
		t.Error(diff)
	}
	queued := []flex.ResizeRequest{{Name: "initial-resize", Group: "hcsdemo-a3u-job-7-abcd1234", PoolID: "a3u", Job: "7", State: "ACCEPTED", Count: 2, Created: day(29, 10, 0)}}
	if diff := cmp.Diff(queued, got.Queued); diff != "" {
		t.Error(diff)
	}
	if at := got.Planned["hcsdemo-a3u-0"]; len(got.Planned) != 1 || at.Unix() != 1796457600 {
		t.Errorf("planned %v", got.Planned)
	}
	if p, ok := got.Pool("extra"); !ok || !p.FromConfig || got.Origin != flex.FromResource {
		t.Errorf("pools %+v", got.Pools)
	}
	for _, call := range []string{instancesPath, groupsPath} {
		if q := s.queries[call]; q.Get("filter") != "name eq hcsdemo-.*" || q.Get("returnPartialSuccess") != "true" || q.Get("fields") == "" {
			t.Errorf("%s was asked with %v", call, q)
		}
	}
}

// TestPoolsForbidden turns off what is forbidden, in words, until a refresh by hand.
func TestPoolsForbidden(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(groupsPath, answer{status: 403, text: `{"error": {"code": 403, "message": "not used before", "errors": [{"reason": "accessNotConfigured"}]}}`})
	off := []stand{
		{"cluster resource", "", false},
		{"Compute Engine", "forbidden: needs compute.instances.list (roles/compute.viewer)", true},
		{"resize requests", "the Compute Engine API is not enabled in project demo-project: not used before; run `gcloud services enable compute.googleapis.com --project demo-project`", true},
		{"reservations", "", false},
	}
	for i := range 3 {
		got, err := c.Pools(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(off, stands(got)); diff != "" || len(got.Instances) != 2 || got.Origin != flex.FromResource {
			t.Errorf("%d: %s with %d machines", i, diff, len(got.Instances))
		}
		var want []string
		if i == 0 {
			want = []string{groupsPath, instancesPath}
		}
		if diff := cmp.Diff(want, s.lookedAt()); diff != "" {
			t.Errorf("%d: %s", i, diff)
		}
	}
	s.onGoogle(instancesPath, ok(twoInstances))
	s.onGoogle(groupsPath, answer{status: 404, text: `{"error": {"code": 404, "message": "no project"}}`})
	c.Refresh()
	got, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if st := stands(got); st[1].Off || st[1].Note != "" || !st[2].Off || !strings.Contains(st[2].Note, "no project") {
		t.Errorf("after the refresh: %+v", st)
	}
}

// TestPoolsByComputeAlone finds machines by their names where the resource must not be read.
func TestPoolsByComputeAlone(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.onGoogle(instancesPath, ok(twoInstances))
	s.on("GET /slurm/v0.0.42/partitions/", file("v0.0.42/partitions.json"))
	got, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const note = "forbidden: needs aiplatform.modelDevelopmentClusters.get (roles/aiplatform.viewer)"
	if got.Origin != flex.FromPartitions || got.Note != note || got.Cluster != "hcsdemo" || len(got.Pools) != 3 {
		t.Errorf("got %v %q %q with %d pools", got.Origin, got.Note, got.Cluster, len(got.Pools))
	}
	if in := got.Instances["hcsdemo-a3u-0"]; len(got.Instances) != 2 || in.PoolID != "a3u" || !in.Ends.Equal(time.Date(2026, 12, 5, 8, 1, 0, 0, time.UTC)) {
		t.Errorf("machines %+v", got.Instances)
	}
	if st := stands(got); !st[0].Off || st[0].Note != note || st[1].Off {
		t.Errorf("sources %+v", st)
	}
}

// TestPoolsWithNothing serves partitions and configured pools where all else is forbidden or missing.
func TestPoolsWithNothing(t *testing.T) {
	t.Parallel()
	for name, platform := range map[string]bool{"forbidden": true, "plain slurmrestd": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := open(t, platform, func(o *client.Options) {
				o.Pools = []flex.Configured{{ID: "a3u", Nodes: "hcsdemo-a3unodeset-*", Model: flex.FlexStart, Min: 2}, {ID: "a3u"}}
			})
			s.on("GET /slurm/v0.0.42/partitions/", file("v0.0.42/partitions.json"))
			s.on("GET /slurm/v0.0.42/reservations/", answer{status: 500, file: "v0.0.42/jobs-controller-down.json"})
			got, err := c.Pools(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if p, ok := got.Pool("a3u"); !ok || p.Model != flex.FlexStart || p.Min != 2 || len(got.Instances) != 0 || len(got.Queued) != 0 {
				t.Errorf("got %+v", got.Pools)
			}
			st := stands(got)
			if !st[0].Off || !st[1].Off || !st[2].Off || st[3].Off || st[3].Note == "" || !strings.Contains(st[4].Note, "twice") {
				t.Errorf("sources %+v", st)
			}
			if !platform && st[1].Note != "a plain slurmrestd has no project in Compute Engine" {
				t.Errorf("Compute Engine: %q", st[1].Note)
			}
		})
	}
}

// TestPoolsKeep keeps the last good data of what fails, and leaves an optional source alone for a while.
func TestPoolsKeep(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	at := now()
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); at = at.Add(d) }
	s, c := open(t, true, func(o *client.Options) { o.Now = clock })
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(twoInstances))
	s.onGoogle(groupsPath, ok(`{}`))
	first, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	down := answer{status: 503, text: `{"error": {"code": 503, "status": "UNAVAILABLE", "message": "later"}}`}
	s.is(down)
	s.onGoogle(instancesPath, down)
	s.lookedAt()
	for i, wait := range []time.Duration{time.Minute, time.Minute, time.Minute} {
		pass(wait)
		got, err := c.Pools(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first.Instances, got.Instances); diff != "" || !got.AsOf.Equal(now()) || got.Origin != flex.FromResource {
			t.Errorf("%d: %s as of %v", i, diff, got.AsOf)
		}
		st := stands(got)
		if st[0].Off || st[1].Off || !strings.HasSuffix(st[0].Note, "its last answer is kept") || !strings.HasSuffix(st[1].Note, "its last answer is kept") || !got.Sources[1].AsOf.Equal(now()) {
			t.Errorf("%d: %+v", i, got.Sources)
		}
		want := []string{groupsPath, instancesPath}
		if i == 1 {
			want = []string{groupsPath}
		}
		if diff := cmp.Diff(want, s.lookedAt()); diff != "" {
			t.Errorf("%d: %s", i, diff)
		}
	}
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(`{"items": {}, "unreachables": ["projects/p/zones/us-central1-c"]}`))
	c.Refresh()
	got, err := c.Pools(t.Context())
	if err != nil || stands(got)[1].Note != "not complete: no answer from us-central1-c" || stands(got)[0].Note != "" || got.Instances["hcsdemo-a3u-0"].FromCompute {
		t.Errorf("back: %+v, %v", got, err)
	}
	s.onGoogle(instancesPath, ok(`{}`))
	got, err = c.Pools(t.Context())
	if err != nil || stands(got)[1].Note != "none of the cluster's machines is in its project and region" {
		t.Errorf("none: %+v, %v", stands(got), err)
	}
}

// TestPoolsBelieveTheNewer does not bring a machine back that only an old list of Compute Engine has.
func TestPoolsBelieveTheNewer(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(twoInstances))
	if p, err := c.Pools(t.Context()); err != nil || len(p.Instances) != 2 {
		t.Fatalf("%+v, %v", p.Instances, err)
	}
	s.is(ok(strings.Replace(clustered, "hcsdemo-a3u-1", "hcsdemo-a3u-3", 1)))
	s.onGoogle(instancesPath, answer{status: 503, text: `{"error": {"code": 503, "message": "later"}}`})
	p, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, back := p.Instances["hcsdemo-a3u-1"]; back || len(p.Instances) != 2 || p.Instances["hcsdemo-a3u-0"].Ends.IsZero() {
		t.Errorf("machines %+v", p.Instances)
	}
}

// TestPoolsFollowsPages joins the pages of a list.
func TestPoolsFollowsPages(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(`{"items": {"zones/us-central1-a": {"instances": [{"name": "hcsdemo-a3u-2", "id": "1"}]}, "zones/us-central1-b": {"warning": {"code": "NO_RESULTS_ON_PAGE"}}}, "nextPageToken": "T2"}`))
	s.onGoogle(instancesPath+"?pageToken=T2", ok(`{"items": {"zones/us-central1-b": {"instances": [{"name": "hcsdemo-a3u-3", "id": "2"}]}, "zones/us-central1-c": {"warning": {"code": "UNREACHABLE"}}}}`))
	got, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if a, b := got.Instances["hcsdemo-a3u-2"], got.Instances["hcsdemo-a3u-3"]; a.Zone != "us-central1-a" || b.Zone != "us-central1-b" || len(got.Instances) != 4 {
		t.Errorf("machines %+v", got.Instances)
	}
	if st := stands(got); st[1].Note != "not complete: no answer from us-central1-c" {
		t.Errorf("sources %+v", st)
	}
}

// TestPoolsOfTheClusterAlone keeps out what has the cluster's names in another region, and what has other names.
func TestPoolsOfTheClusterAlone(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(`{"items": {
		"zones/us-central1-a": {"instances": [{"name": "hcsdemo-a3u-0", "id": "100"}, {"name": "bastion", "id": "7"}]},
		"zones/us-west4-a": {"instances": [
			{"name": "hcsdemo-a3u-0", "id": "300", "creationTimestamp": "2026-11-29T08:00:00Z", "resourceStatus": {"scheduling": {"terminationTimestamp": "2026-12-01T00:00:00Z"}}},
			{"name": "hcsdemo-a3u-2", "id": "301", "creationTimestamp": "2026-11-29T08:00:00Z"}]}}}`))
	s.onGoogle(groupsPath, ok(`{"items": {"zones/us-west4-a": {"instanceGroupManagers": [{"name": "hcsdemo-a3u-x"}]}, "zones/us-central1-a": {"instanceGroupManagers": [{"name": "web"}]}}}`))
	got, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if in := got.Instances["hcsdemo-a3u-0"]; len(got.Instances) != 2 || in.ID != "100" || !in.Ends.IsZero() || !in.FromCompute {
		t.Errorf("machines %+v", got.Instances)
	}
	for _, call := range s.lookedAt() {
		if strings.HasSuffix(call, "resizeRequests") {
			t.Errorf("asked for the requests of another's group: %s", call)
		}
	}
}

// TestPoolsNotesAreShort keeps the note on a source to a line, whatever the other side calls its places.
func TestPoolsNotesAreShort(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(instancesPath, ok(`{"unreachables": ["zones/\u001b[31m`+strings.Repeat("a", 5000)+`", "b", "c", "d"]}`))
	got, err := c.Pools(t.Context())
	if note := stands(got)[1].Note; err != nil || len(note) > 200 || !strings.HasPrefix(note, "not complete: no answer from aaa") || strings.ContainsAny(note, "\x1b\n") {
		t.Errorf("note %q, %v", note, err)
	}
}

// A source that cannot be reached says where its address is set, if it is; what passes by itself needs no advice.
func TestNoteOfFailure(t *testing.T) {
	t.Parallel()
	set := fault.New(fault.Unreachable, "list instances", "Compute Engine at http://127.0.0.1:1: no route")
	set.Cure = "check the setting compute_endpoint, and the network"
	for want, err := range map[string]error{
		"Compute Engine at http://127.0.0.1:1: no route; check the setting compute_endpoint, and the network; its last answer is kept": set,
		"no route; its last answer is kept":                              fault.New(fault.Unreachable, "", "no route"),
		"the cluster cannot be reached for now; its last answer is kept": fault.New(fault.Unavailable, "", ""),
	} {
		if got := client.FailNote(err, true); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
