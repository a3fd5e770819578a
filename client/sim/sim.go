package sim

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// Sim is one simulated cluster with its platform. Make it with New.
type Sim struct {
	cfg    Config
	faults Faults
	keys   keyring
	strict strictness
	log    requestLog
	fwd    *forwarder
	views  sync.Pool // of *[]cluster.View

	mu       sync.Mutex
	clock    clock
	cluster  *cluster.Cluster
	late     []lateCall                // the next first
	encoders map[string]*shape.Encoder // by data version
	access   map[string]Access
	// noCompute are the users that lack the permissions of Compute Engine.
	noCompute map[string]bool
	down      struct{ controller, database, compute bool }
}

// New returns a simulated cluster. It fails if the configuration cannot be simulated.
func New(cfg Config) (*Sim, error) {
	cfg = withDefaults(cfg)
	if cfg.Speed != 0 && cfg.Now == nil {
		return nil, fmt.Errorf("simulated cluster: a speed needs a clock")
	}
	s := &Sim{cfg: cfg, clock: newClock(cfg), encoders: map[string]*shape.Encoder{}, access: map[string]Access{}, noCompute: map[string]bool{}}
	s.views.New = func() any { return new([]cluster.View) }
	s.strict = strictness{on: cfg.Strict, report: cfg.OnViolation}
	s.keys = newKeyring(cfg.TokenLife, cfg.Now, s.Now)
	var err error
	if s.cluster, err = s.makeCluster(); err != nil {
		return nil, fmt.Errorf("simulated cluster: %w", err)
	}
	for _, v := range cfg.DataVersions {
		n, ok := versionNumber(v)
		if !ok {
			return nil, fmt.Errorf("simulated cluster: data version %q is not one of v0.0.40 to v0.0.43", v)
		}
		s.encoders[v] = shape.New(s.cluster, n)
	}
	if cfg.Forward != nil {
		if s.fwd, err = newForwarder(*cfg.Forward); err != nil {
			return nil, fmt.Errorf("simulated cluster: %w", err)
		}
	}
	return s, nil
}

func withDefaults(cfg Config) Config {
	def := func(s *string, v string) {
		if *s == "" {
			*s = v
		}
	}
	def(&cfg.Project, "flexq-demo")
	def(&cfg.Region, "us-central1")
	name, release, newest := "hcsdemo", "24.11.5", 42
	jobs, nodes := 300, 24
	switch cfg.Profile {
	case Demo:
		name, release, newest = "demo", "25.05.4", 43
	case Lease:
		name, release, newest, jobs, nodes = "lease", "25.05.4", 43, 40, 16
	case Lab:
	}
	def(&cfg.Cluster, name)
	def(&cfg.Release, release)
	if cfg.DataVersions == nil {
		for v := 40; v <= newest; v++ {
			cfg.DataVersions = append(cfg.DataVersions, "v0.0."+strconv.Itoa(v))
		}
	}
	if cfg.Jobs == 0 {
		cfg.Jobs = jobs
	}
	cfg.Jobs = max(cfg.Jobs, 0)
	if cfg.Nodes == 0 {
		cfg.Nodes = nodes
	}
	if cfg.TokenLife == 0 {
		cfg.TokenLife = time.Hour
	}
	return cfg
}

func versionNumber(s string) (shape.Version, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "v0.0."))
	v := shape.Version(n)
	return v, err == nil && strings.HasPrefix(s, "v0.0.") && v >= shape.Oldest && v <= shape.Newest
}

