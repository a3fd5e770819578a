package wire_test

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"flexq/client/wire"
)

const inner = `{"job_id": 1234, "job_submit_user_msg": "say \"hi\" \u00fc \ud83d\ude00 \\ \/", "warnings": [], "errors": []}`

func TestReadEnvelope(t *testing.T) {
	t.Parallel()
	message := "say \"hi\" ü 😀 \\ /"
	ok := wire.SubmitReply{JobID: 1234, Message: message}
	tests := []struct {
		name, answer string
		status       int
		hasBody      bool
		want         wire.SubmitReply
	}{
		{"object", `{"status": 200, "structuredBody": ` + inner + `}`, 200, true, ok},
		{"object first", `{"structuredBody": ` + inner + `, "status": 200}`, 200, true, ok},
		{"snake case", `{"structured_body": ` + inner + `, "status": 200}`, 200, true, ok},
		{"body as object", `{"status": 500, "body": ` + inner + `}`, 500, true, ok},
		{"body as string", `{"status": 200, "body": ` + quoted(inner) + `}`, 200, true, ok},
		{"body as string first", `{ "body" : ` + quoted(inner) + ` , "status": "404" } `, 404, true, ok},
		{"body as string alone", `{"body": ` + quoted(inner) + `}`, 0, true, ok},
		{"structuredBody as string", `{"structuredBody": ` + quoted(inner) + `, "status": 200}`, 200, true, ok},
		{"two, object first", `{"structuredBody": ` + inner + `, "body": "{\"job_id\": 9}", "status": 200}`, 200, true, ok},
		{"two, object last", `{"body": "{\"job_id\": 9, \"step_id\": \"x\"}", "status": 200, "structuredBody": ` + inner + `}`, 200, true, ok},
		{"two, one null", `{"structuredBody": null, "body": ` + quoted(inner) + `, "status": 200}`, 200, true, ok},
		{"neither", `{"status": 304}`, 304, false, wire.SubmitReply{}},
		{"nothing", `{}`, 0, false, wire.SubmitReply{}},
		{"null", `{"structuredBody": null, "status": 304}`, 304, false, wire.SubmitReply{}},
		{"empty string", `{"body": "", "status": 304}`, 304, true, wire.SubmitReply{}},
		{"more members", `{"a": [1, {"status": 7}], "status": 200, "structuredBody": ` + inner + `, "b": {}}`, 200, true, ok},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, r := range []io.Reader{strings.NewReader(tt.answer), iotest.OneByteReader(strings.NewReader(tt.answer))} {
				reply := wire.SubmitReply{JobID: 99}
				got, err := wire.ReadEnvelope(r, reply.Fields())
				if err != nil {
					t.Fatal(err)
				}
				if got.Status != tt.status || got.HasBody != tt.hasBody || got.Payload.Empty != (tt.want == wire.SubmitReply{}) {
					t.Errorf("got %+v", got)
				}
				if diff := cmp.Diff(tt.want, reply); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// quoted gives text as a JSON string in which every character that can be is escaped.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch s[i] {
		case '"', '\\', '/':
			b.WriteByte('\\')
			b.WriteByte(s[i])
		case ':':
			b.WriteString(`\u003A`)
		default:
			b.WriteByte(s[i])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Only what can be the status of an answer is one; proto3 leaves out a 0.
func TestReadEnvelopeStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]int{
		"200": 200, `"404"`: 404, "599": 599, "2e2": 200,
		"0": 0, "100": 0, "199": 0, "600": 0, "5000": 0, "-200": 0, "null": 0, `"OK"`: 0, "true": 0, "{}": 0,
	} {
		got, err := wire.ReadEnvelope(strings.NewReader(`{"status":`+status+`,"structuredBody":{}}`), nil)
		if err != nil || got.Status != want {
			t.Errorf("%s: %d, %v, want %d", status, got.Status, err, want)
		}
	}
}

func TestReadEnvelopeText(t *testing.T) {
	t.Parallel()
	var reply wire.JobsReply
	got, err := wire.ReadEnvelope(strings.NewReader(`{"body": "Authentication\u001b[1m failure\n", "status": 401}`), reply.Fields())
	if err != nil || got.Status != 401 || !got.HasBody || got.Payload.Text != "Authentication failure" {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, answer := range []string{`{"status": 200, "body": "<html>"}`, `{"body": "nothing", "status": "200"}`, `{"body": "[]"}`} {
		if _, err := wire.ReadEnvelope(strings.NewReader(answer), reply.Fields()); !errors.Is(err, wire.ErrMalformed) {
			t.Errorf("%s: got %v", answer, err)
		}
	}
	long := `{"status": 500, "body": "` + strings.Repeat("x", 1_000_000) + `"}`
	if got, err := wire.ReadEnvelope(strings.NewReader(long), nil); err != nil || len(got.Payload.Text) > 400 {
		t.Errorf("kept %d bytes of text, %v", len(got.Payload.Text), err)
	}
}

func TestReadEnvelopeBroken(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, answer string }{
		{"html", `<html><title>502</title></html>`},
		{"list", `[]`},
		{"null", `null`},
		{"trailing garbage", `{"status": 200}x`},
		{"trailing garbage behind a string", `{"status": 200, "body": "{}"}x`},
		{"trailing garbage in a string", `{"status": 200, "body": "{}x"}`},
		{"no comma behind a string", `{"body": "{}" "status": 200}`},
		{"list as body", `{"status": 200, "structuredBody": [1]}`},
		{"number as body", `{"status": 200, "body": 7}`},
		{"bad escape", `{"status": 200, "body": "{\"job_id\": \q}"}`},
		{"bad unicode escape", `{"status": 200, "body": "{\"job_id\": \u00zz}"}`},
		{"bad JSON in a string", `{"status": 200, "body": "{\"job_id\" 7}"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var reply wire.SubmitReply
			if _, err := wire.ReadEnvelope(strings.NewReader(tt.answer), reply.Fields()); !errors.Is(err, wire.ErrMalformed) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestReadEnvelopeCut(t *testing.T) {
	t.Parallel()
	for _, whole := range []string{
		`{"structuredBody": ` + inner + `, "status": 200}`,
		`{"status": 200, "body": ` + strconv.Quote(inner) + `}`,
		`{"status": 200, "body": ` + quoted(inner) + `, "x": 1}`,
	} {
		for n := range len(whole) {
			var reply wire.SubmitReply
			_, err := wire.ReadEnvelope(strings.NewReader(whole[:n]), reply.Fields())
			if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, wire.ErrMalformed) {
				t.Errorf("cut after %q: got %v", whole[:n], err)
			}
		}
	}
	// The string may be whole and what it holds cut.
	var reply wire.SubmitReply
	_, err := wire.ReadEnvelope(strings.NewReader(`{"status": 200, "body": "{\"job_id\": 1"}`), reply.Fields())
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}
