package platform_test

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/platform"
)

// sample is put together from the fields that the public descriptions of the resource name.
const sample = `{
  "name": "projects/123/locations/europe-west4/modelDevelopmentClusters/a3u7",
  "displayName": "train",
  "createTime": "2026-11-20T08:00:00Z", "updateTime": "2026-11-29T08:00:00.5Z",
  "labels": {"team": "ml"},
  "network": {"network": "projects/x/global/networks/default"},
  "nodePools": [
    {"id": "login", "machineSpec": {"machineType": "n2-standard-8"}, "scalingSpec": {"minNodeCount": 1, "maxNodeCount": "1"}, "zone": "europe-west4-a", "enablePublicIps": "true"},
    {"id": "a3u", "machineSpec": {"machineType": "a3-ultragpu-8g", "acceleratorType": "NVIDIA_H200_141GB", "acceleratorCount": "8"},
     "provisioningModel": "FLEX_START", "flexStartMaxDuration": "604800s", "effectiveFlexStartMaxDuration": "86400s",
     "scalingSpec": {"minNodeCount": "2", "maxNodeCount": 4}, "zone": "europe-west4-a",
     "bootDisk": {"bootDiskType": "hyperdisk-balanced", "bootDiskSizeGb": 100}},
    {"id": "cpu", "machineSpec": {"machineType": "n2-standard-32"}, "scalingSpec": {"maxNodeCount": 10}},
    {"id": "res", "machineSpec": {"machineType": "a4-highgpu-8g", "acceleratorType": "NVIDIA_B200", "acceleratorCount": 8,
     "reservationAffinity": {"reservationAffinityType": "SPECIFIC_RESERVATION", "key": "k", "values": ["v"]}}, "scalingSpec": {"minNodeCount": 1, "maxNodeCount": 1}}
  ],
  "orchestratorSpec": {"slurmSpec": {
    "loginNodePoolId": "login", "homeDirectoryStorage": "x",
    "partitions": [{"id": "main", "nodePoolIds": ["a3u", "res"]}, {"id": "cpu", "nodePoolIds": ["cpu"]}, {"id": "all", "nodePoolIds": ["cpu", "a3u"]}]}},
  "clusterStatus": {"state": "RUNNING", "detail": "All is well", "nodesStatus": [
    {"nodePoolId": "a3u", "nodePoolType": "NODE_POOL_TYPE_COMPUTE", "nodeState": "RUNNING", "instanceName": "a3u7-a3u-0", "instanceId": "7312345678901234567",
     "createTime": "2026-11-28T08:00:00Z", "lastUpdateTime": "2026-11-28T09:00:00Z", "detail": "ok",
     "physicalHost": {"clusterName": "c", "blockId": "b", "subblockId": "s", "hostId": "h"}},
    {"nodePoolId": "a3u", "nodePoolType": "NODE_POOL_TYPE_COMPUTE", "nodeState": "PREPARING"},
    {"nodePoolId": "login", "nodePoolType": "NODE_POOL_TYPE_LOGIN", "nodeState": "RUNNING", "instanceName": "a3u7-login-001"}]},
  "clusterEvents": [{"eventMessage": "m", "eventTime": "2026-11-28T08:00:00Z", "eventType": "VM_REBOOT"},
    {"eventTime": "2026-11-28T08:00:00Z", "eventType": "VM_TELEPORT"},
    {"eventTime": "2026-11-28T09:00:00Z"}, {"eventType": "VM_REBOOT", "eventMessage": "when?"},
    {"eventMessage": "xid 79", "eventTime": "2026-11-27T08:00:00Z", "eventType": "VM_SLURM_DRAIN"}]
}`

