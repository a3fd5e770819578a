// Package preflight looks at a job before it is sent: what Slurm would refuse, what it would let wait for ever, and what
// the leases of the machines would cut short. It is pure; what is not known of the cluster is not judged.
package preflight
