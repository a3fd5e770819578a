package gateway_test

import (
	"testing"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// An answer without what Slurm always says is neither an empty cluster nor a proof that something was done.
func TestAnswersThatSayNothing(t *testing.T) {
	t.Parallel()
	jobs := func() wire.Fields { return new(wire.JobsReply).Fields() }
	nodes := func() wire.Fields { return new(wire.NodesReply).Fields() }
	partitions := func() wire.Fields { return new(wire.PartitionsReply).Fields() }
	past := func() wire.Fields { return new(wire.AccountingReply).Fields() }
	licenses := func() wire.Fields { return new(wire.LicensesReply).Fields() }
	associations := func() wire.Fields { return new(wire.AssociationsReply).Fields() }
	qos := func() wire.Fields { return new(wire.QOSReply).Fields() }
	update := func() wire.Fields { return new(wire.UpdateReply).Fields() }
	cancel := func() wire.Fields { return new(wire.CancelReply).Fields() }
	nothing := func() wire.Fields { return nil }
	get := func(path string) gateway.Request { return gateway.Request{Method: "GET", Path: path} }
	news := get("/slurm/v0.0.42/jobs/")
	news.Query = map[string][]string{"update_time": {"5"}}
	change := gateway.Request{Method: "POST", Path: "/slurm/v0.0.42/job/5", Body: []byte(`{"hold":true}`)}
	none := func(list string) *brief {
		return &brief{Kind: fault.Malformed, What: "the answer has no list of " + list, Cure: fault.Malformed.Cure(), Status: 200}
	}
	doubt := &brief{
		Kind: fault.UnknownOutcome, What: "nobody knows whether this happened: the answer does not say what was done",
		Cure: fault.UnknownOutcome.Cure(), Status: 200,
	}
	cut := *doubt
	cut.What = "nobody knows whether this happened: " + fault.Cut.What()
	const meta = `{"meta":{"slurm":{"release":"24.11.5"}},"errors":[],"warnings":[]}`
	tests := map[string]struct {
		request gateway.Request
		fields  func() wire.Fields
		body    string
		want    *brief
	}{
		"no jobs":               {get("/slurm/v0.0.42/jobs/"), jobs, `{}`, none("jobs")},
		"no jobs, with meta":    {get("/slurm/v0.0.42/jobs/"), jobs, meta, none("jobs")},
		"an empty list of jobs": {get("/slurm/v0.0.42/jobs/"), jobs, `{"jobs":[]}`, nil},
		"null for jobs":         {get("/slurm/v0.0.42/jobs/"), jobs, `{"jobs":null}`, none("jobs")},
		"null for past jobs":    {get("/slurmdb/v0.0.42/jobs/"), past, `{"jobs":null}`, none("jobs")},
		"text for jobs":         {get("/slurm/v0.0.42/jobs/"), jobs, `{"jobs":""}`, none("jobs")},
		"one job, no list":      {get("/slurm/v0.0.42/jobs/"), jobs, `{"jobs":{"job_id":1}}`, nil},
		"null for a job":        {get("/slurm/v0.0.42/job/5"), jobs, `{"jobs":null}`, none("jobs")},
		"null for one node":     {get("/slurm/v0.0.42/node/n1"), nodes, `{"nodes":null}`, none("nodes")},
		"null for licences":     {get("/slurm/v0.0.42/licenses/"), licenses, `{"licenses":null}`, none("licenses")},
		"no associations":       {get("/slurmdb/v0.0.42/associations/"), associations, `{"associations":null}`, none("associations")},
		"no QOS":                {get("/slurmdb/v0.0.42/qos/"), qos, `{}`, none("qos")},
		"no QOS, by a list":     {get("/slurmdb/v0.0.42/qos/"), qos, `{"qos":[]}`, nil},
		"news, and null":        {news, jobs, `{"jobs":null,"last_update":{"set":true,"number":7}}`, none("jobs")},
		"news, and no list":     {news, jobs, `{"last_update":7}`, none("jobs")},
		"no news":               {news, jobs, meta, nil},
		"no job":                {get("/slurm/v0.0.42/job/5"), jobs, `{}`, none("jobs")},
		"no nodes":              {get("/slurm/v0.0.42/nodes/"), nodes, `{"jobs":[]}`, none("nodes")},
		"no partitions":         {get("/slurm/v0.0.42/partitions/"), partitions, `{}`, none("partitions")},
		"no past jobs":          {get("/slurmdb/v0.0.42/jobs/"), jobs, `{}`, none("jobs")},
		"a list not asked for":  {get("/slurm/v0.0.42/jobs/"), nothing, `{}`, nil},
		"a change":              {change, update, `{}`, doubt},
		"a change, no body":     {change, update, ``, &cut},
		"a cancel, no body":     {cancelJob(), cancel, ``, &cut},
		"a change, with meta":   {change, update, meta, nil},
		"a change, with result": {change, update, `{"results":[]}`, nil},
		"a cancel":              {cancelJob(), cancel, `{}`, doubt},
		"a cancel, with meta":   {cancelJob(), cancel, meta, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gw := direct(t, options(serve(t, answer(200, jsonKind, tt.body))))
			_, failed := gw.Do(t.Context(), tt.request, tt.fields())
			diff(t, "fault", tt.want, briefly(fault.From(failed)))
		})
	}
}
