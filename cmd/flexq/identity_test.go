package main

import (
	"bytes"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client/fault"
	"flexq/client/journal"
	"flexq/client/slurm"
	"flexq/config"
)

// The screen's introduction does not wait for who the user is, as far as slow jobs have to be looked at for that; it is
// asked again, and those jobs are not.
func TestIdentityIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	env := map[string]string{"HOME": filepath.Join(t.TempDir(), "home")}
	settings := config.Settings{Target: config.Target{Kind: config.PlatformTarget, Project: "p", Region: "r", Cluster: "c"}}
	const key = "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS"
	synctest.Test(t, func(t *testing.T) {
		f := newFactory(streams{Err: &bytes.Buffer{}}, func(name string) string { return env[name] })
		ledger, err := f.ledger(settings, func(err error) { t.Error(err) })
		if err != nil {
			t.Fatal(err)
		}
		end := ledger.Begin(t.Context(), journal.Entry{Op: opSubmit, Key: key, Targets: []string{"train"}, Began: f.now()})
		end(submittedAs(7))
		asked := 0
		api := &fake{t: t, job: func(slurm.Ref) (slurm.JobDetail, error) {
			asked++
			time.Sleep(20 * time.Second)
			return slurm.JobDetail{Jobs: []slurm.Job{{User: "alice", Comment: key}}}, nil
		}, cluster: func() (slurm.Cluster, error) { return slurm.Cluster{Release: "24.11.5"}, nil }}
		who := &identity{f: f, s: settings, api: api}
		said := introduced{service: api, me: who.who}
		for _, want := range []struct {
			rest  time.Duration
			user  string
			later bool
		}{{0, "", true}, {5 * time.Second, "", true}, {20 * time.Second, "alice", false}, {time.Minute, "alice", false}} {
			time.Sleep(want.rest)
			begun := time.Now()
			about, err := said.Cluster(t.Context())
			if took := time.Since(begun); err != nil || about.User != want.user || about.UserLater != want.later || took > time.Second {
				t.Errorf("after %v: %q, later %t, %v; want %q, %t", took, about.User, about.UserLater, err, want.user, want.later)
			}
		}
		if asked != 1 {
			t.Errorf("the job was asked for %d times", asked)
		}
	})
}

// A look that fails, as without a network, ends at once and is not waited for; the next that asks begins another.
func TestIdentityIsLookedForAgainAfterAFailure(t *testing.T) {
	t.Parallel()
	env := map[string]string{"HOME": filepath.Join(t.TempDir(), "home")}
	settings := config.Settings{Target: config.Target{Kind: config.PlatformTarget, Project: "p", Region: "r", Cluster: "c"}}
	const key = "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS"
	f := newFactory(streams{Err: &bytes.Buffer{}}, func(name string) string { return env[name] })
	f.waits.who = guard
	ledger, err := f.ledger(settings, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	ledger.Begin(t.Context(), journal.Entry{Op: opSubmit, Key: key})(submittedAs(7))
	var broken error = fault.New(fault.SlurmDown, "show job", "no network")
	asked := 0
	api := &fake{t: t, job: func(slurm.Ref) (slurm.JobDetail, error) {
		asked++
		return slurm.JobDetail{Jobs: []slurm.Job{{User: "alice", Comment: key}}}, broken
	}}
	who := &identity{f: f, s: settings, api: api}
	for i, want := range []struct {
		err   error
		user  string
		asked int
	}{{broken, "", 1}, {broken, "", 2}, {nil, "alice", 3}, {nil, "alice", 3}} {
		broken = want.err
		if user, later := who.who(t.Context()); user != want.user || later || asked != want.asked {
			t.Errorf("%d: %q, later %t, asked %d times; want %q, %d times", i, user, later, asked, want.user, want.asked)
		}
	}
}
