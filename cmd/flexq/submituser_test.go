package main

import (
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func TestOwnerOf(t *testing.T) {
	t.Parallel()
	const key = "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS"
	gone := fault.New(fault.JobUnknown, "", "")
	tests := map[string]struct {
		job  slurm.Job
		err  error
		want string
	}{
		"by the key":                    {slurm.Job{User: "alice", Comment: "mine " + key}, nil, "alice"},
		"by the name, without comments": {slurm.Job{User: "alice", Name: "train"}, nil, "alice"},
		"another job of that number":    {slurm.Job{User: "bob", Name: "other"}, nil, ""},
		"one with another's comment":    {slurm.Job{User: "bob", Name: "train", Comment: "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRT"}, nil, ""},
		"none":                          {slurm.Job{}, gone, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := &fake{t: t, job: func(ref slurm.Ref) (slurm.JobDetail, error) {
				if ref.Job != 7 {
					t.Errorf("asked for %v", ref)
				}
				return slurm.JobDetail{Jobs: []slurm.Job{tt.job}}, tt.err
			}}
			if got := ownerOf(t.Context(), api, 7, key, []string{"train"}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
