package columns_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// drawJobs draws a queue as Slurm may give it: ids are unique, also among arrays and their records, texts and states
// repeat, some texts are not ASCII, and the list has no order.
func drawJobs(t *rapid.T) []slurm.Job {
	word := rapid.SampledFrom([]string{"", "alice", "Bob", "eval-MMLU", "train_7", "Größe", "実験", "a3u", "İx", "ſtK", "bad\xffname", "PD", "x"})
	tasks := rapid.SampledFrom([]string{"", "3", "2-3,5", "1-5000", "7-9,1..."})
	nodes := rapid.SampledFrom([]slurm.Hostlist{
		"", "", "demo-a3u-1", "demo-a3u-12", "Demo-a3u-[0-1]", "demo-a3u-[0-3,9]", "demo-a3u-[10-12],demo-flex-1", "demo-flex-[01-03]", "a3u",
		"n[0-999999999999]", "Größe-[1-2]", "a3u-[1", "bob,x", "10,11", "bad\xffname",
	})
	partition := rapid.SampledFrom([]string{"", "a3u", "flex", "cpu,flex", "cpu", "Größe"})
	n := rapid.IntRange(0, 60).Draw(t, "jobs")
	jobs := make([]slurm.Job, 0, n)
	for i := range n {
		j := slurm.Job{
			ID: uint64(100 + i), Name: word.Draw(t, "name"), User: word.Draw(t, "user"), Partition: partition.Draw(t, "partition"),
			Account: word.Draw(t, "account"), Comment: word.Draw(t, "comment"), Nodes: nodes.Draw(t, "nodes"),
			Reason: rapid.SampledFrom([]string{"", "Priority", "JobHeldUser", "Odd,Reason"}).Draw(t, "reason"),
			State: slurm.ParseJobState(rapid.SampledFrom([]string{
				"PENDING", "RUNNING", "RUNNING,COMPLETING", "SUSPENDED", "FAILED", "COMPLETED", "CANCELLED", "TIMEOUT", "CONFIGURING", "NEW_WORD", "",
			}).Draw(t, "state")),
			Priority: slurm.NumOf(rapid.Uint64Range(0, 1<<40).Draw(t, "priority")),
			Start:    slurm.Time(rapid.Int64Range(0, 3000).Draw(t, "start")), End: slurm.Time(rapid.Int64Range(0, 5000).Draw(t, "end")),
		}
		if rapid.Bool().Draw(t, "limited") {
			j.Limit = slurm.LimitOf(rapid.Uint64Range(0, 90).Draw(t, "limit"))
		}
		if array := rapid.IntRange(0, 6).Draw(t, "array"); array > 0 {
			j.Array.Job = uint64(1000 + array)
			if rapid.Bool().Draw(t, "started") {
				j.Array.HasTask, j.Array.Task = true, uint32(rapid.IntRange(0, 9).Draw(t, "task"))
			} else {
				j.Array.Tasks = tasks.Draw(t, "tasks")
				j.Array.Max = uint32(rapid.IntRange(0, 2).Draw(t, "max"))
			}
		}
		jobs = append(jobs, j)
	}
	seed := rapid.Uint64().Draw(t, "shuffle")
	rand.New(rand.NewPCG(seed, 0)).Shuffle(n, func(a, b int) { jobs[a], jobs[b] = jobs[b], jobs[a] })
	return jobs
}

func drawFilter(t *rapid.T) columns.Filter {
	part := rapid.SampledFrom([]string{
		"a", "e", "l", "alice", "BOB", "-bob", "-p", "running", "pd", "größe", "RÖSS", "験", "10", "100", "_", "[", "%", "-[", `"waiting"`,
		`"train_7"`, "k", "ſ", "i̇", "\xff", "\ufffd", "a\x00b", "-\x00", "bobalice", "priority", "zzz", "-zzz",
		"demo-a3u-1", "DEMO-A3U-11", "-demo-a3u-1", "a3u-2", "-a3u", "u-3", "demo-", "-flex-", "flex-1", "flex-01", "n7", "12", "-1", "a3u-[0", "],demo", "bob,x", "größe-2",
		"node:demo-a3u-1", "node:A3U-12,flex-1", "node:demo-a3u-[2-11]", "-node:a3u-[0-3]", "node:bob", "-node:größe", "node:n7",
		"pool:a3u", "pool:FLEX,cpu", "-pool:flex", "pool:none", "part:flex", "-part:a3u", "user:alice", "-user:bob,x", "state:r", "state:pend,f", "-state:wait",
		"job:110", "-job:1001,120", "risk:killed", "risk:tight,none", "-risk:tight,none", "lease:<6h", "lease:>=2h", "-lease:<6h", "lease:?", "-lease:none",
	})
	text := strings.Join(rapid.SliceOfN(part, 0, 3).Draw(t, "words"), " ")
	f, err := columns.ParseFields(text, columns.JobFields)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return f
}

