package main

import (
	"testing"

	"flexq/client/slurm"
)

// What is not UTF-8 is named, and a value of the environment, which may be a secret, is not repeated.
func TestEncodable(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		s    submitting
		want string
	}{
		"all is well": {s: submitting{
			options: exported("A=é"), job: slurm.Submission{Env: []string{"A=é"}, Parts: []slurm.Submission{{Env: []string{"B=1"}}}},
		}},
		"of this machine": {
			submitting{
				options: exported("TOKEN=s3cr\xff"), job: slurm.Submission{Env: []string{"SLURM_EXPORT_ENV=TOKEN=s3cr\xff", "TOKEN=s3cr\xff"}},
			},
			"the value of the variable TOKEN is not UTF-8",
		},
		"of a part": {
			submitting{job: slurm.Submission{Parts: []slurm.Submission{{Env: []string{"A=1"}}, {Env: []string{"B=s3cr\xff"}}}}},
			"the value of the variable B is not UTF-8",
		},
		"a name":              {submitting{job: slurm.Submission{Env: []string{"B\xff=s3cr"}}}, "the value of the variable B? is not UTF-8"},
		"not yet taken apart": {submitting{options: exported("TOKEN=s3cr\xff")}, "--export: the value is not UTF-8"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			tt.s.submitOptions = &submitOptions{}
			if err := tt.s.encodable(); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
