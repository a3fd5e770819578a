// Package preflight looks at a job before it is sent: what Slurm would refuse, what it would let wait for ever, and what
// the leases of the machines would cut short. It is pure; what is not known of the cluster is not judged.
//
//	problems := preflight.Check(reading.Job, world)
//	problems = preflight.Place(problems, reading.Where)
//
// # Levels
//
// An sbatch.Error is what Slurm refuses. What Slurm takes is never one, however bad it looks: an sbatch.Severe job would
// never start, or never finish, as far as is known, and should go only when its user insists. An sbatch.Warning is a job
// that may do what was meant and may not, or one that Slurm refuses only under settings that no REST answer shows
// (AccountingStorageEnforce, EnforcePartLimits).
//
// # What is known
//
// Slurm's REST answers do not say everything. Machines are judged only where all nodes of the partition are listed; a
// partition that is not listed may be hidden; the default partition shows from some data versions only. Jobs with several
// partitions are at fault only where none of them will do. Licences and reservations come and go: what is known of them for
// a minute is no more than a doubt. How many jobs a user may have in the queue is held against the queue as a doubt too.
// How large an array may be (MaxArraySize), who is in which group, which account is below which, and the limits that an
// account sets to all below it no REST answer shows to a user. The rules are those of Slurm 24.11, tried out against it.
package preflight
