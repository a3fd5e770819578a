package cluster

// Partition is one partition.
type Partition struct {
	Name    string
	Default bool
	Nodes   []int32 // indices, rising
	MaxTime uint32  // minutes or Infinite
	DefTime uint32  // minutes or NoVal
	Tier    uint32

	pending []*Job // by priority; may hold jobs that wait no more
	stale   int    // about how many of those
	sorted  bool
	fresh   bool // jobs came or changed since the last whole pass
	stuck   bool // the main scheduler found no room for the first job; backfill may
}

func (p *Partition) limitShown() uint32 {
	if p.DefTime != NoVal {
		return p.DefTime
	}
	return p.MaxTime
}

// limitAtStart is the time limit in minutes that a job without one gets when it starts (a year where none is set).
func (p *Partition) limitAtStart() uint32 {
	if l := p.limitShown(); l != Infinite {
		return l
	}
	return 365 * 24 * 60
}
