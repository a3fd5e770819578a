package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/journal"
	"flexq/client/sim"
)

// loser is a cluster at which submits get lost, and a user of it whose clock can be set.
type loser struct {
	*sim.Sim
	t    *testing.T
	url  string
	home string
	late time.Duration // how far the user's clock has gone on
	// bare says that answers have no Date, as those of a real slurmrestd.
	bare bool
	// leave ends the command that runs, as ctrl-c does. When hangs, a submit does so once it is made, and is not answered.
	leave context.CancelFunc
	hangs bool
}

// wait lets time pass, on both sides.
func (l *loser) wait(d time.Duration) {
	l.late += d
	l.Advance(d)
}

func newLoser(t *testing.T) *loser {
	t.Helper()
	s, err := sim.New(sim.Config{Now: time.Now, Speed: 1, TokenLife: 100 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	l := &loser{Sim: s, t: t, home: t.TempDir()}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && l.hangs {
			s.Handler().ServeHTTP(httptest.NewRecorder(), r)
			l.leave()
			<-r.Context().Done()
			return
		}
		s.Handler().ServeHTTP(&dated{ResponseWriter: w, loser: l}, r)
	}))
	t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

// dated dates the answers, since the clocks agree.
type dated struct {
	http.ResponseWriter
	*loser
}

func (d *dated) WriteHeader(status int) {
	d.Header()["Date"] = nil
	if !d.bare {
		d.Header().Set("Date", time.Now().Add(d.late).UTC().Format(http.TimeFormat))
	}
	d.ResponseWriter.WriteHeader(status)
}

func (d *dated) Unwrap() http.ResponseWriter { return d.ResponseWriter }

// flexq runs one command, and returns what it printed and its code. Pauses take no time.
func (l *loser) flexq(input string, args ...string) (out, errs string, code int) {
	l.t.Helper()
	env := map[string]string{"HOME": l.home, "SLURM_JWT": l.SlurmToken("alice"), "XDG_STATE_HOME": filepath.Join(l.home, "state")}
	var stdout, stderr bytes.Buffer
	f := newFactory(streams{In: strings.NewReader(input), Out: &stdout, Err: &stderr}, func(name string) string { return env[name] })
	f.sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	f.now = func() time.Time { return time.Now().Add(l.late) }
	cmd := newRootCmd(f)
	cmd.SetArgs(append([]string{"--endpoint", l.url}, args...))
	ctx, leave := context.WithCancel(l.t.Context())
	defer leave()
	l.leave = leave
	err := cmd.ExecuteContext(ctx)
	complain(&stderr, err)
	if closing := f.close(); closing != nil {
		l.t.Error(closing)
	}
	return stdout.String(), stderr.String(), exitCode(err)
}

// lose submits a job whose answer is lost, and returns its key.
func (l *loser) lose(name string) string {
	l.t.Helper()
	out, errs, code := l.flexq("#!/bin/sh\nsleep 600\n", "submit", "--chdir", "/home/alice", "-J", name, "-p", "cpu", "-")
	key := regexp.MustCompile("flexq:[0-9A-Z]{26}").FindString(errs)
	if out != "" || key == "" || code != exitUnknownOutcome {
		l.t.Fatalf("stdout %q, stderr %q, code %d", out, errs, code)
	}
	return key
}

func (l *loser) want(code int, out string, args ...string) {
	l.t.Helper()
	got, errs, c := l.flexq("", args...)
	if c != code || !regexp.MustCompile(out).MatchString(got) {
		l.t.Errorf("%q: code %d, stdout\n%s\nstderr\n%s\nwant code %d and %s", args, c, got, errs, code, out)
	}
}

// A submit that never arrived stays open for an hour, and is then known not to be submitted.
func TestLedgerResolvesWhatNeverArrived(t *testing.T) {
	t.Parallel()
	for name, bare := range map[string]bool{"with a Date": false, "as a real slurmrestd": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLoser(t)
			l.bare = bare
			neverArrived(l)
		})
	}
}

func neverArrived(l *loser) {
	t := l.t
	t.Helper()
	l.want(0, `^TIME +CHANGE +OF +OUTCOME\n$`, "ledger")
	l.want(0, `^KEY +NAME +TIME +OUTCOME\n$`, "ledger", "resolve")
	l.Faults().Add(sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropBefore})
	key := l.lose("train")
	l.Faults().Clear()
	l.want(0, `submit +train +unknown: look for the key `+key, "ledger")
	l.want(7, key+` +train .* it is still not known whether the job was submitted: it is not there, and may be under way yet; look again at \d\d:\d\d`, "ledger", "resolve")
	l.wait(2 * time.Hour)
	l.want(0, key+` +train .* not submitted\n`, "ledger", "resolve")
	l.want(0, `submit +train +not submitted: no job has its key`, "ledger", "list")
	l.want(0, `^KEY +NAME +TIME +OUTCOME\n$`, "ledger", "resolve")
	l.want(0, key+` .* not submitted\n`, "ledger", "resolve", key)
	posts := 0
	for _, r := range l.Requests() {
		if r.Method == "POST" {
			posts++
		}
	}
	if posts != 1 {
		t.Errorf("%d requests to submit", posts)
	}
}

