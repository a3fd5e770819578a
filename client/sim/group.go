package sim

import (
	"net/http"
	"strconv"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// groups are the managed instance groups: one for each request for Flex Start capacity.
func (s *Sim) groups() []item {
	var out []item
	for _, r := range s.cluster.Requests() {
		zone := s.zone(r.Pool)
		there := 0
		if r.State == "SUCCEEDED" {
			there = s.machinesOf(r)
		}
		d := newDoc()
		d.add("kind", "compute#instanceGroupManager")
		d.add("id", strconv.FormatUint(r.ID, 10))
		d.add("name", r.Group)
		d.add("creationTimestamp", computeStamp(r.Created))
		d.add("zone", s.computeURL("zones/"+zone))
		d.add("baseInstanceName", s.cfg.Cluster+"-"+r.Pool.ID)
		d.raw("targetSize", itoa(there))
		d.raw("status", `{"isStable":`+strconv.FormatBool(r.State != "ACCEPTED")+`}`)
		d.add("selfLink", s.computeURL("zones/"+zone+"/instanceGroupManagers/"+r.Group))
		out = append(out, newItem("zones/"+zone, r.Group, d))
	}
	return out
}

func (s *Sim) machinesOf(r *cluster.Request) int {
	there := 0
	for _, k := range r.Nodes {
		if s.cluster.Nodes()[k].Of(r) {
			there++
		}
	}
	return there
}

// resizeRequests is the one request of a group.
func (s *Sim) resizeRequests(zone, group string) ([]item, *computeFault) {
	for _, r := range s.cluster.Requests() {
		if r.Group == group && s.zone(r.Pool) == zone {
			return []item{newItem("zones/"+zone, "initial-resize", s.resizeRequest(r, zone))}, nil
		}
	}
	return nil, noGroup("projects/" + s.cfg.Project + "/zones/" + zone + "/instanceGroupManagers/" + group)
}

func noGroup(name string) *computeFault {
	return &computeFault{code: http.StatusNotFound, reason: "notFound", message: "The resource '" + name + "' was not found"}
}

func (s *Sim) resizeRequest(r *cluster.Request, zone string) *doc {
	state := r.StateAt(s.cluster.Now())
	d := newDoc()
	d.add("kind", "compute#instanceGroupManagerResizeRequest")
	d.add("id", strconv.FormatUint(r.ID+1, 10))
	d.add("name", "initial-resize")
	d.add("creationTimestamp", computeStamp(r.Created))
	d.raw("resizeBy", itoa(len(r.Nodes)))
	d.raw("requestedRunDuration", `{"seconds":"`+strconv.FormatInt(r.Run, 10)+`"}`)
	d.add("state", state)
	if r.Error != "" {
		problem := `{"error":{"errors":[{"code":"ZONE_RESOURCE_POOL_EXHAUSTED","message":` + string(shape.AppendString(nil, r.Error)) + `}]}}`
		d.raw("status", problem)
	} else {
		d.raw("status", `{}`)
	}
	d.add("zone", s.computeURL("zones/"+zone))
	d.add("selfLink", s.computeURL("zones/"+zone+"/instanceGroupManagers/"+r.Group+"/resizeRequests/initial-resize"))
	return d
}