func (s *Sim) makeCluster() (*cluster.Cluster, error) {
	at := s.clock.start().Unix()
	base := cluster.Lab(s.cfg.Cluster)
	base.Start = at
	made := cluster.New
	if s.cfg.Forward == nil { // behind a real Slurm only the users are needed
		switch s.cfg.Profile {
		case Demo:
			base = cluster.DemoConfig(s.cfg.Cluster, s.cfg.Nodes)
			made = func(c cluster.Config) (*cluster.Cluster, error) { return cluster.Demo(c, at, s.cfg.Jobs) }
		case Lease:
			base = cluster.StoryConfig(s.cfg.Cluster, s.cfg.Nodes)
			made = func(c cluster.Config) (*cluster.Cluster, error) { return cluster.Story(c, at, s.cfg.Jobs) }
		case Lab:
		}
	}
	base.Seed, base.Release = s.cfg.Seed, s.cfg.Release
	if s.cfg.MinJobAge > 0 {
		base.MinJobAge = int64(s.cfg.MinJobAge / time.Second)
	}
	base.Users = s.users(base.Users)
	return made(base)
}

// users merges the configured users into the profile's own.
func (s *Sim) users(own []*cluster.User) []*cluster.User {
	for _, name := range slices.Sorted(maps.Keys(s.cfg.Users)) {
		u := s.cfg.Users[name]
		s.access[name], s.noCompute[name] = u.Access, u.NoCompute
		made := &cluster.User{
			Name: name, UID: u.UID, Account: u.Account, Operator: u.Operator || u.Administrator, Administrator: u.Administrator,
			Share: 1, Assoc: 1000 + u.UID,
		}
		replaced := false
		for i, o := range own {
			if o.Name == name {
				made.Assoc, replaced = o.Assoc, true
				if made.Account == "" {
					made.UID, made.Account = o.UID, o.Account
				}
				own[i] = made
			}
		}
		if !replaced {
			own = append(own, made)
		}
	}
	return own
}

// enter locks the Sim with its cluster brought up to the present. The caller unlocks.
func (s *Sim) enter() {
	s.mu.Lock()
	s.runUntil(s.cluster.Now() + s.clock.passed())
}

// Handler returns the service: platform, token endpoint and slurmrestd by path.
func (s *Sim) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Sim) serve(w http.ResponseWriter, r *http.Request) {
	s.dateAnswer(w, r.URL.Path)
	switch p := r.URL.Path; {
	case p == "/token":
		s.serveToken(w, r)
	case strings.HasPrefix(p, computePrefix):
		s.serveCompute(w, r)
	case strings.HasPrefix(p, "/v1beta1/"), strings.HasPrefix(p, "/v1/"):
		s.servePlatform(w, r)
	case strings.HasPrefix(p, "/slurm/"), strings.HasPrefix(p, "/slurmdb/"), strings.HasPrefix(p, "/openapi"):
		s.serveDirect(w, r)
	default:
		writeError(w, OuterError{Code: http.StatusNotFound, Status: "NOT_FOUND", Message: "Not found: " + p})
	}
}

// dateAnswer gives an answer of the platform the simulated time as its date, as its own clock would. Answers of
// slurmrestd itself have no date. Before a real Slurm the time is the real one.
func (s *Sim) dateAnswer(w http.ResponseWriter, path string) {
	switch {
	case path == "/token" || s.fwd != nil:
	case strings.HasPrefix(path, "/slurm"), strings.HasPrefix(path, "/openapi"):
		w.Header()["Date"] = nil
	default:
		w.Header().Set("Date", s.Now().Format(http.TimeFormat))
	}
}

// Advance moves the simulated clock by d and lets everything happen that happens meanwhile.
func (s *Sim) Advance(d time.Duration) {
	s.enter()
	defer s.mu.Unlock()
	s.clock.frac += d
	whole := int64(s.clock.frac / time.Second)
	s.clock.frac -= time.Duration(whole) * time.Second
	s.runUntil(s.cluster.Now() + whole)
}

// Now returns the simulated time.
func (s *Sim) Now() time.Time {
	s.enter()
	defer s.mu.Unlock()
	return time.Unix(s.cluster.Now(), 0).UTC()
}

// Close ends connections that the Sim opened (to a forwarded slurmrestd). Requests after it are still answered.
func (s *Sim) Close() error {
	if s.fwd != nil {
		s.fwd.close()
	}
	return nil
}

// Faults returns the faults of this Sim, to be scripted.
func (s *Sim) Faults() *Faults { return &s.faults }
