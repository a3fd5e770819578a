//go:build slurm

package contract_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/contract/bed"
	"flexq/client/fault"
	"flexq/client/slurm"
)

// What only a real Slurm can be brought to: tokens that run out, daemons that are gone, reservations.

func TestSlurmTokenRunsOut(t *testing.T) {
	b := bed.Open(t)
	token := b.ShortToken(t, "alice", 1)
	c := direct(b.URL(), func(*testing.T, string) string { return token }).Client(t, "alice")
	b.Until(t, "the token is refused", func() bool {
		_, err := c.Jobs(t.Context(), 0)
		if err != nil && fault.KindOf(err) != fault.TokenRejected {
			t.Fatalf("got %v, want the token rejected", err)
		}
		return err != nil
	})
	if _, err := c.Cluster(t.Context()); fault.KindOf(err) != fault.TokenRejected {
		t.Errorf("ping hides it and the client does not tell: %v", err)
	}
	if _, err := c.Accounting(t.Context(), slurm.AccountingQuery{Since: slurm.TimeOf(time.Now()) - 60}); fault.KindOf(err) != fault.TokenRejected {
		t.Errorf("accounting: got %v, want the token rejected", err)
	}
}

func TestSlurmReservation(t *testing.T) {
	b := bed.Open(t)
	c := direct(b.URL(), tokens(b)).Client(t, "alice")
	start := time.Now().Add(2 * time.Hour).Truncate(time.Second)
	b.Root(t, "scontrol", "create", "reservation=repair", "starttime="+start.UTC().Format("2006-01-02T15:04:05"), "duration=60",
		"users=alice,root", "nodes=hcsdemo-cpunodeset-[0-1]", "flags=maint")
	t.Cleanup(func() { b.Root(t, "scontrol", "delete", "reservation=repair") })
	list, err := c.Reservations(t.Context())
	if err != nil || len(list.Items) != 1 {
		t.Fatalf("got %+v, %v", list.Items, err)
	}
	got := list.Items[0]
	want := slurm.Reservation{
		Name: "repair", Partition: got.Partition, Flags: got.Flags, Nodes: "hcsdemo-cpunodeset-[0-1]", NodeCount: 2,
		Start: slurm.TimeOf(start), End: slurm.TimeOf(start.Add(time.Hour)), Users: "alice,root", TRES: got.TRES,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(got.Flags) == 0 || got.Flags[0] != "MAINT" || got.TRES.CPUs != 64 {
		t.Errorf("got flags %q TRES %+v", got.Flags, got.TRES)
	}
}

func TestSlurmDaemonsGone(t *testing.T) {
	b := bed.Open(t)
	c := direct(b.URL(), tokens(b)).Client(t, "alice")
	t.Cleanup(func() { b.Root(t, "/opt/bed/bed-start") })
	if _, err := c.Cluster(t.Context()); err != nil {
		t.Fatal(err)
	}

	kill(t, b, "slurmdbd")
	if _, err := c.Accounting(t.Context(), slurm.AccountingQuery{Since: slurm.TimeOf(time.Now()) - 60}); fault.KindOf(err) != fault.AccountingDown {
		t.Errorf("without slurmdbd accounting gives %v, want it down", err)
	}
	if _, err := c.Jobs(t.Context(), 0); err != nil {
		t.Errorf("without slurmdbd the queue gives %v", err)
	}

	kill(t, b, "slurmctld")
	if got, err := c.Cluster(t.Context()); err != nil || got.Responding {
		t.Errorf("without slurmctld: responding %v, %v", got.Responding, err)
	}
	if _, err := c.Jobs(t.Context(), 0); fault.KindOf(err) != fault.SlurmDown {
		t.Errorf("without slurmctld the queue gives %v, want it down", err)
	}
	// Slurm has said that nothing was taken: no second job can come of trying again.
	_, err := c.Submit(t.Context(), slurm.Submission{
		Name: "nobody", Partition: "cpu", WorkDir: "/home/alice", Env: []string{"PATH=/bin"}, Script: "#!/bin/bash\ntrue\n",
	})
	if fault.KindOf(err) != fault.SlurmDown {
		t.Errorf("without slurmctld a submit gives %v, want it down", err)
	}

	b.Root(t, "/opt/bed/bed-start")
	b.Until(t, "the queue is back", func() bool {
		_, err := c.Jobs(t.Context(), 0)
		return err == nil
	})
}

// kill ends a daemon of the bed and waits until it is gone.
func kill(t *testing.T, b *bed.Bed, daemon string) {
	t.Helper()
	pid := b.Root(t, "cat", "/run/slurm/"+daemon+".pid")
	b.Root(t, "kill", pid)
	b.Until(t, daemon+" is gone", func() bool {
		_, err := b.Try(context.WithoutCancel(t.Context()), "kill", "-0", pid)
		return err != nil
	})
}
