package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/journal"
	"flexq/client/slurm"
	"flexq/tui"
)

// oracle answers for lost submits, and remembers what it was asked.
type oracle struct {
	answers map[string]client.Resolution // by key
	asked   []client.Lost
	known   map[uint64]bool
	times   int
}

func (o *oracle) ResolveAll(_ context.Context, lost []client.Lost, known map[uint64]bool) []client.Resolution {
	o.asked, o.known, o.times = lost, known, o.times+1
	out := make([]client.Resolution, len(lost))
	for i, l := range lost {
		out[i] = o.answers[l.Key]
		out[i].Lost = l
	}
	return out
}

// settling is a settler of alice's with the ledger of a program that has ended.
func settling(t *testing.T) (s settler, o *oracle, clock *time.Time, killed *journal.Ledger) {
	t.Helper()
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	open := func() *journal.Ledger {
		l, err := journal.OpenLedger(journal.LedgerOptions{Dir: dir, Now: func() time.Time { return now }, OnError: func(err error) { t.Error(err) }})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	o = &oracle{answers: map[string]client.Resolution{}}
	s = settler{ledger: open(), api: o, me: func(context.Context) string { return "alice" }, now: func() time.Time { return now }}
	return s, o, &now, open()
}

func unknownFault(key string) error {
	f := fault.New(fault.UnknownOutcome, "submit", "it is still not known")
	f.Key, f.Cure = key, "look again later"
	return f
}

func TestSettle(t *testing.T) {
	t.Parallel()
	s, o, now, killed := settling(t)
	began := *now
	for _, key := range []string{"made", "none", "open", "spoiled"} {
		killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: key, Targets: []string{"train-" + key}, User: "alice"})
	}
	clock := began.Add(-time.Hour)
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "others", User: "bob", Cluster: "hcsdemo", Clock: clock})
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "known"})(journal.Outcome{Words: "job 5", Job: 5})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	none := fault.New(fault.JobUnknown, "submit", "no job has its key: it was not submitted")
	o.answers = map[string]client.Resolution{
		"made": {Job: slurm.Submitted{ID: 7, Warnings: []slurm.Problem{{Description: "job 8 has the same key"}}}}, "none": {Err: none},
		"open": {Err: unknownFault("open")}, "spoiled": {Err: fault.New(fault.Usage, "submit", "it is no key")}, "others": {Err: unknownFault("others")},
	}
	got, err := s.Settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []tui.Settled{
		{Key: "made", Name: "train-made", Began: began, Job: 7, Outcome: "submitted as 7; job 8 has the same key"},
		{Key: "none", Name: "train-none", Began: began, Outcome: "not submitted"},
		{Key: "open", Name: "train-open", Began: began, Outcome: "it is still not known; look again later", Open: true},
		{Key: "spoiled", Name: "train-spoiled", Began: began, Outcome: "submit: it is no key; "},
		{Key: "others", Began: began, Outcome: "it is still not known; look again later", Open: true},
	}
	want[3].Outcome = o.answers["spoiled"].Err.Error()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("told (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[uint64]bool{5: true}, o.known); d != "" {
		t.Errorf("jobs of others (-want +got):\n%s", d)
	}
	wantAsked := []client.Lost{
		{Key: "made", Name: "train-made", User: "alice", Began: began},
		{Key: "none", Name: "train-none", User: "alice", Began: began},
		{Key: "open", Name: "train-open", User: "alice", Began: began},
		{Key: "spoiled", Name: "train-spoiled", User: "alice", Began: began},
		{Key: "others", User: "bob", Began: began, Foreign: true, Cluster: "hcsdemo", Clock: clock},
	}
	if d := cmp.Diff(wantAsked, o.asked); d != "" {
		t.Errorf("asked (-want +got):\n%s", d)
	}
	entries, err := s.ledger.Read(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	ends := []string{
		"alice submit made job 7, found by its key", "alice submit none not submitted: no job has its key",
		"alice submit open unknown: look for the key open", "alice submit spoiled not sent: it is no key",
		"bob submit others unknown: look for the key others", " submit known job 5",
	}
	if d := cmp.Diff(ends, briefEntries(entries)); d != "" {
		t.Errorf("noted (-want +got):\n%s", d)
	}
}

// What was looked for in vain is looked for again when it is half as old again, and told all the same.
func TestSettleLooksLessAndLessOften(t *testing.T) {
	t.Parallel()
	s, o, clock, killed := settling(t)
	began := *clock
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "open"})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	o.answers["open"] = client.Resolution{Err: unknownFault("open")}
	for _, step := range []struct {
		age  time.Duration
		want int
	}{
		{time.Minute, 1},
		{89 * time.Second, 1},
		{90 * time.Second, 2},
		{134 * time.Second, 2},
		{time.Hour, 3},
		{24 * time.Hour, 4},
		{29 * 24 * time.Hour, 5},
		{31 * 24 * time.Hour, 5},
	} {
		*clock = began.Add(step.age)
		got, err := s.Settle(t.Context())
		if err != nil || o.times != step.want {
			t.Errorf("after %v: %d looks, %v", step.age, o.times, err)
		}
		if step.age < settleWithin && (len(got) != 1 || !got[0].Open || got[0].Key != "open") {
			t.Errorf("after %v: told %+v", step.age, got)
		}
	}
}