func wanted() platform.Cluster {
	day := func(d, h int) time.Time { return time.Date(2026, 11, d, h, 0, 0, 0, time.UTC) }
	return platform.Cluster{
		ID: "a3u7", Name: "projects/123/locations/europe-west4/modelDevelopmentClusters/a3u7", DisplayName: "train",
		Created: day(20, 8), Updated: day(29, 8).Add(time.Second / 2),
		Pools: flex.Pools{
			Cluster: "a3u7", Origin: flex.FromResource, Default: "main", State: "RUNNING", Detail: "All is well",
			Events: []flex.PlatformRecord{
				{At: day(27, 8), Type: "VM_SLURM_DRAIN", Message: "xid 79"},
				{At: day(28, 8), Type: "VM_REBOOT", Message: "m"},
				{At: day(28, 8), Type: "VM_TELEPORT"},
			},
			Pools: []flex.Pool{
				{
					ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", AcceleratorType: "NVIDIA_H200_141GB", Accelerators: 8,
					Min: 2, Max: 4, Zone: "europe-west4-a", MaxDuration: 24 * time.Hour, Partitions: []string{"main", "all"},
				},
				{ID: "cpu", Model: flex.OnDemand, MachineType: "n2-standard-32", Max: 10, Partitions: []string{"cpu", "all"}},
				{ID: "login", Model: flex.OnDemand, MachineType: "n2-standard-8", Min: 1, Max: 1, Zone: "europe-west4-a", Login: true},
				{
					ID: "res", Model: flex.Reservation, MachineType: "a4-highgpu-8g", AcceleratorType: "NVIDIA_B200", Accelerators: 8,
					Min: 1, Max: 1, Partitions: []string{"main"},
				},
			},
			Instances: map[string]flex.Instance{
				"a3u7-a3u-0": {
					Node: "a3u7-a3u-0", PoolID: "a3u", State: "RUNNING", ID: "7312345678901234567", Created: day(28, 8), Updated: day(28, 9), Detail: "ok",
					Physical: flex.PhysicalHost{Cluster: "c", Block: "b", Subblock: "s", Host: "h"},
				},
				"a3u7-login-001": {Node: "a3u7-login-001", PoolID: "login", Login: true, State: "RUNNING"},
			},
		},
	}
}

func snake(json string) string {
	name := regexp.MustCompile(`"[a-z][A-Za-z]*":`)
	upper := regexp.MustCompile(`[A-Z]`)
	return name.ReplaceAllStringFunc(json, func(s string) string {
		return upper.ReplaceAllStringFunc(s, func(c string) string { return "_" + strings.ToLower(c) })
	})
}

