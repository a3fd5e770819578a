package main

import (
	"errors"
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func TestOwnerOf(t *testing.T) {
	t.Parallel()
	const key = "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS"
	gone, down := fault.New(fault.JobUnknown, "", ""), fault.New(fault.SlurmDown, "", "")
	tests := map[string]struct {
		job  slurm.Job
		err  error
		want string
		fail error
	}{
		"by the key":                    {slurm.Job{User: "alice", Comment: "mine " + key}, nil, "alice", nil},
		"by the name, without comments": {slurm.Job{User: "alice", Name: "train"}, nil, "alice", nil},
		"another job of that number":    {slurm.Job{User: "bob", Name: "other"}, nil, "", nil},
		"one with another's comment":    {slurm.Job{User: "bob", Name: "train", Comment: "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRT"}, nil, "", nil},
		"none":                          {slurm.Job{}, gone, "", nil},
		"one that cannot be asked for":  {slurm.Job{}, down, "", down},
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
			got, err := ownerOf(t.Context(), api, 7, key, []string{"train"})
			if got != tt.want || !errors.Is(err, tt.fail) {
				t.Errorf("got %q, %v; want %q, %v", got, err, tt.want, tt.fail)
			}
		})
	}
}
