package gateway_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client/gateway"
)

func logTo(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func TestTrace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		body := enveloped("404", failing(slurmError("2017", "Invalid job id specified", "x", "")))
		rec := &recorder{h: inTurn(unavailable("2"), answer(200, jsonKind, body))}
		o := atHTTP(options(serve(t, rec)))
		o.Log, o.Retry, o.ReadOnly = logTo(&text), gateway.Retry{}, true
		gw := platform(t, o)
		r := getJob()
		r.Query = map[string][]string{"flags": {"ALL"}}
		if _, f := do(t, gw, r); f == nil {
			t.Fatal("no fault")
		}
		write := submit()
		if _, f := do(t, gw, write); f == nil {
			t.Fatal("the write was sent")
		}
		out := float64(len(`{"method":"HTTP_METHOD_GET","path":"/slurm/v0.0.42/job/99999?flags=ALL"}`))
		want := []map[string]any{
			{
				"level": "DEBUG", "msg": "request", "op": "get job", "method": "GET", "path": "/slurm/v0.0.42/job/99999",
				"attempt": 1.0, "status": 503.0, "slurm_status": 0.0, "bytes_out": out, "bytes_in": float64(len(rpc("503", "UNAVAILABLE", "", ""))),
				"took": 0.0, "fault": "unavailable", "what": "the cluster cannot be reached for now",
			},
			{
				"level": "DEBUG", "msg": "request", "op": "get job", "method": "GET", "path": "/slurm/v0.0.42/job/99999",
				"attempt": 2.0, "status": 200.0, "slurm_status": 404.0, "bytes_out": out, "bytes_in": float64(len(body)),
				"took": 0.0, "fault": "job unknown", "what": `Slurm has no job "99999" in its queue`,
			},
			{
				"level": "DEBUG", "msg": "request not sent", "op": "submit job", "method": "POST", "path": "/slurm/v0.0.42/job/submit",
				"fault": "read-only", "what": "this would change the cluster, and flexq is in read-only mode; nothing was sent",
			},
		}
		diff(t, "log", want, logLines(t, &text))
	})
}

// logLines are the lines of a log without their times.
func logLines(t *testing.T, text *bytes.Buffer) []map[string]any {
	t.Helper()
	var lines []map[string]any
	for line := range strings.Lines(text.String()) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		delete(m, "time")
		lines = append(lines, m)
	}
	return lines
}

// The log of a write that is sent holds neither its script nor its environment, nor the query of a read.
func TestTraceHoldsNoContent(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, wrap func(string) string) {
		t.Helper()
		var text bytes.Buffer
		o := atHTTP(options(serve(t, answer(200, jsonKind, wrap(emptyJobs)))))
		o.Log = logTo(&text)
		gw := open(t, o)
		r := submit()
		r.Body = []byte(`{"job":{"environment":["PASSWORD=hunter2"]},"script":"#!/bin/sh\nwget hunter2"}`)
		if _, f := do(t, gw, r); f != nil {
			t.Fatal(f)
		}
		read := listJobs()
		read.Query = map[string][]string{"users": {"hunter2"}}
		if _, f := do(t, gw, read); f != nil {
			t.Fatal(f)
		}
		contains(t, text.String(), `"op":"submit job"`, `"op":"list jobs"`, `"bytes_in"`)
		if strings.Contains(text.String(), "hunter2") {
			t.Errorf("content in the log: %s", text.String())
		}
	})
}

func TestTraceTimes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		o := atHTTP(options(serve(t, drips(enveloped("200", emptyJobs), time.Second))))
		o.Log = logTo(&text)
		start := time.Now()
		if _, f := do(t, platform(t, o), listJobs()); f != nil {
			t.Fatal(f)
		}
		diff(t, "took", float64(time.Since(start)), logLines(t, &text)[0]["took"])
	})
}
