package wire_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"flexq/client/slurm"
	"flexq/client/wire"
)

// counting counts what has been taken from it.
type counting struct {
	io.Reader
	taken int
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.taken += n
	return n, err
}

// A job is delivered as soon as its bytes are there, in all three forms of an answer: nothing waits for the end, and no
// more is held than a job and a buffer.
func TestJobsAreDeliveredWhileTheyStream(t *testing.T) {
	t.Parallel()
	const n, most = 600, 200_000
	body := repeated(t, n)
	for name, form := range map[string]struct {
		answer []byte
		decode func(io.Reader, wire.Fields) error
	}{
		"plain":  {body, func(r io.Reader, f wire.Fields) error { _, err := wire.ReadPayload(r, f); return err }},
		"object": {append(append([]byte(`{"structuredBody": `), body...), `, "status": 200}`...), envelope},
		"string": {[]byte(`{"body": ` + quoted(string(body)) + `, "status": 200}`), envelope},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			src := &counting{Reader: bytes.NewReader(form.answer)}
			seen := 0
			reply := wire.JobsReply{Keep: func(*slurm.Job) bool {
				seen++
				if ideal := len(form.answer) / n * seen; src.taken > ideal+most {
					t.Fatalf("job %d came after %d bytes; its end is near %d", seen, src.taken, ideal)
				}
				return false
			}}
			if err := form.decode(src, reply.Fields()); err != nil || seen != n || len(reply.Jobs) != 0 {
				t.Errorf("saw %d jobs, kept %d, %v", seen, len(reply.Jobs), err)
			}
		})
	}
}

func envelope(r io.Reader, f wire.Fields) error {
	_, err := wire.ReadEnvelope(r, f)
	return err
}

// Room is made for a list that comes, once, and for none that does not: a poll of a quiet queue costs next to nothing.
func TestExpectMakesRoomOnce(t *testing.T) {
	t.Parallel()
	const one, two = `{"jobs": [{"job_id": 1}]}`, `{"jobs": [{"job_id": 1}, {"job_id": 2}]}`
	none := func(*slurm.Job) bool { return false }
	second := func(j *slurm.Job) bool { return j.ID == 2 }
	tests := []struct {
		name, answer string
		expect       int
		keep         func(*slurm.Job) bool
		jobs, room   int // least room; a tenth more is fine
	}{
		{"unchanged", `{"jobs": []}`, 50_000, nil, 0, 0},
		{"no list", `{}`, 50_000, nil, 0, 0},
		{"nothing expected", one, 0, nil, 1, 1},
		{"nonsense expected", one, -5, nil, 1, 1},
		{"expected", one, 5000, nil, 1, 5000},
		{"more than expected", two, 1, nil, 2, 2},
		{"too much expected", two, 1 << 40, nil, 2, 200_000},
		{"none wanted", two, 50_000, none, 0, 1},
		{"one wanted", two, 5000, second, 1, 5000},
	}
	for _, tt := range tests {
		reply := wire.JobsReply{Expect: tt.expect, Keep: tt.keep}
		_, err := wire.ReadPayload(strings.NewReader(tt.answer), reply.Fields())
		if got := cap(reply.Jobs); err != nil || len(reply.Jobs) != tt.jobs || got < tt.room || got > tt.room+max(tt.room/10, 0) {
			t.Errorf("%s: %d jobs, room for %d, %v", tt.name, len(reply.Jobs), got, err)
		}
	}
}
