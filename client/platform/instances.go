package platform

import (
	"cmp"
	"io"
	"net/url"
	"strings"
	"time"

	"flexq/client/flex"
)

// InstancesQuery asks for a page of the machines whose names begin with a cluster's id, and of each only what is read.
//
// GET /compute/v1/projects/P/aggregated/instances
// (https://cloud.google.com/compute/docs/reference/rest/v1/instances/aggregatedList).
func InstancesQuery(cluster, token string) url.Values {
	return listQuery(cluster, token, "items/*/instances(name,id,zone,status,creationTimestamp,lastStartTimestamp,"+
		"scheduling/maxRunDuration,resourceStatus(scheduling/terminationTimestamp,physicalHostTopology)),"+aggregated)
}

const aggregated = "items/*/warning,nextPageToken,unreachables,warning"

// listQuery is what all lists of a cluster have in common. A partial list is better than none.
func listQuery(cluster, token, fields string) url.Values {
	q := url.Values{"maxResults": {"500"}, "returnPartialSuccess": {"true"}, "fields": {fields}}
	if cluster != "" {
		q.Set("filter", "name eq "+cluster+"-.*")
	}
	if token != "" {
		q.Set("pageToken", token)
	}
	return q
}

// ReadInstances reads the answer to that.
func ReadInstances(r io.Reader) (Page[flex.Instance], error) {
	return readScopes(r, "list of instances", "instances", readInstance)
}

// IsOf reports whether a machine or a group of that name is one of a cluster: it begins with the cluster's id and is in
// its region, in zone or region place. Another region may have a cluster of the same id, with machines of the same
// names.
func IsOf(cluster, region, name, place string) bool {
	return cluster != "" && strings.HasPrefix(name, cluster+"-") && (place == region || strings.HasPrefix(place, region+"-"))
}

// readInstance takes the forced end from where Compute Engine computes it; scheduling.terminationTime is a wish.
func readInstance(scope string, o object) (flex.Instance, bool) {
	status := o.object("resourceStatus")
	host := status.object("physicalHostTopology")
	in := flex.Instance{
		Node:      o.text("name"),
		ID:        o.text("id"),
		Created:   utc(o.time("creationTimestamp")),
		LastStart: utc(o.time("lastStartTimestamp")),
		Ends:      utc(status.object("scheduling").time("terminationTimestamp")),
		MaxRun:    o.object("scheduling").duration("maxRunDuration"),
		Status:    enum(o.text("status")),
		Zone:      lastPart(cmp.Or(o.text("zone"), scope)),
		Physical: flex.PhysicalHost{
			Cluster: host.text("cluster"), Block: host.text("block"), Subblock: host.text("subblock"), Host: host.text("host"),
		},
		FromCompute: true,
	}
	return in, in.Node != ""
}

// utc forgets the zone in which Compute Engine happens to write.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}