// A look that is given up notes nothing: it has found nothing out.
func TestSettleGivenUp(t *testing.T) {
	t.Parallel()
	s, o, _, killed := settling(t)
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "open"})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	o.answers["open"] = client.Resolution{Err: fault.New(fault.Cancelled, "submit", "")}
	if got, err := s.Settle(t.Context()); fault.KindOf(err) != fault.Cancelled || len(got) > 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	entries, err := s.ledger.Read(t.Context(), time.Time{})
	if err != nil || len(entries) != 1 || !entries[0].Ended.IsZero() {
		t.Errorf("noted %+v, %v", entries, err)
	}
}

// What cannot be found out keeps no command from its work: why is said, unless the user gave up.
func TestTellUnsettledGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "ledger.jsonl"), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := journal.OpenLedger(journal.LedgerOptions{Dir: dir, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	tellUnsettled(t.Context(), &out, ledgered{settler: settler{ledger: l, now: time.Now}}, shortWaits())
	if !strings.HasPrefix(out.String(), "flexq: warning: the ledger cannot be read: ") || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("of a ledger that is none it says %q", out.String())
	}
	out.Reset()
	tellUnsettled(t.Context(), &out, &fake{t: t}, shortWaits()) // which has no ledger

	s, o, clock, killed := settling(t)
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "open"})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	o.answers["open"] = client.Resolution{Err: fault.New(fault.Cancelled, "submit", "")}
	*clock = clock.Add(time.Minute)
	tellUnsettled(t.Context(), &out, ledgered{settler: s}, shortWaits())
	if out.Len() > 0 {
		t.Errorf("said %q", out.String())
	}
}

// A submit of another program that began only seconds ago is nobody's to tell of yet; after that it is told before the next.
func TestTellUnsettledLeavesFreshOnesAlone(t *testing.T) {
	t.Parallel()
	s, o, clock, killed := settling(t)
	began := *clock
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "made", Targets: []string{"train"}})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	o.answers["made"] = client.Resolution{Job: slurm.Submitted{ID: 7}}
	for _, step := range []struct {
		age   time.Duration
		looks int
	}{{0, 0}, {9 * time.Second, 0}, {10 * time.Second, 1}, {time.Minute, 1}} {
		*clock = began.Add(step.age)
		var out strings.Builder
		tellUnsettled(t.Context(), &out, ledgered{settler: s}, shortWaits())
		want := ""
		if step.age == 10*time.Second {
			want = "flexq: the answer to an earlier submit was lost (train, " + began.Local().Format("2006-01-02 15:04") + ", key made): submitted as 7\n"
		}
		if out.String() != want || o.times != step.looks {
			t.Errorf("after %v it says %q, after %d looks", step.age, out.String(), o.times)
		}
	}
}

// Only jobs that others made at the time, in this cluster, cannot be the one that is looked for: a cluster that is made
// anew, or another one behind the same address, has the same numbers for other jobs.
func TestSettleKnowsWhoseJobsAreNotMeant(t *testing.T) {
	t.Parallel()
	s, o, clock, killed := settling(t)
	began := *clock
	made := func(key, cluster string, at time.Duration, job uint64) {
		*clock = began.Add(at)
		killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: key, Cluster: cluster})(journal.Outcome{Words: "job", Job: job})
	}
	made("long before", "alpha", -28*time.Hour, 1)
	made("before", "alpha", -26*time.Hour, 2)
	made("elsewhere", "beta", 0, 3)
	made("somewhere", "", 0, 4)
	made("after", "alpha", 26*time.Hour, 5)
	made("long after", "alpha", 28*time.Hour, 6)
	made("open", "alpha", 0, 7)
	*clock = began
	known, err := s.jobsOfOthers(t.Context(), []journal.Entry{{Key: "open", Cluster: "alpha", Began: began}})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[uint64]bool{2: true, 4: true, 5: true}, known); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if o.times != 0 {
		t.Error("the cluster was asked")
	}
}

