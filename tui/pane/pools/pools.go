// Package pools is the pane that shows the node pools, or the partitions where there are none, and under them their
// nodes: what each does, when it is taken away and what comes then, as columns and as bars on a time axis.
package pools

import (
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/widget/table"
	"flexq/tui/widget/timeline"
)

// Pane shows pools and nodes. It is driven by the root and is not safe for concurrent use.
type Pane struct {
	deps    pane.Deps
	nodes   []slurm.Node
	pools   flex.Pools
	hasPool bool
	status  pane.Status
	poolErr error
	outlook pane.Outlook
	onOf    int // version of the list of jobs that on comes from
	on      pane.On

	summary *table.Table[string] // one row a pool
	sums    sums
	table   *table.Table[string] // one row a node
	rows    rows
	cols    []columns.NodeColumn
	shape   shape
	onPools bool            // the keys go to the summary
	folded  map[string]bool // pools whose nodes are not listed
	order   int             // of columns.NodeOrders
	reverse bool
	filter  pane.FilterBox
	query   columns.NodeQuery
	scale   scale
	axis    timeline.Axis // as it is drawn
	bars    *bool         // whether the timeline is shown; nil: where there is room

	groups  []flex.PoolNodes
	longest int // cells of the longest name of a node
	kept    int // nodes that the filter lets through, also those of folded pools
	// jobsWidth is what the first jobs of nodes take at most.
	jobsWidth int
	version   uint64
	second    slurm.Time   // at which the rows were drawn
	view      columns.View // with which they were
	dirty     bool
	w, h      int
}

// New returns an empty pane.
func New(deps pane.Deps) *Pane {
	p := &Pane{deps: deps, folded: map[string]bool{}, scale: scale{auto: true}}
	p.summary = table.New[string](*deps.Theme, nil)
	p.summary.SetQuiet(true)
	p.table = table.New[string](*deps.Theme, nil)
	p.rows.pane, p.sums.pane = p, p
	p.filter.Grammar, p.filter.Names = columns.NodeFields, columns.NodeFieldNames()
	p.filter.Example = `words, "a phrase", -word, pool:a3u state:drain lease:<6h job:88214`
	p.focus(false)
	p.sorted()
	return p
}

// ApplyNodes shows a new list of nodes. The selection stays on its node.
func (p *Pane) ApplyNodes(list []slurm.Node) { p.nodes, p.dirty = list, true }

// ApplyOn tells which jobs are on each node, as pane.JobsOn found them in that version of the list of jobs; an older one
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

// focus turns the keys to the summary, or to the nodes.
func (p *Pane) focus(onPools bool) {
	p.onPools = onPools
	p.summary.SetFocused(onPools)
	p.table.SetFocused(!onPools)
	p.table.SetQuiet(true)
}

// current is the node under the cursor.
func (p *Pane) current() (*columns.NodeRow, bool) {
	i := p.table.Index()
	if p.onPools || i < 0 || i >= len(p.rows.list) {
		return nil, false
	}
	return &p.rows.list[i], true
}

// currentPool is the pool under the cursor.
func (p *Pane) currentPool() (*flex.PoolNodes, bool) {
	i := p.summary.Index()
	if !p.onPools || i < 0 || i >= len(p.groups) {
		return nil, false
	}
	return &p.groups[i], true
}

// Subject is the node or pool under the cursor as a filter of events; "" if there is none.
func (p *Pane) Subject() string {
	if row, ok := p.current(); ok {
		return "node:" + row.Node.Name
	}
	if g, ok := p.currentPool(); ok && g.Pool.ID != "" {
		return "pool:" + g.Pool.ID
	}
	return ""
}

func (p *Pane) cells() *columns.View {
	return &columns.View{Now: slurm.TimeOf(p.deps.ClusterNow()), Glyphs: p.deps.Theme.Glyphs()}
}
