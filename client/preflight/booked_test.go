package preflight_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/preflight"
	"flexq/client/slurm"
)

// booked is a cluster with licences, and with reservations of its CPU nodes for alice now and later, and for others.
func booked() preflight.World {
	w := world()
	in := func(d time.Duration) slurm.Time { return slurm.Time(w.Now.Add(d).Unix()) }
	w.Access.AsOf = w.Now
	w.Access.Licenses = []slurm.License{{Name: "solver", Total: 2}, {Name: "viewer@far", Total: 5, Free: 5}}
	w.Access.Reservations = []slurm.Reservation{
		{Name: "mine", Users: "alice,bob", Nodes: "c1-cpu-1", Start: in(-time.Hour), End: in(time.Hour)},
		{Name: "later", Users: "alice", Nodes: "c1-cpu-1", Start: in(2 * time.Hour), End: in(3 * time.Hour)},
		{Name: "wide", Users: "alice", Nodes: "c1-cpu-[0-1]", Flags: []string{"FLEX"}, Start: in(-time.Hour), End: in(time.Hour)},
		{Name: "bobs", Users: "bob", Nodes: "c1-cpu-0", Start: in(5 * time.Hour), End: in(6 * time.Hour)},
		{Name: "not-me", Users: "-alice", Nodes: "c1-cpu-1", Start: in(5 * time.Hour), End: in(6 * time.Hour)},
		{Name: "ops", Accounts: "ops", Nodes: "c1-cpu-1", Start: in(7 * time.Hour), End: in(8 * time.Hour)},
		{Name: "not-us", Accounts: "-research", Nodes: "c1-cpu-1", Start: in(9 * time.Hour), End: in(10 * time.Hour)},
		{Name: "group", Users: "carol", Groups: "team", Nodes: "c1-cpu-1", Start: in(11 * time.Hour), End: in(12 * time.Hour)},
	}
	return w
}

func TestLicenses(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		"solver": "", "solver:2": "", "solver=2": "", "solver:0": "", "solver:+1,viewer@far:5": "", ",;": "", "solver:": "",
		"solver|nosuch":   "", // other versions read alternatives
		"solvr":           `error --licenses: there is no licence "solvr"; did you mean solver?`,
		"SOLVER:1":        `error --licenses: there is no licence "SOLVER"; did you mean solver?`,
		"matlab:4":        `error --licenses: there is no licence "matlab"; choose one of solver, viewer@far`,
		"solver:3":        "error --licenses: 3 of solver are more than there are, 2; ask for 2 or fewer",
		"solver:2;solver": "error --licenses: 3 of solver are more than there are, 2; ask for 2 or fewer",
		"solver:1x":       `error --licenses: "1x" is no number of licences; write NAME:NUMBER, or NAME for one`,
	} {
		for _, hold := range []bool{false, true} {
			var wants []string
			if want != "" {
				wants = []string{want}
			}
			wantTexts(t, preflight.Check(job(func(s *slurm.Submission) { s.Licenses, s.Hold = list, hold }), booked()), wants...)
		}
	}
	w := booked()
	licensed := job(func(s *slurm.Submission) { s.Licenses = "matlab" })
	w.Access.Licenses = []slurm.License{}
	wantTexts(t, preflight.Check(licensed, w), `error --licenses: there is no licence "matlab"; leave it out: the cluster counts no licences`)
	w.Access.Licenses = nil // not known
	wantTexts(t, preflight.Check(licensed, w))
}

func TestReservations(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name   string
		change func(*slurm.Submission)
		want   string
	}{
		{"mine", nil, ""},
		{"later", nil, ""},
		{"group", nil, ""}, // who is in the group is not known
		{"mine,later", nil, ""},
		{"minn", nil, `error --reservation: there is no reservation "minn"; did you mean mine?`},
		{"MINE", nil, `error --reservation: there is no reservation "MINE"; did you mean mine?`},
		{"nosuch", nil, `error --reservation: there is no reservation "nosuch"; choose one of mine, later, wide, group`},
		{"bobs", nil, "error --reservation: bobs is for bob alone; choose one of mine, later, wide, group"},
		{"mine,bobs", nil, "error --reservation: bobs is for bob alone; choose one of mine, later, wide, group"},
		{"not-me", nil, "error --reservation: not-me is not for alice; choose one of mine, later, wide, group"},
		{"ops", nil, `warning --reservation: ops is for the accounts ops and those below: refused if "research" is none; the only one is ops`},
		{"not-us", nil, `warning --reservation: not-us is not for the account "research"; choose another account, or leave it out`},
		{"mine", func(s *slurm.Submission) { s.Nodes = "2" }, "error --nodes: mine has 1 node of cpu; ask for 1 or fewer, or leave out --reservation"},
		{"mine", func(s *slurm.Submission) { s.Partition = "a3u" }, "error --reservation: mine has no node of a3u; choose another reservation, or another partition"},
		{"mine", func(s *slurm.Submission) { s.RequiredNodes = "c1-cpu-0" }, "error --nodelist: it names nodes that are not of mine; choose among c1-cpu-1"},
		{"mine", func(s *slurm.Submission) { s.CPUsPerTask = 33 }, "error --cpus-per-task: 33 CPUs are more than a node of cpu has, 32; ask for 32 or less, or choose another partition"},
		{"mine", func(s *slurm.Submission) { s.Limit = slurm.LimitOf(61) }, "severe --time: longer than mine lasts, 1 hour: it would wait for ever; ask for 01:00:00 or less, or another reservation"},
		{"wide", func(s *slurm.Submission) { s.Limit, s.Nodes = slurm.LimitOf(61), "2" }, ""},
		{"later", func(s *slurm.Submission) { s.Limit = slurm.LimitOf(61) }, "severe --time: longer than later lasts, 1 hour: it would wait for ever; ask for 01:00:00 or less, or another reservation"},
		{"later", func(s *slurm.Submission) { s.Nodes = "2" }, "severe --nodes: later has 1 node of cpu; ask for 1 or fewer, or leave out --reservation"},
		{"mine", func(s *slurm.Submission) { s.CPUsPerTask, s.Limit = 33, slurm.LimitOf(61) }, "severe --time: longer than mine lasts, 1 hour: it would wait for ever; ask for 01:00:00 or less, or another reservation|" +
			"severe --cpus-per-task: 33 CPUs are more than a node of cpu has, 32; ask for 32 or less, or choose another partition"},
		// For one that is to come Slurm takes any job.
		{"later", func(s *slurm.Submission) { s.CPUsPerTask = 33 }, "severe --cpus-per-task: 33 CPUs are more than a node of cpu has, 32; ask for 32 or less, or choose another partition"},
	} {
		s := job(func(s *slurm.Submission) { s.Reservation, s.Limit = k.name, slurm.LimitOf(30) })
		if k.change != nil {
			k.change(&s)
		}
		var want []string
		if k.want != "" {
			want = strings.Split(k.want, "|")
		}
		wantTexts(t, preflight.Check(s, booked()), want...)
	}
}

