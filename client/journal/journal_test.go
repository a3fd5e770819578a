package journal_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/journal"
)

func TestEventComesBackAsItWas(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	e := flex.Event{
		ID: "expired:7421", At: t0().Add(1500 * time.Millisecond), Loose: true, Type: flex.LeaseExpired, Severity: flex.Warning,
		Node: "alice-a3u-3", Pool: "a3u", Machine: "7421", Jobs: []string{"1234_7", "99"}, User: "alice", Mine: true,
		Text: "at the end of its lease \"7 d\"\n", From: flex.ByMachines | flex.BySlurm, Within: time.Hour,
	}
	diff(t, "fresh", []string{e.ID}, add(t, open(t, journal.Options{Dir: dir}), e))

	kept := e
	kept.Mine = false // for each program to find
	diff(t, "read again", []flex.Event{kept}, read(t, open(t, journal.Options{Dir: dir}), time.Time{}))
}

func TestReadGivesWhatHappenedSinceInOrder(t *testing.T) {
	t.Parallel()
	j := open(t, journal.Options{Dir: folder(t)})
	add(t, j, event("a", 3), event("a", 1), event("b", 3))
	add(t, j, event("a", 2))
	diff(t, "all", []string{"a:1", "a:2", "a:3", "b:3"}, ids(read(t, j, time.Time{})))
	diff(t, "since", []string{"a:2", "a:3", "b:3"}, ids(read(t, j, t0().Add(2*time.Second))))
}

func TestNothingIsFreshTwice(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	first := open(t, journal.Options{Dir: dir})
	diff(t, "first", []string{"a:1", "a:2"}, add(t, first, event("a", 1), event("a", 2), event("a", 1)))
	diff(t, "again", []string(nil), add(t, first, event("a", 2)))

	second := open(t, journal.Options{Dir: dir})
	diff(t, "another program", []string{"a:3"}, add(t, second, event("a", 1), event("a", 2), event("a", 3)))
	diff(t, "and back", []string(nil), add(t, first, event("a", 3)))
	diff(t, "the stream", []string{"a:1", "a:2", "a:3"}, ids(read(t, first, time.Time{})))
}

func TestSourcesThatTellTheSameAreJoined(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir})
	e := event("a", 1)
	e.Jobs = []string{"7"}
	add(t, j, e)
	more := e
	more.From, more.Machine, more.Jobs, more.Severity = flex.ByMachines, "7421", []string{"7", "8"}, flex.Critical
	diff(t, "fresh", []string(nil), add(t, j, more))

	want := e
	want.From, want.Machine = flex.BySlurm|flex.ByMachines, "7421"
	want.Jobs, want.Severity = []string{"7", "8"}, flex.Critical
	diff(t, "in this program", []flex.Event{want}, read(t, j, time.Time{}))
	diff(t, "in another", []flex.Event{want}, read(t, open(t, journal.Options{Dir: dir}), time.Time{}))

	before := text(t, dir, "events.jsonl")
	add(t, j, more)
	diff(t, "nothing new writes nothing", before, text(t, dir, "events.jsonl"))
}

func TestPlatformRecordJoinsWhatWasSeen(t *testing.T) {
	t.Parallel()
	seen := flex.Event{ID: "draining:x", At: t0(), Loose: true, Type: flex.NodeDraining, Node: "n", From: flex.BySlurm}
	record := flex.Event{
		ID: "record:1", At: t0().Add(-time.Minute), Type: flex.NodeDraining, Node: "n", Text: "Kill task failed", From: flex.ByPlatform,
	}
	later := record
	later.ID, later.At = "record:2", t0().Add(time.Minute)
	for _, order := range [][]flex.Event{{seen, record}, {record, seen}} {
		dir := folder(t)
		j := open(t, journal.Options{Dir: dir})
		diff(t, "first of "+order[0].ID, []string{order[0].ID}, add(t, j, order[0]))
		diff(t, "second", []string(nil), add(t, j, order[1]))
		got := read(t, j, time.Time{})[0]
		diff(t, "moment and text of the record, both origins",
			[]any{record.At, false, "Kill task failed", flex.BySlurm | flex.ByPlatform}, []any{got.At, got.Loose, got.Text, got.From})

		again := open(t, journal.Options{Dir: dir})
		diff(t, "after a restart, by either id", []string(nil), add(t, again, order[1], order[0]))
		diff(t, "another record of the platform is another thing", []string{"record:2"}, add(t, again, later))
	}
}

