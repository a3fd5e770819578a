package client_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/fault"
)

const diag = "GET /slurm/v0.0.42/diag/"

// lostAgo is the submit of the test, sent some time ago.
func lostAgo(d time.Duration) client.Lost {
	return client.Lost{Key: key, Name: "train", User: "alice", Began: now().Add(-d), Clock: now().Add(-d)}
}

// pastSince is the look into accounting that begins with a submit of some time ago.
func pastSince(d time.Duration) string {
	return fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=1796005700&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", now().Add(-d-15*time.Minute).Unix())
}

// pastSpans are the looks into accounting from some time ago on, of a day or more each.
func pastSpans(ago time.Duration) []string {
	from, to := now().Add(-ago).Unix(), now().Add(75*time.Minute).Unix()
	n := max((to-from)/86400, 1)
	var out []string
	for i := range n {
		begin, each := from, (to-from)/n
		if i > 0 {
			begin = to - each*(n-i)
		}
		out = append(out, fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", to-each*(n-i-1), begin))
	}
	return out
}

func alice(o *client.Options) { o.User = "alice" }

// told accounting everything, or not.
func accountingQueue(n int) answer {
	return answer{status: 200, text: fmt.Sprintf(`{"statistics": {"dbd_agent_queue_size": %d}}`, n)}
}

func TestResolveFinds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		live, past answer
		want       uint64
	}{
		"in the queue":                     {live: found(`"job_id": 1234`), want: 1234},
		"as an array":                      {live: found(`"job_id": 39, "array_job_id": 18, "array_task_id": 1`), want: 18},
		"in accounting":                    {live: none(), past: found(`"job_id": 77`), want: 77},
		"in accounting, without the queue": {live: answer{status: 502, file: "v0.0.42/jobs-controller-down.json"}, past: found(`"job_id": 77`), want: 77},
		"beside one that looks like it": {
			live: answer{status: 200, text: `{"jobs": [{"job_id": 9, "name": "train"}, {"job_id": 10, "name": "train", "comment": "` + key + `"}]}`}, want: 10,
		},
		"renamed, and of another user": {live: found(`"job_id": 12, "name": "other", "user_name": "bob"`), want: 12},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, alice, func(s *server, c *client.Client) {
				t := s.t
				s.on(jobsAll, tt.live)
				s.on(pastSince(5*time.Minute), tt.past)
				got, err := c.Resolve(t.Context(), lostAgo(5*time.Minute))
				if err != nil || got.ID != tt.want || got.Key != key || len(got.Warnings) > 0 {
					t.Errorf("got %+v, %v", got, err)
				}
				if n := posts(s.asked()); n > 0 {
					t.Errorf("%d writes", n)
				}
			})
		})
	}
}

