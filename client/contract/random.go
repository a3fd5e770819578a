package contract

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"flexq/client/fault"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Random submits so many jobs that ask for what comes into a seeded head, and wants that what the checks call an error is
// refused, each time: a check must not stand in the way of a job that Slurm takes. It returns how many were refused, and
// those of them that the checks had nothing to say of.
func Random(t *testing.T, open func(t *testing.T) Target, admin Admin, seed uint64, jobs int) (refused int, missed []string) {
	t.Helper()
	c := newCluster(t, open)
	api := c.Client(t, "alice")
	addPartitions(t, admin)
	addReservations(t, admin)
	c.countMemory(t, api)
	w := worldOf(t, api, "alice")
	r := rand.New(rand.NewPCG(seed, 24))
	for range jobs {
		s := randomJob(r)
		found := preflight.Check(s, w)
		got, err := api.Submit(t.Context(), s)
		var f *fault.Fault
		switch errs := found.Of(sbatch.Error); {
		case err == nil:
			if len(errs) > 0 {
				t.Errorf("Slurm takes %s\nand the checks say %v", sketch(&s), errs)
			}
			if _, err := api.Cancel(t.Context(), ref(got.ID), ""); err != nil {
				t.Error(err)
			}
		case !errors.As(err, &f) || f.Kind != fault.Refused:
			t.Fatal(err)
		default:
			refused++
			if len(errs) == 0 {
				missed = append(missed, fmt.Sprintf("%s: %v, %v", sketch(&s), f.Problems, found))
			}
		}
	}
	return refused, missed
}

// sketch names what a random job asks for.
func sketch(s *slurm.Submission) string {
	return fmt.Sprintf("-p %s -N %s -n %d -c %d per node %d mincpus %d mem %d/%d/%d gres %q job %q task %q -C %q -w %q -x %q exclusive %v overcommit %v threads %d %d -t %v/%v --qos %s held %v -L %q reservation %q socket %q",
		s.Partition, s.Nodes, s.Tasks, s.CPUsPerTask, s.TasksPerNode, s.MinCPUs, s.MemPerNode, s.MemPerCPU, s.MemPerGPU, s.TRESPerNode, s.TRESPerJob,
		s.TRESPerTask, s.Features, s.RequiredNodes, s.ExcludedNodes, s.Exclusive, s.Overcommit, s.ThreadsPerCore, s.Tuning.TasksPerCore, s.Limit, s.MinLimit, s.QOS, s.Hold,
		s.Licenses, s.Reservation, s.TRESPerSocket)
}

func randomJob(r *rand.Rand) slurm.Submission {
	s := job("alice", "true")
	s.Hold, s.Begin = r.IntN(5) == 0, 4102444800 // in 2100: it must not run
	text := func(often int, values ...string) string {
		if r.IntN(often) > 0 {
			return ""
		}
		return values[r.IntN(len(values))]
	}
	number := func(often int, values ...uint32) uint32 {
		if r.IntN(often) > 0 {
			return 0
		}
		return values[r.IntN(len(values))]
	}
	s.Partition = "cpu"
	if other := text(2, "a3u", "flex", "a3u,flex", "cpu,a3u", "few-cpus", "one-node", "two-nodes", "memory-by-cpu", "little-memory", "short", "hidden", "drained,cpu", "for-high"); other != "" {
		s.Partition = other
	}
	s.Nodes = text(2, "1", "2", "3", "4", "5", "1-2", "2-4", "1,3", "2-6:2")
	s.Tasks = number(2, 1, 2, 4, 9, 16, 17, 32, 33, 64, 65, 224, 896, 897)
	s.TasksPerNode = number(4, 1, 2, 4, 8, 16, 32, 33)
	s.CPUsPerTask = number(3, 1, 2, 3, 8, 20, 31, 32, 33, 112, 224)
	s.MinCPUs = number(8, 1, 8, 32, 33)
	s.ThreadsPerCore, s.Tuning.TasksPerCore = number(10, 1, 2), number(10, 1, 2)
	switch r.IntN(6) {
	case 0:
		s.MemPerNode = uint64(number(1, 100, 2000, 3001, 100000, 128000, 128001, 2900000, 2900001))
	case 1:
		s.MemPerCPU = uint64(number(1, 100, 1500, 4000, 4001, 12900, 13000, 128000, 128001))
	}
	s.TRESPerNode = text(3, "gres/gpu:1", "gres/gpu:8", "gres/gpu:9", "gres/gpu:nvidia_h200:4", "gres/gpu:a100:1", "gres/gpu:4,gres/gpu:nvidia_h200:4")
	s.TRESPerJob = text(8, "gres/gpu:1", "gres/gpu:4", "gres/gpu:9", "gres/gpu:16", "gres/gpu:32", "gres/gpu:33", "gres/gpu:nvidia_h200:8")
	if s.Tasks > 0 && s.TRESPerJob == "" && s.TRESPerNode == "" {
		s.TRESPerTask = text(6, "gres/gpu:1", "gres/gpu:3", "gres/gpu:8", "gres/gpu:nvidia_h200:2")
	}
	s.Features = text(6, "flexstart", "cloud", "flexstart&cloud", "flexstart|cloud", "nosuch", "flexstart|nosuch", "[flexstart*2]")
	s.RequiredNodes = text(8, "hcsdemo-cpunodeset-0", "hcsdemo-cpunodeset-[0-1]", "hcsdemo-a3unodeset-[0-2]", "nosuch")
	s.ExcludedNodes = text(8, "hcsdemo-cpunodeset-0", "hcsdemo-cpunodeset-[0-1]", "hcsdemo-a3unodeset-[0-2]", "nosuch")
	s.Exclusive, s.Overcommit = r.IntN(8) == 0, r.IntN(12) == 0
	s.Limit, s.MinLimit = slurm.Limit(60*number(3, 5, 11, 60, 8*1440)), slurm.Limit(60*number(12, 5, 11, 120))
	s.QOS = text(6, "normal", "high", "normal,high")
	s.Licenses = text(12, "solver", "solver:1", "solver:2", "nosuch", "solver:0,solver", "nosuch:0")
	s.Reservation = text(12, "of-alice", "of-bob", "later", "of-ops", "nosuch", "of-alice,later")
	s.TRESPerSocket = text(30, "gres/gpu:1", "gres/gpu:4")
	return s
}
