package platform_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/platform"
)

func TestReadOperation(t *testing.T) {
	t.Parallel()
	const name = "projects/1/locations/r/operations/7"
	at := time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)
	for body, want := range map[string]flex.Operation{
		`{"name": "` + name + `"}`:                               {Name: name},
		`{"name": "` + name + `", "done": true, "response": {}}`: {Name: name, Done: true},
		`{"name": "` + name + `", "done": "true"}`:               {Name: name, Done: true},
		`{"name": "` + name + `", "done": false, "metadata": {"genericMetadata": {"createTime": "2026-11-30T05:00:00Z", "updateTime": "2026-11-30T05:00:01Z"}, "progressMessage": "on its way"}}`: {Name: name, Progress: "on its way", Created: at, Updated: at.Add(time.Second)},
		`{"name": "` + name + `", "done": true, "error": {"code": 7, "message": "no"}}`:                                                                                                           {Name: name, Done: true, Error: "no"},
		`{"name": "` + name + `", "done": true, "error": {"code": 7}}`:                                                                                                                            {Name: name, Done: true, Error: "error code 7"},
		`{"name": "` + name + `", "done": true, "error": {}}`:                                                                                                                                     {Name: name, Done: true, Error: "the platform gives no reason"},
		`{"name": "` + name + `", "done": true, "error": {"details": [{"reason": "x"}]}}`:                                                                                                         {Name: name, Done: true, Error: "the platform gives no reason"},
		`{"name": "` + name + `", "done": true, "error": "it broke"}`:                                                                                                                             {Name: name, Done: true, Error: "it broke"},
		`{"name": "` + name + `", "done": true, "error": {"code": 0}}`:                                                                                                                            {Name: name, Done: true},
		`{"name": "` + name + `", "done": true, "error": {}, "response": {}}`:                                                                                                                     {Name: name, Done: true},
		`{"name": "` + name + `", "done": true, "error": null}`:                                                                                                                                   {Name: name, Done: true},
	} {
		got, err := platform.ReadOperation(strings.NewReader(body))
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
	if _, err := platform.ReadOperation(strings.NewReader(`{"done": true}`)); err == nil {
		t.Error("an operation without a name is taken")
	}
}

func TestIsOperation(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"projects/123/locations/us-central1/operations/456":                                  true,
		"projects/example.com:p/locations/r/modelDevelopmentClusters/hcsdemo/operations/456": true,
		"operations/456": false, "projects/123/locations/us-central1/operations/": false, "projects/123/locations/us-central1/operations/..": false,
		"projects/123/locations/us-central1/clusters/5": false, "/projects/123/locations/us-central1/operations/4": false, "projects/1/locations/r/operations/4?x": false,
		"projects/1/locations/r/operations/4:cancel": false, "projects/1/locations/r:x/operations/4": false,
	} {
		if platform.IsOperation(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestEncodeReport(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		report flex.FaultReport
		want   string // a body, or what an error says
	}{
		{flex.FaultReport{Node: "a-b-0"}, `{"nodeActions":[{"nodeId":"a-b-0"}]}`},
		{
			flex.FaultReport{Node: "a-b-0", Behavior: "SILENT_DATA_CORRUPTION", Description: " \"x\" "},
			`{"nodeActions":[{"nodeId":"a-b-0","reportFaultyHost":{"faultReasons":[{"behavior":"SILENT_DATA_CORRUPTION","description":"\"x\""}]}}]}`,
		},
		{flex.FaultReport{}, "no node is named"},
		{flex.FaultReport{Node: "a", Description: "x"}, "a description goes with a behaviour of the host only"},
		{flex.FaultReport{Node: "a", Behavior: "PERFORMANCE"}, "a report of the host needs a description"},
		{flex.FaultReport{Node: "a", Behavior: "SLOW", Description: "x"}, `behaviour "SLOW" is unknown: it is one of PERFORMANCE, SILENT_DATA_CORRUPTION, UNRECOVERABLE_GPU_ERROR, BEHAVIOR_UNSPECIFIED`},
		{flex.FaultReport{Node: "a", Behavior: "PERFORMANCE", Description: "\xff"}, "encode the report"},
	} {
		got, err := platform.EncodeReport(test.report)
		if err == nil && string(got) != test.want || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %s, %v", test.report, got, err)
		}
	}
}