func TestReadCluster(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{"camelCase": sample, "snake_case": snake(sample)} {
		got, err := platform.ReadCluster(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted(), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadClusterTolerates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, body string
		want       func(*platform.Cluster)
		skipped    []string
	}{
		{"only a name", `{"name": "c"}`, func(*platform.Cluster) {}, nil},
		{"nulls", `{"name": "c", "nodePools": null, "clusterStatus": null, "orchestratorSpec": {"slurmSpec": null}, "createTime": null}`, func(*platform.Cluster) {}, nil},
		{"an error", `{"name": "c", "clusterStatus": {"state": "ERROR", "error": {"code": 9, "message": "no quota"}}}`, func(c *platform.Cluster) {
			c.Pools.State, c.Pools.Error = "ERROR", "no quota"
		}, nil},
		{"new words", `{"name": "c", "clusterStatus": {"state": "HIBERNATING"}, "nodePools": [{"id": "p", "provisioningModel": "CALENDAR_MODE"}]}`, func(c *platform.Cluster) {
			c.Pools.State, c.Pools.Pools = "HIBERNATING", []flex.Pool{{ID: "p", Model: "CALENDAR_MODE"}}
		}, nil},
		{"prefixed words", `{"name": "c", "clusterStatus": {"state": "STATE_UNSPECIFIED"}, "nodePools": [{"id": "p", "provisioningModel": "PROVISIONING_MODEL_SPOT"}]}`, func(c *platform.Cluster) {
			c.Pools.Pools = []flex.Pool{{ID: "p", Model: flex.Spot}}
		}, nil},
		{"numbers for words", `{"name": "c", "clusterStatus": {"state": 2}}`, func(c *platform.Cluster) { c.Pools.State = "2" }, nil},
		{"one for a list", `{"name": "c", "nodePools": {"id": "p"}, "orchestratorSpec": {"slurmSpec": {"partitions": {"id": "x", "nodePoolIds": "p"}}}}`, func(c *platform.Cluster) {
			c.Pools.Pools, c.Pools.Default = []flex.Pool{{ID: "p", Partitions: []string{"x"}}}, "x"
		}, nil},
		{"durations", `{"name": "c", "nodePools": [{"id": "a", "provisioningModel": "FLEX_START", "flexStartMaxDuration": "1.5s"},
			{"id": "b", "provisioningModel": "FLEX_START", "flexStartMaxDuration": 60}, {"id": "c", "provisioningModel": "FLEX_START", "flexStartMaxDuration": {"seconds": "90"}},
			{"id": "d", "provisioningModel": "SPOT", "flexStartMaxDuration": "60s"}, {"id": "e", "provisioningModel": "FLEX_START"}]}`, func(c *platform.Cluster) {
			c.Pools.Pools = []flex.Pool{
				{ID: "a", Model: flex.FlexStart, MaxDuration: 1500 * time.Millisecond},
				{ID: "b", Model: flex.FlexStart, MaxDuration: time.Minute},
				{ID: "c", Model: flex.FlexStart, MaxDuration: 90 * time.Second},
				{ID: "d", Model: flex.Spot},
				{ID: "e", Model: flex.FlexStart},
			}
		}, nil},
		{"a GPU pool of no model", `{"name": "c", "nodePools": [{"id": "p", "machineSpec": {"machineType": "m", "acceleratorCount": 8, "reservationAffinity": {"reservationAffinityType": "NO_RESERVATION"}}}]}`, func(c *platform.Cluster) {
			c.Pools.Pools = []flex.Pool{{ID: "p", MachineType: "m", Accelerators: 8}}
		}, nil},
		{"login by its machines", `{"name": "c", "nodePools": [{"id": "p"}, {"machineSpec": {}}], "clusterStatus": {"nodesStatus": [{"nodePoolId": "p", "nodePoolType": "LOGIN", "instanceName": "n"}]}}`, func(c *platform.Cluster) {
			c.Pools.Pools = []flex.Pool{{ID: "p", Login: true}}
			c.Pools.Instances["n"] = flex.Instance{Node: "n", PoolID: "p", Login: true}
		}, nil},
		{"wrong kinds", `{"name": "c", "displayName": {}, "createTime": "soon", "nodePools": [1, {"id": "p", "machineSpec": "x", "provisioningModel": "FLEX_START", "effectiveFlexStartMaxDuration": "forever", "scalingSpec": {"minNodeCount": -1, "maxNodeCount": 1.5}}], "orchestratorSpec": {"slurmSpec": {"partitions": [{"nodePoolIds": ["p"]}, {"id": "x", "nodePoolIds": [{}, "p", "p", ""]}]}}}`, func(c *platform.Cluster) {
			c.Pools.Pools, c.Pools.Default = []flex.Pool{{ID: "p", Model: flex.FlexStart, Partitions: []string{"x"}}}, ""
		}, []string{
			"displayName: not text", "createTime: not a time", "nodePools[0]: not an object", "orchestratorSpec.slurmSpec.partitions[1].nodePoolIds[0]: not text",
			"nodePools[1].machineSpec: not an object", "nodePools[1].scalingSpec.minNodeCount: not a whole number", "nodePools[1].scalingSpec.maxNodeCount: not a whole number",
			"nodePools[1].effectiveFlexStartMaxDuration: not a duration",
		}},
		{"hostile text", `{"name": "c", "displayName": "a\u001b[31mb\u202ec", "displayName": "x\u0007y\ud800z"}`, func(c *platform.Cluster) { c.DisplayName = "" }, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := platform.ReadCluster(strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			want := platform.Cluster{ID: "c", Name: "c", Skipped: test.skipped, Pools: flex.Pools{Cluster: "c", Origin: flex.FromResource, Instances: map[string]flex.Instance{}}}
			test.want(&want)
			if test.name == "hostile text" {
				if strings.ContainsAny(got.DisplayName, "\u001b\u0007\u202e") || !strings.HasPrefix(got.DisplayName, "x") || !strings.HasSuffix(got.DisplayName, "z") {
					t.Errorf("text is %q", got.DisplayName)
				}
				got.DisplayName = ""
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadClusterSkipsAreBounded(t *testing.T) {
	t.Parallel()
	got, err := platform.ReadCluster(strings.NewReader(`{"name": "c", "nodePools": [` + strings.Repeat("1,", 99) + `1]}`))
	if err != nil || len(got.Skipped) != 20 {
		t.Errorf("%d notes, %v", len(got.Skipped), err)
	}
}

func TestReadClusterRefuses(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"":                        "not valid JSON",
		"[]":                      "not valid JSON",
		"<html>":                  "not valid JSON",
		"{}":                      "has no name",
		`{"name": 5, "name": ""}`: "has no name",
		sample[:len(sample)-200]:  "not valid JSON",
		`{"name": "c"} {}`:        "not valid JSON",
		`{"name": "c", "x": }`:    "not valid JSON",
		`{"name": "c", "x": [1}`:  "not valid JSON",
		`{"name": "c"`:            "not valid JSON",
		`{5: 1}`:                  "not valid JSON",
	} {
		if _, err := platform.ReadCluster(strings.NewReader(body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", body, err)
		}
	}
	broken := errors.New("reset by peer")
	if _, err := platform.ReadCluster(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a broken read gives %v", err)
	}
	endless := io.MultiReader(strings.NewReader(`{"name": "`), &forever{})
	if _, err := platform.ReadCluster(endless); err == nil || !strings.Contains(err.Error(), "larger than 16 MB") {
		t.Errorf("an endless answer gives %v", err)
	}
}

type forever struct{}

func (*forever) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func FuzzReadCluster(f *testing.F) {
	f.Add(sample)
	f.Add(snake(sample))
	f.Add(`{"name": "c", "nodePools": [1, {"id": "p", "scalingSpec": {"minNodeCount": "x"}}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		c, err := platform.ReadCluster(strings.NewReader(body))
		if err != nil {
			return
		}
		if c.ID == "" || len(c.Skipped) > 20 {
			t.Fatalf("%+v", c)
		}
		for _, p := range c.Pools.Pools {
			if p.ID == "" || p.Min < 0 || p.Max < 0 || p.Accelerators < 0 || p.MaxDuration < 0 {
				t.Fatalf("%+v", p)
			}
		}
		c.Pools.Group(nil)
	})
}

// TestReadClusterOfTwoMachines takes the younger of two machines under one name, in whatever order they come.
func TestReadClusterOfTwoMachines(t *testing.T) {
	t.Parallel()
	machines := []string{
		`{"instanceName": "c-p-0", "instanceId": "1", "createTime": "2026-11-20T08:00:00Z"}`,
		`{"instanceName": "c-p-0", "instanceId": "2", "createTime": "2026-11-27T08:00:00Z"}`,
	}
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		c, err := platform.ReadCluster(strings.NewReader(`{"name": "c", "clusterStatus": {"nodesStatus": [` + machines[order[0]] + "," + machines[order[1]] + `]}}`))
		if err != nil || c.Pools.Instances["c-p-0"].ID != "2" {
			t.Errorf("%v: %+v, %v", order, c.Pools.Instances, err)
		}
	}
}
