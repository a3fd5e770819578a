// Package flex joins what the platform knows of a cluster's node pools with what Slurm knows of its nodes: which
// node belongs to which pool, how many of each are there, and what is in use.
//
// A cluster's resource describes the pools (how their machines are had, how many there may be, how long they may
// live). A plain Slurm has none, and then its partitions stand in for them. Everything here is pure: values in,
// values out, nothing fetched and no clock read.
//
//	pools := flex.OfPartitions(partitions, "the cluster resource cannot be read")
//	for _, group := range pools.Group(nodes) {
//		fmt.Println(group.Pool.ID, group.Tally.GPUsUsed, group.Tally.GPUs)
//	}
package flex
