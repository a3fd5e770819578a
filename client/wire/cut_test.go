package wire_test

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/wire"
)

// replies gives a new reply of each kind with its fields, by the path of the answer; all of them read any answer.
func replies() map[string]func() (any, wire.Fields) {
	return map[string]func() (any, wire.Fields){
		"jobs":         func() (any, wire.Fields) { r := new(wire.JobsReply); return r, r.Fields() },
		"accounting":   func() (any, wire.Fields) { r := new(wire.AccountingReply); return r, r.Fields() },
		"scripts":      func() (any, wire.Fields) { r := new(wire.ScriptReply); return r, r.Fields() },
		"states":       func() (any, wire.Fields) { r := new(wire.StatesReply); return r, r.Fields() },
		"nodes":        func() (any, wire.Fields) { r := new(wire.NodesReply); return r, r.Fields() },
		"partitions":   func() (any, wire.Fields) { r := new(wire.PartitionsReply); return r, r.Fields() },
		"reservations": func() (any, wire.Fields) { r := new(wire.ReservationsReply); return r, r.Fields() },
		"licenses":     func() (any, wire.Fields) { r := new(wire.LicensesReply); return r, r.Fields() },
		"associations": func() (any, wire.Fields) { r := new(wire.AssociationsReply); return r, r.Fields() },
		"qos":          func() (any, wire.Fields) { r := new(wire.QOSReply); return r, r.Fields() },
		"ping":         func() (any, wire.Fields) { r := new(wire.PingReply); return r, r.Fields() },
		"diag":         func() (any, wire.Fields) { r := new(wire.DiagReply); return r, r.Fields() },
		"submit":       func() (any, wire.Fields) { r := new(wire.SubmitReply); return r, r.Fields() },
		"cancel":       func() (any, wire.Fields) { r := new(wire.CancelReply); return r, r.Fields() },
		"update":       func() (any, wire.Fields) { r := new(wire.UpdateReply); return r, r.Fields() },
	}
}

// repliesOf gives the replies that read something of a recorded answer.
func repliesOf(file string) []string {
	switch name := filepath.Base(file); {
	case strings.HasPrefix(name, "jobs-state"):
		return []string{"states"}
	case strings.HasPrefix(name, "job"):
		return []string{"jobs"}
	case strings.HasPrefix(name, "db-job"):
		return []string{"accounting", "scripts"}
	default:
		for kind := range replies() {
			if strings.HasPrefix(name, strings.TrimSuffix(kind, "s")) {
				return []string{kind}
			}
		}
	}
	return []string{"jobs"} // an error, which all read alike
}

// forms gives an answer of Slurm's as it comes: plain, and in the platform's envelope.
func forms(b []byte) map[string][]byte {
	text := strings.TrimSpace(string(b))
	return map[string][]byte{
		"plain":        []byte(text),
		"object":       []byte(`{"structuredBody": ` + text + `, "status": 200}`),
		"object, last": []byte(`{"status": 200, "body": ` + text + `}`),
		"string":       []byte(`{"body": ` + quoted(text) + `, "status": 200}`),
		"cut inside":   []byte(text), // and the envelope around it is whole
	}
}

// readForm reads an answer in one of the forms.
func readForm(form string, b []byte, f wire.Fields) (wire.Payload, error) {
	if form == "plain" {
		return wire.ReadPayload(bytes.NewReader(b), f)
	}
	if form == "cut inside" {
		b = []byte(`{"status": 200, "body": ` + quoted(string(b)) + `}`)
	}
	e, err := wire.ReadEnvelope(bytes.NewReader(b), f)
	return e.Payload, err
}

// cutsOf gives where an answer is cut: everywhere in a short one, and at fewer places the longer it is, as all that stands
// before them is read each time.
func cutsOf(n int) []int {
	most := max(600_000/n, 40)
	var out []int
	for at := 1; at < n; at += max(1, n/most) {
		out = append(out, at)
	}
	return append(out, max(n-1, 1))
}

