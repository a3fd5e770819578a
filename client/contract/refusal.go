package contract

import (
	"slices"
	"strings"
	"testing"

	"flexq/client/fault"
)

func refusalCases() []testCase {
	return []testCase{
		{name: "a malformed submit shows Slurm's own words", run: refusedWords},
		{name: "refused submits", run: refusedTable},
		{name: "wrong types are warnings and the field is ignored", run: wrongTypesWarn},
		{name: "a submit can be 200 without an id", run: noID},
		{name: "account and qos are not checked", run: unchecked},
		{name: "more nodes than there are is refused and leaves a failed job", run: tooManyNodes},
	}
}

func refusedWords(t *testing.T, c *cluster) {
	s := job("alice", "sleep 1")
	s.Partition = "nosuch"
	_, err := c.Client(t, "alice").Submit(t.Context(), s)
	wantFault(t, err, fault.Refused, 2000)
	if !strings.Contains(err.Error(), "Invalid partition name specified") {
		t.Errorf("Slurm's text is not in %q", err)
	}
}

func refusedTable(t *testing.T, c *cluster) {
	with := func(fields string) string { return description("alice", "sleep 1", fields) }
	const dir = `"current_working_directory":"/home/alice"`
	for _, k := range []struct {
		name, body   string
		status, code int
		says         string
	}{
		{"partition", with(`"partition":"nosuch"`), 500, 2000, "Invalid partition name specified"},
		{"feature", with(`"partition":"cpu","constraints":"nosuch"`), 500, 2029, "Invalid feature specification"},
		{"gres", with(`"partition":"a3u","tres_per_node":"gres/tpu:8"`), 500, 2072, "Invalid generic resource (gres) specification"},
		{"dependency", with(`"partition":"a3u","dependency":"after_nothing:1"`), 500, 2038, "Job dependency problem"},
		{"user", with(`"partition":"cpu","user_id":"bob"`), 500, 2010, "Invalid user id"},
		{"limit as clock", with(`"partition":"cpu","time_limit":"01:00:00"`), 500, 9202, `Expected integer but got "01:00:00"`},
		{"limit as word", with(`"partition":"cpu","time_limit":"soon"`), 500, 9202, `Expected integer but got "soon"`},
		{"no environment", `{"script":"#!/bin/bash\nsleep 1\n","job":{"partition":"cpu",` + dir + `}}`, 500, 2019, "I/O error writing script/environment to file"},
		{"no directory", `{"script":"#!/bin/bash\nsleep 1\n","job":{"partition":"cpu","environment":["PATH=/bin"]}}`, 500, 2063, "without the current working directory"},
		{"no script", `{"job":{"partition":"cpu","environment":["PATH=/bin"],` + dir + `}}`, 422, 9000, `Populated "script" field is required`},
		{"nothing", `{}`, 422, 9000, `Populated "script" field is required`},
	} {
		r := c.call(t, "alice", "POST", "/job/submit", k.body)
		if r.Status != k.status || !slices.Contains(r.Codes(), k.code) || !r.Says(k.says) || r.JSON().Get("job_id").Int() != 0 {
			t.Errorf("%s: got %v, want %d with %d %q", k.name, r, k.status, k.code, k.says)
		}
	}
}

func wrongTypesWarn(t *testing.T, c *cluster) {
	for _, k := range []struct{ fields, says, at string }{
		{`"nodes":1`, "but got OpenAPI type=integer", "#/job/nodes/"},
		{`"nosuch_field":1`, `Ignoring unknown field "nosuch_field"`, "#/job/nosuch_field/"},
	} {
		r := c.call(t, "alice", "POST", "/job/submit", description("alice", "sleep 1", `"partition":"cpu","hold":true,`+k.fields))
		id := uint64(r.JSON().Get("job_id").Int())
		if r.Status != 200 || id == 0 || !r.Says(k.says) || !r.Says(k.at) {
			t.Errorf("%s: got %v", k.fields, r)
			continue
		}
		c.cleanUp(t, id)
	}
	r := c.call(t, "alice", "POST", "/job/submit", `{"script":"#!/bin/bash\nsleep 1\n","job":{"partition":"cpu","hold":true,`+
		`"current_working_directory":"/home/alice","environment":{"PATH":"/bin"}}}`)
	if r.Status != 200 || r.JSON().Get("job_id").Int() == 0 || !r.Says("Expected OpenAPI type=array") {
		t.Fatalf("an environment that is an object: got %v", r)
	}
	c.cleanUp(t, uint64(r.JSON().Get("job_id").Int()))
}

func noID(t *testing.T, c *cluster) {
	r := c.call(t, "alice", "POST", "/job/submit",
		description("alice", "sleep 1", `"name":"no-id","partition":"cpu","time_limit":{"set":true,"number":"ten"}`))
	if r.Status != 200 || len(r.Codes()) != 0 || r.JSON().Get("job_id").Int() != 0 || !r.Says("#/job/time_limit/number/") {
		t.Errorf("got %v with id %d", r, r.JSON().Get("job_id").Int())
	}
	for _, j := range c.call(t, "alice", "GET", "/jobs/", "").JSON().Get("jobs").Items() {
		if j.Get("name").Str() == "no-id" {
			t.Errorf("a job was made: %d", j.Get("job_id").Int())
		}
	}
}

func unchecked(t *testing.T, c *cluster) {
	c.rawSubmit(t, "alice", "sleep 1", `"partition":"cpu","hold":true,"account":"nosuch"`)
	c.rawSubmit(t, "alice", "sleep 1", `"partition":"cpu","hold":true,"qos":"nosuch"`)
}

func tooManyNodes(t *testing.T, c *cluster) {
	s := job("alice", "sleep 1")
	s.Name, s.Partition, s.Nodes = "too-many", "a3u", "9"
	_, err := c.Client(t, "alice").Submit(t.Context(), s)
	wantFault(t, err, fault.Refused, 2014)
	list, err := c.Client(t, "alice").Jobs(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list.Items {
		if j := &list.Items[i]; j.Name == "too-many" {
			if j.State.String() != "FAILED" || j.Reason != "BadConstraints" {
				t.Errorf("the job it left is %v (%s)", j.State, j.Reason)
			}
			return
		}
	}
	t.Error("it left no job")
}
