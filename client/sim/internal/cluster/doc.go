// Package cluster simulates a Slurm cluster on Flex Start capacity: users, jobs, nodes, partitions and pools on one
// clock, with a scheduler. It does no I/O and knows no JSON; package sim serves it.
//
// All times are whole seconds since 1970. A Cluster is not safe for concurrent use: its owner holds a lock. What it
// hands out (Job, Node, ...) may be read while that lock is held; View is a copy that may be read after.
// The same configuration and the same calls at the same times give the same cluster.
package cluster
