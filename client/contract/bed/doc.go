// Package bed drives the real Slurm of testdata/slurm from tests: tokens, commands inside it, and the machines
// under its nodes. The bed must be up (make slurm-up, or make test-slurm, which does it all); a test that finds
// none fails, it never skips.
//
//	b := bed.Open(t)
//	id := b.As(t, "alice", "sbatch", "--parsable", "--wrap", "sleep 60")
//	b.Until(t, "the job runs", func() bool { return b.Root(t, "squeue", "-h", "-o%T", "-j", id) == "RUNNING" })
package bed
