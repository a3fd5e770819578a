package columns_test

import (
	"fmt"
	"testing"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

func manyJobs(n int) []slurm.Job {
	jobs := make([]slurm.Job, n)
	states := []string{"RUNNING", "PENDING", "PENDING", "PENDING", "COMPLETING", "FAILED"}
	for i := range jobs {
		jobs[i] = slurm.Job{
			ID: uint64(1000 + i), Name: fmt.Sprintf("train-%d", i%97), User: fmt.Sprintf("user%d", i%31),
			State: slurm.ParseJobState(states[i%len(states)]), Partition: "a3u", Reason: "Priority",
			Priority: slurm.NumOf(uint64(i * 7919 % 10007)),
		}
		if i%5 == 0 {
			jobs[i].Array = slurm.Array{Job: uint64(1000 + i - i%50), Task: uint32(i % 50), HasTask: true}
		}
	}
	return jobs
}

// BenchmarkBuild measures what a fresh answer costs on the screen's loop: group, filter nothing, sort.
func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{1000, 10000, 50000} {
		jobs := manyJobs(n)
		for _, c := range columns.JobColumns() {
			if c.Name != "state" && c.Name != "name" && c.Name != "where" && c.Name != "used" {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", c.Name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					columns.Build(jobs, func(int) bool { return true }, func(uint64) bool { return false },
						columns.Order{Key: c.Key, Now: 1e9})
				}
			})
		}
	}
}
