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
	got, err := platform.ReadRequests(strings.NewReader(requestsAnswer), platform.Group{Name: "g", Zone: "z"})
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
		"zones/us-central1-a": {"instanceGroupManagers": [{"name": "a", "zone": "https://x/zones/us-central1-a", "creationTimestamp": "2026-11-29T02:00:00-08:00"}, {"name": "b"}, {"zone": "z"}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []platform.Group{{"a", "us-central1-a", time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)}, {"b", "us-central1-a", time.Time{}}}
	if diff := cmp.Diff(want, got.Items); diff != "" {
		t.Error(diff)
	}
	if path := want[0].Path(); path != "/zones/us-central1-a/instanceGroupManagers/a/resizeRequests" {
		t.Errorf("path %s", path)
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
