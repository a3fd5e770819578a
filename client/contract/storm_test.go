package contract_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/sim"
	"flexq/client/slurm"
)

// storm is many submits, one after the other, through a platform at which much goes wrong.
type storm struct {
	sim   *sim.Sim
	url   string
	rand  *rand.Rand
	job   slurm.Submission
	often int                  // one submit of so many meets a fault
	late  func() time.Duration // after how long a late one arrives
	pass  func(time.Duration)  // lets time pass, as far as the test has to wait for it
	now   func() time.Time
	look  int // after so many submits what is open is looked for
	// direct says that there is no platform: a plain slurmrestd, whose answers have no Date.
	direct bool
	off    int // hours by which the user's clock is wrong, if it can be

	gaveUp int // after how many looks the user gives up; -1 never
}

// ending is what the client said of one submit.
type ending struct {
	key  string
	at   time.Time // by the cluster's clock, as the ledger notes it
	id   uint64    // 0: not submitted
	open bool
	how  string // the fault
}

// kinds are the ways to lose the answer to a submit that may have its effect or not.
func (s *storm) kinds() map[string]sim.Fault {
	inner := func(status, number int, text string) sim.Fault {
		return sim.Fault{Inner: &sim.InnerError{Status: status, Number: number, Error: text}}
	}
	outer := func(code int, status string) sim.Fault {
		return sim.Fault{Outer: &sim.OuterError{Code: code, Status: status}}
	}
	return map[string]sim.Fault{
		"dropped": {}, "502 page": {HTML: true}, "503": outer(503, "UNAVAILABLE"), "504": outer(504, "DEADLINE_EXCEEDED"),
		"500": outer(500, "INTERNAL"), "499": outer(499, "CANCELLED"),
		"5004": inner(500, 5004, "Socket timed out on send/recv operation"), "1003": inner(500, 1003, "Communication message receive failure"),
	}
}

// faultOf draws what happens to a submit: the fault, and how it is called.
func (s *storm) faultOf() (sim.Fault, string) {
	refused := map[string]sim.Fault{ // before it has any effect, and said so
		"429": {Outer: &sim.OuterError{Code: 429, Status: "RESOURCE_EXHAUSTED", RetryAfter: "1"}}, "token expired": {Expire: true},
		"refused": {Inner: &sim.InnerError{Status: 500, Number: 2000, Error: "Invalid partition name specified"}},
	}
	spoiled := map[string]sim.Fault{ // it has its effect, and the answer does not arrive whole
		"cut in the envelope": {CutAfter: 10}, "cut": {CutAfter: 60}, "cut at its end": {CutAfter: 400}, "malformed": {Malformed: true},
		"late headers": {Slow: time.Microsecond, SlowBytes: 7},
	}
	switch s.rand.IntN(10) {
	case 0:
		return draw(s.rand, s.spared(refused))
	case 1, 2:
		return draw(s.rand, spoiled)
	default:
		f, how := draw(s.rand, s.spared(s.kinds()))
		switch s.rand.IntN(3) {
		case 0:
			how += " before it"
			if how == "dropped before it" {
				f.Drop = sim.DropBefore
			}
		case 1:
			how, f.After = how+" after it", true
			if how == "dropped after it" {
				f.Drop = sim.DropAfter
			}
		default:
			how, f.Late = how+" and late", s.late()
		}
		return f, how
	}
}

func draw(r *rand.Rand, from map[string]sim.Fault) (sim.Fault, string) {
	names := make([]string, 0, len(from))
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[r.IntN(len(names))]
	return from[name], name
}

// spared takes out what only the platform can say.
func (s *storm) spared(from map[string]sim.Fault) map[string]sim.Fault {
	if s.direct {
		maps.DeleteFunc(from, func(_ string, f sim.Fault) bool { return f.Outer != nil })
	}
	return from
}

// prepare sets the faults that the next submit and its looks meet, and says what they are.
func (s *storm) prepare() string {
	s.calm()
	if s.rand.IntN(s.often) > 0 {
		return ""
	}
	f, how := s.faultOf()
	f.Method, f.Path, f.Count = "POST", "/job/submit", 1
	s.sim.Faults().Add(f)
	switch s.rand.IntN(4) { // and the looks
	case 0:
		s.gaveUp = s.rand.IntN(2)
		how += ", given up"
	case 1:
		path, count := "/jobs/", 1+s.rand.IntN(3)
		if s.rand.IntN(3) == 0 {
			path, count = "/slurmdb/", 0
		}
		blind, why := draw(s.rand, s.spared(map[string]sim.Fault{
			"unavailable": {Outer: &sim.OuterError{Code: 503, Status: "UNAVAILABLE"}}, "a page": {HTML: true}, "cut": {CutAfter: 200},
			"token expired": {Expire: true}, "accounting down": {Inner: &sim.InnerError{Status: 502, Number: 7000, Error: "Unable to connect to database"}},
		}))
		blind.Method, blind.Path, blind.Count = "GET", path, count
		s.sim.Faults().Add(blind)
		how += ", looks: " + why
	default:
	}
	return how
}

