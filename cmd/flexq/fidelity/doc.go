// Package fidelity holds flexq to what Slurm's own tools print. Its tests run the built program against the real
// Slurm of testdata/slurm, through the simulated platform's envelope, beside squeue, scontrol, sacct and sinfo, and
// want the same in every field. They need build tag slurm: make test-slurm.
package fidelity
