package columns

import (
	"fmt"
	"slices"
	"strings"

	"flexq/client/slurm"
)

// NodeHead says in one line what a node does: "allocated, 8/8 GPUs".
func NodeHead(r *NodeRow) Cell {
	c := nodeStateCell(r, nil)
	if g := nodeGPUCell(r, nil); g.Text != "-" {
		c.Text += ", " + g.Text + " GPUs"
	}
	return c
}

// NodeDetail is what is known of a node besides its jobs and events, in groups. Empty values are left out.
func NodeDetail(r *NodeRow, v *View) []Detail {
	all := []Detail{
		{"state", nodeStateFields(r, v.Now)},
		{"lease", leaseFields(r, v.Now.Std(), v.Glyphs.About)},
		{"resources", nodeResourceFields(r)},
		{"machine", machineFields(r)},
	}
	out := all[:0]
	for _, d := range all {
		if len(d.Fields) > 0 {
			out = append(out, d)
		}
	}
	return out
}

func nodeStateFields(r *NodeRow, now slurm.Time) []Field {
	var p put
	n := r.Node
	tone := NodeTone(n.State)
	p.tone("state", n.State.Words(), tone)
	p.add("slurm says", n.State.Full())
	p.tone("reason", n.Reason, tone)
	if n.Reason != "" && !n.ReasonSince.IsZero() {
		p.add("since", strings.TrimSpace(Moment(n.ReasonSince)+", "+Span(now.Sub(n.ReasonSince))+" ago  "+by(n.ReasonUser)))
	}
	if !n.ResumeAfter.IsZero() {
		p.add("resumes", Moment(n.ResumeAfter))
	}
	p.add("reservation", n.Reservation)
	p.add("comment", n.Comment)
	return p
}

func nodeResourceFields(r *NodeRow) []Field {
	var p put
	n := r.Node
	p.add("pool", spaced(r.Pool.ID, r.Member.Standing.Words(), r.Pool.Model.Words()))
	p.add("partitions", strings.Join(n.Partitions, ", "))
	p.add("GPUs", gpuText(r))
	p.add("CPUs", fmt.Sprintf("%d of %d in use, load %.2f", n.AllocCPUs, n.CPUs, n.CPULoad))
	p.add("memory", fmt.Sprintf("%s of %s allocated", Memory(int64(n.AllocMemory)), Memory(int64(n.RealMemory))))
	if n.FreeMemory.Set {
		p.add("free", Memory(int64(n.FreeMemory.Value)))
	}
	p.add("features", strings.Join(n.Features, ", "))
	return p
}

func machineFields(r *NodeRow) []Field {
	var p put
	n, in := r.Node, r.Member.Instance
	p.add("machine", machineText(r))
	if r.Member.HasInstance {
		id := in.ID
		if id == "" {
			id = n.InstanceID
		}
		p.add("instance", id)
		p.add("created", moment(slurm.TimeOf(in.Created)))
		if h := in.Physical; h.Host != "" || h.Block != "" {
			p.add("host", strings.TrimSpace(join("", "cluster", h.Cluster, "block", h.Block, "subblock", h.Subblock, "host", h.Host)))
		}
		p.add("platform", strings.TrimSpace(in.State+"  "+in.Detail))
		p.add("Compute", in.Status)
	} else {
		p.add("instance", n.InstanceID)
	}
	p.add("booted", moment(n.Boot))
	p.add("last busy", moment(n.LastBusy))
	p.add("slurmd", n.Version)
	p.add("system", strings.TrimSpace(n.OS+" "+n.Architecture))
	p.add("address", n.Address)
	return p
}

// machineText is the machine's type and where it stands.
func machineText(r *NodeRow) string {
	kind, zone := r.Pool.MachineType, r.Member.Instance.Zone
	if kind == "" {
		kind = r.Node.InstanceType
	}
	if zone == "" {
		zone = r.Pool.Zone
	}
	return strings.TrimSpace(kind + "  " + zone)
}

func by(user string) string {
	if user == "" {
		return ""
	}
	return "by " + user
}

func gpuText(r *NodeRow) string {
	c := nodeGPUCell(r, nil)
	if c.Text == "-" {
		return ""
	}
	text := c.Text
	if t := r.Node.TRES.GPUType; t != "" {
		return text + " " + t
	}
	if r.Node.GRES != "" {
		text += "  " + r.Node.GRES
	}
	return text
}

// spaced sets what is not empty side by side.
func spaced(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "  ")
}
