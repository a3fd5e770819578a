// Package flex joins what the platform knows of a cluster's node pools with what Slurm knows of its nodes: which
// node belongs to which pool, how many of each are there, what is in use, when each goes, and what that means for jobs.
//
// A cluster's resource describes the pools (how their machines are had, how many there may be, how long they may
// live). A plain Slurm has none, and then its partitions stand in for them. Everything here is pure: values in,
// values out, nothing fetched and no clock read.
//
// A Flex Start machine has a lease: it is taken away at a fixed time. Lease tells when, by the best that is known:
//
//   - the end that Compute Engine itself has set (exact), now or when it was last told;
//   - the machine's creation and the longest life that itself, its pool or, without either, DefaultDuration gives (an
//     estimate: a machine is made before its lease begins, so it comes early). After a reboot it stays as it is, marked
//     as approximate, for a stop would have moved it;
//   - where no creation is told, Slurm's boot time and that life, or a reservation at the node's end of life, each put a
//     quarter of an hour earlier, as a boot comes after the creation (approximate).
//
// An estimate that is past while the node lives is wrong, and then nothing is known. Memory keeps what earlier looks have
// told of a machine, so that no lease lengthens by a reboot, a source that falls silent, or a duration that is changed:
// only an exact end, or another machine, moves it later. A machine is told from the one before by its id, else its
// creation, else a boot after Slurm showed the node without a machine. Outlook holds jobs against these leases, and Risk
// is what comes of it.
//
//	pools := flex.OfPartitions(partitions, "the cluster resource cannot be read")
//	for _, group := range pools.Group(nodes) {
//		fmt.Println(group.Pool.ID, group.Tally.GPUsUsed, group.Tally.GPUs)
//	}
//
// What changes between two looks at a cluster Observe tells as events, from what Memory keeps of the looks before:
//
//	memory, events, outlook := flex.ObserveWith(memory, snapshot, settings)
package flex
