package cluster_test

import (
	"errors"
	"testing"

	"flexq/client/sim/internal/cluster"
)

func TestScriptsDoWhatTheirCommandsSay(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		script  string
		seconds int64
		exit    cluster.Exit
	}{
		{"#!/bin/bash\necho hello\n", 0, cluster.Exit{}},
		{"#!/bin/bash\nsleep 5\nsleep 0.5\n", 6, cluster.Exit{}},
		{"#!/bin/bash\nsleep 1m && sleep 2\n", 62, cluster.Exit{}},
		{"#!/bin/bash\nsrun sleep 7\n", 7, cluster.Exit{}},
		{"#!/bin/bash\nsleep 3; exit 4\nsleep 100\n", 3, cluster.Exit{Code: 4}},
		{"#!/bin/bash\nexit 300\n", 0, cluster.Exit{Code: 44}},
		{"#!/bin/bash\nfalse\n", 0, cluster.Exit{Code: 1}},
		{"#!/bin/bash\nfalse\ntrue\n", 0, cluster.Exit{}},
		{"#!/bin/bash\nkill -9 $$\nsleep 5\n", 0, cluster.Exit{Signal: 9}},
		{"#!/bin/bash\nsleep 2\nkill -s USR1 $$\n", 2, cluster.Exit{Signal: 10}},
		{"#!/bin/bash\nkill -CONT $$\nsleep 5\n", 5, cluster.Exit{}},
		{"#!/bin/bash\n# sleep 9\n#SBATCH -t 5\n", 0, cluster.Exit{}},
		{"sleep 1\n", 0, cluster.Exit{Code: 8}},
	} {
		if p := cluster.ScriptPlan(k.script); p.Seconds != k.seconds || p.Exit != k.exit {
			t.Errorf("%q: got %d s, %+v, want %d s, %+v", k.script, p.Seconds, p.Exit, k.seconds, k.exit)
		}
	}
}

func TestJobsEnd(t *testing.T) {
	t.Parallel()
	b := lab(t)
	good := b.submit(b.alice, "cpu", "sleep 10")
	code := b.submit(b.alice, "cpu", "exit 3")
	signal := b.submit(b.alice, "cpu", "kill -11 $$")
	slow := b.submit(b.alice, "cpu", "sleep 1000", limit(1))
	b.want(good, "PENDING")
	b.after(1)
	b.want(good, "RUNNING")
	b.after(1)
	b.want(code, "FAILED+COMPLETING NonZeroExitCode")
	b.after(1)
	b.want(code, "FAILED NonZeroExitCode")
	if code.Exit != (cluster.Exit{Code: 3}) {
		t.Errorf("exit %+v", code.Exit)
	}
	b.want(signal, "FAILED RaisedSignal")
	if signal.Detail != "RaisedSignal:11(Segmentation fault)" {
		t.Errorf("detail %q", signal.Detail)
	}
	b.after(9)
	b.want(good, "COMPLETED")
	b.after(60)
	b.want(slow, "TIMEOUT TimeLimit")
	if ran := slow.RunSeconds(b.Now()); ran != 60 {
		t.Errorf("the slow job ran %d s", ran)
	}
	b.after(300)
	if b.Job(good.ID) != nil || b.Count() != 0 {
		t.Errorf("after MinJobAge %d records are left", b.Count())
	}
	if n := len(b.HistoryOf(good.ID)); n != 1 {
		t.Errorf("accounting has %d records of the job", n)
	}
}

func TestArray(t *testing.T) {
	t.Parallel()
	b := lab(t)
	rest := b.submit(b.alice, "cpu", "sleep 100", array("0-5%2"))
	b.after(1)
	b.want(rest, "PENDING JobArrayTaskLimit")
	if got := rest.TaskText(); got != "2-5%2" {
		t.Errorf("waiting tasks %q", got)
	}
	family := b.Family(rest.ID)
	if len(family) != 3 || family[0] != rest || family[1].Task != 1 || family[2].Task != 0 || family[1].ID == rest.ID {
		t.Fatalf("family %v", family)
	}
	if refused := b.CancelTasks(b.alice, rest.ID, []uint32{4, 0, 9, 10}, cluster.SignalKill); len(refused) != 1 ||
		refused[0].Name != "1_[9-10]" || refused[0].Err != cluster.ErrJobID {
		t.Errorf("refused %+v", refused)
	}
	if got := rest.TaskText(); got != "2-3,5%2" {
		t.Errorf("waiting tasks %q", got)
	}
	b.want(family[2], "CANCELLED+COMPLETING")
	b.after(2)
	if got := rest.TaskText(); got != "3,5%2" {
		t.Errorf("a free place was not taken: waiting tasks %q", got)
	}
	b.after(400)
	if rest.Task == cluster.NoVal || rest.State != cluster.Completed {
		t.Errorf("the last task should keep the record of the array: %s task %d", state(rest), rest.Task)
	}
}