// What is known better than a look can tell stays, and a key of another machine leaves no note here.
func TestSettleNotesOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	s, o, _, killed := settling(t)
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "refused"})(journal.Outcome{Words: "refused: no such partition"})
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "made"})(journal.Outcome{Words: "refused: no such partition"})
	o.answers = map[string]client.Resolution{
		"refused": {Err: unknownFault("refused")}, "made": {Job: slurm.Submitted{ID: 7}}, "foreign": {Job: slurm.Submitted{ID: 8}},
	}
	before, err := s.ledger.Read(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := s.settle(t.Context(), append(before, journal.Entry{Key: "foreign"}))
		if err != nil || len(got) != 3 || got[2].Job != 8 {
			t.Errorf("%+v, %v", got, err)
		}
	}
	after, err := s.ledger.Read(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{" submit refused refused: no such partition", " submit made job 7, found by its key"}
	if d := cmp.Diff(want, briefEntries(after)); d != "" {
		t.Errorf("noted (-want +got):\n%s", d)
	}
	if after[0].IsUnfinished() {
		t.Error("what was refused is open again")
	}
}

// A note of a time that is yet to come is of a clock that was wrong: it is no reason to wait for that time.
func TestSettleDoesNotWaitForAClockThatWasWrong(t *testing.T) {
	t.Parallel()
	s, o, clock, killed := settling(t)
	began := *clock
	done := killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "open"})
	*clock = began.Add(365 * 24 * time.Hour)
	done(journal.Outcome{Words: "unknown", Open: true})
	*clock = began.Add(2 * time.Hour)
	o.answers["open"] = client.Resolution{Job: slurm.Submitted{ID: 7}}
	if got, err := s.Settle(t.Context()); err != nil || len(got) != 1 || got[0].Job != 7 {
		t.Errorf("%+v, %v", got, err)
	}
}

// A name comes from a script: it does nothing to a terminal, and one that the ledger has cut is no name to look for.
func TestSettleNames(t *testing.T) {
	t.Parallel()
	s, o, _, killed := settling(t)
	for _, name := range []string{"a\x1b[31mb\nc", strings.Repeat("x", 290), strings.Repeat("x", 301), strings.Repeat("é", 200)} {
		killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "k", Targets: []string{name}})(journal.Outcome{Words: "\x1b[2Junknown", Open: true})
	}
	entries, err := s.ledger.Read(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	o.answers["k"] = client.Resolution{Err: unknownFault("k")}
	got, err := s.settle(t.Context(), entries)
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for _, l := range o.asked {
		asked = append(asked, l.Name)
	}
	if d := cmp.Diff([]string{"ab c", strings.Repeat("x", 290), "", ""}, asked); d != "" {
		t.Errorf("asked for (-want +got):\n%s", d)
	}
	if got[0].Name != "ab c" || !strings.HasPrefix(got[2].Name, "xxx") {
		t.Errorf("told of %q, %q", got[0].Name, got[2].Name)
	}
	if words, of := entryWords(entries[0]), targetsOf(entries[0]); words != "unknown" || of[0] != "ab c" {
		t.Errorf("listed as %q, %q", words, of)
	}
}

// An absence can be proved from an hour on, or from 26 where the cluster's clock was not known: then it is looked again,
// however short before that the last look was.
func TestSettleLooksWhenAbsenceIsProof(t *testing.T) {
	t.Parallel()
	type step struct {
		age  time.Duration
		want int
	}
	for name, tt := range map[string]struct {
		clock, until time.Duration // from the beginning; 0 if it is not known
		steps        []step
	}{
		"by the cluster's clock": {time.Second, 0, []step{{58 * time.Minute, 1}, {60 * time.Minute, 1}, {61 * time.Minute, 2}, {90 * time.Minute, 2}, {92 * time.Minute, 3}}},
		"slept in the middle":    {time.Second, 3*time.Hour + time.Second, []step{{239 * time.Minute, 1}, {240 * time.Minute, 1}, {241 * time.Minute, 2}}},
		"by the time of the end": {0, time.Second, []step{{58 * time.Minute, 1}, {60 * time.Minute, 1}, {61 * time.Minute, 2}}},
		"by any clock":           {0, 0, []step{{58 * time.Minute, 1}, {61 * time.Minute, 1}, {25 * time.Hour, 2}, {1560 * time.Minute, 2}, {1561 * time.Minute, 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, o, clock, killed := settling(t)
			began := *clock
			at := func(d time.Duration) time.Time {
				if d == 0 {
					return time.Time{}
				}
				return began.Add(d)
			}
			done := killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "open", Clock: at(tt.clock)})
			if tt.until != 0 {
				done(journal.Outcome{Open: true, Until: at(tt.until)})
			}
			if err := killed.Close(); err != nil {
				t.Fatal(err)
			}
			o.answers["open"] = client.Resolution{Err: unknownFault("open")}
			for _, step := range tt.steps {
				*clock = began.Add(step.age)
				if _, err := s.Settle(t.Context()); err != nil || o.times != step.want {
					t.Errorf("after %v: %d looks, %v", step.age, o.times, err)
				}
			}
		})
	}
}

