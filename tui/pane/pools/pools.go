// Package pools is the pane that shows the node pools, or the partitions where there are none, and their nodes.
package pools

import (
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/widget/table"
)

// Pane shows pools and nodes. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps    pane.Deps
	cols    []columns.NodeColumn
	table   *table.Table[string]
	nodes   []slurm.Node
	pools   flex.Pools
	hasPool bool
	status  pane.Status
	poolErr error
	outlook pane.Outlook
	onOf    int // version of the list of jobs that on comes from

	groups []flex.PoolNodes
	on     pane.On
	rows   rows
	built  uint64
	dirty  bool
	filter pane.FilterBox
	w, h   int
}

// New returns an empty pane.
func New(deps pane.Deps) *Pane {
	p := &Pane{deps: deps, cols: columns.NodeColumns()}
	p.table = table.New[string](*deps.Theme, tableColumns(p.cols))
	p.rows.pane = p
	p.filter.Grammar = columns.NodeFields
	p.filter.Example = `words, "a phrase", -word, pool:a3u state:drain lease:<6h job:88214`
	return p
}

// ApplyNodes shows a new list of nodes. The selection stays on its node.
func (p *Pane) ApplyNodes(list []slurm.Node) { p.nodes, p.dirty = list, true }

// ApplyOn tells which jobs are on each node, as JobsOn found them in that version of the list of jobs; an older one
// than is known is dropped.
func (p *Pane) ApplyOn(version int, on pane.On) {
	if version >= p.onOf {
		p.onOf, p.on, p.dirty = version, on, true
	}
}

// ApplyPools tells what pools there are.
func (p *Pane) ApplyPools(pools flex.Pools, err error) {
	p.poolErr = err
	if err == nil {
		p.pools, p.hasPool = pools, true
	}
	p.dirty = true
}

// SetOutlook tells what the leases are and what they mean for the jobs; call it whenever there is a newer one.
func (p *Pane) SetOutlook(o pane.Outlook) { p.outlook, p.dirty = o, true }

// SetStatus says how it stands with the list of nodes.
func (p *Pane) SetStatus(s pane.Status) { p.status = s }

// build joins nodes, pools and jobs, when one of them changed since it was last drawn: nobody looks at this pane
// most of the time.
func (p *Pane) build() {
	if !p.dirty {
		return
	}
	p.dirty = false
	p.built++
	p.groups = p.pools.Group(p.nodes)
	p.rows.list = p.rows.list[:0:0]
	query := columns.QueryOfNodes(p.filter.Filter())
	now := p.deps.ClusterNow()
	for _, g := range p.groups {
		for _, m := range g.Nodes {
			row := columns.NodeRow{Node: m.Node, Pool: g.Pool, Member: m, Jobs: p.on[m.Node.Name]}
			row.Foresee(p.outlook)
			if query.Match(&row, now) {
				p.rows.list = append(p.rows.list, row)
			}
		}
	}
	p.table.SetRows(&p.rows, p.built)
}

func (p *Pane) view() *columns.View {
	return &columns.View{Now: slurm.TimeOf(p.deps.ClusterNow()), Glyphs: p.deps.Theme.Glyphs()}
}

// JobsOn finds the jobs on each node: see pane.JobsOn.
func JobsOn(jobs []slurm.Job) pane.On { return pane.JobsOn(jobs) }

// current is the node under the cursor.
func (p *Pane) current() (*columns.NodeRow, bool) {
	i := p.table.Index()
	if i < 0 || i >= len(p.rows.list) {
		return nil, false
	}
	return &p.rows.list[i], true
}
