package client_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

const submit = "POST /slurm/v0.0.42/job/submit"

func script() slurm.Submission {
	return slurm.Submission{Script: "#!/bin/bash\nsleep 1\n", Name: "train", WorkDir: "/home/alice", Comment: "run 12"}
}

func posts(calls []string) int {
	n := 0
	for _, c := range calls {
		if strings.HasPrefix(c, "POST ") {
			n++
		}
	}
	return n
}

func TestSubmit(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-ok.json"))
		got, err := c.Submit(t.Context(), script())
		if err != nil || got.ID != 5 || got.Key != key || len(got.Warnings) != 0 {
			t.Errorf("got %+v, %v", got, err)
		}
		const want = `{"script":"#!/bin/bash\nsleep 1\n","job":{"name":"train","current_working_directory":"/home/alice",` +
			`"environment":["PATH=/usr/local/bin:/usr/bin:/bin"],"comment":"run 12 ` + key + `","oom_kill_step":65534}}`
		if sent := s.lastBody(); sent != want {
			t.Errorf("sent %s\nwant %s", sent, want)
		}
		wantCalls(t, s, submit)
	})
}

// A resubmitted job has the comment of the first.
func TestSubmitReplacesAnOldKey(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-ok.json"))
		for comment, want := range map[string]string{
			"":                                     key,
			"flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA":     key,
			"a flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA b": "a b " + key,
			" two blanks  ":                        " two blanks   " + key,
			"flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA b":   "b " + key,
			" a  flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA": " a  " + key,
			"about flexq: nice":                    "about flexq: nice " + key,
		} {
			job := script()
			job.Comment = comment
			if _, err := c.Submit(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			var sent struct{ Job struct{ Comment string } }
			if err := json.Unmarshal([]byte(s.lastBody()), &sent); err != nil || sent.Job.Comment != want {
				t.Errorf("%q: sent %q, %v", comment, sent.Job.Comment, err)
			}
		}
	})
}

func TestSubmitTakesTheCallersKey(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-ok.json"))
		own := client.KeySource(now, strings.NewReader("0123456789"))()
		for given, want := range map[string]string{own: own, "": key, "flexq:1": key, own + "AA": key, "my " + own: key} {
			job := script()
			job.Key = given
			got, err := c.Submit(t.Context(), job)
			if err != nil || got.Key != want || !strings.Contains(s.lastBody(), `"comment":"run 12 `+want+`"`) {
				t.Errorf("%q: got %+v, %v, sent %s", given, got, err, s.lastBody())
			}
		}
	})
}

func TestSubmitWarnings(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-warned.json"), file("v0.0.45/submit-warned.json"))
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 12 || len(got.Warnings) != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 10 || len(got.Warnings) != 2 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

// That a job is held is no news to who asked for it, and all else is told.
func TestSubmitHeld(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		held := `{"description": "Job is in held state, pending scheduler release"}`
		long := `{"description": "Job submission resulted in non-zero return code: Job is in held state, pending scheduler release"}`
		s.on(submit, answer{status: 200, text: `{"job_id": 12, "warnings": [` + long + `, {"description": "careful"}, ` + held + `]}`})
		for _, hold := range []bool{true, false} {
			job := script()
			job.Hold = hold
			got, err := c.Submit(t.Context(), job)
			want := 3
			if hold {
				want = 1
			}
			if err != nil || len(got.Warnings) != want || hold && got.Warnings[0].Description != "careful" {
				t.Errorf("hold %t: got %+v, %v", hold, got, err)
			}
		}
	})
}

// A submit can be 200 with no job, with only a warning. [submit-time-limit-object-string]
func TestSubmitWithoutJob(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-no-id.json"))
		got, err := c.Submit(t.Context(), script())
		f := asKind(t, err, fault.Refused)
		if got.ID != 0 || len(f.Warnings) != 1 || !strings.Contains(f.What, `got OpenAPI type=string`) {
			t.Errorf("got %+v, %+v", got, f)
		}
		wantCalls(t, s, submit)
	})
}