// A wrong "not submitted" makes a second job.
func TestResolveAndProof(t *testing.T) {
	t.Parallel()
	jobs := func(list string) answer { return answer{status: 200, text: `{"jobs": [` + list + `]}`} }
	down := answer{status: 502, file: "v0.0.42/jobs-controller-down.json"}
	dbDown := answer{status: 502, file: "v0.0.42/db-down.json"}
	const sure = "no job has its key: it was not submitted"
	for name, tt := range map[string]struct {
		live, past, diag answer
		age              time.Duration
		change           func(*client.Lost)
		want             string
	}{
		"an hour ago":                         {want: sure},
		"less than an hour ago":               {age: 59 * time.Minute, want: "it is not there, and may be under way yet; look again at "},
		"the clock was set back":              {age: -time.Minute, want: "it is not there, and may be under way yet"},
		"no answer of the queue":              {live: down, want: "not known whether the job was submitted: Slurm's controller does not answer"},
		"no answer of accounting":             {past: dbDown, want: "not known whether the job was submitted: Slurm's accounting does not answer"},
		"accounting is behind":                {diag: accountingQueue(3), want: "accounting does not know yet all that slurmctld has to tell it"},
		"slurmctld says nothing":              {diag: answer{status: 200, text: `{}`}, want: "slurmctld does not say whether it has told accounting everything"},
		"slurmctld says half":                 {diag: answer{status: 200, text: `{"statistics": {"req_time": 1796001200}}`}, want: "slurmctld does not say"},
		"slurmctld says nonsense":             {diag: answer{status: 200, text: `{"statistics": {"dbd_agent_queue_size": [5]}}`}, want: "slurmctld does not say"},
		"how far accounting is, is not known": {diag: down, want: "Slurm's controller does not answer"},
		"a record that cannot be read":        {live: jobs(`{"job_id": 9, "name": "other", "comment": {"text": "x"}}`), want: "a part of the lists of jobs cannot be read"},
		"another user":                        {change: func(l *client.Lost) { l.User = "bob" }, want: "it was sent as another user, bob"},
		"another user, as far as one knows":   {change: func(l *client.Lost) { l.User, l.Foreign = "", true }, want: "it was sent as another user"},
		"a job without a comment":             {past: jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1795997500}}`), want: "job 9 has the same name and no key, and may be this one; look at job 9"},
		"a job of the name, before":           {past: jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1795997400}}`), want: sure},
		"a job of the name, 69 minutes on":    {past: jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1795998140}}`), age: 2 * time.Hour, want: sure},
		"a job whose key only the queue has":  {live: jobs(`{"job_id": 9, "name": "train", "comment": "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"}`), past: jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1795997600}}`), want: sure},
		"a job of the name, long before":      {past: jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1795990000}}`), want: sure},
		"a job of the name, too late":         {past: jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1796001100}}`), age: 3 * time.Hour, want: sure},
		"a job of another submit":             {past: jobs(`{"job_id": 8, "name": "train", "user": "alice", "time": {"submission": 1795997000}}`), want: sure},
		"a job of another key":                {live: jobs(`{"job_id": 9, "name": "train", "comment": "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"}`), want: sure},
		"a job of the name, requeued later":   {live: jobs(`{"job_id": 9, "name": "train", "user_name": "alice", "submit_time": 1796001199, "restart_cnt": 1}`), age: 3 * time.Hour, want: "job 9 has the same name and no key"},
		"not too long ago":                    {age: 23 * time.Hour, want: sure},
		"another cluster behind the address":  {live: answer{status: 200, text: `{"jobs": [{"job_id": 1, "name": "other", "comment": "x"}], "meta": {"slurm": {"cluster": "beta"}}}`}, change: func(l *client.Lost) { l.Cluster = "alpha" }, want: "it was sent to cluster alpha, and this is beta; look again at alpha"},
		"the same cluster":                    {live: answer{status: 200, text: `{"jobs": [{"job_id": 1, "name": "other", "comment": "x"}], "meta": {"slurm": {"cluster": "alpha"}}}`}, change: func(l *client.Lost) { l.Cluster = "alpha" }, want: sure},
		"a cluster without a name":            {change: func(l *client.Lost) { l.Cluster = "alpha" }, want: sure},
		"our clock has been put forward":      {change: func(l *client.Lost) { l.Clock = now().Add(-time.Minute) }, want: "may be under way yet; look again at " + now().Add(59*time.Minute).Local().Format("15:04")},
		"our clock has been put back":         {age: -2 * time.Hour, change: func(l *client.Lost) { l.Clock = now().Add(-61 * time.Minute) }, want: sure},
		"no name is known":                    {live: jobs(`{"job_id": 9, "name": "sbatch", "submit_time": 1795997500}`), past: jobs(`{"job_id": 8, "name": "x"}`), change: func(l *client.Lost) { l.Name = "" }, want: "job 9 has no key, and may be this one"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, alice, func(s *server, c *client.Client) {
				t := s.t
				or := func(a, b answer) answer {
					if a.status == 0 {
						return b
					}
					return a
				}
				lost := lostAgo(or2(tt.age, time.Hour+time.Minute))
				if tt.change != nil {
					tt.change(&lost)
				}
				s.on(jobsAll, or(tt.live, none()))
				s.on(strings.Replace(pastSince(now().Sub(lost.Clock)), "alice", cmpUser(lost.User), 1), or(tt.past, none()))
				s.on(diag, or(tt.diag, accountingQueue(0)))
				r := c.ResolveAll(t.Context(), []client.Lost{lost}, map[uint64]bool{8: true})[0]
				f := fault.From(r.Err)
				kind := fault.UnknownOutcome
				if tt.want == sure {
					kind = fault.JobUnknown
				}
				if f == nil || f.Kind != kind || f.Key != key || !strings.Contains(f.What+"; "+f.Cure, tt.want) || f.Settled != (tt.want == sure) {
					t.Errorf("got %+v, %+v", r.Job, f)
				}
			})
		})
	}
}

