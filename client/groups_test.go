package client_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"flexq/client"
)

// groupList is a list of n groups, made a minute apart.
func groupList(n int) string {
	var groups []string
	for i := range n {
		groups = append(groups, fmt.Sprintf(`{"name": "hcsdemo-a3u-g%03d", "creationTimestamp": %q}`, i, now().Add(time.Duration(i)*time.Minute).Format(time.RFC3339)))
	}
	return `{"items": {"zones/us-central1-a": {"instanceGroupManagers": [` + strings.Join(groups, ",") + `]}}}`
}

func requestsOf(i int) string {
	return fmt.Sprintf("%s/zones/us-central1-a/instanceGroupManagers/hcsdemo-a3u-g%03d/resizeRequests", computePath, i)
}

// TestGroupsAreAskedSparingly asks many groups a part at a time, and those that have what they want but seldom.
func TestGroupsAreAskedSparingly(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	at := now()
	s, c := open(t, true, func(o *client.Options) {
		o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	})
	s.is(ok(clustered))
	s.onGoogle(groupsPath, ok(groupList(40)))
	for i := range 40 {
		s.onGoogle(requestsOf(i), ok(`{"items": [{"name": "r", "state": "SUCCEEDED", "resizeBy": 1}]}`))
	}
	s.onGoogle(requestsOf(39), ok(`{"items": [{"name": "r", "state": "CREATING", "resizeBy": 3, "requestedRunDuration": {"seconds": "3600"},
		"status": {"lastAttempt": {"error": {"errors": [{"code": "ZONE_RESOURCE_POOL_EXHAUSTED", "message": "no capacity"}]}}}}]}`))
	s.onGoogle(requestsOf(38), answer{status: 404, text: `{"error": {"code": 404, "message": "gone"}}`})
	look := func() int {
		got, err := c.Pools(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Queued) != 1 || got.Queued[0].Count != 3 || got.Queued[0].PoolID != "a3u" || got.Queued[0].RunDuration != time.Hour || got.Queued[0].Error != "ZONE_RESOURCE_POOL_EXHAUSTED: no capacity" {
			t.Errorf("queued %+v, %+v", got.Queued, stands(got))
		}
		return len(slices.DeleteFunc(s.lookedAt(), func(call string) bool { return !strings.HasSuffix(call, "resizeRequests") }))
	}
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); at = at.Add(d) }
	if n := look(); n != 32 {
		t.Errorf("first %d groups are asked", n)
	}
	pass(time.Minute)
	if n := look(); n != 8+1 {
		t.Errorf("then %d", n)
	}
	pass(time.Minute)
	if n := look(); n != 1 {
		t.Errorf("while nothing is to come of them %d", n)
	}
	pass(20 * time.Minute)
	if n := look(); n != 32 {
		t.Errorf("after a while %d", n)
	}
	c.Refresh()
	if n := look(); n != 32 {
		t.Errorf("after a refresh %d", n)
	}
}

// TestFailedRequests shows the newest of a group that failed, while it is news.
func TestFailedRequests(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(groupsPath, ok(groupList(2)))
	at := func(before time.Duration) string { return now().Add(-before).Format(time.RFC3339) }
	s.onGoogle(requestsOf(0), ok(`{"items": [
		{"name": "old", "state": "FAILED", "creationTimestamp": "`+at(3*time.Hour)+`"},
		{"name": "new", "state": "FAILED", "creationTimestamp": "`+at(2*time.Hour)+`", "status": {"error": {"errors": [{"message": "quota"}]}}},
		{"name": "other", "state": "CANCELLED", "creationTimestamp": "`+at(4*time.Hour)+`"}]}`))
	s.onGoogle(requestsOf(1), ok(`{"items": [{"name": "stale", "state": "FAILED", "creationTimestamp": "`+at(200*time.Hour)+`"}]}`))
	got, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Queued) != 1 || got.Queued[0].Name != "new" || got.Queued[0].Error != "quota" {
		t.Errorf("queued %+v", got.Queued)
	}
}

// TestGroupsThatWait asks what something is to come of each time, however many others are due, and so a group that has
// only just been made and has no request yet.
func TestGroupsThatWait(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	at := now().Add(100 * time.Minute)
	s, c := open(t, true, func(o *client.Options) {
		o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); return at }
	})
	s.is(ok(clustered))
	s.onGoogle(groupsPath, ok(groupList(100)))
	for i := range 98 {
		s.onGoogle(requestsOf(i), ok(`{"items": [{"name": "r", "state": "SUCCEEDED", "resizeBy": 1}]}`))
	}
	s.onGoogle(requestsOf(98), ok(`{"items": [{"name": "r", "state": "ACCEPTED", "resizeBy": 1}]}`))
	s.onGoogle(requestsOf(99), ok(`{}`))
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); at = at.Add(d) }
	for i, wait := range []time.Duration{3, 3, 3, 3, 0} {
		if _, err := c.Pools(t.Context()); err != nil {
			t.Fatal(err)
		}
		calls := s.lookedAt()
		asked := len(slices.DeleteFunc(slices.Clone(calls), func(call string) bool { return !strings.HasSuffix(call, "resizeRequests") }))
		if !slices.Contains(calls, requestsOf(98)) || asked > 32 || i < 3 && asked != 32 {
			t.Errorf("%d: of %d groups the one that waits is not asked", i, asked)
		}
		if wanted := i < 4; slices.Contains(calls, requestsOf(99)) != wanted {
			t.Errorf("%d: the new group is asked: %v", i, !wanted)
		}
		pass(wait * time.Minute)
	}
	pass(20 * time.Minute) // all others are due now
	if _, err := c.Pools(t.Context()); err != nil || !slices.Contains(s.lookedAt(), requestsOf(98)) {
		t.Errorf("among all others that are due the one that waits is not asked: %v", err)
	}
}

// TestRequestsOfARegion asks a group of the region for its requests too.
func TestRequestsOfARegion(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(ok(clustered))
	s.onGoogle(groupsPath, ok(`{"items": {"regions/us-central1": {"instanceGroupManagers": [{"name": "hcsdemo-a3u-r"}]}}}`))
	s.onGoogle(computePath+"/regions/us-central1/instanceGroupManagers/hcsdemo-a3u-r/resizeRequests", ok(`{"items": [{"name": "r", "state": "ACCEPTED", "resizeBy": 5}]}`))
	got, err := c.Pools(t.Context())
	if err != nil || len(got.Queued) != 1 || got.Queued[0].Count != 5 || got.Queued[0].PoolID != "a3u" {
		t.Errorf("queued %+v, %v", got.Queued, err)
	}
}