func TestLooseEvents(t *testing.T) {
	t.Parallel()
	loose := func(id string, after time.Duration) flex.Event {
		return flex.Event{ID: id, At: t0().Add(after), Loose: true, Type: flex.NodeDown, Node: "n", From: flex.BySlurm}
	}
	dir := folder(t)
	a, b := open(t, journal.Options{Dir: dir}), open(t, journal.Options{Dir: dir})
	diff(t, "down, seen by a", []string{"a1"}, add(t, a, loose("a1", 0)))
	diff(t, "the same, seen by b", []string(nil), add(t, b, loose("b1", 4*time.Second)))
	diff(t, "down again within two minutes, seen by b first", []string{"b2"}, add(t, b, loose("b2", 40*time.Second)))
	diff(t, "the same, seen by a", []string(nil), add(t, a, loose("a2", 45*time.Second)))
	diff(t, "the stream", []string{"a1", "b2"}, ids(read(t, a, time.Time{})))

	restarted := open(t, journal.Options{Dir: dir})
	diff(t, "noticed anew after a restart", []string(nil), add(t, restarted, loose("c1", 60*time.Second)))
	diff(t, "much later is something else", []string{"c2"}, add(t, restarted, loose("c2", 10*time.Minute)))
}

func TestClaimRingsOnce(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	a, b := open(t, journal.Options{Dir: dir}), open(t, journal.Options{Dir: dir})
	add(t, a, event("a", 1), event("a", 2))
	claim := func(j *journal.Journal, ids ...string) []string {
		t.Helper()
		got, err := j.Claim(t.Context(), ids)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	diff(t, "a", []string{"a:1"}, claim(a, "a:1"))
	diff(t, "b gets what is left", []string{"a:2"}, claim(b, "a:1", "a:2"))
	diff(t, "nobody twice", []string(nil), claim(a, "a:1", "a:2"))
	diff(t, "an id that nobody told", []string(nil), claim(a, "x"))
	diff(t, "after a restart", []string(nil), claim(open(t, journal.Options{Dir: dir}), "a:1", "a:2"))
	diff(t, "events", []string{"a:1", "a:2"}, ids(read(t, b, time.Time{})))
}

func TestMarkAndAfterGiveWhatOthersTold(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	a, b := open(t, journal.Options{Dir: dir}), open(t, journal.Options{Dir: dir})
	add(t, a, event("a", 5))
	read(t, b, time.Time{})
	mark := b.Mark()
	add(t, a, event("a", 6), event("a", 2))
	add(t, b, event("b", 1))
	news, next := b.After(mark)
	diff(t, "in the order of coming", []string{"a:6", "a:2", "b:1"}, ids(news))
	news, _ = b.After(next)
	diff(t, "once", []string(nil), ids(news))
}

func TestFilesAreTheUsersOwn(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes of files are not those of POSIX there")
	}
	dir := folder(t)
	j := open(t, journal.Options{Dir: dir, Max: 4})
	for i := range 9 { // through a replacement of the file
		add(t, j, event("a", i))
	}
	if err := j.SaveMemory(t.Context(), t0(), flex.Memory{}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, e.Name())
		diff(t, e.Name(), os.FileMode(0o600), info.Mode().Perm())
	}
	diff(t, "files", "events.jsonl lock memory.json", strings.Join(names, " "))
	for _, d := range []string{dir, filepath.Dir(dir)} {
		info, err := os.Stat(d)
		if err != nil {
			t.Fatal(err)
		}
		diff(t, d, os.FileMode(0o700), info.Mode().Perm())
	}
}

func TestWithoutFolderNothingIsKept(t *testing.T) {
	t.Parallel()
	j := open(t, journal.Options{Max: 4})
	for i := range 10 {
		add(t, j, event("a", i))
	}
	diff(t, "bounded", []string{"a:5", "a:6", "a:7", "a:8", "a:9"}[1:], ids(read(t, j, time.Time{}))[len(read(t, j, time.Time{}))-4:])
	diff(t, "what was dropped is no news", []string(nil), add(t, j, event("a", 1)))
	got, err := j.Claim(t.Context(), []string{"a:9"})
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "claimed", []string{"a:9"}, got)
}

func TestOpenRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	for _, o := range []journal.Options{{Dir: "state/alice"}, {Max: -1}, {MaxBytes: -1}} {
		if _, err := journal.Open(o); err == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

// What could not be written for a while may have been told by another program meanwhile: it is one event still.
func TestWhatTwoNoticedWhileTheLockWasHeldIsOne(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	noticed := func(at int) flex.Event {
		e := event("a", at)
		e.ID, e.Loose, e.Type, e.Node = "noticed:"+e.ID, true, flex.NodePoweringUp, "n"
		return e
	}
	one, other := open(t, journal.Options{Dir: dir}), open(t, journal.Options{Dir: dir})
	add(t, one, event("b", 0))
	release := journal.HoldLock(t, dir)
	one.Hurry(t, noticed(7))
	release()
	diff(t, "fresh for the other", []string{"noticed:a:3"}, add(t, other, noticed(3)))
	add(t, one, event("b", 1))
	for name, j := range map[string]*journal.Journal{"one": one, "other": other, "third": open(t, journal.Options{Dir: dir})} {
		diff(t, name, []string{"b:0", "b:1", "noticed:a:3"}, ids(read(t, j, time.Time{})))
	}
	diff(t, "no news", []string(nil), add(t, one, noticed(7)))
}
