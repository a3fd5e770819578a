package journal_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"flexq/client/journal"
)

// submitter notes two submits in a ledger, the end of the first of them, and lives until its input ends.
func submitter(dir string) int {
	l, err := journal.OpenLedger(journal.LedgerOptions{
		Dir: dir, Now: t0, Random: strings.NewReader("another-program"), OnError: func(err error) { fmt.Fprintln(os.Stderr, err) },
	})
	if err != nil {
		return 2
	}
	ctx := context.Background()
	l.Begin(ctx, journal.Entry{Op: "submit", Key: "ended"})(words("job 1"))
	l.Begin(ctx, journal.Entry{Op: "submit", Key: "sending"})
	fmt.Fprintln(os.Stdout, "begun")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return 2
	}
	return 0
}

// unfinishedKeys are the keys of the submits of which a ledger knows no end.
func unfinishedKeys(t *testing.T, l *journal.Ledger) string {
	t.Helper()
	list, err := l.Unfinished(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	keys := make([]string, len(list))
	for i, e := range list {
		keys[i] = e.Key
	}
	return strings.Join(keys, " ")
}

// programFiles are the files by which programs show that they run.
func programFiles(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "program-*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// A submit is unfinished when its program was killed, and not while that runs: the system knows, whatever became of it.
func TestUnfinishedOfAProgramThatWasKilled(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	me, _ := ledger(t, dir, "program1", 0)
	cmd := exec.CommandContext(t.Context(), os.Args[0], "submitter", dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "begun\n" {
		t.Fatalf("%q, %v", line, err)
	}
	diff(t, "while it runs", "", unfinishedKeys(t, me))
	underWay := func() (out []bool) {
		for _, e := range readLedger(t, me, time.Time{}) {
			yes, err := me.IsUnderWay(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, yes)
		}
		return out
	}
	diff(t, "under way while it runs", []bool{false, true}, underWay())
	diff(t, "files while it runs", 1, programFiles(t, dir))
	if err := cmd.Process.Kill(); err != nil { // SIGKILL
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it ended by itself")
	}
	_ = in.Close()
	diff(t, "under way when it was killed", []bool{false, false}, underWay())
	for range 2 {
		diff(t, "when it was killed", "sending", unfinishedKeys(t, me))
		diff(t, "files then", 0, programFiles(t, dir))
	}
	list, err := me.Unfinished(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	me.End(t.Context(), list[0].ID, journal.Outcome{Words: "job 7", Job: 7})
	diff(t, "when it is known", "", unfinishedKeys(t, me))
	all := readLedger(t, me, time.Time{})
	diff(t, "its end", journal.Outcome{Words: "job 7", Job: 7}, all[1].Outcome)
}

func TestUnfinishedIsWhatNobodyKnows(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, said := ledger(t, dir, "program1", 0)
	diff(t, "of no ledger", "", unfinishedKeys(t, l))
	begin := func(key string) func(journal.Outcome) {
		return l.Begin(t.Context(), journal.Entry{Op: "submit", Key: key})
	}
	begin("made")(journal.Outcome{Words: "job 1", Job: 1})
	begin("open")(journal.Outcome{Words: "unknown", Open: true})
	again := begin("open, then known")
	again(journal.Outcome{Words: "unknown", Open: true})
	again(journal.Outcome{Words: "job 2", Job: 2})
	begin("being sent")
	l.Begin(t.Context(), journal.Entry{Op: "cancel"}) // no submit: nothing can be found out of it
	diff(t, "of a program that runs", "open", unfinishedKeys(t, l))

	other, _ := ledger(t, dir, "program2", 0)
	diff(t, "for another", "open", unfinishedKeys(t, other))
	diff(t, "files", 1, programFiles(t, dir))
	for range 2 {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	diff(t, "files of a program that ended", 0, programFiles(t, dir))
	diff(t, "of a program that ended", "open being sent", unfinishedKeys(t, other))
	since, err := other.Unfinished(t.Context(), t0().Add(time.Hour))
	if err != nil || len(since) > 0 {
		t.Errorf("since later: %+v, %v", since, err)
	}
	diff(t, "errors", []string(nil), *said)
}

// However long a ledger grows, a submit whose outcome is not known stays in it.
func TestShorteningKeepsWhatIsUnfinished(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	const most = 4 << 10
	killed, _ := ledger(t, dir, "program1", most)
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "killed", Targets: []string{"train"}, User: "alice"})
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "lost"})(journal.Outcome{Words: "unknown", Open: true})
	killed.Begin(t.Context(), journal.Entry{Op: "submit", Key: "made"})(journal.Outcome{Words: "job 1", Job: 1})
	if err := killed.Close(); err != nil {
		t.Fatal(err)
	}
	l, said := ledger(t, dir, "program2", most)
	for i := range 200 {
		l.Begin(t.Context(), journal.Entry{Op: fmt.Sprintf("cancel job %d", i)})(words("done"))
	}
	diff(t, "unfinished", "killed lost", unfinishedKeys(t, l))
	all := readLedger(t, l, time.Time{})
	diff(t, "first", journal.Entry{
		ID: "70726f6772616d31-1", Op: "submit", Key: "killed", Targets: []string{"train"}, User: "alice", Program: "70726f6772616d31", Began: t0().Add(time.Second),
	}, all[0])
	diff(t, "second", journal.Outcome{Words: "unknown", Open: true}, all[1].Outcome)
	if n := len(text(t, dir, "ledger.jsonl")); n > most+500 {
		t.Errorf("%d bytes", n)
	}
	for _, e := range all[2:] {
		if e.Key != "" || e.Words != "done" {
			t.Errorf("%+v", e)
		}
	}
	diff(t, "errors", []string(nil), *said)
}

// Where it cannot be told who runs, nothing is taken for unfinished.
func TestUnfinishedInAFolderThatCannotBeLocked(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, _ := ledger(t, dir, "program1", 0)
	l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "sending"})
	letGo := journal.HoldLock(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := l.Unfinished(ctx, time.Time{}); err == nil || len(list) > 0 {
		t.Errorf("got %+v, %v", list, err)
	}
	letGo()
	diff(t, "when it can be locked again", "", unfinishedKeys(t, l)) // which waits for the look that was given up
}