// drawOrder draws one of the list's orders, that of leases among them.
func drawOrder(t *rapid.T, now slurm.Time) columns.Order {
	o := columns.Order{Now: now, Reverse: rapid.Bool().Draw(t, "reverse")}
	all := columns.JobColumns()
	if i := rapid.IntRange(-1, len(all)-1).Draw(t, "column"); i >= 0 {
		if o.Key = all[i].Key; o.Key == nil {
			o.Key = func(r *columns.Row, _ slurm.Time) columns.SortKey { return columns.LeaseKey(riskOf(r.Job)) }
		}
	}
	return o
}

func riskOf(j *slurm.Job) flex.Risk {
	r := flex.Risk{Kind: flex.RiskKind(j.ID % 6), Endless: j.ID%5 == 0, Lost: time.Duration(j.ID%7) * time.Hour, Spare: time.Duration(j.ID%11) * time.Minute}
	if j.ID%4 > 0 {
		r.Lease = flex.Lease{Provenance: flex.Exact, End: time.Unix(3000, 0).Add(time.Duration(j.ID%9) * time.Hour)}
	}
	return r
}

// fewPools knows the pools of some nodes and partitions.
func fewPools() *columns.PoolBook {
	var nodes []slurm.Node
	for _, name := range []string{"demo-a3u-0", "demo-a3u-1", "demo-a3u-11", "demo-flex-1", "demo-flex-02"} {
		nodes = append(nodes, slurm.Node{Name: name, Partitions: []string{strings.Split(name, "-")[1]}})
	}
	pools := []flex.Pool{{ID: "a3u"}, {ID: "flex"}, {ID: "cpu", Partitions: []string{"cpu"}}}
	return columns.NewPoolBook(flex.Pools{Origin: flex.FromResource, Cluster: "demo", Pools: pools}, nodes)
}

// What a queue prepares and keeps comes to the same rows as looking at everything anew, for any list and through any
// number of filters and orders one after another.
func TestQueueComesToThePlainRows(t *testing.T) {
	t.Parallel()
	pools := fewPools()
	rapid.Check(t, func(t *rapid.T) {
		jobs := drawJobs(t)
		now := slurm.Time(rapid.Int64Range(0, 6000).Draw(t, "now"))
		q := columns.NewQueue(jobs)
		var buffer []columns.Row
		for range rapid.IntRange(1, 3).Draw(t, "orders") {
			order := drawOrder(t, now)
			sequence := q.Sort(order)
			for range rapid.IntRange(1, 4).Draw(t, "filters") {
				filter, mine := drawFilter(t), rapid.Bool().Draw(t, "mine")
				query := columns.QueryOfJobs(filter)
				facts := columns.JobFacts{Now: now.Std(), Risk: riskOf}
				if query.NeedsPools() && rapid.IntRange(0, 7).Draw(t, "pools") > 0 {
					facts.Pools = pools
				}
				unfolded := rapid.Uint64().Draw(t, "open")
				open := func(array uint64) bool { return unfolded>>(array%64)&1 == 1 }
				own := func(j *slurm.Job) bool { return !mine || j.User == "alice" }

				var kept []bool
				if mine || !filter.Empty() || rapid.Bool().Draw(t, "all") {
					kept = make([]bool, len(jobs))
					for i := range kept {
						kept[i] = own(&jobs[i])
					}
					q.Match(query, facts, kept)
				}
				got, tasks := q.Rows(buffer[:0], sequence, kept, open)
				buffer = got
				want, wantTasks := plainRows(jobs, func(j *slurm.Job) bool { return own(j) && query.Match(j, facts) }, open, order)
				if d := cmp.Diff(flat(want), flat(got)); d != "" || tasks != wantTasks {
					t.Fatalf("filter %q: %d tasks, want %d; rows (-want +got):\n%s", filter, tasks, wantTasks, d)
				}
			}
		}
	})
}

// seenRow is all that a row says, and which record stands for it.
type seenRow struct {
	ID, Key      uint64
	Group        bool
	Tally        columns.Tally
	Kept, Beyond int
	Child, Open  bool
}

func flat(rows []columns.Row) []seenRow {
	out := make([]seenRow, len(rows))
	for i, r := range rows {
		out[i] = seenRow{ID: r.Job.ID, Key: r.Key(), Group: r.Tally != nil, Kept: r.Kept, Child: r.Child, Open: r.Open}
		if r.Tally != nil {
			out[i].Tally, out[i].Beyond = *r.Tally, r.Tally.Tasks()-r.Kept
		}
	}
	return out
}
