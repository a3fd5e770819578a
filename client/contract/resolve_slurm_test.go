//go:build slurm

package contract_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/contract/bed"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
)

// at is alice's client of the bed, whose clock goes before the real one by so much: that must not matter. It never waits
// between looks.
func at(t *testing.T, b *bed.Bed, ahead time.Duration) *client.Client {
	t.Helper()
	now := func() time.Time { return time.Now().Add(ahead) }
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: b.URL()}, gateway.Options{
		Transport: auth.Slurm(http.DefaultTransport, auth.Fixed(b.Token(t, "alice")), ""), Now: now, Retry: gateway.Retry{Attempts: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client.New(gw, client.Options{
		Now: now, User: "alice", Version: "v0.0.42", Sleep: func(context.Context, time.Duration) error { return context.Canceled },
	})
}

// submitted submits a job on the bed, and returns its key with its number.
func submitted(t *testing.T, b *bed.Bed, s slurm.Submission) (string, uint64) {
	t.Helper()
	s.Partition, s.WorkDir, s.Env = "cpu", "/tmp", []string{"PATH=/bin"}
	got, err := at(t, b, 0).Submit(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Root(t, "scancel", strconv.FormatUint(got.ID, 10)) })
	return got.Key, got.ID
}

// leave waits until a job has left the queue.
func leave(t *testing.T, b *bed.Bed, id uint64) {
	t.Helper()
	b.Until(t, "the job has left the queue", func() bool {
		out, err := b.Try(t.Context(), "squeue", "-h", "-t", "all", "-j", strconv.FormatUint(id, 10), "-o", "%A")
		return err != nil || out == ""
	})
}

// forget lets jobs leave the queue seconds after their end.
func forget(t *testing.T, b *bed.Bed) {
	t.Helper()
	b.Set(t, "MinJobAge", "2")
	t.Cleanup(func() { b.Set(t, "MinJobAge", "300") })
}

// A lost submit is found by its key wherever Slurm has its job by then, and what has none is known to have none.
func TestSlurmResolve(t *testing.T) {
	b := bed.Open(t)
	forget(t, b)
	const ended = "#!/bin/bash\ntrue\n"
	want := map[string]uint64{}
	add := func(s slurm.Submission) (string, uint64) {
		key, id := submitted(t, b, s)
		want[key] = id
		return key, id
	}
	_, done := add(slurm.Submission{Name: "resolve", Script: ended})
	_, array := add(slurm.Submission{Name: "resolve", Script: ended, Array: "0-3"})
	add(slurm.Submission{Name: "resolve", Script: "#!/bin/bash\nsleep 300\n", Hold: true})
	requeue := true
	_, again := add(slurm.Submission{Name: "resolve", Script: "#!/bin/bash\nsleep 300\n", Requeue: &requeue})
	number := strconv.FormatUint(again, 10)
	b.Until(t, "it runs", func() bool { return b.Root(t, "squeue", "-h", "-j", number, "-o", "%T") == "RUNNING" })
	b.Root(t, "scontrol", "requeue", number)
	leave(t, b, done)
	leave(t, b, array)
	b.Root(t, "scancel", number)
	leave(t, b, again)

	none := client.KeySource(time.Now, rand.Reader)()
	lost := []client.Lost{{Key: none, Name: "resolve-none", User: "alice"}}
	for key := range want {
		lost = append(lost, client.Lost{Key: key, Name: "resolve", User: "alice"})
	}
	for _, ahead := range []time.Duration{0, 3 * time.Hour, -3 * time.Hour} {
		for _, ago := range []time.Duration{0, 3 * time.Hour, 50 * time.Hour} {
			for i := range lost {
				lost[i].Clock = time.Now().Add(-ago)
			}
			for _, r := range at(t, b, ahead).ResolveAll(t.Context(), lost, nil) {
				kind := fault.UnknownOutcome
				if ago > 0 {
					kind = fault.JobUnknown
				}
				switch id := want[r.Key]; {
				case id != 0 && (r.Err != nil || r.Job.ID != id):
					t.Errorf("sent %v ago, by a clock %v ahead: got %+v, %v, want job %d", ago, ahead, r.Job, r.Err, id)
				case id == 0 && fault.KindOf(r.Err) != kind:
					t.Errorf("sent %v ago, by a clock %v ahead: got %+v, %v, want %v", ago, ahead, r.Job, r.Err, kind)
				}
			}
		}
	}
}

// A job that came and went while accounting was down is in neither list until slurmctld has told of it: nothing may say
// that it was not submitted.
func TestSlurmResolveWhenAccountingWasDown(t *testing.T) {
	b := bed.Open(t)
	forget(t, b)
	t.Cleanup(func() { b.Root(t, "/opt/bed/bed-start") })
	kill(t, b, "slurmdbd")
	key, id := submitted(t, b, slurm.Submission{Name: "resolve", Script: "#!/bin/bash\ntrue\n"})
	leave(t, b, id)
	later := at(t, b, 0)
	lost := client.Lost{Key: key, Name: "resolve", User: "alice", Clock: time.Now().Add(-3 * time.Hour)}
	if _, err := later.Resolve(t.Context(), lost); fault.KindOf(err) != fault.UnknownOutcome {
		t.Errorf("while accounting is down: %v", err)
	}
	b.Root(t, "/opt/bed/bed-start")
	looks := 0
	b.Until(t, "it is found", func() bool {
		looks++
		got, err := later.Resolve(t.Context(), lost)
		if fault.KindOf(err) == fault.JobUnknown {
			t.Fatalf("after %d looks it is said not to be submitted", looks)
		}
		return err == nil && got.ID == id
	})
	t.Logf("found at look %d", looks)
}

// A request that slurmrestd has given up becomes a job when slurmctld goes on.
func TestSlurmResolveWhatCameLate(t *testing.T) {
	b := bed.Open(t)
	pid := b.Root(t, "cat", "/run/slurm/slurmctld.pid")
	c := at(t, b, 0)
	t.Cleanup(func() { b.Root(t, "kill", "-CONT", pid) })
	b.Root(t, "kill", "-STOP", pid)
	_, err := c.Submit(t.Context(), slurm.Submission{
		Name: "resolve-late", Partition: "cpu", WorkDir: "/tmp", Env: []string{"PATH=/bin"}, Script: "#!/bin/bash\nsleep 60\n", Hold: true,
	})
	f := fault.From(err)
	if f == nil || f.Kind != fault.UnknownOutcome || f.Key == "" {
		t.Fatalf("got %v", err)
	}
	b.Root(t, "kill", "-CONT", pid)
	lost := client.Lost{Key: f.Key, Name: "resolve-late", User: "alice"}
	b.Until(t, "it is found", func() bool {
		got, err := c.Resolve(t.Context(), lost)
		if err == nil {
			b.Root(t, "scancel", strconv.FormatUint(got.ID, 10))
		} else if fault.KindOf(err) == fault.JobUnknown {
			t.Fatal(err)
		}
		return err == nil
	})
}