// What is no number of a job is none, and the job is looked for: a part of a number is not rounded to that of another job.
func TestSubmitWithAnIDThatIsNone(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"1.5", "-5", "0", `"1.5"`, `{"set": true, "infinite": false, "number": 7.25}`, "99999999999999999999999999"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, answer{status: 200, text: `{"job_id": ` + id + `, "errors": [], "warnings": []}`})
				s.on(jobsAll, found(`"job_id": 1234`))
				s.on(lookPast, none())
				got, err := c.Submit(t.Context(), script())
				if err != nil || got.ID != 1234 || got.Key != key {
					t.Errorf("got %+v, %v", got, err)
				}
			}, patience)
		})
	}
}

func TestSubmitRefused(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]answer{
		"up to 25.11": {status: 500, file: "v0.0.42/submit-refused.json"},
		"from 26.05":  {status: 422, file: "v0.0.45/submit-refused.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, a)
				_, err := c.Submit(t.Context(), script())
				f := asKind(t, err, fault.Refused)
				if len(f.Problems) != 1 || f.Problems[0].Number != 2000 || !strings.Contains(f.What, "Invalid partition name specified") {
					t.Errorf("got %+v", f)
				}
				wantCalls(t, s, submit)
			})
		})
	}
}

func TestSubmitSendsNoNonsense(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		_, err := c.Submit(t.Context(), slurm.Submission{Name: "no script"})
		wantKind(t, err, fault.Usage)
		_, err = c.Submit(t.Context(), slurm.Submission{Script: "#!/bin/bash\n#" + strings.Repeat("x", 1_000_000)})
		wantKind(t, err, fault.TooLarge)
		wantCalls(t, s)
	})
}

// A version that cannot be found is no lost submit: nothing was sent.
func TestSubmitBeforeTheVersionIsKnown(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.45/ping/", answer{status: 200, cut: true})
		_, err := c.Submit(t.Context(), script())
		wantKind(t, err, fault.Cut)
		if n := posts(s.asked()); n != 0 {
			t.Errorf("%d posts", n)
		}
	})
}

// Slurm may make a job and report errors all the same: to say that it has not been submitted would make two of it.
func TestSubmitWithErrorsBesideTheJob(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer answer
		want   []string
	}{
		"errors": {answer{status: 500, text: `{"job_id": 12, "errors": [{"error_number": 2070, "error": "Job in held state"}], "warnings": [{"description": "careful"}]}`}, []string{"Job in held state", "careful"}},
		"200":    {answer{status: 200, text: `{"errors": [{"error_number": -1, "error": "Unspecified error"}], "job_id": 12}`}, []string{"Unspecified error"}},
		"nested": {answer{status: 500, text: `{"result": {"job_id": 12}, "errors": [{"error_number": 5004, "error": "Socket timed out"}]}`}, []string{"Socket timed out"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, tt.answer)
				got, err := c.Submit(t.Context(), script())
				if err != nil || got.ID != 12 || got.Key != key {
					t.Fatalf("got %+v, %v", got, err)
				}
				var words []string
				for _, p := range got.Warnings {
					words = append(words, p.Error+p.Description)
				}
				if strings.Join(words, "; ") != strings.Join(tt.want, "; ") {
					t.Errorf("got %q, want %q", words, tt.want)
				}
				wantCalls(t, s, submit)
			})
		})
	}
}

