package wire_test

import (
	"bytes"
	"io"
	"os"
	"runtime"
	"strconv"
	"testing"

	"flexq/client/wire"
)

// repeated gives an answer of n jobs, made of the recorded ones with ids of their own.
func repeated(tb testing.TB, n int) []byte {
	tb.Helper()
	jobs := recordedJobs(tb)
	var b bytes.Buffer
	b.WriteString(`{"jobs": [`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(bytes.Replace(jobs[i%len(jobs)], []byte(`"job_id":`), []byte(`"job_id":1`+strconv.Itoa(i)), 1))
	}
	b.WriteString(`], "last_update": {"set": true, "infinite": false, "number": 1796001123}, "errors": [], "warnings": []}`)
	return b.Bytes()
}

// recordedJobs gives the jobs of the recorded list, one by one.
func recordedJobs(tb testing.TB) [][]byte {
	tb.Helper()
	b, err := os.ReadFile("../../testdata/api/v0.0.42/jobs.json")
	if err != nil {
		tb.Fatal(err)
	}
	var jobs [][]byte
	for line := range bytes.Lines(b) {
		if line = bytes.TrimRight(line, ",\n"); bytes.HasPrefix(line, []byte(`{"account"`)) {
			jobs = append(jobs, line)
		}
	}
	if len(jobs) < 20 {
		tb.Fatalf("found %d recorded jobs, want 20 or more", len(jobs))
	}
	return jobs
}

// BenchmarkJobs decodes a queue of 10,000 jobs in the shape of v0.0.42 (flags=ALL), which is 46 MB.
func BenchmarkJobs(b *testing.B) {
	const n = 10_000
	body := repeated(b, n)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		var reply wire.JobsReply
		// Hide the buffer's length from the decoder, as a connection does.
		if _, err := wire.ReadPayload(io.MultiReader(bytes.NewReader(body)), reply.Fields()); err != nil {
			b.Fatal(err)
		}
		if len(reply.Jobs) != n {
			b.Fatalf("got %d jobs", len(reply.Jobs))
		}
	}
	runtime.KeepAlive(body)
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkJobsInString is the same inside the platform's envelope in its string form.
func BenchmarkJobsInString(b *testing.B) {
	body := []byte(`{"status": 200, "body": ` + strconv.Quote(string(repeated(b, 10_000))) + `}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		var reply wire.JobsReply
		if _, err := wire.ReadEnvelope(bytes.NewReader(body), reply.Fields()); err != nil {
			b.Fatal(err)
		}
	}
}
