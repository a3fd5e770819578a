package platform_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/platform"
)

const requestsAnswer = `{"items": [
  {"name": "initial-resize", "state": "ACCEPTED", "resizeBy": 4, "creationTimestamp": "2026-11-29T02:00:00.000-08:00", "requestedRunDuration": {"seconds": "86400", "nanos": 0},
   "status": {"lastAttempt": {"error": {"errors": [{"code": "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS", "message": "no capacity in the zone"}]}}}},
  {"name": "second", "state": "FAILED", "resizeBy": "1", "status": {"error": {"errors": [{"code": "QUOTA_EXCEEDED", "message": "QUOTA_EXCEEDED: too many GPUs"}]},
   "lastAttempt": {"error": {"errors": [{"message": "earlier"}]}}}},
  {"name": "third", "state": "STATE_UNSPECIFIED"}, {"name": "fourth", "state": "PROVISIONING", "status": {"error": {"errors": [{"code": "X"}]}}}, {"state": "CREATING"}],
 "nextPageToken": "T"}`

func TestReadRequests(t *testing.T) {
	t.Parallel()
	got, err := platform.ReadRequests(strings.NewReader(requestsAnswer), platform.Group{Name: "g", Place: "zones/z"})
	if err != nil {
		t.Fatal(err)
	}
	want := platform.Page[flex.ResizeRequest]{Next: "T", Items: []flex.ResizeRequest{
		{
			Name: "initial-resize", Group: "g", State: "ACCEPTED", Count: 4, Created: time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC), RunDuration: 24 * time.Hour,
			Error: "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS: no capacity in the zone",
		},
		{Name: "second", Group: "g", State: "FAILED", Count: 1, Error: "QUOTA_EXCEEDED: too many GPUs"},
		{Name: "third", Group: "g", State: ""},
		{Name: "fourth", Group: "g", State: "PROVISIONING", Error: "X"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for state, over := range map[string]bool{"SUCCEEDED": true, "FAILED": true, "CANCELLED": true, "ACCEPTED": false, "CREATING": false, "": false, "PROVISIONING": false} {
		if platform.IsOver(flex.ResizeRequest{State: state}) != over {
			t.Errorf("%q is over: %v", state, !over)
		}
	}
}

func TestReadGroups(t *testing.T) {
	t.Parallel()
	got, err := platform.ReadGroups(strings.NewReader(`{"items": {
		"regions/us-central1": {"instanceGroupManagers": [{"name": "of-a-region", "region": "https://x/regions/us-central1"}]},
		"zones/..": {"instanceGroupManagers": [{"name": "up"}]}, "global": {"instanceGroupManagers": [{"name": "nowhere"}]},
		"zones/us-central1-a": {"instanceGroupManagers": [{"name": "a", "creationTimestamp": "2026-11-29T02:00:00-08:00"}, {"name": "b"}, {"zone": "z"},
			{"name": ".."}, {"name": "a/../../secrets"}, {"name": "a?x=1"}, {"name": "A"}, {"name": "-a"}, {"name": 7}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []platform.Group{
		{"of-a-region", "regions/us-central1", time.Time{}},
		{"a", "zones/us-central1-a", time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)},
		{"b", "zones/us-central1-a", time.Time{}},
	}
	if diff := cmp.Diff(want, got.Items); diff != "" {
		t.Error(diff)
	}
	for i, path := range []string{
		"/regions/us-central1/instanceGroupManagers/of-a-region/resizeRequests", "/zones/us-central1-a/instanceGroupManagers/a/resizeRequests",
	} {
		if want[i].Path() != path {
			t.Errorf("path %s", want[i].Path())
		}
	}
}

// TestRequestsByNames counts the machines of a request that names them, as slurm-gcp makes it.
func TestRequestsByNames(t *testing.T) {
	t.Parallel()
	got, err := platform.ReadRequests(strings.NewReader(`{"items": [{"name": "initial-resize", "state": "ACCEPTED",
		"instances": [{"name": "hcsdemo-a3u-2"}, {"name": "hcsdemo-a3u-3"}]}]}`), platform.Group{Name: "g"})
	if err != nil || len(got.Items) != 1 || got.Items[0].Count != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
	if fields := platform.RequestsQuery("").Get("fields"); !strings.HasPrefix(fields, "items,") {
		t.Errorf("asked for %s", fields)
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	known := flex.Pools{Cluster: "hcsdemo", Origin: flex.FromResource, Pools: []flex.Pool{{ID: "a3u"}, {ID: "a3u-big"}, {ID: "x-job-1"}}}
	unknown := flex.Pools{Cluster: "hcsdemo", Origin: flex.FromPartitions}
	for _, test := range []struct {
		pools     flex.Pools
		group     string
		pool, job string
	}{
		{known, "hcsdemo-a3u-job-17-abcd1234", "a3u", "17"},
		{known, "hcsdemo-a3u-big-job-17-abcd1234", "a3u-big", "17"},
		{known, "hcsdemo-a3u-abcd1234", "a3u", ""},
		{known, "hcsdemo-a3u-big-abcd1234", "a3u-big", ""},
		{known, "hcsdemo-a3u", "a3u", ""},
		{known, "hcsdemo-a3ux-abcd1234", "", ""},
		{known, "hcsdemo-x-job-1-abcd1234", "x-job-1", "1"},
		{known, "hcsdemo-other-job-9-abcd1234", "", "9"},
		{known, "other-a3u-job-17-abcd1234", "", ""},
		{known, "hcsdemo-a3u-job-x-abcd1234", "a3u", ""},
		{unknown, "hcsdemo-a3u-job-17-abcd1234", "a3u", "17"},
		{unknown, "hcsdemo-a3u-abcd1234", "", ""},
		{flex.Pools{}, "-a3u-job-17-abcd1234", "", ""},
	} {
		got := platform.Place(flex.ResizeRequest{Group: test.group}, test.pools)
		if got.PoolID != test.pool || got.Job != test.job {
			t.Errorf("%s: pool %q, job %q", test.group, got.PoolID, got.Job)
		}
	}
}
