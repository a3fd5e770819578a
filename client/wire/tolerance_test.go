package wire_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/wire"
)

// member is one member of an object, as raw JSON.
type member struct{ name, value string }

func members(t *testing.T, object []byte) []member {
	t.Helper()
	dec := jsontext.NewDecoder(bytes.NewReader(object))
	var out []member
	if _, err := dec.ReadToken(); err != nil {
		t.Fatal(err)
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			t.Fatal(err)
		}
		text := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, member{text, string(value)})
	}
	return out
}

func compose(members []member) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = fmt.Sprintf("%q:%s", m.name, m.value)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// wrongTypes are values that a member may turn into in another version, or in a broken one.
func wrongTypes() []string {
	return []string{
		`null`, `true`, `false`, `0`, `-1`, `-7`, `1.5`, `1e300`, `1e999`, `99999999999999999999999999`, `18446744073709551615`,
		`""`, `"x"`, `"17"`, `"\ud800"`, `[]`, `[1]`, `["x"]`, `[[]]`, `[null]`, `[{}]`, `{}`, `{"set": 7}`, `{"set": true}`,
		`{"number": {}}`, `{"set": true, "infinite": false, "number": -3}`, `{"set": true, "infinite": true, "number": null}`,
		`{"list": {"list": [1]}}`, `{"id": null, "name": 3, "current": 4, "return_code": "x", "signal": []}`,
	}
}

// checkRetyped checks that whatever becomes of one member of a record, the list stays whole and the neighbours are read
// as before. decode gives the items of a list as printed does.
func checkRetyped(t *testing.T, record []byte, id string, decode func(list string) ([]string, error)) {
	t.Helper()
	const neighbour = `{"name": "beside it", "job_id": 7}`
	all := members(t, record)
	want, err := decode(neighbour)
	if err != nil || len(want) != 1 {
		t.Fatalf("got %q, %v", want, err)
	}
	for i, m := range all {
		if m.name == id { // without it the record is left out, see TestTheNamelessAreLeftOut
			continue
		}
		list := []string{neighbour}
		add := func(changed []member) { list = append(list, compose(changed), neighbour) }
		add(append(append([]member{}, all[:i]...), all[i+1:]...))
		add(append(append([]member{}, all...), member{m.name, `{"a": [1, {"b": null}]}`}))
		for _, value := range variants(t, m.value) {
			changed := append([]member{}, all...)
			changed[i].value = value
			add(changed)
		}
		got, err := decode(strings.Join(list, ","))
		if err != nil || len(got) != len(list) {
			t.Errorf("%s: %d of %d items, %v", m.name, len(got), len(list), err)
			continue
		}
		for k := 0; k < len(got); k += 2 {
			if got[k] != want[0] {
				t.Errorf("behind %s: the neighbour was read as %s", list[max(0, k-1)], got[k])
			}
		}
	}
}

// variants gives the wrong types for a member, and if it is an object, for each of its own members too.
func variants(t *testing.T, value string) []string {
	t.Helper()
	out := wrongTypes()
	if !strings.HasPrefix(value, "{") {
		return out
	}
	inner := members(t, []byte(value))
	for k := range inner {
		for _, wrong := range []string{`null`, `true`, `-7`, `1e999`, `"x"`, `[]`, `{}`, `{"set": {}}`} {
			changed := append([]member{}, inner...)
			changed[k].value = wrong
			out = append(out, compose(changed))
		}
	}
	return out
}

// printed gives the items of a list; of every other one, which is a changed record, it matters only that it is there.
func printed[T any](items []T, err error) ([]string, error) {
	out := make([]string, len(items))
	for i := 0; i < len(items); i += 2 {
		out[i] = fmt.Sprintf("%+v", items[i])
	}
	return out, err
}

func TestAnyMemberOfAJobMayGoOrChange(t *testing.T) {
	t.Parallel()
	for _, line := range []int{4, len(recordedJobs(t)) - 1} { // a job that runs, and the waiting tasks of an array
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			t.Parallel()
			checkRetyped(t, recordedJobs(t)[line], "job_id", func(list string) ([]string, error) {
				var reply wire.JobsReply
				_, err := wire.ReadPayload(strings.NewReader(`{"jobs": [`+list+`]}`), reply.Fields())
				return printed(reply.Jobs, err)
			})
		})
	}
}

func TestAnyMemberOfAPastJobMayGoOrChange(t *testing.T) {
	t.Parallel()
	checkRetyped(t, firstRecord(t, "v0.0.42/db-job.json", "jobs"), "job_id", func(list string) ([]string, error) {
		var reply wire.AccountingReply
		_, err := wire.ReadPayload(strings.NewReader(`{"jobs": [`+list+`]}`), reply.Fields())
		return printed(reply.Jobs, err)
	})
}

