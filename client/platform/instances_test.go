package platform_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/platform"
)

// instancesAnswer is put together from the fields that the public reference of instances.aggregatedList names.
const instancesAnswer = `{"kind": "compute#instanceAggregatedList", "items": {
  "zones/us-central1-a": {"instances": [
    {"name": "hcsdemo-a3u-0", "id": "7312345678901234567", "status": "RUNNING", "zone": "https://www.googleapis.com/compute/v1/projects/p/zones/us-central1-a",
     "creationTimestamp": "2026-11-28T00:00:01.250-08:00", "lastStartTimestamp": "2026-11-28T00:00:09.000-08:00",
     "scheduling": {"provisioningModel": "FLEX_START", "instanceTerminationAction": "DELETE", "maxRunDuration": {"seconds": "604800", "nanos": 0}, "terminationTime": "2027-01-01T00:00:00Z"},
     "resourceStatus": {"scheduling": {"terminationTimestamp": "2026-12-05T00:00:09.000-08:00"}, "physicalHost": "/c/b/s/h",
       "physicalHostTopology": {"cluster": "c", "block": "b", "subblock": "s", "host": "h"}}},
    {"name": "hcsdemo-login-001", "id": 42, "status": "TERMINATED"}, {"id": "5"}, 7]},
  "zones/us-central1-b": {"warning": {"code": "NO_RESULTS_ON_PAGE", "message": "There are no results for scope 'zones/us-central1-b' on this page."}},
  "zones/us-central1-c": {"warning": {"code": "UNREACHABLE", "message": "x"}}},
 "nextPageToken": "T", "unreachables": ["projects/p/zones/us-central1-d"]}`

