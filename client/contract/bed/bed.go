package bed

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Bed is the running real Slurm. It is safe for concurrent use as far as Slurm is.
type Bed struct {
	dir         string // of the scripts
	url, socket string
}

// Open returns the bed that is up, and fails the test if none is.
func Open(tb testing.TB) *Bed {
	tb.Helper()
	_, file, _, ok := runtime.Caller(0)
	if !ok {
		tb.Fatal("no source path: the bed's scripts cannot be found")
	}
	b := &Bed{dir: filepath.Join(filepath.Dir(file), "..", "..", "..", "testdata", "slurm")}
	b.url = b.must(tb, "rest", "url")
	b.socket = b.must(tb, "rest", "socket")
	return b
}

// URL is where the slurmrestd that asks for tokens listens: http://HOST:PORT.
func (b *Bed) URL() string { return b.url }

// Socket is the path of the unix socket of the slurmrestd that takes every caller for alice.
func (b *Bed) Socket() string { return b.socket }

// Token returns a token of slurmrestd for user, good for an hour.
func (b *Bed) Token(tb testing.TB, user string) string {
	tb.Helper()
	return b.must(tb, "token", user)
}

// ShortToken returns a token of slurmrestd for user, good for that many seconds.
func (b *Bed) ShortToken(tb testing.TB, user string, seconds int) string {
	tb.Helper()
	return b.must(tb, "token", user, fmt.Sprint(seconds))
}

// Root runs a command inside the bed as root and returns what it printed, without the last line's end. The test
// fails if the command does.
func (b *Bed) Root(tb testing.TB, argv ...string) string {
	tb.Helper()
	return b.must(tb, "sh", argv...)
}

// As is Root for another user of the bed, in that user's home.
func (b *Bed) As(tb testing.TB, user string, argv ...string) string {
	tb.Helper()
	return b.must(tb, "sh", append([]string{"-u", user}, argv...)...)
}

// Try is Root for a command that may fail: the error holds what it wrote to standard error.
func (b *Bed) Try(ctx context.Context, argv ...string) (string, error) {
	return b.script(ctx, "sh", argv...)
}

// Node does something to the machine under a node: kill, start, refuse (it will not boot), accept.
func (b *Bed) Node(tb testing.TB, verb, node string) {
	tb.Helper()
	b.must(tb, "node", verb, node)
}

// Rest stops or starts the slurmrestd of URL.
func (b *Bed) Rest(tb testing.TB, verb string) {
	tb.Helper()
	b.must(tb, "rest", verb)
}

// Set changes one setting of the running slurmctld.
func (b *Bed) Set(tb testing.TB, key, value string) {
	tb.Helper()
	b.must(tb, "set", key, value)
}

// patience ends a wait for what never comes. The longest that Slurm takes by itself is the two minutes after which
// it asks a node again, and some do not come alone.
const patience = 10 * time.Minute

// Until looks at cond four times a second until it holds, and fails the test when it does not within ten minutes.
func (b *Bed) Until(tb testing.TB, what string, cond func() bool) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), patience)
	defer cancel()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for !cond() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			tb.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// LimitsMemory reports whether a job that takes more memory than it asked for is killed: not every machine can.
func (b *Bed) LimitsMemory(tb testing.TB) bool {
	tb.Helper()
	return strings.Contains(b.must(tb, "sh", "scontrol", "show", "config"), "task/cgroup")
}

func (b *Bed) must(tb testing.TB, name string, args ...string) string {
	tb.Helper()
	// Clean-ups run after t.Context is done, and they use the bed too.
	out, err := b.script(context.WithoutCancel(tb.Context()), name, args...)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

func (b *Bed) script(ctx context.Context, name string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, filepath.Join(b.dir, name), args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSuffix(stdout.String(), "\n"), nil
}