func or2(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

func cmpUser(user string) string {
	if user == "" {
		return "alice"
	}
	return user
}

// Several are looked for at the cost of one, and each has its own answer.
func TestResolveSeveral(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		const second, third = "flexq:01KBA4Q0X0BBBBBBBBBBBBBBBB", "flexq:01KBA4Q0X0CCCCCCCCCCCCCCCC"
		s.on(jobsAll, answer{status: 200, text: `{"jobs": [{"job_id": 5, "name": "train", "comment": "` + second + `"}]}`})
		s.on(pastSince(3*time.Hour), answer{status: 200, text: `{"jobs": [{"job_id": 4, "name": "train", "comment": {"job": "` + third + `"}}]}`})
		s.on(diag, accountingQueue(0))
		lost := []client.Lost{lostAgo(2 * time.Hour), lostAgo(2 * time.Hour), lostAgo(3 * time.Hour), {Key: "flexq:1"}}
		lost[1].Key, lost[2].Key = second, third
		got := c.ResolveAll(t.Context(), lost, nil)
		var words []string
		for _, r := range got {
			words = append(words, fmt.Sprint(r.Job.ID, " ", fault.KindOf(r.Err)))
		}
		if w := strings.Join(words, ", "); w != "0 job unknown, 5 other, 4 other, 0 usage" {
			t.Errorf("got %s", w)
		}
		wantCalls(t, s, diag, jobsAll, diag, pastSince(3*time.Hour))
		if out := c.ResolveAll(t.Context(), nil, nil); len(out) > 0 {
			t.Errorf("of none: %+v", out)
		}
		wantCalls(t, s)
	})
}

// What is long ago is asked for by the day, so that no answer is larger than a day's, and a job that waited for days
// is seen when it ran.
func TestResolveAsksByTheDay(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		span := func(from, to int64) string {
			return fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", to, from)
		}
		const end, third = 1796005700, 88200
		since := now().Add(-72*time.Hour - 15*time.Minute).Unix()
		spans := []string{span(since, end-2*third), span(end-2*third, end-third), span(end-third, end)}
		s.on(jobsAll, none())
		s.on(diag, accountingQueue(0))
		s.on(spans[0], none())
		s.on(spans[1], answer{status: 200, text: `{"jobs": [{"job_id": 77, "comment": {"job": "` + key + `"}}]}`})
		s.on(spans[2], none())
		if got, err := c.Resolve(t.Context(), lostAgo(72*time.Hour)); err != nil || got.ID != 77 {
			t.Errorf("got %+v, %v", got, err)
		}
		wantCalls(t, s, append([]string{diag, jobsAll, diag}, spans...)...)

		s.on(spans[1], answer{status: 502, file: "v0.0.42/db-down.json"})
		if _, err := c.Resolve(t.Context(), lostAgo(72*time.Hour)); fault.KindOf(err) != fault.UnknownOutcome {
			t.Errorf("without one of the days: %v", err)
		}
	})
}

// The time of a submit stands in its key.
func TestResolveByTheKeyAlone(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		made := client.KeySource(func() time.Time { return now().Add(-2 * time.Hour) }, strings.NewReader("0123456789"))()
		if got := client.KeyTime(made); !got.Equal(now().Add(-2 * time.Hour)) {
			t.Errorf("the key is of %v", got)
		}
		s.on(jobsAll, none())
		past := pastSince(26*time.Hour + 45*time.Minute) // another machine's clock may be wrong by 25 hours
		s.on(past, none())
		s.on(diag, accountingQueue(0))
		if _, err := c.Resolve(t.Context(), client.Lost{Key: made}); fault.KindOf(err) != fault.UnknownOutcome {
			t.Errorf("job 1 has no key, and no name is known: %v", err)
		}
		s.on(jobsAll, answer{status: 200, text: `{"jobs": []}`})
		for age, want := range map[time.Duration]fault.Kind{
			2 * time.Hour: fault.UnknownOutcome, 26*time.Hour - time.Second: fault.UnknownOutcome, 26 * time.Hour: fault.JobUnknown,
		} {
			made := client.KeySource(func() time.Time { return now().Add(-age) }, strings.NewReader("0123456789"))()
			for _, span := range pastSpans(age + 25*time.Hour) {
				s.on(span, answer{status: 200, text: `{"jobs": []}`})
				s.on(strings.TrimSuffix(span, "&users=alice"), answer{status: 200, text: `{"jobs": []}`})
			}
			_, err := c.Resolve(t.Context(), client.Lost{Key: made})
			again := now().Add(26*time.Hour - age).Local().Format("15:04")
			if f := asKind(t, err, want); want == fault.UnknownOutcome && !strings.Contains(f.Cure, again+"; from then on it cannot come any more") {
				t.Errorf("%v old: %v", age, f)
			}
		}
	})
	for _, bad := range []string{"", "flexq:", key + "A", "x" + key, "flexq:01kba4q0x0abcdefghjkmnpqrs"} {
		if client.IsKey(bad) || !client.KeyTime(bad).IsZero() {
			t.Errorf("%q is taken for a key", bad)
		}
	}
}