// client is a client of the cluster. Its token can be had anew, as that of a real credential.
func (s *storm) client(t *testing.T, now func() time.Time) *client.Client {
	t.Helper()
	o := gateway.Options{Now: now, Retry: gateway.Retry{Attempts: -1}}
	var gw *gateway.Gateway
	var err error
	if s.direct {
		o.Transport = auth.Slurm(http.DefaultTransport, auth.Fixed(s.sim.SlurmToken("alice")), "")
		gw, err = gateway.NewDirect(gateway.DirectTarget{URL: s.url}, o)
	} else {
		o.Transport = auth.Platform(http.DefaultTransport, serviceAccount(t, s.sim, s.url, "alice"), "")
		gw, err = gateway.NewPlatform(gateway.PlatformTarget{Endpoint: s.url, Project: simProject, Region: simRegion, Cluster: simCluster}, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return client.New(gw, client.Options{
		Now: now, User: "alice", Version: "v0.0.42",
		Sleep: func(_ context.Context, d time.Duration) error {
			if s.gaveUp == 0 {
				return context.Canceled
			}
			s.gaveUp--
			s.pass(d)
			return nil
		},
	})
}

// rage submits so many jobs, and returns what was told of each.
func (s *storm) rage(t *testing.T, many int) []ending {
	t.Helper()
	c := s.client(t, s.now)
	seed := sha256.Sum256([]byte(t.Name()))
	newKey := client.KeySource(s.now, rand.NewChaCha8(seed))
	out := make([]ending, many)
	for i := range out {
		job := s.job
		job.Name = fmt.Sprintf("storm-%d", i)
		if i%7 == 6 { // the clock is set, or the machine has slept
			s.off = s.rand.IntN(49) - 24
		}
		job.Key = newKey()
		out[i].key, out[i].how = job.Key, s.prepare()
		out[i].at = c.SeenNow(t.Context()).Clock
		got, err := c.Submit(t.Context(), job)
		f := fault.From(err)
		switch {
		case err == nil:
			out[i].id = got.ID
		case f.Kind == fault.UnknownOutcome:
			if out[i].open = true; f.Key != job.Key {
				t.Errorf("%s: the fault names the key %q", out[i].how, f.Key)
			}
		case !f.Settled:
			t.Errorf("%s: neither known nor open: %v", out[i].how, err)
		}
		s.pass(20 * time.Second)
		if i%s.look == s.look-1 { // as a program does that starts meanwhile: what is under way yet must stay open
			s.calm()
			s.settle(t, c, out[:i+1], false)
		}
	}
	s.calm()
	return out
}

// calm ends the faults.
func (s *storm) calm() {
	s.sim.Faults().Clear()
	s.gaveUp = -1
}

// settle clears up what is open. At the end it fails for each that cannot be.
func (s *storm) settle(t *testing.T, c *client.Client, list []ending, end bool) {
	t.Helper()
	var lost []client.Lost
	var at []int
	for i := range list {
		if list[i].open {
			lost, at = append(lost, client.Lost{Key: list[i].key, Clock: list[i].at, Name: fmt.Sprintf("storm-%d", i), User: "alice"}), append(at, i)
		}
	}
	for k, r := range c.ResolveAll(t.Context(), lost, nil) {
		x := &list[at[k]]
		switch {
		case r.Err == nil:
			x.open, x.id = false, r.Job.ID
		case fault.KindOf(r.Err) == fault.JobUnknown:
			x.open = false
		case end || fault.KindOf(r.Err) != fault.UnknownOutcome:
			t.Errorf("%s: still open: %v", x.how, r.Err)
		}
	}
}

// judge holds what was told against the jobs that there are, by their comments.
func judge(t *testing.T, list []ending, comments map[uint64]string) {
	t.Helper()
	made := map[string][]uint64{}
	for id, comment := range comments {
		if _, key, found := strings.Cut(comment, "flexq:"); found {
			made["flexq:"+key] = append(made["flexq:"+key], id)
		}
	}
	created, reported := 0, 0
	for _, x := range list {
		ids := made[x.key]
		created += len(ids)
		if x.id != 0 {
			reported++
		}
		switch {
		case len(ids) > 1:
			t.Errorf("%q: submitted %d times, as %v", x.how, len(ids), ids)
		case x.id != 0 && (len(ids) == 0 || ids[0] != x.id):
			t.Errorf("%q: said to be job %d, and there are %v", x.how, x.id, ids)
		case x.id == 0 && len(ids) > 0:
			t.Errorf("%q: said not to be submitted, and there is job %v", x.how, ids)
		}
	}
	if created != reported || len(made) != created {
		t.Errorf("%d jobs are there, with %d keys, and %d were reported", created, len(made), reported)
	}
	t.Logf("%d submits, %d jobs", len(list), created)
}