// What killed programs leave does not pile up where no submit of theirs is open: the next that submits removes it.
func TestFilesOfKilledProgramsDoNotPileUp(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	running, _ := ledger(t, dir, "program1", 0)
	running.Begin(t.Context(), journal.Entry{Op: "submit", Key: "a"})(words("job 1"))
	for i := range 5 {
		spoil(t, dir, fmt.Sprintf("program-%016d.lock", i), "")
	}
	l, said := ledger(t, dir, "program2", 0)
	for range 2 {
		l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "b"})(words("job 2"))
		diff(t, "files", 2, programFiles(t, dir))
	}
	l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "c"})
	running.Begin(t.Context(), journal.Entry{Op: "submit", Key: "d"})
	diff(t, "unfinished", "", unfinishedKeys(t, l))
	diff(t, "errors", []string(nil), *said)
}

// Where it cannot be told whether a program runs, it does.
func TestAProgramThatCannotBeAskedForRuns(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	l, _ := ledger(t, dir, "program1", 0)
	l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "sending"})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(dir, "program-70726f6772616d31.lock")
	if err := os.Mkdir(odd, 0o700); err != nil { // which nobody can open for writing
		t.Fatal(err)
	}
	diff(t, "unfinished", "", unfinishedKeys(t, l))
	if err := os.Remove(odd); err != nil {
		t.Fatal(err)
	}
	diff(t, "unfinished without it", "sending", unfinishedKeys(t, l))
}

// A job that is known stays known, whatever those say who looked for it in vain.
func TestAKnownJobIsNeverLostAgain(t *testing.T) {
	t.Parallel()
	l, _ := ledger(t, folder(t), "program1", 0)
	done := l.Begin(t.Context(), journal.Entry{Op: "submit", Key: "a"})
	done(journal.Outcome{Words: "unknown", Open: true})
	done(journal.Outcome{Words: "job 7", Job: 7})
	done(journal.Outcome{Words: "unknown", Open: true})
	done(words("not submitted"))
	diff(t, "outcome", journal.Outcome{Words: "job 7", Job: 7}, readLedger(t, l, time.Time{})[0].Outcome)
	done(journal.Outcome{Words: "job 6", Job: 6})
	diff(t, "another job", uint64(6), readLedger(t, l, time.Time{})[0].Job)
}

// However many programs submit at once and end, none of their submits is ever taken for lost: not of one that ends between
// a look at what it noted and a look at whether it runs.
func TestNothingIsLostOfManyThatSubmitAtOnce(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	watcher, said := ledger(t, dir, "watcher1", 0)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 10 {
				l, said := ledger(t, dir, fmt.Sprintf("prog%04d", 100*i+k), 0)
				l.Begin(t.Context(), journal.Entry{Op: "submit", Key: fmt.Sprintf("key %d %d", i, k)})(journal.Outcome{Words: "job 1", Job: 1})
				if err := l.Close(); err != nil || len(*said) > 0 {
					t.Error(err, *said)
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		all.Wait()
	}()
	for running := true; running; {
		select {
		case <-ended:
			running = false
		default:
		}
		list, err := watcher.Unfinished(t.Context(), time.Time{})
		if err != nil {
			t.Error(err)
		}
		for _, e := range list {
			t.Errorf("taken for lost: %s", e.Key)
		}
	}
	diff(t, "errors", []string(nil), *said)
}
