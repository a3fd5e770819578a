package client_test

import (
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
)

// What slurmrestd cannot read it does not pass on, whatever number it gives that. The answers are those of 24.11.5.
func TestSubmitThatSlurmrestdCannotRead(t *testing.T) {
	t.Parallel()
	frequency := `{"description": "Invalid cpu_frequency", "error_number": -1, "error": "Unspecified error", "source": "#/job/cpu_frequency/"}`
	signal := `{"description": "Unknown signal (null)", "error_number": 0, "error": "No error", "source": "#/job/kill_warning_signal/"}`
	for name, tt := range map[string]struct{ text, what string }{
		"unspecified":    {`{"errors": [` + frequency + `], "warnings": []}`, "Slurm refused: Invalid cpu_frequency at job/cpu_frequency"},
		"null":           {`{"job_id": null, "errors": [` + frequency + `]}`, "Slurm refused: Invalid cpu_frequency at job/cpu_frequency"},
		"part of a het":  {`{"errors": [` + strings.Replace(frequency, "job/", "jobs[1]/", 1) + `]}`, "Slurm refused: Invalid cpu_frequency at jobs[1]/cpu_frequency"},
		"number and all": {`{"errors": [` + signal + `,` + strings.Replace(frequency, "-1", "9202", 1) + `]}`, "Slurm refused: Invalid cpu_frequency: Unspecified error at job/cpu_frequency (Slurm error 9202) (and 1 more)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, answer{status: 500, text: tt.text})
				_, err := c.Submit(t.Context(), script())
				if f := asKind(t, err, fault.Refused); f.What != tt.what || !f.Settled || f.Op != "submit" {
					t.Errorf("got %+v, want %s", f, tt.what)
				}
				wantCalls(t, s, submit) // nothing is looked for
			})
		})
	}
}

// Errors of slurmrestd's reader beside anything else prove nothing: it goes on in spite of some.
func TestSubmitThatSlurmrestdMayHaveRead(t *testing.T) {
	t.Parallel()
	flag := `{"description": "Unknown flag", "error_number": 9207, "error": "invalid flag", "source": "#/job/mail_type[0]/"}`
	odd := `{"error_number": -1, "error": "Unspecified error", "source": "#/job/cpu_frequency/"}`
	for name, a := range map[string]answer{
		"asked":             {status: 500, text: `{"errors": [` + flag + `, {"error_number": -1, "error": "Unspecified error", "source": "slurm_submit_batch_job()"}]}`},
		"no place":          {status: 500, text: `{"errors": [{"error_number": -1, "error": "Unspecified error"}]}`},
		"an id of its kind": {status: 500, text: `{"job_id": "s3f8", "errors": [` + odd + `]}`},
		"slurmctld is away": {status: 502, text: `{"errors": [` + odd + `]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, a)
				s.on(jobsAll, found(`"job_id": 1234`))
				s.on(lookPast, none())
				if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 1234 {
					t.Errorf("got %+v, %v", got, err)
				}
			}, patience)
		})
	}
}
