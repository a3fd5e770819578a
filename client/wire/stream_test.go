package wire_test

import (
	"bytes"
	"io"
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

func TestExpectMakesRoomOnce(t *testing.T) {
	t.Parallel()
	for expect, want := range map[int]int{0: 0, -5: 0, 5000: 5000, 1 << 40: 200_000} {
		reply := wire.JobsReply{Expect: expect}
		if _, err := wire.ReadPayload(bytes.NewReader([]byte(`{"jobs": []}`)), reply.Fields()); err != nil || cap(reply.Jobs) != want {
			t.Errorf("expecting %d: room for %d, %v", expect, cap(reply.Jobs), err)
		}
	}
}