func TestDependencies(t *testing.T) {
	t.Parallel()
	b := lab(t)
	first := b.submit(b.alice, "cpu", "sleep 10")
	bad := b.submit(b.alice, "cpu", "exit 1")
	ok := b.submit(b.bob, "cpu", "sleep 1", b.depends("afterok:1"))
	never := b.submit(b.bob, "cpu", "sleep 1", b.depends("afterok:2"))
	always := b.submit(b.bob, "cpu", "sleep 50", b.depends("afterany:2"))
	either := b.submit(b.bob, "cpu", "sleep 50", b.depends("afterok:2?afterany:1"))
	b.after(2)
	b.want(ok, "PENDING Dependency")
	if got := ok.Dependency(); got != "afterok:1(unfulfilled)" {
		t.Errorf("dependency %q", got)
	}
	b.after(3)
	b.want(bad, "FAILED NonZeroExitCode")
	b.want(never, "PENDING DependencyNeverSatisfied")
	if got := never.Dependency(); got != "afterok:2(failed)" {
		t.Errorf("dependency %q", got)
	}
	b.want(always, "RUNNING")
	b.want(either, "PENDING Dependency")
	b.after(10)
	b.want(first, "COMPLETED")
	b.want(ok, "COMPLETED")
	b.want(either, "RUNNING")
	if _, err := b.Submit([]*cluster.Desc{desc(b.bob, "cpu", "", b.depends("afterok:99999"))}, true); !errors.Is(err, cluster.ErrDependency) {
		t.Errorf("a dependency on nothing: %v", err)
	}
}

func TestSingleton(t *testing.T) {
	t.Parallel()
	b := lab(t)
	one := b.submit(b.alice, "cpu", "sleep 20")
	two := b.submit(b.alice, "cpu", "sleep 20", b.depends("singleton"))
	other := b.submit(b.bob, "cpu", "sleep 20", b.depends("singleton"))
	b.after(2)
	b.want(one, "RUNNING")
	b.want(two, "PENDING Dependency")
	b.want(other, "RUNNING")
	b.after(25)
	b.want(two, "RUNNING")
}

func TestHoldAndBegin(t *testing.T) {
	t.Parallel()
	b := lab(t)
	h := b.submit(b.alice, "cpu", "sleep 20", held)
	later := b.submit(b.alice, "cpu", "sleep 20", func(d *cluster.Desc) { d.Begin = start + 50 })
	long := b.submit(b.alice, "cpu", "sleep 20", limit(8*24*60))
	b.after(5)
	b.want(h, "PENDING JobHeldUser")
	b.want(later, "PENDING BeginTime")
	b.want(long, "PENDING PartitionTimeLimit")
	if len(b.History(cluster.Query{Users: []string{"alice"}})) != 1 {
		t.Error("accounting should know only the job that is eligible")
	}
	hold, release := true, false
	if err := b.Update(b.carol, h, cluster.Update{Hold: &hold}); err != nil {
		t.Fatal(err)
	}
	b.want(h, "PENDING JobHeldAdmin")
	if err := b.Update(b.alice, h, cluster.Update{Hold: &release}); !errors.Is(err, cluster.ErrDenied) {
		t.Errorf("alice releases an administrator's hold: %v", err)
	}
	if err := b.Update(b.carol, h, cluster.Update{Hold: &release}); err != nil {
		t.Fatal(err)
	}
	b.after(2)
	b.want(h, "RUNNING")
	b.after(50)
	b.want(later, "RUNNING")
}

