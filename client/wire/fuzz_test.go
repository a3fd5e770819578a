package wire_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/wire"
)

// maxSeed keeps the seeds small enough for the fuzzer to be quick.
const maxSeed = 10_000

// seed adds the recorded answers that match.
func seed(f *testing.F, pattern string, change func([]byte) []byte) {
	f.Helper()
	files, err := filepath.Glob(recorded + pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		if len(b) <= maxSeed {
			f.Add(change(b))
		}
	}
}

func same(b []byte) []byte { return b }

// checkError checks that an error is one of the two kinds that can come of bytes.
func checkError(t *testing.T, err error) {
	t.Helper()
	if err != nil && errors.Is(err, wire.ErrMalformed) == errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("neither cut nor malformed, or both: %v", err)
	}
}

func checkText(t *testing.T, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !utf8.ValidString(s) || wire.Clean(s) != s {
			t.Errorf("%q came through", s)
		}
	}
}

func FuzzJobs(f *testing.F) {
	seed(f, "v0.0.4*/job*.json", same)
	seed(f, "v0.0.4*/db-job*.json", same)
	f.Fuzz(func(t *testing.T, b []byte) {
		var live wire.JobsReply
		p, err := wire.ReadPayload(bytes.NewReader(b), live.Fields())
		checkError(t, err)
		checkText(t, p.Skipped...)
		var past wire.AccountingReply
		_, err2 := wire.ReadPayload(bytes.NewReader(b), past.Fields())
		if (err == nil) != (err2 == nil) {
			t.Errorf("as the queue: %v, as accounting: %v", err, err2)
		}
		for _, jobs := range [][]slurm.Job{live.Jobs, past.Jobs} {
			for _, j := range jobs {
				checkText(t, j.Name, j.User, j.Reason, j.Comment, string(j.Nodes), j.Array.Tasks, j.State.String(), j.Exit.SignalName)
				if j.Limit < slurm.LimitInfinite || j.Submit < 0 || j.Start < 0 || j.End < 0 {
					t.Errorf("limit %d, submit %d, start %d, end %d", j.Limit, j.Submit, j.Start, j.End)
				}
				if j.NodeCount.Infinite && j.NodeCount.Set || !j.NodeCount.Set && j.NodeCount.Value != 0 {
					t.Errorf("node count %+v", j.NodeCount)
				}
			}
		}
	})
}

func FuzzNodes(f *testing.F) {
	seed(f, "v0.0.4*/node*.json", same)
	seed(f, "v0.0.4*/partition*.json", same)
	seed(f, "v0.0.4*/reservation*.json", same)
	f.Fuzz(func(t *testing.T, b []byte) {
		var nodes wire.NodesReply
		_, err := wire.ReadPayload(bytes.NewReader(b), nodes.Fields())
		checkError(t, err)
		for _, n := range nodes.Nodes {
			checkText(t, n.Name, n.Reason, n.GRES, n.OS, n.State.String())
			checkText(t, n.Partitions...)
			if n.CPULoad < 0 || n.Boot < 0 {
				t.Errorf("load %f, boot %d", n.CPULoad, n.Boot)
			}
		}
		var partitions wire.PartitionsReply
		_, err = wire.ReadPayload(bytes.NewReader(b), partitions.Fields())
		checkError(t, err)
		var reservations wire.ReservationsReply
		_, err = wire.ReadPayload(bytes.NewReader(b), reservations.Fields())
		checkError(t, err)
	})
}

func FuzzEnvelope(f *testing.F) {
	wrap := func(head, tail string, change func([]byte) []byte) func([]byte) []byte {
		return func(b []byte) []byte { return append(append([]byte(head), change(b)...), tail...) }
	}
	for _, pattern := range []string{"v0.0.42/submit*.json", "v0.0.42/cancel*.json", "v0.0.42/ping*.json", "v0.0.42/job-unknown.json"} {
		seed(f, pattern, wrap(`{"structuredBody": `, `, "status": 200}`, same))
		seed(f, pattern, wrap(`{"status": "404", "body": `, `}`, func(b []byte) []byte { return []byte(quoted(string(bytes.TrimSpace(b)))) }))
	}
	f.Add([]byte(`{"status": 401, "body": "Authentication failure"}`))
	f.Add([]byte(`{"status": 304}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		read := func(r io.Reader) (wire.Envelope, wire.SubmitReply, error) {
			var reply wire.SubmitReply
			e, err := wire.ReadEnvelope(r, reply.Fields())
			return e, reply, err
		}
		e, reply, err := read(bytes.NewReader(b))
		checkError(t, err)
		if err != nil {
			return
		}
		checkText(t, reply.Message, reply.StepID, e.Payload.Text)
		if e.Status < 0 || e.Status > 999 {
			t.Errorf("status %d", e.Status)
		}
		// However the bytes arrive, the answer is the same.
		e2, reply2, err := read(&dripping{b})
		if err != nil || !cmp.Equal(e, e2) || reply != reply2 {
			t.Errorf("in pieces: %v\n%s", err, cmp.Diff(e, e2))
		}
	})
}

// dripping gives one, two, three bytes... at a time.
type dripping struct{ rest []byte }

func (d *dripping) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, d.rest[:min(len(d.rest), 1+len(d.rest)%3)])
	d.rest = d.rest[n:]
	return n, nil
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"plain", "\x1b[31mred", "\x1b]0;t\a", "\x1b]0;t\x1b\\", "\u009b1m", "a\u202eb", "👩\u200d🔬", "e\u0301", "\xff\xfe", "\u2028", "\x1bP\x1b\\",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkClean(t, s) })
}
