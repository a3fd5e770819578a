package platform

import (
	"slices"
	"strings"

	"flexq/client/flex"
)

// readPools sorts by id: the platform gives pools in no fixed order. A pool without an id is none.
func readPools(items []object, login string, partitions map[string][]string) []flex.Pool {
	var out []flex.Pool
	for _, o := range items {
		machine, scale := o.object("machineSpec"), o.object("scalingSpec")
		p := flex.Pool{
			ID:              o.text("id"),
			Model:           readModel(o, machine),
			MachineType:     machine.text("machineType"),
			AcceleratorType: enum(machine.text("acceleratorType"), "ACCELERATOR_TYPE_"),
			Accelerators:    machine.count("acceleratorCount"),
			Min:             scale.count("minNodeCount"),
			Max:             scale.count("maxNodeCount"),
			Zone:            o.text("zone"),
		}
		if p.ID == "" {
			continue
		}
		p.Login = p.ID == login
		p.Partitions = partitions[p.ID]
		if p.HasLease() {
			p.MaxDuration = o.duration("effectiveFlexStartMaxDuration")
			if p.MaxDuration == 0 {
				p.MaxDuration = o.duration("flexStartMaxDuration")
			}
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b flex.Pool) int { return strings.Compare(a.ID, b.ID) })
	return out
}

// readModel follows the platform's own rule for pools that name no model: machines with a reservation come from
// it, machines without accelerators on demand.
func readModel(pool, machine object) flex.Model {
	model := flex.Model(enum(pool.text("provisioningModel"), "PROVISIONING_MODEL_"))
	affinity := machine.object("reservationAffinity")
	reserved := enum(affinity.text("reservationAffinityType"), "TYPE_")
	switch {
	case model != flex.ModelUnknown:
		return model
	case reserved != "" && reserved != "NO_RESERVATION":
		return flex.Reservation
	case machine.text("machineType") != "" && machine.count("acceleratorCount") == 0:
		return flex.OnDemand
	}
	return flex.ModelUnknown
}

func partitionsByPool(partitions []object) map[string][]string {
	out := map[string][]string{}
	for _, p := range partitions {
		id := p.text("id")
		if id == "" {
			continue
		}
		for _, pool := range p.words("nodePoolIds") {
			if !slices.Contains(out[pool], id) {
				out[pool] = append(out[pool], id)
			}
		}
	}
	return out
}

// readInstances leaves out entries without a name: they are machines that do not exist yet. Of two under one name the
// one that was made last counts.
func readInstances(items []object) map[string]flex.Instance {
	out := make(map[string]flex.Instance, len(items))
	for _, o := range items {
		host := o.object("physicalHost")
		in := flex.Instance{
			Node:    o.text("instanceName"),
			PoolID:  o.text("nodePoolId"),
			Login:   enum(o.text("nodePoolType"), "NODE_POOL_TYPE_") == "LOGIN",
			State:   enum(o.text("nodeState"), "NODE_STATE_"),
			ID:      o.text("instanceId"),
			Created: o.time("createTime"),
			Updated: o.time("lastUpdateTime"),
			Detail:  o.text("detail"),
			Physical: flex.PhysicalHost{
				Cluster: host.text("clusterName"), Block: host.text("blockId"), Subblock: host.text("subblockId"), Host: host.text("hostId"),
			},
		}
		if known, twice := out[in.Node]; in.Node != "" && (!twice || !in.Created.Before(known.Created)) {
			out[in.Node] = in
		}
	}
	return out
}

// readEvents gives the oldest first, as they happened; those of one moment stay in the platform's order. An entry that
// says neither when nor what is none.
func readEvents(items []object) []flex.PlatformRecord {
	var out []flex.PlatformRecord
	for _, o := range items {
		e := flex.PlatformRecord{
			At:      o.time("eventTime"),
			Type:    enum(o.text("eventType"), "EVENT_TYPE_"),
			Message: o.text("eventMessage"),
		}
		if !e.At.IsZero() && (e.Type != "" || e.Message != "") {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b flex.PlatformRecord) int { return a.At.Compare(b.At) })
	return out
}

// markLogin takes a pool for a login pool also when only its machines say so.
func markLogin(p *flex.Pools) {
	for i := range p.Pools {
		for _, in := range p.Instances {
			if in.Login && in.PoolID == p.Pools[i].ID {
				p.Pools[i].Login = true
			}
		}
	}
}