// A real slurmrestd has no Date in its answers. The user's clock was behind when the submit was sent, as that of a machine
// that slept, and has been set right: the submit is a minute old, whatever the two say.
func TestLedgerResolvesByTheClustersClock(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.bare, l.late = true, -3*time.Hour
	l.Faults().Add(sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropBefore})
	key := l.lose("train")
	l.Faults().Clear()
	l.late = time.Minute
	open := key + ` +train .* it is not there, and may be under way yet; look again at \d\d:\d\d`
	l.want(7, open, "ledger", "resolve")
	l.late = 30 * time.Hour // it jumps
	l.want(7, open, "ledger", "resolve")
	l.Advance(59 * time.Minute)
	l.want(7, open, "ledger", "resolve")
	l.late = 0
	l.Advance(2 * time.Minute)
	l.want(0, key+` +train .* not submitted\n`, "ledger", "resolve")
}

// Of another machine's key nothing is known but the time in it, by a clock that may be wrong.
func TestLedgerResolvesAKeyOfAnotherMachine(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.bare = true
	key := client.KeySource(func() time.Time { return time.Now().Add(-2 * time.Hour) }, rand.Reader)()
	l.want(7, key+` .* it is not there, and may be under way yet; look again at 20`, "ledger", "resolve", key)
	l.wait(25 * time.Hour)
	l.want(0, key+` .* not submitted\n`, "ledger", "resolve", key)
}

// One that arrived is found, by whoever looks for its key.
func TestLedgerResolvesWhatArrived(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.Faults().Add(
		sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropAfter},
		sim.Fault{Method: "GET", Path: "/jobs/", Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}},
	)
	key := l.lose("train")
	l.want(7, key+` +train .* it is still not known`, "ledger", "resolve")
	l.Faults().Clear()
	other := *l
	other.home = t.TempDir() // on another machine
	other.want(0, key+` .* submitted as 1\n`, "ledger", "resolve", key)
	if noted, err := filepath.Glob(filepath.Join(other.home, "state", "flexq", "*", "ledger.jsonl")); err != nil || len(noted) > 0 {
		t.Errorf("a submit of another machine is noted: %q, %v", noted, err)
	}
	l.want(0, key+` +train .* submitted as 1\n`, "ledger", "resolve")
	l.want(0, `submit +train +job 1, found by its key`, "ledger", "list", "--since", "1h")

	out, _, _ := l.flexq("", "ledger", "list", "-o", "json")
	var list struct {
		Kind  string
		Items []struct {
			Change, Key, Outcome string
			Job                  int
			Targets              []string
			Open                 bool
		}
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	if list.Kind != "ledger" || len(list.Items) != 1 || list.Items[0].Job != 1 || list.Items[0].Key != key || list.Items[0].Open || list.Items[0].Targets[0] != "train" {
		t.Errorf("got %+v", list)
	}
	out, _, _ = l.flexq("", "ledger", "resolve", key, "-o", "json")
	var settled struct {
		Kind  string
		Items []struct {
			Key, Name, Outcome string
			Job                int
			Open               bool
		}
	}
	if err := json.Unmarshal([]byte(out), &settled); err != nil {
		t.Fatal(err)
	}
	if settled.Kind != "settled" || len(settled.Items) != 1 || settled.Items[0].Job != 1 || settled.Items[0].Open || settled.Items[0].Outcome != "submitted as 1" {
		t.Errorf("got %+v", settled)
	}
}

// The next submit tells what became of the one before, and goes on whatever that is. What was looked for in vain is not
// looked for each time.
func TestSubmitTellsOfTheOneBefore(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.Faults().Add(
		sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropAfter, Count: 1},
		sim.Fault{Method: "GET", Path: "/jobs/", Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}},
	)
	key := l.lose("first")
	submit := func() (string, string) {
		t.Helper()
		out, errs, code := l.flexq("#!/bin/sh\nsleep 600\n", "submit", "--chdir", "/home/alice", "-J", "more", "-p", "cpu", "-")
		if code != 0 {
			t.Errorf("code %d, %s", code, errs)
		}
		return out, errs
	}
	l.late = time.Minute
	if out, errs := submit(); out != "2\n" || !strings.Contains(errs, "flexq: warning: the answer to an earlier submit was lost (first, ") || !strings.Contains(errs, key+"): it is still not known") {
		t.Errorf("still unknown: %q, %q", out, errs)
	}
	l.Faults().Clear()
	if out, errs := submit(); out != "3\n" || strings.Contains(errs, "earlier submit") {
		t.Errorf("too early to look again: %q, %q", out, errs)
	}
	l.late = 5 * time.Minute
	if out, errs := submit(); out != "4\n" || !strings.Contains(errs, "flexq: the answer to an earlier submit was lost (first, ") || !strings.Contains(errs, "): submitted as 1\n") {
		t.Errorf("found: %q, %q", out, errs)
	}
	if out, errs := submit(); out != "5\n" || strings.Contains(errs, "earlier submit") {
		t.Errorf("and told once: %q, %q", out, errs)
	}
}

