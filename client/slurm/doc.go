// Package slurm holds Slurm's own words as Go types: jobs, nodes, partitions, reservations, their states,
// host lists, durations, TRES strings, job ids and signals.
//
// It is pure: it imports the standard library only, does no I/O, and carries no JSON tags (decoding lives in
// client/wire). All values are safe to copy; lists that are handed out are read-only snapshots.
//
//	st := slurm.ParseJobState("RUNNING", "COMPLETING")
//	st.Code() // "CG", as squeue prints it
package slurm
