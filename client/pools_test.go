package client_test

import (
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/client/flex"
)

const resource = `{"name": "projects/1/locations/us-central1/modelDevelopmentClusters/hcsdemo",
	"nodePools": [{"id": "a3unodeset", "provisioningModel": "FLEX_START", "effectiveFlexStartMaxDuration": "604800s",
		"machineSpec": {"machineType": "a3-ultragpu-8g"}, "scalingSpec": {"minNodeCount": 0, "maxNodeCount": 4}}],
	"clusterStatus": {"state": "RUNNING"}}`

func TestPoolsOfThePlatform(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(answer{status: 200, text: resource})
	got, err := c.Pools(t.Context())
	if err != nil || got.Origin != flex.FromResource || len(got.Pools) != 1 || got.Note != "" || !got.AsOf.Equal(now()) {
		t.Fatalf("got %+v, %v", got, err)
	}
	if p := got.Pools[0]; p.ID != "a3unodeset" || p.Model != flex.FlexStart || p.Max != 4 || got.State != "RUNNING" || got.Cluster != "hcsdemo" {
		t.Errorf("got %+v", got)
	}
	wantCalls(t, s, "GET /slurm/v0.0.42/reservations/")
}

func TestPoolsWithoutTheResource(t *testing.T) {
	t.Parallel()
	denied := answer{status: 403, text: `{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "no"}}`}
	for name, tt := range map[string]struct {
		platform bool
		resource answer
		note     string
	}{
		"plain slurmrestd": {false, answer{}, "a plain slurmrestd has no cluster resource"},
		"no permission":    {true, denied, "aiplatform.modelDevelopmentClusters.get"},
		"not a cluster":    {true, answer{status: 200, text: `{"kind": "other"}`}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := open(t, tt.platform, nil)
			s.is(tt.resource)
			s.on("GET /slurm/v0.0.42/partitions/", file("v0.0.42/partitions.json"))
			got, err := c.Pools(t.Context())
			if err != nil || got.Origin != flex.FromPartitions || len(got.Pools) != 3 || got.Note == "" || !strings.Contains(got.Note, tt.note) {
				t.Fatalf("got %+v, %v", got, err)
			}
			if p := got.Pools[0]; p.ID != "a3u" || p.Max != 4 || !p.FromPartition || !got.AsOf.Equal(now()) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestPoolsFaults(t *testing.T) {
	t.Parallel()
	s, c := open(t, true, nil)
	s.is(answer{status: 503, text: `{"error": {"code": 503, "status": "UNAVAILABLE", "message": "later"}}`})
	_, err := c.Pools(t.Context())
	wantKind(t, err, fault.Unavailable)
	s.is(answer{status: 403, text: `{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "no"}}`})
	s.on("GET /slurm/v0.0.42/partitions/", answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
	_, err = c.Pools(t.Context())
	wantKind(t, err, fault.SlurmDown)
}
