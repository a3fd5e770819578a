package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"flexq/client/sim"
)

// bench is the simulated platform of one script.
type bench struct {
	t      testscript.T
	sim    *sim.Sim
	server *httptest.Server
	// cluster is the id of the cluster; direct says that it is reached as a plain slurmrestd.
	cluster string
	direct  bool
	user    string
}

type benchKey struct{}

func benchOf(ts *testscript.TestScript) *bench {
	b, ok := ts.Value(benchKey{}).(*bench)
	if !ok {
		ts.Fatalf("the script has no bench")
	}
	return b
}

// simOf is the platform that the script has started.
func simOf(ts *testscript.TestScript) *sim.Sim {
	b := benchOf(ts)
	if b.sim == nil {
		ts.Fatalf("start a sim first")
	}
	return b.sim
}

func cmdSim(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: sim [KEY=VALUE...]")
	}
	b := benchOf(ts)
	cfg := sim.Config{Profile: sim.Lab, Cluster: "hcsdemo", Now: time.Now, Strict: true, OnViolation: func(what string) {
		b.t.Log("not of the protocol: " + what)
		b.t.FailNow()
	}}
	user, direct := "alice", false
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		switch key {
		case "profile":
			cfg.Profile, cfg.Cluster = sim.Demo, "demo"
		case "jobs":
			n, err := strconv.Atoi(value)
			ts.Check(err)
			cfg.Jobs = n
		case "user":
			user = value
		case "versions":
			cfg.DataVersions = strings.Split(value, ",")
		case "direct":
			direct = true
		default:
			ts.Fatalf("sim: unknown key %s", key)
		}
	}
	var err error
	b.sim, err = sim.New(cfg)
	ts.Check(err)
	b.server = httptest.NewServer(b.sim.Handler())
	b.cluster, b.direct = cfg.Cluster, direct
	ts.Defer(b.server.Close)
	ts.Setenv("SIM", b.server.URL)
	b.pointAt(ts, user)
}

// pointAt writes a config that reaches the platform as a user.
func (b *bench) pointAt(ts *testscript.TestScript, user string) {
	b.user = user
	path := ts.MkAbs("sim.toml")
	ts.Setenv("FLEXQ_CONFIG", path)
	if b.direct {
		ts.Setenv("SLURM_JWT", b.sim.SlurmToken(user))
		const form = "current_context = \"sim\"\n[contexts.sim]\nurl = %q\nwork_dir = %q\n"
		ts.Check(os.WriteFile(path, fmt.Appendf(nil, form, b.server.URL, "/home/"+user), 0o600))
		return
	}
	credentials, err := b.sim.Credentials(user, b.server.URL+"/token")
	ts.Check(err)
	line := simLine{Endpoint: b.server.URL, Project: "flexq-demo", Region: "us-central1", Cluster: b.cluster}
	ts.Check(writeSimConfig(path, line, user, credentials.ServiceAccount))
}

func cmdAs(ts *testscript.TestScript, _ bool, args []string) {
	simOf(ts)
	if len(args) != 1 {
		ts.Fatalf("usage: as USER")
	}
	benchOf(ts).pointAt(ts, args[0])
}

func cmdStop(ts *testscript.TestScript, _ bool, _ []string) {
	simOf(ts)
	benchOf(ts).server.Close()
}

func cmdAdvance(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: advance DURATION")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	simOf(ts).Advance(d)
}

func cmdSent(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: sent N METHOD PATH")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := countSent(ts, args[1], args[2])
	if got != want {
		ts.Fatalf("%d requests %s ...%s... were carried out, want %d", got, args[1], args[2], want)
	}
}

// countSent counts the Slurm requests that have been carried out.
func countSent(ts *testscript.TestScript, method, path string) int {
	n := 0
	for _, r := range simOf(ts).Requests() {
		if r.Method == method && strings.Contains(r.Path, path) && r.Executed {
			n++
		}
	}
	return n
}

func cmdFault(ts *testscript.TestScript, _ bool, args []string) {
	faults := simOf(ts).Faults()
	if len(args) == 1 && args[0] == "clear" {
		faults.Clear()
		return
	}
	var f sim.Fault
	for _, arg := range args {
		key, value, _ := strings.Cut(arg, "=")
		setFault(ts, &f, key, value)
	}
	faults.Add(f)
}

// setFault sets one property. Errors are written with slashes: outer=503/UNAVAILABLE/MESSAGE,
// inner=500/2000/ERROR/DESCRIPTION.
func setFault(ts *testscript.TestScript, f *sim.Fault, key, value string) {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		ts.Check(err)
		return n
	}
	parts := append(strings.SplitN(value, "/", 4), "", "", "", "")
	switch key {
	case "method":
		f.Method = value
	case "path":
		f.Path = value
	case "count":
		f.Count = number(value)
	case "skip":
		f.Skip = number(value)
	case "outer":
		f.Outer = &sim.OuterError{Code: number(parts[0]), Status: parts[1], Message: parts[2]}
	case "inner":
		f.Inner = &sim.InnerError{Status: number(parts[0]), Number: number(parts[1]), Error: parts[2], Description: parts[3]}
	case "latency":
		d, err := time.ParseDuration(value)
		ts.Check(err)
		f.Latency = d
	case "slow": // the answer comes by the byte
		d, err := time.ParseDuration(value)
		ts.Check(err)
		f.Slow, f.SlowBytes = d, 1
	case "late":
		d, err := time.ParseDuration(value)
		ts.Check(err)
		f.Late = d
	case "cut":
		f.CutAfter = number(value)
	case "malformed":
		f.Malformed = true
	case "html":
		f.HTML = true
	case "drop":
		f.Drop = sim.DropBefore
		if value == "after" {
			f.Drop = sim.DropAfter
		}
	case "expire":
		f.Expire = true
	default:
		ts.Fatalf("fault: unknown key %s", key)
	}
}

func cmdRaw(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: raw STATUS FILE")
	}
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	body := ts.ReadFile(args[1])
	kind := "application/json"
	if filepath.Ext(args[1]) == ".html" {
		kind = "text/html"
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	ts.Defer(server.Close)
	for name, value := range map[string]string{
		"FLEXQ_PROJECT": "my-project", "FLEXQ_REGION": "europe-west4", "FLEXQ_CLUSTER": "a3u7", "FLEXQ_ENDPOINT": server.URL,
		"FLEXQ_TOKEN": "ya29.secret-of-the-test", "FLEXQ_SLURM_VERSION": "v0.0.42",
	} {
		ts.Setenv(name, value)
	}
}