func TestSuspend(t *testing.T) {
	t.Parallel()
	b := lab(t)
	j := b.submit(b.alice, "cpu", "sleep 30")
	b.after(11)
	b.Suspend(j)
	b.want(j, "SUSPENDED")
	if n := b.Node("lab-cpunodeset-0"); n.CPUs != 0 || n.Mem == 0 {
		t.Errorf("a suspended job has %d CPUs, %d MiB", n.CPUs, n.Mem)
	}
	b.after(100)
	b.Resume(j)
	b.after(19)
	b.want(j, "RUNNING")
	b.after(3)
	b.want(j, "COMPLETED")
	if ran := j.RunSeconds(b.Now()); ran != 30 {
		t.Errorf("ran %d s", ran)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	b := lab(t)
	for _, k := range []struct {
		name string
		desc *cluster.Desc
		env  bool
		want cluster.Error
	}{
		{"partition", desc(b.alice, "nosuch", ""), true, cluster.ErrPartition},
		{"feature", desc(b.alice, "cpu", "", func(d *cluster.Desc) { d.Features = "nosuch" }), true, cluster.ErrFeature},
		{"resource", desc(b.alice, "a3u", "", func(d *cluster.Desc) { d.TRESPerNode = "gres/tpu:8" }), true, cluster.ErrGres},
		{"GPU type", desc(b.alice, "a3u", "", gpus("h100:1")), true, cluster.ErrUnavailable},
		{"nodes", desc(b.alice, "a3u", "", nodes(9)), true, cluster.ErrUnavailable},
		{"GPUs", desc(b.alice, "a3u", "", gpus("9")), true, cluster.ErrUnavailable},
		{"node name", desc(b.alice, "a3u", "", on("nosuch")), true, cluster.ErrNodeName},
		{"array", desc(b.alice, "cpu", "", array("5-1")), true, cluster.ErrArray},
		{"folder", desc(b.alice, "cpu", "", func(d *cluster.Desc) { d.WorkDir = "" }), true, cluster.ErrWorkDir},
		{"environment", desc(b.alice, "cpu", ""), false, cluster.ErrWriting},
	} {
		if _, err := b.Submit([]*cluster.Desc{k.desc}, k.env); !errors.Is(err, k.want) {
			t.Errorf("%s: got %v, want %v", k.name, err, k.want)
		}
	}
	if n := b.Count(); n != 3 {
		t.Errorf("%d records are left, want the three that no node could run", n)
	}
	j := b.submit(b.alice, "cpu", "sleep 50")
	if r := b.Cancel(b.bob, j, cluster.SignalKill); len(r) != 1 || r[0].Err != cluster.ErrDenied {
		t.Errorf("bob cancels alice's: %+v", r)
	}
	if r := b.Cancel(b.alice, j, 10); len(r) != 1 || r[0].Err != cluster.ErrTransition {
		t.Errorf("a signal to a waiting job: %+v", r)
	}
	if r := b.Cancel(b.carol, j, cluster.SignalKill); r != nil {
		t.Errorf("an operator cancels alice's: %+v", r)
	}
	if r := b.Cancel(b.alice, j, cluster.SignalKill); len(r) != 1 || r[0].Err != cluster.ErrDone {
		t.Errorf("cancelled twice: %+v", r)
	}
}

func TestTaskSets(t *testing.T) {
	t.Parallel()
	for _, k := range []struct{ expr, text, hex string }{
		{"0-5", "0-5", "0x3F"},
		{"2,3,5", "2-3,5", "0x2C"},
		{"0-90:10", "0-90:10", "0x40100401004010040100401"},
		{"7", "7", "0x80"},
	} {
		b := lab(t)
		j := b.submit(b.alice, "cpu", "", held, array(k.expr))
		if got := j.TaskText(); got != k.text {
			t.Errorf("%s: text %q, want %q", k.expr, got, k.text)
		}
		if got := j.Array.Waiting.Hex(); got != k.hex {
			t.Errorf("%s: hex %q, want %q", k.expr, got, k.hex)
		}
	}
	b := lab(t)
	j := b.submit(b.alice, "cpu", "", held, array("1,3,5,8,11,13,15,18,21,23,25,28,31,33,35,38,41,43,45,48,51,53,55,58,61,63,65"))
	if got := j.TaskText(); len(got) > 64 || got[len(got)-3:] != "..." {
		t.Errorf("a long list: %q", got)
	}
}
