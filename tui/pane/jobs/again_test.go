package jobs_test

import (
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/pane/jobs"
	"flexq/tui/theme"
)

// outlook makes up risks that differ from one outlook to another.
type outlook struct {
	columns.Leases
	seed uint64
}

func (o outlook) Risk(j *slurm.Job) flex.Risk {
	n := j.ID * o.seed
	return flex.Risk{Kind: flex.RiskKind(n % 6), Lost: time.Duration(n%7) * time.Hour, Spare: time.Duration(n%11) * time.Minute}
}

func someJobs(seed uint64) []slurm.Job {
	states := []string{"RUNNING", "PENDING", "FAILED", "SUSPENDED", "RUNNING,COMPLETING"}
	users := []string{"alice", "bob"}
	list := make([]slurm.Job, 40)
	for i := range list {
		n := uint64(i+1) * seed
		list[i] = slurm.Job{
			ID: uint64(100 + i), Name: "train-" + string(rune('a'+n%9)), User: users[n%2], State: slurm.ParseJobState(states[n%5]),
			Start: slurm.Time(1000 + n*37%500), PreSuspend: int64(n * 91 % 800), Limit: slurm.LimitOf(n * 53 % 90),
		}
		if n%4 > 0 {
			list[i].Nodes = []slurm.Hostlist{"demo-a3u-1", "demo-a3u-[0-2]", "demo-flex-[1-3]"}[n%4-1]
		}
		if n%3 == 0 {
			list[i].Array = slurm.Array{Job: 10 + n%4, Task: uint32(i), HasTask: true}
		}
	}
	return list
}

// A list that has kept its order from key to key shows what one shows that has just got the same list.
func TestWhatIsKeptIsWhatIsMadeAnew(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(2000, 0)
		th := theme.New(theme.Dark, true, false)
		clock := func() time.Time { return now }
		deps := pane.Deps{Theme: &th, Now: clock, ClusterNow: clock}
		opt := jobs.Options{User: "alice", Ending: func(uint64, uint64) bool { return false }}
		kept, anew := jobs.New(deps, opt), jobs.New(deps, opt)
		both := []*jobs.Pane{kept, anew}
		var list []slurm.Job
		fresh := func() {
			list = someJobs(rapid.Uint64Range(1, 50).Draw(t, "list"))
			kept.Apply(columns.NewQueue(list))
		}
		for _, p := range both {
			p.Resize(200, 120)
			p.SetStatus(pane.Status{Has: true, AsOf: now})
		}
		fresh()
		anew.Apply(columns.NewQueue(list))
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "seconds")) * time.Second)
			step := rapid.SampledFrom([]string{"sort", "reverse", "mine", "filter", "clear", "outlook", "outlook", "nodes", "pools", "fold", "list"}).Draw(t, "step")
			text := rapid.SampledFrom([]string{"a", "-bob", "train-c", "risk:killed", "pd", "10", "node:a3u-1", "a3u-2", "pool:a3u", "-pool:flex"}).Draw(t, "text")
			seed := rapid.Uint64Range(1, 50).Draw(t, "seed")
			if step == "list" {
				fresh()
			}
			for _, p := range both {
				do(p, step, text, seed)
			}
			anew.Apply(columns.NewQueue(list))
			kept.Handle(action.Filter) // makes the rows for this second as well
			kept.Paste(" x")
			kept.Handle(action.Dismiss)
			kept.Handle(action.Top) // the cursor has seen other rows come and go
			anew.Handle(action.Top)
			if d := cmp.Diff(ansi.Strip(anew.View()), ansi.Strip(kept.View())); d != "" {
				t.Fatalf("after %s (-anew +kept):\n%s", step, d)
			}
		}
	})
}

func do(p *jobs.Pane, step, text string, seed uint64) {
	switch step {
	case "sort":
		for range seed % 13 {
			p.Handle(action.Sort)
		}
	case "reverse":
		p.Handle(action.SortReverse)
	case "mine":
		p.Handle(action.Mine)
	case "filter":
		p.Handle(action.Filter)
		p.Paste(" " + text)
		p.Handle(action.Confirm)
	case "clear":
		p.Handle(action.Back)
	case "outlook":
		p.SetOutlook(outlook{seed: seed})
	case "nodes":
		p.ApplyNodes([]slurm.Node{{Name: "demo-a3u-1"}, {Name: "demo-flex-2"}}[:seed%3])
	case "pools":
		ids := []string{"a3u", "flex"}
		p.ApplyPools(flex.Pools{Origin: flex.FromResource, Cluster: "demo", Pools: []flex.Pool{{ID: ids[seed%2]}}})
	case "fold":
		p.Handle(action.Fold)
	}
}
