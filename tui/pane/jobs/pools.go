package jobs

import (
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// poolBook tells which pools jobs are on. It is made when a filter first asks: most never do.
type poolBook struct {
	pools flex.Pools
	nodes []slurm.Node
	made  *columns.PoolBook
}

func (b *poolBook) get() *columns.PoolBook {
	if b.made == nil {
		b.made = columns.NewPoolBook(b.pools, b.nodes)
	}
	return b.made
}

// ApplyNodes tells what nodes there are.
func (p *Pane) ApplyNodes(nodes []slurm.Node) {
	p.book.nodes = nodes
	p.newPools()
}

// ApplyPools tells what pools there are.
func (p *Pane) ApplyPools(pools flex.Pools) {
	p.book.pools = pools
	p.newPools()
}

func (p *Pane) newPools() {
	p.book.made = nil
	if p.query.NeedsPools() {
		p.rebuild()
	}
}
