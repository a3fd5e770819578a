package columns_test

import (
	"fmt"
	"runtime"
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
			State: slurm.ParseJobState(states[i%len(states)]), Partition: "a3u", Reason: "Priority", Account: "research", QOS: "normal",
			Priority: slurm.NumOf(uint64(i * 7919 % 10007)), Comment: fmt.Sprintf("flexq:01J%023d", i),
		}
		if i%len(states) == 0 {
			at := i % 2000 / 8 * 8
			jobs[i].Nodes = slurm.Hostlist(fmt.Sprintf("demo-a3u-[%d-%d]", at, at+7))
		}
		if i%5 == 0 {
			jobs[i].Array = slurm.Array{Job: uint64(1000 + i - i%50), Task: uint32(i % 50), HasTask: true}
		}
	}
	return jobs
}

func sizes() []int { return []int{1000, 10000, 50000} }

func none(uint64) bool { return false }

// BenchmarkBuild measures what the job list does on the screen's loop when its order changes, or a fresh list comes:
// sort, filter nothing, make the rows. The plain way is what the tests compare with: nothing is prepared.
func BenchmarkBuild(b *testing.B) {
	for _, n := range sizes() {
		jobs := manyJobs(n)
		q := columns.NewQueue(jobs)
		for _, c := range columns.JobColumns() {
			if c.Name != "state" && c.Name != "name" && c.Name != "where" && c.Name != "used" {
				continue
			}
			order := columns.Order{Key: c.Key, Now: 1e9}
			b.Run(fmt.Sprintf("%s/%d", c.Name, n), func(b *testing.B) {
				b.ReportAllocs()
				var rows []columns.Row
				for b.Loop() {
					rows, _ = q.Rows(rows[:0], q.Sort(order), nil, none)
				}
			})
		}
	}
}

// BenchmarkLetter measures what a letter of the filter, or mine, costs on the screen's loop: look through the whole list,
// and pick what is kept from the sequence that it has been put into. The filters let through next to nothing, a part, and all;
// the last ones ask for nodes and states.
func BenchmarkLetter(b *testing.B) {
	for _, n := range sizes() {
		jobs := manyJobs(n)
		q := columns.NewQueue(jobs)
		sequence := q.Sort(columns.Order{})
		for _, text := range []string{"zzz", "train-42", "e", "-e", "a3u-17", "node:a3u-17", "state:pend"} {
			f, err := columns.ParseFields(text, columns.JobFields)
			if err != nil {
				b.Fatal(err)
			}
			query := columns.QueryOfJobs(f)
			kept := make([]bool, n)
			var rows []columns.Row
			b.Run(fmt.Sprintf("%s/%d", text, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for i := range kept {
						kept[i] = true
					}
					q.Match(query, columns.JobFacts{}, kept)
					rows, _ = q.Rows(rows[:0], sequence, kept, none)
				}
			})
			b.Run(fmt.Sprintf("%s/%d/plain", text, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					plainRows(jobs, func(j *slurm.Job) bool { return query.Match(j, columns.JobFacts{}) }, none, columns.Order{})
				}
			})
		}
	}
}

// BenchmarkNewQueue measures what is done once a list, beside the screen's loop, and how many bytes a job stay.
func BenchmarkNewQueue(b *testing.B) {
	for _, n := range sizes() {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			jobs := manyJobs(n)
			before := heap()
			q := columns.NewQueue(jobs)
			kept := heap() - before
			for b.Loop() {
				q = columns.NewQueue(jobs)
			}
			runtime.KeepAlive(q)
			b.ReportMetric(float64(kept)/float64(n), "kept-B/job")
		})
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