// Root may use any, and nobody knows who may where the user is not known.
func TestReservationsOfWhom(t *testing.T) {
	t.Parallel()
	s := job(func(s *slurm.Submission) { s.Reservation, s.Hold = "bobs", true })
	for _, user := range []string{"root", "bob", ""} {
		w := booked()
		w.User, w.Access.User = user, user
		for _, p := range preflight.Check(s, w) {
			if p.Option == "--reservation" {
				t.Errorf("%q: got %v", user, p)
			}
		}
	}
}

// Licences and reservations come and go: what was known a while ago is no error.
func TestBookingsOfAWhileAgo(t *testing.T) {
	t.Parallel()
	s := job(func(s *slurm.Submission) { s.Licenses, s.Reservation = "matlab", "nosuch" })
	w := booked()
	w.Now = w.Now.Add(2 * time.Minute)
	wantTexts(t, preflight.Check(s, w),
		`warning --licenses: there is no licence "matlab", or there was not when flexq last asked; choose one of solver, viewer@far`,
		`warning --reservation: there is no reservation "nosuch", or there was not when flexq last asked; choose one of mine, later, wide, group`)
	w = booked()
	w.Access.Reservations = nil // not known
	s.Licenses = ""
	wantTexts(t, preflight.Check(s, w))
}

// Where a named node is not to be had Slurm looks at what no node has, and no further.
func TestNamedNodesThatAreNotToBeHad(t *testing.T) {
	t.Parallel()
	named := func(change func(*slurm.Submission)) slurm.Submission {
		return job(func(s *slurm.Submission) { s.RequiredNodes = "c1-cpu-0"; change(s) })
	}
	gpus := named(func(s *slurm.Submission) { s.TRESPerNode = "gres/gpu:1" })
	cpus := named(func(s *slurm.Submission) { s.CPUsPerTask = 33 })
	const noGPU, noCPU = " --gpus-per-node: no node of cpu has 1 GPU; choose another partition",
		" --cpus-per-task: 33 CPUs are more than a node of cpu has, 32; ask for 32 or less, or choose another partition"
	w := booked()
	w.Access.Reservations = []slurm.Reservation{}
	wantTexts(t, preflight.Check(gpus, w), "error"+noGPU)
	wantTexts(t, preflight.Check(cpus, w), "error"+noCPU)
	for _, state := range []string{"IDLE+DRAIN", "DOWN", "IDLE+RESERVED", "MIXED+NOT_RESPONDING"} {
		for i := range w.Nodes {
			if w.Nodes[i].Name == "c1-cpu-0" {
				w.Nodes[i].State = slurm.ParseNodeState(state)
			}
		}
		wantTexts(t, preflight.Check(gpus, w), "severe"+noGPU)
		wantTexts(t, preflight.Check(cpus, w), "error"+noCPU)
	}
	w = booked()
	w.Access.Reservations = w.Access.Reservations[3:4] // bob's
	wantTexts(t, preflight.Check(gpus, w), "error"+noGPU)
	gpus.Limit = slurm.LimitOf(300)
	wantTexts(t, preflight.Check(gpus, w), "severe"+noGPU) // it would reach into it
	gpus.Limit = slurm.LimitUnset
	w = world()
	wantTexts(t, preflight.Check(gpus, w), "severe"+noGPU) // reservations are not known
}

// In a partition that is down Slurm looks at nothing.
func TestPartitionThatIsDown(t *testing.T) {
	t.Parallel()
	w := world()
	w.Partitions[1].State = []string{"DOWN"}
	wantTexts(t, preflight.Check(job(func(s *slurm.Submission) { s.Nodes, s.CPUsPerTask = "3", 33 }), w),
		"severe --nodes: cpu has 2 nodes; ask for 2 or fewer",
		"severe --cpus-per-task: 33 CPUs are more than a node of cpu has, 32; ask for 32 or less, or choose another partition",
		"warning --partition: cpu starts no jobs now (DOWN); choose another partition, or let the job wait")
}