// An answer that ends cleanly, and yet too early, is no answer: wherever it was cut, in whatever form it came. What it
// had said before is a part of what it was to say, and no number of it is shorter than it was.
func TestCutAnswersAreNone(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(recorded + "v0.0.4*/*.json")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		file = strings.TrimPrefix(file, recorded)
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			for _, kind := range repliesOf(file) {
				for form, b := range forms(readFile(t, file)) {
					checkCuts(t, form, b, replies()[kind])
				}
			}
		})
	}
}

func checkCuts(t *testing.T, form string, b []byte, fresh func() (any, wire.Fields)) {
	t.Helper()
	whole, f := fresh()
	if _, err := readForm(form, b, f); err != nil {
		t.Fatalf("%s, whole: %v", form, err)
	}
	for _, at := range cutsOf(len(b)) {
		got, f := fresh()
		_, err := readForm(form, b[:at], f)
		if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, wire.ErrMalformed) {
			t.Fatalf("%s, cut at %d of %d, behind %q: got %v, %+v", form, at, len(b), b[max(at-20, 0):at], err, got)
		}
		if id := jobOf(got); id != 0 && id != jobOf(whole) {
			t.Fatalf("%s, cut at %d, behind %q: job %d", form, at, b[max(at-20, 0):at], id)
		}
	}
}

// jobOf gives the job that a reply to a submit names, which counts even where the rest of the answer is lost.
func jobOf(reply any) uint64 {
	if s, ok := reply.(*wire.SubmitReply); ok {
		return s.JobID
	}
	return 0
}

// The id of a submit counts from the first byte on that follows it.
func TestNumberThatTheAnswerEndsIn(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]uint64{
		`{"job_id": 4`:              0,
		`{"job_id": 43`:             0,
		`{"job_id": 43 `:            0, // a blank may have come of the cut
		`{"job_id": 43,`:            0,
		`{"job_id": 43, "`:          43,
		`{"job_id": 43}`:            43,
		`{"job_id": "43`:            0,
		`{"job_id": "43"`:           43,
		`{"job_id": {"number": 4`:   0,
		`{"result": {"job_id": 4`:   0,
		`{"result": {"job_id": 43}`: 43,
	} {
		var reply wire.SubmitReply
		_, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
		if reply.JobID != want || (err == nil) != (answer == `{"job_id": 43}`) || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: job %d, want %d; %v", answer, reply.JobID, want, err)
		}
	}
}

// Blanks around an answer are none of it, and anything else behind it spoils it.
func TestWhatFollowsAnAnswer(t *testing.T) {
	t.Parallel()
	const one = `{"jobs": [{"job_id": 7}]}`
	read := func(form, text string) ([]uint64, error) {
		var reply wire.JobsReply
		_, err := readForm(form, []byte(text), reply.Fields())
		var ids []uint64
		for _, j := range reply.Jobs {
			ids = append(ids, j.ID)
		}
		return ids, err
	}
	for _, form := range []string{"plain", "cut inside"} {
		got, err := read(form, " \n"+one+"\r\n\t ")
		if diff := cmp.Diff([]uint64{7}, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", form, err, diff)
		}
		for _, more := range []string{"x", "{}", "\n" + one, "]", "}", `"`, "\x00", ","} {
			if _, err := read(form, one+more); err == nil {
				t.Errorf("%s: %q behind it passes", form, more)
			}
		}
	}
}

// A list that is null is none: nothing has been told. A null in a list is something that is missing there.
func TestNullIsNoList(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{
		`{"status": null}`: false, `{"status": []}`: true, `{}`: false, `{"status": [{"job_id": 5, "error": {"code": 2002}}]}`: true,
	} {
		var reply wire.CancelReply
		if _, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields()); err != nil || reply.Told != want {
			t.Errorf("%s: told %v, %v", answer, reply.Told, err)
		}
	}
	var jobs wire.JobsReply
	p, err := wire.ReadPayload(strings.NewReader(`{"jobs": [{"job_id": 1}, null]}`), jobs.Fields())
	if diff := cmp.Diff([]string{"jobs[1]: not an object"}, p.Skipped); diff != "" || err != nil || len(jobs.Jobs) != 1 {
		t.Errorf("%d jobs, %v %s", len(jobs.Jobs), err, diff)
	}
}
