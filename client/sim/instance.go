package sim

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"flexq/client/sim/internal/cluster"
)

// computeStamp writes a moment as Compute Engine does: in Pacific time, with milliseconds.
func computeStamp(unix int64) string {
	return time.Unix(unix, 0).In(time.FixedZone("", -8*3600)).Format("2006-01-02T15:04:05.000-07:00")
}

// instances are the machines of the cluster and one that is not of it, which a filter must keep out.
func (s *Sim) instances() []item {
	now := s.cluster.Now()
	out := []item{s.stranger()}
	for _, p := range s.cluster.Pools() {
		for _, n := range p.Nodes() {
			if n.Instance != 0 {
				out = append(out, newItem("zones/"+s.zone(p), n.Name, s.instance(p, n, now)))
			}
		}
	}
	return out
}

func (s *Sim) stranger() item {
	zone := s.cfg.Region + "-a"
	d := newDoc()
	d.add("kind", "compute#instance")
	d.add("id", "4711000000000000001")
	d.add("name", "bastion")
	d.add("creationTimestamp", computeStamp(epoch().Unix()-90*86400))
	d.add("status", "RUNNING")
	d.add("zone", s.computeURL("zones/"+zone))
	d.add("machineType", s.computeURL("zones/"+zone+"/machineTypes/e2-micro"))
	d.raw("scheduling", `{"provisioningModel":"STANDARD","automaticRestart":true,"preemptible":false}`)
	return newItem("zones/"+zone, "bastion", d)
}

// instance writes one machine. The moment of its forced end is there only once it has come to RUNNING
// (docs: Limit the run time of a VM).
func (s *Sim) instance(p *cluster.Pool, n *cluster.Node, now int64) *doc {
	zone, status := s.zone(p), n.Status(now)
	d := newDoc()
	d.add("kind", "compute#instance")
	d.add("id", strconv.FormatUint(n.Instance, 10))
	d.add("name", n.Name)
	d.add("creationTimestamp", computeStamp(n.Created))
	if now >= n.Started {
		d.add("lastStartTimestamp", computeStamp(n.Started))
	}
	d.add("status", status)
	d.add("zone", s.computeURL("zones/"+zone))
	d.add("machineType", s.computeURL("zones/"+zone+"/machineTypes/"+p.Shape.MachineType))
	d.raw("scheduling", scheduling(p, n))
	res := newDoc()
	if n.Expires != 0 && now >= n.Runs {
		res.raw("scheduling", `{"terminationTimestamp":"`+computeStamp(n.Expires)+`"}`)
	}
	if !p.Login {
		h := s.host(n)
		res.add("physicalHost", "/"+h[0]+"/"+h[1]+"/"+h[2]+"/"+h[3])
		res.raw("physicalHostTopology", `{"cluster":"`+h[0]+`","block":"`+h[1]+`","subblock":"`+h[2]+`","host":"`+h[3]+`"}`)
	}
	d.raw("resourceStatus", string(res.bytes()))
	d.raw("labels", `{"cluster":"`+s.cfg.Cluster+`","pool":"`+p.ID+`"}`)
	d.add("selfLink", s.computeURL("zones/"+zone+"/instances/"+n.Name))
	return d
}

func scheduling(p *cluster.Pool, n *cluster.Node) string {
	switch p.Model {
	case cluster.FlexStart:
		return `{"onHostMaintenance":"TERMINATE","automaticRestart":false,"preemptible":false,"provisioningModel":"FLEX_START",` +
			`"instanceTerminationAction":"DELETE","maxRunDuration":{"seconds":"` + strconv.FormatInt(n.MaxRun, 10) + `"}}`
	case cluster.Spot:
		return `{"onHostMaintenance":"TERMINATE","automaticRestart":false,"preemptible":true,"provisioningModel":"SPOT","instanceTerminationAction":"DELETE"}`
	case cluster.Reserved:
		return `{"onHostMaintenance":"TERMINATE","automaticRestart":true,"preemptible":false,"provisioningModel":"RESERVATION_BOUND"}`
	case cluster.OnDemand:
	}
	return `{"onHostMaintenance":"MIGRATE","automaticRestart":true,"preemptible":false,"provisioningModel":"STANDARD"}`
}

// host is where in the data centre a machine stands: cluster, block, sub-block, host.
func (s *Sim) host(n *cluster.Node) [4]string {
	h := n.Host
	return [4]string{
		s.cfg.Region + "-cluster-" + strconv.FormatUint(h%7, 10), "block-" + strconv.FormatUint(h/7%64, 16),
		"subblock-" + strconv.FormatUint(h/448%256, 16), "host-" + strconv.FormatUint(h/114688%65536, 16),
	}
}

// realItems are the machines behind a real Slurm, as far as it tells of them: their names, and whether they are there.
// It knows of no groups.
func (s *Sim) realItems(ctx context.Context, kind string) ([]item, *computeFault) {
	switch kind {
	case "instanceGroupManagers":
		return nil, nil
	case "resizeRequests":
		return nil, noGroup("")
	}
	_, nodes, err := s.realLists(ctx)
	if err != nil {
		return nil, &computeFault{code: http.StatusServiceUnavailable, reason: "backendError", message: "The cluster cannot be reached: " + rootCause(err)}
	}
	zone := s.cfg.Region + "-a"
	out := []item{s.stranger()}
	each(nodes, "nodes", func(n value) {
		states, name := words(n, "state"), textOf(n, "name")
		if contains(states, "POWERED_DOWN") {
			return
		}
		status := "RUNNING"
		switch {
		case contains(states, "POWERING_UP"):
			status = "STAGING"
		case contains(states, "POWERING_DOWN"):
			status = "STOPPING"
		}
		d := newDoc()
		d.add("kind", "compute#instance")
		d.add("name", name)
		d.add("status", status)
		d.add("zone", s.computeURL("zones/"+zone))
		out = append(out, newItem("zones/"+zone, name, d))
	})
	return out, nil
}
