package wire_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/wire"
)

func TestReadPayloadCommonParts(t *testing.T) {
	t.Parallel()
	const answer = `{
		"meta": {
			"plugin": {"data_parser": "data_parser\/v0.0.42", "accounting_storage": "accounting_storage\/slurmdbd"},
			"client": {"user": "root", "group": "root"},
			"slurm": {"version": {"major": "24"}, "release": "24.11.5", "cluster": "demo"}
		},
		"errors": [{"description": "Batch job submission failed", "error_number": 2000, "error": "Invalid partition", "source": "submit()"}],
		"warnings": [{"description": "careful\u001b[31m", "source": "#\/job\/"}],
		"": {"not": "a field"},
		"new thing": [[{"deep": 1}]]
	}`
	got, err := wire.ReadPayload(strings.NewReader(answer), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := wire.Payload{
		Meta: wire.Meta{
			Release: "24.11.5", Cluster: "demo", DataParser: "v0.0.42", Accounting: "slurmdbd", User: "root",
		},
		Errors: []slurm.Problem{{
			Number: 2000, Error: "Invalid partition", Description: "Batch job submission failed", Source: "submit()",
		}},
		Warnings: []slurm.Problem{{Description: "careful", Source: "#/job/"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadPayloadWithoutCommonParts(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		`{}`,
		` {"meta": null, "errors": null, "warnings": null} `,
		`{"meta": [], "errors": {}, "warnings": []}`,
		`{"meta": {"slurm": null, "plugin": "x"}, "errors": []}`,
	} {
		got, err := wire.ReadPayload(strings.NewReader(answer), nil)
		if err != nil || got.Meta != (wire.Meta{}) || got.Empty {
			t.Errorf("%s: got %+v, %v", answer, got, err)
		}
	}
}

func TestReadPayloadEmpty(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"", "  \n"} {
		reply := wire.JobsReply{LastUpdate: 7}
		got, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
		if err != nil || !got.Empty {
			t.Errorf("%q: got %+v, %v", answer, got, err)
		}
		if reply.LastUpdate != 0 {
			t.Errorf("%q: the reply kept what an earlier answer had left", answer)
		}
	}
}

func TestReadPayloadBroken(t *testing.T) {
	t.Parallel()
	const whole = `{"jobs": [{"job_id": 5, "name": "x", "time_limit": {"set": true, "number": 60}}], "errors": []}`
	tests := []struct {
		name, answer string
		want         error
	}{
		{"html", "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>", wire.ErrMalformed},
		{"plain text", "Authentication failure", wire.ErrMalformed},
		{"list", `[1, 2]`, wire.ErrMalformed},
		{"string", `"x"`, wire.ErrMalformed},
		{"trailing garbage", whole + "garbage", wire.ErrMalformed},
		{"trailing object", whole + "{}", wire.ErrMalformed},
		{"trailing bracket", whole + "}", wire.ErrMalformed},
		{"no comma", `{"jobs": [] "errors": []}`, wire.ErrMalformed},
		{"comma at the end", `{"jobs": [],}`, wire.ErrMalformed},
		{"bad literal", `{"jobs": nil}`, wire.ErrMalformed},
		{"bad escape", `{"jobs": [{"name": "\q"}]}`, wire.ErrMalformed},
		{"raw control character", "{\"jobs\": [{\"name\": \"a\nb\"}]}", wire.ErrMalformed},
		{"number with leading zero", `{"jobs": [{"job_id": 007}]}`, wire.ErrMalformed},
		{"byte order mark", "\ufeff" + whole, wire.ErrMalformed},
		{"deep nesting of a skipped value", `{"x": ` + strings.Repeat("[", 200_000), wire.ErrMalformed},
		{"deep nesting of a field", `{"jobs": ` + strings.Repeat("[", 200_000), wire.ErrMalformed},
		{"deep nesting of an inner field", `{"jobs": [{"time_limit": ` + strings.Repeat(`{"a":`, 200_000), wire.ErrMalformed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var reply wire.JobsReply
			_, err := wire.ReadPayload(strings.NewReader(tt.answer), reply.Fields())
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v looks like a cut answer", err)
			}
		})
	}
	t.Run("cut anywhere", func(t *testing.T) {
		t.Parallel()
		for n := 1; n < len(whole); n++ {
			var reply wire.JobsReply
			_, err := wire.ReadPayload(strings.NewReader(whole[:n]), reply.Fields())
			if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, wire.ErrMalformed) {
				t.Errorf("cut after %q: got %v", whole[:n], err)
			}
		}
	})
	t.Run("failed read", func(t *testing.T) {
		t.Parallel()
		broken := errors.New("connection reset")
		for n := range len(whole) {
			var reply wire.JobsReply
			r := io.MultiReader(strings.NewReader(whole[:n]), iotest.ErrReader(broken))
			_, err := wire.ReadPayload(r, reply.Fields())
			if !errors.Is(err, broken) || errors.Is(err, wire.ErrMalformed) {
				t.Errorf("broken after %q: got %v", whole[:n], err)
			}
		}
	})
}

func TestReadPayloadByteByByte(t *testing.T) {
	t.Parallel()
	var reply wire.JobsReply
	answer := `{"jobs": [{"job_id": 5, "name": "tr\u00e4in \/ \ud83d\ude00", "job_state": ["RUNNING"]}]}`
	_, err := wire.ReadPayload(iotest.OneByteReader(strings.NewReader(answer)), reply.Fields())
	if err != nil || len(reply.Jobs) != 1 || reply.Jobs[0].Name != "träin / 😀" {
		t.Errorf("got %+v, %v", reply.Jobs, err)
	}
}

// A read that is tried again must not show what the broken attempt had brought.
func TestFieldsForgetABrokenAttempt(t *testing.T) {
	t.Parallel()
	var reply wire.JobsReply
	f := reply.Fields()
	if _, err := wire.ReadPayload(strings.NewReader(`{"last_update": 7, "jobs": [{"job_id": 1}, {"job_`), f); err == nil {
		t.Fatal("a cut answer was taken for whole")
	}
	if _, err := wire.ReadPayload(strings.NewReader(`{"errors": []}`), f); err != nil {
		t.Fatal(err)
	}
	if len(reply.Jobs) != 0 || reply.LastUpdate != 0 {
		t.Errorf("the reply still has %d jobs and last_update %d", len(reply.Jobs), reply.LastUpdate)
	}
}

func TestSkippedIsBounded(t *testing.T) {
	t.Parallel()
	answer := `{"jobs": [` + strings.TrimSuffix(strings.Repeat(`{"job_id": 1, "time_limit": [3]},`, 30), ",") + `]}`
	var reply wire.JobsReply
	got, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
	if err != nil || len(reply.Jobs) != 30 {
		t.Fatalf("got %d jobs, %v", len(reply.Jobs), err)
	}
	if len(got.Skipped) != 21 || got.Skipped[0] != "jobs[0].time_limit: not a number" || got.Skipped[20] != "and 10 more" {
		t.Errorf("got %d places: %q", len(got.Skipped), got.Skipped)
	}
}
