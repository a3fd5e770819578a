package sim

import (
	"slices"

	"flexq/client/sim/internal/cluster"
)

// leaseWindow is how long the reservation for the end of a machine is, in seconds.
const leaseWindow = 600

// reservations are those of the cluster and, if they are shown, those for the ends of machines.
func (s *Sim) reservations() []*cluster.Reservation {
	all := s.cluster.Reservations()
	if !s.cfg.LeaseReservations {
		return all
	}
	all = slices.Clone(all)
	for _, n := range s.cluster.Nodes() {
		if n.MaxRun > 0 && n.Boot > 0 {
			end := n.Boot + n.MaxRun
			all = append(all, &cluster.Reservation{
				Name: "dws-eol-" + n.Name, Nodes: []int32{n.Index}, Start: end, End: end + leaseWindow, Maint: true, IgnoreJobs: true, Users: "root",
			})
		}
	}
	return all
}

// snakeResource writes the cluster resource in the other way that readers must take.
func snakeResource(res []byte) []byte {
	return snaked(written(res), "").append(nil)
}

func snaked(v value, name string) value {
	switch v.kind {
	case '{':
		out := value{kind: '{'}
		for _, f := range v.fields {
			out.fields = append(out.fields, field{name: snake(f.name), value: snaked(f.value, f.name)})
		}
		return out
	case '[':
		out := value{kind: '['}
		for _, x := range v.items {
			out.items = append(out.items, snaked(x, ""))
		}
		if name == "nodePools" {
			slices.Reverse(out.items)
		}
		return out
	case '0':
		return value{kind: '"', text: v.text}
	default:
		return v
	}
}
