package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/slurm"
)

// written is a service that notes what the ledger held when a write came to it.
type written struct {
	service
	ledger *journal.Ledger
	before []journal.Entry
	key    string
	fails  error
	done   bool
	asked  bool          // for the time
	took   time.Duration // by the cluster's clock
	takes  time.Duration // a submit
}

func (w *written) look(ctx context.Context) {
	entries, err := w.ledger.Read(ctx, time.Time{})
	w.before, w.fails = entries, errors.Join(w.fails, err)
}

// Seen has no clock of a cluster that was not asked for it, as a real slurmrestd in the first request of a run.
func (w *written) Seen() client.Seen {
	if !w.asked {
		return client.Seen{Name: "hcsdemo"}
	}
	return client.Seen{Name: "hcsdemo", Clock: clusterClock().Add(w.took)}
}

func (w *written) SeenNow(context.Context) client.Seen {
	w.asked = true
	return w.Seen()
}

func clusterClock() time.Time { return time.Date(2026, 11, 30, 7, 0, 0, 0, time.UTC) }

func (w *written) Submit(ctx context.Context, job slurm.Submission) (slurm.Submitted, error) {
	w.look(ctx)
	w.key = job.Key
	w.took += w.takes
	return slurm.Submitted{ID: 1234, Key: job.Key}, w.fails
}

func (w *written) ReportFaultyNode(ctx context.Context, _ flex.FaultReport) (flex.Operation, error) {
	w.look(ctx)
	return flex.Operation{Name: "op-1"}, w.fails
}

func (w *written) Operation(context.Context, string) (flex.Operation, error) {
	return flex.Operation{Name: "op-1", Done: w.done}, nil
}

func noted(t *testing.T) (ledgered, *written) {
	t.Helper()
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	l, err := journal.OpenLedger(journal.LedgerOptions{Dir: t.TempDir(), Now: func() time.Time { return now }, OnError: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	w := &written{ledger: l}
	return ledgered{
		service: w, ledger: l, me: func(context.Context) string { return "alice" }, newKey: func() string { return "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA" }, followed: &followed{},
	}, w
}

// briefEntries is what of entries does not differ from run to run.
func briefEntries(list []journal.Entry) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.User+" "+e.Op+" "+e.Key+" "+e.Words)
	}
	return out
}

func TestLedgerHasTheKeyBeforeTheSubmit(t *testing.T) {
	t.Parallel()
	l, w := noted(t)
	const key = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"
	if _, err := l.Submit(t.Context(), slurm.Submission{Name: "train"}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"alice submit " + key + " "}, briefEntries(w.before)); d != "" || w.key != key {
		t.Errorf("before the job was sent with key %q (-want +got):\n%s", w.key, d)
	}
	if e := w.before[0]; e.Cluster != "hcsdemo" || !e.Clock.Equal(clusterClock()) {
		t.Errorf("of the cluster it notes %q, %v", e.Cluster, e.Clock)
	}
	w.fails = fault.New(fault.Refused, "submit", "Slurm refused the request")
	// What is no key would not be sent, and could not be found.
	if _, err := l.Submit(t.Context(), slurm.Submission{Name: "train", Key: "flexq:1"}); err == nil {
		t.Error("the refusal is lost")
	}
	w.look(t.Context())
	want := []string{"alice submit " + key + " job 1234", "alice submit " + key + " refused: Slurm refused the request"}
	if d := cmp.Diff(want, briefEntries(w.before)); d != "" {
		t.Errorf("afterwards (-want +got):\n%s", d)
	}
}

// How long nobody knew counts from the end: a machine that sleeps in the middle sends the rest when it wakes up.
func TestLedgerNotesWhenASubmitWasGivenUp(t *testing.T) {
	t.Parallel()
	l, w := noted(t)
	lost := fault.New(fault.UnknownOutcome, "submit", "nobody knows")
	lost.Key = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"
	w.fails, w.takes = lost, 9*time.Hour
	if _, err := l.Submit(t.Context(), slurm.Submission{Name: "train"}); err == nil {
		t.Error("the fault is lost")
	}
	w.look(t.Context())
	e := w.before[0]
	if !e.Clock.Equal(clusterClock()) || !e.Until.Equal(clusterClock().Add(9*time.Hour)) || !e.Open {
		t.Errorf("noted %+v", e)
	}
	l.ledger.End(t.Context(), e.ID, journal.Outcome{Words: "unknown", Open: true}) // by who looks for it in vain
	w.look(t.Context())
	if e := w.before[0]; !e.Until.Equal(clusterClock().Add(9*time.Hour)) || e.Words != "unknown" {
		t.Errorf("after a look: %+v", e)
	}
}

// What was never sent does not read as if its answer had been lost.
func TestLedgerWordsOfWhatWasNotSent(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fault.Kind]string{
		fault.Cut: "not sent: the connection broke before the answer", fault.Unreachable: "not sent: no connection", fault.TimedOut: "not sent: it took too long",
		fault.TooLarge: "not sent: it is too large", fault.Refused: "refused: no such partition", fault.RateLimited: "rate limited: too many",
	} {
		_, what, _ := strings.Cut(want, ": ")
		if got := outcomeOf("", fault.New(kind, "submit", what)); got.Words != want || got.Open {
			t.Errorf("%v: got %+v", kind, got)
		}
	}
}

func TestLedgerFollowsAReportToItsEnd(t *testing.T) {
	t.Parallel()
	l, w := noted(t)
	if _, err := l.ReportFaultyNode(t.Context(), flex.FaultReport{Node: "n1"}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		done bool
		want string
	}{{false, "operation op-1"}, {true, "done: operation op-1"}, {true, "done: operation op-1"}} {
		w.done = step.done
		if _, err := l.Operation(t.Context(), "op-1"); err != nil {
			t.Fatal(err)
		}
		w.look(t.Context())
		if d := cmp.Diff([]string{"alice report faulty node  " + step.want}, briefEntries(w.before)); d != "" {
			t.Errorf("done %t (-want +got):\n%s", step.done, d)
		}
	}
}
