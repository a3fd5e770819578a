package platform

import (
	"maps"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// Merge adds to the machines of p what Compute Engine knows of them, by name, and those that only it knows. p itself is
// not changed. Where the two speak of different machines under one name, one of them is out of date: the machine that
// was made last counts.
func Merge(p flex.Pools, machines []flex.Instance) flex.Pools {
	out := make(map[string]flex.Instance, len(p.Instances)+len(machines))
	maps.Copy(out, p.Instances)
	for _, m := range machines {
		known, ok := out[m.Node]
		if !ok {
			out[m.Node] = placed(m, p)
			continue
		}
		out[m.Node] = joined(known, m)
	}
	p.Instances = out
	return p
}

// placed finds the pool of a machine that the cluster resource does not know (yet), by its name.
func placed(m flex.Instance, p flex.Pools) flex.Instance {
	id, _, ok := flex.SplitName(p.Cluster, m.Node)
	if !ok {
		return m
	}
	m.PoolID = id
	if pool, ok := p.Pool(id); ok {
		m.Login = pool.Login
	}
	return m
}

func joined(known, m flex.Instance) flex.Instance {
	if !isSame(known, m) {
		if !known.Created.IsZero() && !m.Created.After(known.Created) {
			return known
		}
		m.PoolID, m.Login = known.PoolID, known.Login
		return m
	}
	if m.ID != "" {
		known.ID = m.ID
	}
	if !m.Created.IsZero() {
		known.Created = m.Created
	}
	if m.Physical != (flex.PhysicalHost{}) && known.Physical == (flex.PhysicalHost{}) {
		known.Physical = m.Physical
	}
	known.Ends, known.MaxRun, known.LastStart = m.Ends, m.MaxRun, m.LastStart
	known.Status, known.Zone, known.FromCompute = m.Status, m.Zone, true
	return known
}

// isSame tells machines of one name apart by their ids, and where one has none, or one of another form than Compute
// Engine's number, by the moment of their creation: the two sides write down that of one machine within minutes.
func isSame(a, b flex.Instance) bool {
	if isNumber(a.ID) && isNumber(b.ID) {
		return a.ID == b.ID
	}
	return a.Created.IsZero() || b.Created.IsZero() || a.Created.Sub(b.Created).Abs() <= 10*time.Minute
}

func isNumber(id string) bool { return id != "" && strings.Trim(id, "0123456789") == "" }

// Planned takes from the reservations of a cluster those that slurm-gcp puts at the end of a node's life, dws-eol-NODE,
// and returns when each of them starts.
func Planned(reservations []slurm.Reservation) map[string]time.Time {
	out := map[string]time.Time{}
	for _, r := range reservations {
		if node, ok := strings.CutPrefix(r.Name, "dws-eol-"); ok && node != "" && !r.Start.IsZero() {
			out[node] = r.Start.Std()
		}
	}
	return out
}
