package client_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/flex"
)

const reportPath = "POST /v1beta1/projects/demo-project/locations/us-central1/modelDevelopmentClusters/hcsdemo:reportFaultyNodes"

func TestReportFaultyNode(t *testing.T) {
	t.Parallel()
	const name = "projects/1/locations/us-central1/operations/77"
	s, c := open(t, true, nil)
	s.onGoogle(reportPath, ok(`{"name": "`+name+`", "metadata": {"genericMetadata": {"createTime": "2026-11-30T05:00:00Z", "updateTime": "2026-11-30T05:00:01Z"}, "progressMessage": "Request received"}}`))
	got, err := c.ReportFaultyNode(t.Context(), flex.FaultReport{Node: "hcsdemo-a3u-0", Behavior: "PERFORMANCE", Description: " slow \n"})
	if err != nil {
		t.Fatal(err)
	}
	want := flex.Operation{Name: name, Progress: "Request received", Created: day(30, 5, 0), Updated: day(30, 5, 0).Add(time.Second)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	const body = `{"nodeActions":[{"nodeId":"hcsdemo-a3u-0","reportFaultyHost":{"faultReasons":[{"behavior":"PERFORMANCE","description":"slow"}]}}]}`
	if s.lastBody() != body {
		t.Errorf("sent %s", s.lastBody())
	}
	s.onGoogle("GET /v1/"+name, ok(`{"name": "`+name+`", "done": true, "error": {"code": 9, "message": "node is not RUNNING"}}`))
	got, err = c.Operation(t.Context(), got.Name)
	if err != nil || !got.Done || got.Error != "node is not RUNNING" {
		t.Errorf("then %+v, %v", got, err)
	}
}

func TestReportIsSentOnce(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.onGoogle(reportPath, answer{status: 200, cut: true})
	_, err := c.ReportFaultyNode(t.Context(), flex.FaultReport{Node: "hcsdemo-a3u-0"})
	wantKind(t, err, fault.UnknownOutcome)
	if calls := s.lookedAt(); len(calls) != 1 || s.lastBody() != `{"nodeActions":[{"nodeId":"hcsdemo-a3u-0"}]}` {
		t.Errorf("calls %v, sent %s", calls, s.lastBody())
	}
}

func TestReportRefused(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	for name, r := range map[string]flex.FaultReport{
		"nothing": {}, "a list": {Node: "a-[0-3]"}, "a path": {Node: "../x"}, "an option": {Node: "-x"},
		"behavior": {Node: "a", Behavior: "SLOW", Description: "x"}, "no description": {Node: "a", Behavior: "PERFORMANCE", Description: " "},
		"a description alone": {Node: "a", Description: "x"},
	} {
		if _, err := c.ReportFaultyNode(t.Context(), r); fault.KindOf(err) != fault.Usage {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "x", "operations/1", "projects/p/locations/r/operations/..", "projects/p/locations/r/operations/1?x=1", "projects/p/locations/r/operations/1/", "https://x/projects/p/locations/r/operations/1"} {
		if _, err := c.Operation(t.Context(), name); fault.KindOf(err) != fault.Usage {
			t.Errorf("%q: %v", name, err)
		}
	}
	if calls := s.lookedAt(); len(calls) != 0 {
		t.Errorf("sent %v", calls)
	}
	_, err := c.ReportFaultyNode(t.Context(), flex.FaultReport{Node: "hcsdemo-a3u-0"})
	wantKind(t, err, fault.PermissionDenied)
	_, plain := open(t, false, nil)
	_, err = plain.ReportFaultyNode(t.Context(), flex.FaultReport{Node: "hcsdemo-a3u-0"})
	wantKind(t, err, fault.Usage)
	_, err = plain.Operation(t.Context(), "projects/p/locations/r/operations/1")
	wantKind(t, err, fault.Usage)
}
