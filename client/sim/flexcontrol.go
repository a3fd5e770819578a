package sim

import (
	"time"

	"flexq/client/sim/internal/cluster"
)

// Stock says whether capacity of a Flex Start pool is to be had.
type Stock uint8

const (
	// StockNormal lets capacity come after the pool's own wait.
	StockNormal Stock = iota
	// StockWaits lets no capacity come: resize requests stay ACCEPTED, and come soon after the stock is normal again.
	StockWaits
	// StockFails lets resize requests become FAILED after the pool's own wait: the nodes go DOWN for a quarter of an
	// hour with reason "GCP Error: ZONE_RESOURCE_POOL_EXHAUSTED: ...", and their jobs are requeued.
	StockFails
)

// SetStock sets whether capacity of a pool is to be had from now on.
func (s *Sim) SetStock(pool string, stock Stock) error {
	states := [...]cluster.Stock{StockNormal: cluster.StockAsRates, StockWaits: cluster.StockOut, StockFails: cluster.StockFails}
	return s.change(func(c *cluster.Cluster) error { return c.SetStock(pool, states[stock]) })
}

// SetDuration changes how long machines of a Flex Start pool may live. The cluster resource shows it at once, and it
// holds for machines that are made from now on; the ends of the others stay.
func (s *Sim) SetDuration(pool string, d time.Duration) error {
	return s.change(func(c *cluster.Cluster) error { return c.SetDuration(pool, int64(d/time.Second)) })
}

// FailProlog makes the check before the next job that begins on a GPU node fail.
func (s *Sim) FailProlog(node string) error {
	return s.change(func(c *cluster.Cluster) error { return c.FailNext(node, cluster.FaultProlog) })
}

// FailEpilog makes the check after the next job that ends on a GPU node fail.
func (s *Sim) FailEpilog(node string) error {
	return s.change(func(c *cluster.Cluster) error { return c.FailNext(node, cluster.FaultEpilog) })
}

// FailScan makes a scan of a GPU node's machine find a fault now: what follows is as for FaultNode.
func (s *Sim) FailScan(node string) error {
	return s.change(func(c *cluster.Cluster) error { return c.FaultNode(node, cluster.FaultScan) })
}

// RebootNode reboots the machine of a node: it keeps its id and its forced end and gets a new boot_time. What runs on
// it is lost.
func (s *Sim) RebootNode(node string) error {
	return s.change(func(c *cluster.Cluster) error { return c.RebootNode(node) })
}

// DeleteMachine deletes the machine of a node at once, as a person with Compute Engine's console may.
func (s *Sim) DeleteMachine(node string) error {
	return s.change(func(c *cluster.Cluster) error { return c.DeleteMachine(node) })
}

// DisableCompute turns the Compute Engine API of the project off, or on again. While it is off every request to it is
// refused with 403, reason accessNotConfigured, SERVICE_DISABLED.
func (s *Sim) DisableCompute(off bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down.compute = off
}

// SetAccess changes what a user may do from the next request on: with the cluster, and with Compute Engine.
func (s *Sim) SetAccess(user string, a Access, noCompute bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.access[user], s.noCompute[user] = a, noCompute
}

func (s *Sim) change(f func(*cluster.Cluster) error) error {
	s.enter()
	defer s.mu.Unlock()
	return f(s.cluster)
}