func TestAnyMemberOfANodeMayGoOrChange(t *testing.T) {
	t.Parallel()
	checkRetyped(t, firstRecord(t, "v0.0.42/nodes.json", "nodes"), "name", func(list string) ([]string, error) {
		var reply wire.NodesReply
		_, err := wire.ReadPayload(strings.NewReader(`{"nodes": [`+list+`]}`), reply.Fields())
		return printed(reply.Nodes, err)
	})
}

func TestAnyMemberOfAPartitionMayGoOrChange(t *testing.T) {
	t.Parallel()
	checkRetyped(t, firstRecord(t, "v0.0.42/partitions.json", "partitions"), "name", func(list string) ([]string, error) {
		var reply wire.PartitionsReply
		_, err := wire.ReadPayload(strings.NewReader(`{"partitions": [`+list+`]}`), reply.Fields())
		return printed(reply.Partitions, err)
	})
}

// What does not say which one it is cannot be shown or acted on: it is left out, and the answer says so.
func TestTheNamelessAreLeftOut(t *testing.T) {
	t.Parallel()
	var queue wire.JobsReply
	var past wire.AccountingReply
	var nodes wire.NodesReply
	var partitions wire.PartitionsReply
	tests := map[string]struct {
		fields  wire.Fields
		text    string
		count   func() int
		skipped []string
	}{
		"jobs": {
			queue.Fields(),
			`{"jobs":[{"job_id":1},{"name":"a"},{"job_id":null},{"job_id":0},{"job_id":"x"},{"job_id":2}]}`,
			func() int { return len(queue.Jobs) },
			[]string{
				"jobs[1]: it does not say which one it is", "jobs[2]: it does not say which one it is",
				"jobs[3]: it does not say which one it is", "jobs[4]: it does not say which one it is",
				"jobs[4].job_id: not a number",
			},
		},
		"past jobs": {
			past.Fields(), `{"jobs":[{"job_id":1},{"name":"a"},{"job_id":2}]}`,
			func() int { return len(past.Jobs) },
			[]string{"jobs[1]: it does not say which one it is"},
		},
		"nodes": {
			nodes.Fields(), `{"nodes":[{"name":"a"},{"cpus":1},{"name":"b"}]}`,
			func() int { return len(nodes.Nodes) },
			[]string{"nodes[1]: it does not say which one it is"},
		},
		"partitions": {
			partitions.Fields(), `{"partitions":[{"name":"a"},{},{"name":"b"}]}`,
			func() int { return len(partitions.Partitions) },
			[]string{"partitions[1]: it does not say which one it is"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := wire.ReadPayload(strings.NewReader(tt.text), tt.fields)
			if err != nil || tt.count() != 2 {
				t.Errorf("%d items, %v", tt.count(), err)
			}
			if diff := cmp.Diff(tt.skipped, p.Skipped); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// firstRecord gives the first record of a recorded answer.
func firstRecord(t *testing.T, file, key string) []byte {
	t.Helper()
	var answer map[string]jsontext.Value
	if err := json.Unmarshal(readFile(t, file), &answer); err != nil {
		t.Fatal(err)
	}
	var list []jsontext.Value
	if err := json.Unmarshal(answer[key], &list); err != nil || len(list) == 0 {
		t.Fatalf("%s: %d records, %v", file, len(list), err)
	}
	return list[0]
}

func TestSkippedNamesTheField(t *testing.T) {
	t.Parallel()
	answer := `{"jobs": [{"job_id": 1}, 7, null, {"job_id": 2, "time_limit": "soon", "cpus": -3, "restart_cnt": 5000000000,
		"job_state": {"a": 1}, "submit_time": [], "exit_code": true, "hold": "perhaps", "priority": 1e999, "name": {"x": 1}}],
		"last_update": "yesterday"}`
	var reply wire.JobsReply
	for _, text := range []string{`{"status": 200, "body": ` + quoted(answer) + `}`, `{"structuredBody": ` + answer + `, "status": 200}`} {
		e, err := wire.ReadEnvelope(strings.NewReader(text), reply.Fields())
		if err != nil {
			t.Fatalf("%.30s: %v", text, err)
		}
		want := []string{
			"jobs[1]: not an object", "jobs[2]: not an object", "jobs[3].time_limit: not a time limit", "jobs[3].cpus: below zero", "jobs[3].restart_cnt: too large",
			"jobs[3].job_state: not a state", "jobs[3].submit_time: not a number", "jobs[3].exit_code: not an exit code",
			"jobs[3].hold: neither true nor false", "jobs[3].priority: not a number", "jobs[3].name: not text", "last_update: not a time",
		}
		if got := strings.Join(e.Payload.Skipped, "\n"); got != strings.Join(want, "\n") {
			t.Errorf("got:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
		}
	}
	if len(reply.Jobs) != 2 || reply.Jobs[0].ID != 1 || reply.Jobs[1].ID != 2 || reply.Jobs[1].Limit != slurm.LimitUnset {
		t.Errorf("got %+v", reply.Jobs)
	}
}