// What the queue of the screen has shown is in the ledger, and nobody is asked any more.
func TestFoundInTheQueue(t *testing.T) {
	t.Parallel()
	s, o, _, killed := settling(t)
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "open"})
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "known"})(journal.Outcome{Words: "job 5", Job: 5})
	s.Found(t.Context(), "open", 7) // its program still runs, and may be sending it
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	read := func() []string {
		entries, err := s.ledger.Read(t.Context(), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		return briefEntries(entries)
	}
	if d := cmp.Diff([]string{" submit open ", " submit known job 5"}, read()); d != "" {
		t.Error(d)
	}
	for _, key := range []string{"open", "known", "nobody's"} {
		s.Found(t.Context(), key, 7)
	}
	if d := cmp.Diff([]string{" submit open job 7, found by its key", " submit known job 5"}, read()); d != "" {
		t.Error(d)
	}
	if got, err := s.Settle(t.Context()); err != nil || len(got) > 0 || o.times > 0 {
		t.Errorf("told %+v, %d looks, %v", got, o.times, err)
	}
}

// A program that was killed between its draft and the ledger, or could not write that, has left the key alone: it is looked
// for all the same, from the time in the key on, and for an hour from when somebody first saw it.
func TestRecallNotesWhatTheLedgerDoesNotHave(t *testing.T) {
	t.Parallel()
	s, o, clock, killed := settling(t)
	made := client.KeySource(func() time.Time { return clock.Add(-3 * 24 * time.Hour) }, strings.NewReader("0123456789"))()
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "known"})(journal.Outcome{Words: "job 5", Job: 5})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	s.seen = func(context.Context) client.Seen {
		return client.Seen{Name: "hcsdemo", Clock: clock.Add(time.Minute)}
	}
	began := *clock
	for range 2 { // once is enough
		got, err := s.Recall(t.Context(), []string{made, "known", made, "spoiled"})
		want := []tui.Settled{
			{Key: "known", Began: began, Job: 5, Outcome: "job 5"},
			{Key: made, Began: clock.Add(-3 * 24 * time.Hour), Outcome: "still not known", Open: true},
		}
		for i := range got {
			if got[i].Key == made {
				got[i].Outcome, got[i].Began = want[1].Outcome, want[1].Began
			}
		}
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("told (-want +got), %v:\n%s", err, d)
		}
	}
	o.answers[made] = client.Resolution{Job: slurm.Submitted{ID: 7}}
	*clock = clock.Add(time.Minute)
	got, err := s.Settle(t.Context())
	if err != nil || len(got) != 1 || got[0].Key != made || got[0].Job != 7 {
		t.Errorf("got %+v, %v", got, err)
	}
	want := []client.Lost{{Key: made, User: "alice", Began: began.Add(-3 * 24 * time.Hour), Until: began.Add(time.Minute)}}
	if d := cmp.Diff(want, o.asked, cmp.Comparer(func(x, y time.Time) bool { return x.Equal(y) })); d != "" {
		t.Errorf("asked (-want +got):\n%s", d)
	}
}

// Another program may be about to send and note a submit whose key is young: it is not noted a second time. A key from a
// time that is yet to come, by more than two clocks differ, is of one that was wrong, and no reason to wait.
func TestRecallLeavesYoungKeysToTheirProgram(t *testing.T) {
	t.Parallel()
	for age, notes := range map[time.Duration]int{
		0: 0, 3 * time.Second: 0, 10 * time.Minute: 0, -10 * time.Minute: 0, 10*time.Minute + time.Second: 1, -time.Hour: 1,
	} {
		t.Run(age.String(), func(t *testing.T) {
			t.Parallel()
			s, _, clock, others := settling(t)
			key := client.KeySource(func() time.Time { return clock.Add(-age) }, strings.NewReader("0123456789"))()
			got, err := s.Recall(t.Context(), []string{key})
			if err != nil || len(got) != 1 || !got[0].Began.Equal(clock.Add(-age)) {
				t.Fatalf("told %+v, %v", got, err)
			}
			if d := cmp.Diff(tui.Settled{Key: key, Began: got[0].Began, Outcome: "still not known", Open: true}, got[0]); d != "" {
				t.Errorf("told (-want +got):\n%s", d)
			}
			if all, err := s.ledger.Read(t.Context(), time.Time{}); err != nil || len(all) != notes {
				t.Errorf("noted %+v, %v; want %d", all, err, notes)
			}
			if notes > 0 {
				return
			}
			others.Begin(t.Context(), journal.Entry{Op: submitOp, Key: key})(submittedAs(7))
			got, err = s.Recall(t.Context(), []string{key})
			if err != nil || len(got) != 1 || got[0].Job != 7 || got[0].Open {
				t.Errorf("told %+v, %v", got, err)
			}
		})
	}
}
