package wire_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
// as before.
func checkRetyped(t *testing.T, key string, record []byte, decode func(string) (first, second, third string, err error)) {
	t.Helper()
	all := members(t, record)
	before, _, after, err := decode(fmt.Sprintf(`{%q: [%s,%s,%s]}`, key, record, record, record))
	if err != nil {
		t.Fatal(err)
	}
	check := func(what, changed string) {
		t.Helper()
		one, _, three, err := decode(fmt.Sprintf(`{%q: [%s,%s,%s]}`, key, record, changed, record))
		if err != nil || one != before || three != after {
			t.Errorf("%s: %v; neighbours read as before: %v, %v", what, err, one == before, three == after)
		}
	}
	for i, m := range all {
		check("without "+m.name, compose(append(append([]member{}, all[:i]...), all[i+1:]...)))
		for _, value := range wrongTypes() {
			changed := append([]member{}, all...)
			changed[i].value = value
			check(m.name+" as "+value, compose(changed))
		}
		doubled := append(append([]member{}, all...), member{m.name, `{"a": [1, {"b": null}]}`})
		check(m.name+" twice", compose(doubled))
	}
}

func three[T any](items []T, err error) (string, string, string, error) {
	if err == nil && len(items) != 3 {
		err = fmt.Errorf("got %d items, want 3", len(items))
	}
	if err != nil {
		return "", "", "", err
	}
	return fmt.Sprintf("%+v", items[0]), fmt.Sprintf("%+v", items[1]), fmt.Sprintf("%+v", items[2]), nil
}

func TestAnyMemberOfAJobMayGoOrChange(t *testing.T) {
	t.Parallel()
	for _, line := range []int{4, 6, len(recordedJobs(t)) - 1} { // running with resources, an array's task, its folded tasks
		t.Run(fmt.Sprint(line), func(t *testing.T) {
			t.Parallel()
			checkRetyped(t, "jobs", recordedJobs(t)[line], func(answer string) (string, string, string, error) {
				var reply wire.JobsReply
				_, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
				return three(reply.Jobs, err)
			})
		})
	}
}

func TestAnyMemberOfAPastJobMayGoOrChange(t *testing.T) {
	t.Parallel()
	decode := func(answer string) (string, string, string, error) {
		var reply wire.AccountingReply
		_, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
		return three(reply.Jobs, err)
	}
	record := firstRecord(t, "v0.0.42/db-job.json", "jobs")
	checkRetyped(t, "jobs", record, decode)
	// The members of its groups too: time, state, steps...
	for i, m := range members(t, record) {
		if !strings.HasPrefix(m.value, "{") {
			continue
		}
		all := members(t, record)
		for _, value := range wrongTypes() {
			for k := range members(t, []byte(m.value)) {
				group := members(t, []byte(m.value))
				group[k].value = value
				all[i].value = compose(group)
				answer := fmt.Sprintf(`{"jobs": [%s,%s,%s]}`, record, compose(all), record)
				if _, _, _, err := decode(answer); err != nil {
					t.Errorf("%s.%s as %s: %v", m.name, group[k].name, value, err)
				}
			}
		}
	}
}

func TestAnyMemberOfANodeMayGoOrChange(t *testing.T) {
	t.Parallel()
	checkRetyped(t, "nodes", firstRecord(t, "v0.0.42/nodes.json", "nodes"), func(answer string) (string, string, string, error) {
		var reply wire.NodesReply
		_, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
		return three(reply.Nodes, err)
	})
}

func TestAnyMemberOfAPartitionMayGoOrChange(t *testing.T) {
	t.Parallel()
	checkRetyped(t, "partitions", firstRecord(t, "v0.0.42/partitions.json", "partitions"), func(answer string) (string, string, string, error) {
		var reply wire.PartitionsReply
		_, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields())
		return three(reply.Partitions, err)
	})
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
			"jobs[1]: not an object", "jobs[3].time_limit: not a time limit", "jobs[3].cpus: below zero", "jobs[3].restart_cnt: too large",
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