func TestReadInstances(t *testing.T) {
	t.Parallel()
	got, err := platform.ReadInstances(strings.NewReader(instancesAnswer))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 28, 8, 0, 9, 0, time.UTC)
	want := platform.Page[flex.Instance]{
		Items: []flex.Instance{
			{
				Node: "hcsdemo-a3u-0", ID: "7312345678901234567", Created: at.Add(-7750 * time.Millisecond), LastStart: at, Ends: at.Add(7 * 24 * time.Hour),
				MaxRun: 7 * 24 * time.Hour, Status: "RUNNING", Zone: "us-central1-a", FromCompute: true,
				Physical: flex.PhysicalHost{Cluster: "c", Block: "b", Subblock: "s", Host: "h"},
			},
			{Node: "hcsdemo-login-001", ID: "42", Status: "TERMINATED", Zone: "us-central1-a", FromCompute: true},
		},
		Next: "T", Missing: []string{"us-central1-d", "us-central1-c"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadPagesTolerate(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]platform.Page[flex.Instance]{
		`{}`:              {},
		`{"items": null}`: {},
		`{"items": []}`:   {},
		`{"items": {"zones/z": {"instances": {"name": "n"}}}}`:                                                  {Items: []flex.Instance{{Node: "n", Zone: "z", FromCompute: true}}},
		`{"warning": {"code": "UNREACHABLE"}}`:                                                                  {Missing: []string{"UNREACHABLE"}},
		`{"warning": {"code": "NO_RESULTS_ON_PAGE"}}`:                                                           {},
		`{"items": {"zones/z": {"instances": [{"name": "n", "creationTimestamp": "?", "resourceStatus": 5}]}}}`: {Items: []flex.Instance{{Node: "n", Zone: "z", FromCompute: true}}},
	} {
		got, err := platform.ReadInstances(strings.NewReader(body))
		if err != nil {
			t.Errorf("%s: %v", body, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
	for _, body := range []string{"", "[]", `{"items": {`, "<p>"} {
		if _, err := platform.ReadInstances(strings.NewReader(body)); err == nil {
			t.Errorf("%q is taken for a list", body)
		}
		if _, err := platform.ReadGroups(strings.NewReader(body)); err == nil {
			t.Errorf("%q is taken for a list of groups", body)
		}
		if _, err := platform.ReadRequests(strings.NewReader(body), platform.Group{}); err == nil {
			t.Errorf("%q is taken for a list of requests", body)
		}
		if _, err := platform.ReadOperation(strings.NewReader(body)); err == nil {
			t.Errorf("%q is taken for an operation", body)
		}
	}
	broken := errors.New("reset by peer")
	if _, err := platform.ReadInstances(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a broken read gives %v", err)
	}
}

// TestReadHugePages keeps to what memory a list may take: texts are cut off, and of endless lists only a part is read.
func TestReadHugePages(t *testing.T) {
	t.Parallel()
	got, err := platform.ReadInstances(strings.NewReader(`{"items": {"zones/z": {"instances": [{"name": "n", "status": "` + strings.Repeat("\u00e9", 1<<20) + `"}]}}}`))
	if err != nil || len(got.Items) != 1 || len(got.Items[0].Status) != 4<<10 || !utf8.ValidString(got.Items[0].Status) {
		t.Errorf("a long text: %d items, %v", len(got.Items), err)
	}
	got, err = platform.ReadInstances(strings.NewReader(`{"items": {"zones/z": {"instances": [` + strings.Repeat(`{"name":"n"},`, 60_000) + `{"name":"last"}]}}}`))
	if err != nil || len(got.Items) != 50_000 {
		t.Errorf("a long list: %d items, %v", len(got.Items), err)
	}
	if _, err := platform.ReadInstances(strings.NewReader(`{"x": "` + strings.Repeat("x", 17<<20) + `"}`)); err == nil {
		t.Error("17 MB are read")
	}
	if _, err := platform.ReadInstances(strings.NewReader(`{"items": ` + strings.Repeat(`{"a":`, 20_000))); err == nil {
		t.Error("endless depth is read")
	}
}

func TestQueries(t *testing.T) {
	t.Parallel()
	q := platform.InstancesQuery("hcsdemo", "")
	if q.Get("filter") != "name eq hcsdemo-.*" || q.Get("maxResults") != "500" || q.Has("pageToken") || q.Get("returnPartialSuccess") != "true" {
		t.Errorf("instances: %v", q)
	}
	// Only what is read is asked for, so that the mask cannot hide what the reader wants.
	for _, field := range []string{"name", "id", "zone", "status", "creationTimestamp", "lastStartTimestamp", "maxRunDuration", "terminationTimestamp", "physicalHostTopology", "nextPageToken", "unreachables", "warning"} {
		if !strings.Contains(q.Get("fields"), field) {
			t.Errorf("%s is not asked for", field)
		}
	}
	if q := platform.GroupsQuery("hcsdemo", "T"); q.Get("pageToken") != "T" || !strings.HasPrefix(q.Get("fields"), "items/*/instanceGroupManagers(") {
		t.Errorf("groups: %v", q)
	}
	if q := platform.RequestsQuery(""); q.Has("filter") || !strings.Contains(q.Get("fields"), "nextPageToken") {
		t.Errorf("requests: %v", q)
	}
}

func TestIsOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, place string
		want        bool
	}{
		{"hcsdemo-a3u-0", "us-central1-a", true},
		{"hcsdemo-a3u-abcd1234", "us-central1", true},
		{"hcsdemo-a3u-0", "europe-west4-a", false},
		{"hcsdemo-a3u-0", "us-central12-a", false},
		{"hcsdemo-a3u-0", "", false},
		{"hcsdemo2-a3u-0", "us-central1-a", false},
		{"bastion", "us-central1-a", false},
		{"", "us-central1-a", false},
	} {
		if platform.IsOf("hcsdemo", "us-central1", test.name, test.place) != test.want {
			t.Errorf("%s in %s: %v", test.name, test.place, !test.want)
		}
	}
	if platform.IsOf("", "us-central1", "-a", "us-central1-a") {
		t.Error("a machine of no cluster")
	}
}

func TestFollow(t *testing.T) {
	t.Parallel()
	type page = platform.Page[int]
	for name, test := range map[string]struct {
		pages map[string]page
		want  page
	}{
		"one":                      {map[string]page{"": {Items: []int{1}}}, page{Items: []int{1}}},
		"three":                    {map[string]page{"": {Items: []int{1}, Next: "a"}, "a": {Next: "b", Missing: []string{"x"}}, "b": {Items: []int{2}, Missing: []string{"x", "y"}}}, page{Items: []int{1, 2}, Missing: []string{"x", "y"}}},
		"a page that names itself": {map[string]page{"": {Items: []int{1}, Next: "a"}, "a": {Items: []int{2}, Next: "a"}}, page{Items: []int{1, 2}, Missing: []string{"the pages that follow"}}},
	} {
		got, err := platform.Follow(func(token string) (page, error) { return test.pages[token], nil })
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	n := 0
	got, err := platform.Follow(func(token string) (page, error) { n++; return page{Items: []int{n}, Next: token + "x"}, nil })
	if err != nil || n != 40 || len(got.Items) != 40 || len(got.Missing) != 1 || got.Next != "" {
		t.Errorf("without an end: %d pages, %v, %v", n, got.Missing, err)
	}
	n = 0
	got, err = platform.Follow(func(token string) (page, error) { n++; return page{Items: make([]int, 20_000), Next: token + "x"}, nil })
	if err != nil || n != 3 || len(got.Missing) != 1 {
		t.Errorf("huge pages: %d of them, %v, %v", n, got.Missing, err)
	}
	broken := errors.New("cut")
	if _, err := platform.Follow(func(string) (page, error) { return page{}, broken }); !errors.Is(err, broken) {
		t.Errorf("a failure gives %v", err)
	}
}

func FuzzReadInstances(f *testing.F) {
	f.Add(instancesAnswer)
	f.Add(requestsAnswer)
	f.Add(`{"items": {"zones/z": {"instances": [1]}}}`)
	f.Fuzz(func(t *testing.T, body string) {
		page, err := platform.ReadInstances(strings.NewReader(body))
		for _, in := range page.Items {
			if err != nil || in.Node == "" || in.MaxRun < 0 {
				t.Fatalf("%+v, %v", in, err)
			}
		}
		requests, err := platform.ReadRequests(strings.NewReader(body), platform.Group{Name: "c-p-job-1-x"})
		for _, r := range requests.Items {
			r = platform.Place(r, flex.Pools{Cluster: "c"})
			if err != nil || r.Count < 0 || r.RunDuration < 0 || r.Job != "1" {
				t.Fatalf("%+v, %v", r, err)
			}
		}
	})
}