func TestLedgerRefuses(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	for words, args := range map[string][]string{
		`"1234" is not the key of a submit`:             {"ledger", "resolve", "1234"},
		"there is one argument too many":                {"ledger", "resolve", "a", "b"},
		`there is no command "settle"`:                  {"ledger", "settle"},
		"flexq ledger list takes no arguments":          {"ledger", "list", "x"},
		`"soon" is neither a span of time nor a moment`: {"ledger", "--since", "soon"},
		"there is no format or column":                  {"ledger", "-o", "nothing"},
	} {
		if out, errs, code := l.flexq("", args...); code != exitUsage || out != "" || !strings.Contains(errs, words) {
			t.Errorf("%q: %d, %q, %q", args, code, out, errs)
		}
	}
}

// Who waits in the middle of a submit, as a program that was stopped does, may send it yet: no age of it is a proof that
// there will be no job.
func TestLedgerResolvesNothingThatMayBeSentYet(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.Faults().Add(sim.Fault{Method: "POST", Path: "/job/submit", Drop: sim.DropBefore})
	l.lose("train") // which makes the folder
	l.Faults().Clear()
	dirs, err := filepath.Glob(filepath.Join(l.home, "state", "flexq", "*", "ledger.jsonl"))
	if err != nil || len(dirs) != 1 {
		t.Fatalf("%q, %v", dirs, err)
	}
	stopped, err := journal.OpenLedger(journal.LedgerOptions{Dir: filepath.Dir(dirs[0]), Now: time.Now, OnError: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	const key = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"
	done := stopped.Begin(t.Context(), journal.Entry{Op: "submit", Key: key, Targets: []string{"slow"}, User: "alice"})
	l.late = 2 * time.Hour
	l.want(7, key+` +slow .* its program still runs, and may be sending it`, "ledger", "resolve", key)
	done(journal.Outcome{Words: "job 1234", Job: 1234})
	if err := stopped.Close(); err != nil {
		t.Fatal(err)
	}
	asked := len(l.Requests())
	l.want(0, key+` +slow .* submitted as 1234\n`, "ledger", "resolve", key) // though accounting never heard of it
	l.want(0, `submit +slow +job 1234\n`, "ledger")
	if n := len(l.Requests()); n != asked {
		t.Errorf("%d requests for what is known", n-asked)
	}
}

// An answer that is cut is no warning of Slurm's, and the job that was found is known.
func TestSubmitWhoseAnswerIsCut(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.Faults().Add(sim.Fault{Method: "POST", Path: "/job/submit", CutAfter: 5})
	out, errs, code := l.flexq("#!/bin/sh\nsleep 600\n", "submit", "--chdir", "/home/alice", "-p", "cpu", "-")
	if out != "1\n" || code != 0 || !strings.Contains(errs, "flexq: submitted as 1; its answer was cut; found by its key\n") ||
		strings.Contains(errs, "nobody knows") || strings.Contains(errs, "warning") {
		t.Errorf("stdout %q, stderr %q, code %d", out, errs, code)
	}
	l.want(0, `submit +sbatch +job 1\n`, "ledger")
}

// With ctrl-c while no answer comes the job is looked for once, and said if it is there.
func TestSubmitThatIsLeftWhileItHangs(t *testing.T) {
	t.Parallel()
	l := newLoser(t)
	l.hangs = true
	out, errs, code := l.flexq("#!/bin/sh\nsleep 600\n", "submit", "--chdir", "/home/alice", "-p", "cpu", "-")
	if out != "1\n" || code != 0 || !strings.Contains(errs, "flexq: submitted as 1; no answer came; found by its key\n") {
		t.Errorf("stdout %q, stderr %q, code %d", out, errs, code)
	}
	l.want(0, `submit +sbatch +job 1\n`, "ledger")
	l.Faults().Add(sim.Fault{Method: "GET", Path: "/jobs/", Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}})
	out, errs, code = l.flexq("#!/bin/sh\nsleep 600\n", "submit", "--no-check", "--chdir", "/home/alice", "-p", "cpu", "-")
	if out != "" || code != exitUnknownOutcome || !strings.Contains(errs, "nobody knows whether this happened") {
		t.Errorf("where it cannot be seen: stdout %q, stderr %q, code %d", out, errs, code)
	}
}