// Something on the way may send a request twice, which no client can keep it from. It is said.
func TestSubmitThatArrivedTwice(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, answer{status: 200, cut: true})
		s.on(jobsAll, answer{status: 200, text: `{"jobs": [{"job_id": 8, "comment": "` + key + `"}, {"job_id": 7, "comment": "` + key + `"}, {"job_id": 8, "comment": "` + key + `"}]}`})
		got, err := c.Submit(t.Context(), script())
		if err != nil || got.ID != 7 || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0].Description, "job 8 has the same key") {
			t.Errorf("got %+v, %v", got, err)
		}
		got, err = c.Resolve(t.Context(), lostAgo(time.Minute))
		if err != nil || got.ID != 7 || len(got.Warnings) != 1 {
			t.Errorf("later: %+v, %v", got, err)
		}
	})
}

func TestResolveGivenUp(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := c.Resolve(ctx, lostAgo(2*time.Hour))
		if f := asKind(t, err, fault.Cancelled); f.Key != key {
			t.Errorf("got %+v", f)
		}
		wantCalls(t, s)
	})
}

// A user may have another name on the cluster than in the settings: who has no job at all there is no proof that there
// is none.
func TestResolveWhereTheUserHasAnotherName(t *testing.T) {
	t.Parallel()
	const theirs = `{"jobs": [{"job_id": 4, "name": "train", "user": "alice_corp", "time": {"submission": 1795994200}`
	for name, tt := range map[string]struct {
		jobs string
		want string
	}{
		"with its key":    {theirs + `, "comment": {"job": "` + key + `"}}]}`, "job 4"},
		"without a key":   {theirs + `}]}`, "unknown outcome 0"},
		"no job anywhere": {`{"jobs": []}`, "job unknown 0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, alice, func(s *server, c *client.Client) {
				t := s.t
				past := pastSince(2 * time.Hour)
				s.on(jobsAll, answer{status: 200, text: `{"jobs": []}`})
				s.on(diag, accountingQueue(0))
				s.on(past, answer{status: 200, text: `{"jobs": []}`})
				s.on(strings.TrimSuffix(past, "&users=alice"), answer{status: 200, text: tt.jobs})
				got, err := c.Resolve(t.Context(), lostAgo(2*time.Hour))
				words := fmt.Sprint("job ", got.ID)
				if err != nil {
					words = fmt.Sprint(fault.KindOf(err), " ", got.ID)
				}
				if words != tt.want {
					t.Errorf("got %s, %v, want %s", words, err, tt.want)
				}
				wantCalls(t, s, diag, jobsAll, diag, past, strings.TrimSuffix(past, "&users=alice"))
			})
		})
	}
}

// Accounting may forget what is long ago, and then its silence proves nothing.
func TestResolveWhatAccountingMayHaveForgotten(t *testing.T) {
	t.Parallel()
	for days, want := range map[int64]fault.Kind{29: fault.JobUnknown, 31: fault.UnknownOutcome} {
		both(t, alice, func(s *server, c *client.Client) {
			t := s.t
			s.on(jobsAll, none())
			s.on(diag, accountingQueue(0))
			from, to := now().Unix()-days*86400-900, now().Unix()+4500
			each := (to - from) / days
			for i := range days {
				start := to - each*(days-i)
				if i == 0 {
					start = from
				}
				s.on(fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", to-each*(days-i-1), start), none())
			}
			_, err := c.Resolve(t.Context(), lostAgo(time.Duration(days)*24*time.Hour))
			if f := asKind(t, err, want); want == fault.UnknownOutcome && !strings.Contains(f.What, "accounting may have forgotten it by now") {
				t.Errorf("got %v", f)
			}
		})
	}
}

// What is old enough only when the look is over was not when the queue was read.
func TestResolveThatIsTooYoungWhenTheLookBegins(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		at := now().Add(2 * time.Hour).Unix()
		past := fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", at+4500, now().Unix()-1200)
		s.on(jobsAll, answer{status: 200, text: `{"jobs": []}`, ahead: 2 * time.Hour})
		s.on(past, answer{status: 200, text: `{"jobs": []}`, ahead: 2 * time.Hour})
		_, err := c.Resolve(t.Context(), lostAgo(5*time.Minute))
		if f := asKind(t, err, fault.UnknownOutcome); !strings.Contains(f.What, "it is not there, and may be under way yet") ||
			!strings.Contains(f.Cure, "look again at "+now().Add(55*time.Minute).Local().Format("15:04")) {
			t.Errorf("got %v", f)
		}
		wantCalls(t, s, diag, jobsAll, past)
	})
}