// Only null and 0 name no job. What cannot be read may be one: to call that a refusal because Slurm warns of something as
// well would have it submitted twice.
func TestSubmitWithAJobThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for id, isNone := range map[string]bool{
		`"job_id": null, `: true, `"job_id": 0, `: true, `"job_id": "0", `: true, ``: true, `"result": {"job_id": 0}, "job_id": 0, `: true,
		`"job_id": "abc", `: false, `"job_id": -1, `: false, `"job_id": 1.5, `: false, `"job_id": "", `: false, `"job_id": {}, `: false,
		`"job_id": [7], `: false, `"job_id": true, `: false, `"job_id": "s1ABC", `: false, `"job_id": {"set": false, "number": 0}, `: false,
		`"result": {"job_id": "abc"}, `: false, `"result": {"job_id": "abc"}, "job_id": 0, `: false, `"job_id": 4294967294, `: false,
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, answer{status: 200, text: `{` + id + `"errors": [], "warnings": [{"description": "held"}], "meta": {"plugin": {"type": "openapi/slurmctld"}}}`})
				s.on(jobsAll, found(`"job_id": 1234`))
				got, err := c.Submit(t.Context(), script())
				if isNone {
					if f := asKind(t, err, fault.Refused); !strings.Contains(f.What, "Slurm made no job of it: held") {
						t.Errorf("got %v", err)
					}
					wantCalls(t, s, submit)
					return
				}
				if err != nil || got.ID != 1234 || got.Note != "its answer did not say so; found by its key" {
					t.Errorf("got %+v, %v", got, err)
				}
				wantCalls(t, s, submit, jobsAll)
			})
		})
	}
}

// An answer that breaks off is no warning of Slurm's, nor is it not known what became of a job that was found.
func TestSubmitWhoseAnswerIsCut(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		half, note string
		want       uint64
		warnings   int
	}{
		"behind the number":         {`{"job_id": 40160, "step_id": "ba`, "its answer was cut", 40160, 0},
		"in the number":             {`{"job_id": 4016`, "its answer was cut; found by its key", 1234, 0},
		"before it":                 {`{"warnings": [], "err`, "its answer was cut; found by its key", 1234, 0},
		"behind a warning of Slurm": {`{"warnings": [{"description": "careful"}], "err`, "its answer was cut; found by its key", 1234, 1},
		"behind both":               {`{"warnings": [{"description": "careful"}], "job_id": 40160, "err`, "its answer was cut", 40160, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, answer{status: 200, cut: true, half: tt.half})
				s.on(jobsAll, found(`"job_id": 1234`))
				got, err := c.Submit(t.Context(), script())
				if err != nil || got.ID != tt.want || got.Note != tt.note || len(got.Warnings) != tt.warnings || got.Key != key {
					t.Errorf("got %+v, %v", got, err)
				}
			})
		})
	}
}

// A machine that slept while the version was looked for, or a program that was stopped between the key and the request,
// sends nothing: who looks for the key may have said by then that it cannot come any more.
func TestSubmitThatWasBegunLongAgo(t *testing.T) {
	t.Parallel()
	at := now()
	opts := func(o *client.Options) { o.Now = func() time.Time { return at } }
	for age, sent := range map[time.Duration]bool{0: true, 10 * time.Minute: true, 11 * time.Minute: false, 30 * time.Hour: false, -time.Hour: true} {
		both(t, opts, func(s *server, c *client.Client) {
			t := s.t
			s.on(submit, file("v0.0.42/submit-ok.json"))
			job := script()
			job.Key = client.KeySource(func() time.Time { return at.Add(-age) }, strings.NewReader("0123456789"))()
			_, err := c.Submit(t.Context(), job)
			if sent {
				if err != nil {
					t.Errorf("%v: %v", age, err)
				}
				wantCalls(t, s, submit)
				return
			}
			if f := asKind(t, err, fault.TimedOut); !f.Settled || !strings.Contains(f.What, "nothing was sent") || f.Cure != "submit again" {
				t.Errorf("%v: %+v", age, f)
			}
			wantCalls(t, s)
		})
	}
}

// Slurm takes 1024 bytes of comment, the key included.
func TestSubmitCommentThatIsTooLong(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-ok.json"))
		room := 1024 - len(" "+key)
		job := script()
		job.Comment = strings.Repeat("x", room)
		if _, err := c.Submit(t.Context(), job); err != nil {
			t.Error(err)
		}
		wantCalls(t, s, submit)
		job.Comment = strings.Repeat("é", room/2) + "xx" // bytes count, not characters
		_, err := c.Submit(t.Context(), job)
		if f := asKind(t, err, fault.Usage); !strings.Contains(f.What, "has 1025 bytes") || f.Cure != "shorten the comment by 1 bytes" {
			t.Errorf("got %v", f)
		}
		wantCalls(t, s)
	})
}