// A clock that may be wrong by any time zone makes the search wider.
func TestSubmitLostByAClockOfWhichNothingIsKnown(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		c.Clockless()
		s.on(submit, answer{status: 200, cut: true})
		s.on(jobsAll, answer{status: 200, text: `{"jobs": []}`})
		// From 25 hours before it to 26 hours from now, in two parts.
		past := func(from, to time.Duration) string {
			return fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", now().Add(to).Unix(), now().Add(from).Unix())
		}
		s.on(past(-25*time.Hour, 30*time.Minute), none())
		s.on(past(30*time.Minute, 26*time.Hour), answer{status: 200, text: `{"jobs": [{"job_id": 77, "comment": {"job": "` + key + `"}}]}`})
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 77 {
			t.Errorf("got %+v, %v", got, err)
		}
		if seen := c.Seen(); !seen.Clock.IsZero() {
			t.Errorf("seen %+v", seen)
		}
	})
}

// The times of jobs are by the cluster's clock, however wrong our own is.
func TestSubmitLostByAClockThatIsWrong(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{-5 * time.Hour, 5 * time.Hour} {
		both(t, alice, func(s *server, c *client.Client) {
			t := s.t
			s.on(submit, answer{status: 200, cut: true, text: `{"jobs": []}`, ahead: ahead})
			s.on(jobsAll, answer{status: 200, text: `{"jobs": []}`, ahead: ahead})
			// It was thought to be right until the answer, and may have been.
			from, to := now().Add(min(ahead, 0)).Unix(), now().Add(ahead).Unix()
			s.on(fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", to+4500, from-900),
				answer{status: 200, text: `{"jobs": [{"job_id": 77, "comment": {"job": "` + key + `"}}]}`, ahead: ahead})
			if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 77 {
				t.Errorf("%v ahead: %+v, %v", ahead, got, err)
			}
			if seen := c.Seen(); seen.Name != "" || seen.Clock.Sub(now().Add(ahead)).Abs() > time.Second {
				t.Errorf("%v ahead: seen %+v", ahead, seen)
			}
		})
	}
}

// A clock that is wrong now need not have been wrong when the submit was sent.
func TestResolveByAClockThatHasGoneWrong(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		lost := lostAgo(2 * time.Hour)
		lost.Clock = time.Time{}
		behind := accountingQueue(0)
		behind.ahead = -50 * time.Hour
		s.on(diag, behind)
		if _, err := c.Diag(t.Context()); err != nil { // which shows the clock
			t.Fatal(err)
		}
		s.on(jobsAll, answer{status: 200, text: fmt.Sprintf(`{"jobs": [{"job_id": 9, "name": "train", "user_name": "alice", "submit_time": %d}]}`, lost.Began.Unix()), ahead: behind.ahead})
		from, to := lost.Began.Add(-75*time.Hour).Unix(), now().Add(behind.ahead).Unix()+4500
		s.on(fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", to, from), none())
		_, err := c.Resolve(t.Context(), lost)
		f := asKind(t, err, fault.UnknownOutcome)
		if !strings.Contains(f.What, "job 9 has the same name and no key") {
			t.Errorf("got %v", f)
		}
	})
}

// What was known of the cluster's clock before a submit is not forgotten when its answer shows another: the job may be of
// either time.
func TestSubmitLostWhileAClockIsSet(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{-5 * time.Hour, 5 * time.Hour} {
		both(t, alice, func(s *server, c *client.Client) {
			t := s.t
			s.on(submit, answer{status: 200, cut: true, half: `{"errors"`, ahead: ahead})
			s.on(jobsAll, answer{status: 200, text: fmt.Sprintf(`{"jobs": [{"job_id": 9, "name": "train", "user_name": "alice", "submit_time": %d}]}`, now().Unix()), ahead: ahead})
			from, to := now().Add(min(ahead, 0)).Unix(), now().Add(ahead).Unix()
			s.on(fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d&users=alice", to+4500, from-900),
				answer{status: 200, text: `{"jobs": [{"job_id": 8, "name": "other", "user": "alice"}]}`, ahead: ahead})
			told := accountingQueue(0)
			told.ahead = ahead
			s.on(diag, told)
			_, err := c.Submit(t.Context(), script())
			if f := asKind(t, err, fault.UnknownOutcome); !strings.Contains(f.What, "job 9 has the same name and no key") {
				t.Errorf("%v ahead: %v", ahead, f)
			}
		})
	}
}
