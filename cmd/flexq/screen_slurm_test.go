//go:build slurm

package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/contract/bed"
	"flexq/client/gateway"
	"flexq/client/sim"
	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

// realStage is the screen on a real Slurm: the program's own client speaks the platform's protocol to the simulated
// platform, which puts the calls to the bed's slurmrestd. The credential is a service account's key file, and its
// token comes from the simulated token endpoint through the real Google library.
type realStage struct {
	*tuitest.Screen
	bed *bed.Bed
}

func startReal(t *testing.T, b *bed.Bed) *realStage {
	t.Helper()
	token := b.Token(t, "alice")
	platform, err := sim.New(sim.Config{
		Profile: sim.Lab, Now: time.Now,
		Forward: &sim.Forward{URL: b.URL(), Token: func() string { return token }},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(platform.Handler())
	t.Cleanup(server.Close)
	cred, err := platform.Credentials("alice", server.URL+"/token")
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "key.json")
	if err := os.WriteFile(key, cred.ServiceAccount, 0o600); err != nil {
		t.Fatal(err)
	}
	source := auth.Cached(auth.ADC(auth.AdcOptions{CredentialsFile: key, Getenv: func(string) string { return "" }}), time.Now)
	gw, err := gateway.NewPlatform(
		gateway.PlatformTarget{Endpoint: server.URL, Project: "flexq-demo", Region: "us-central1", Cluster: "hcsdemo"},
		gateway.Options{
			Now: time.Now, Retry: gateway.Retry{Attempts: -1},
			Transport: auth.Platform(gateway.Base(server.URL, gateway.Timeouts{}), source, ""),
		})
	if err != nil {
		t.Fatal(err)
	}
	clock := tuitest.NewClock(time.Now())
	app := tui.New(t.Context(), tui.Options{
		Service: client.New(gw, client.Options{Now: time.Now, User: "alice"}),
		Scripts: &cluster.Scripts{}, Now: clock.Now, Tick: clock.Tick,
		Context: "real", User: "alice", Theme: "dark",
		Defaults: tui.SubmitDefaults{WorkDir: "/home/alice", Env: []string{"PATH=/usr/bin:/bin"}},
	})
	return &realStage{tuitest.Start(t, app, tuitest.Options{Width: 140, Height: 44, Clock: clock, Patience: time.Minute}), b}
}

// until polls the screen, six seconds of its clock a look, until it shows the text.
func (s *realStage) until(t *testing.T, text string) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("\n" + s.Screen.Screen())
		}
	})
	s.bed.Until(t, "the screen shows "+text, func() bool {
		s.Advance(6 * time.Second)
		return strings.Contains(s.Screen.Screen(), text)
	})
}

func TestSlurmScreen(t *testing.T) {
	b := bed.Open(t)
	ready(t, b)
	id := b.As(t, "alice", "sbatch", "--parsable", "-J", "screen-list", "-p", "cpu", "--wrap", "sleep 600")
	other := b.As(t, "bob", "sbatch", "--parsable", "-J", "screen-bob", "-p", "cpu", "--wrap", "sleep 600")
	t.Cleanup(func() { b.Root(t, "scancel", id, other) })
	s := startReal(t, b)

	t.Run("the list fills", func(t *testing.T) {
		s.until(t, "screen-list")
		s.See(id, "screen-bob", "Slurm 24.11", "v0.0.42")
	})
	t.Run("a submit gives an id that squeue shows", func(t *testing.T) {
		s.Press("s")
		s.Type("empty")
		s.Press("enter")
		s.Type("screen-submit")
		s.Press("tab")
		s.Type("cpu")
		s.Press("shift+tab", "shift+tab") // from the name back to the script
		s.Press("ctrl+end")
		s.Paste("sleep 600\n")
		s.Press("ctrl+s")
		s.Advance(time.Second)
		s.Press("y")
		s.until(t, "submitted as ")
		found := regexp.MustCompile(`submitted as (\d+)`).FindStringSubmatch(s.Screen.Screen())
		if got := b.Root(t, "squeue", "-h", "-o", "%j %u", "-j", found[1]); got != "screen-submit alice" {
			t.Errorf("squeue shows %q for job %s", got, found[1])
		}
		if strings.Contains(s.Screen.Screen(), "Slurm warns") {
			s.Press("esc")
		}
		s.until(t, "screen-submit")
	})
	t.Run("a cancel ends CANCELLED in accounting", func(t *testing.T) {
		s.choose(t, "screen-submit")
		found := regexp.MustCompile(`(?m)(\d+) +screen-submit`).FindStringSubmatch(s.Screen.Screen())
		s.Press("c")
		s.Advance(time.Second)
		s.Press("y")
		b.Until(t, "sacct shows the cancel", func() bool {
			s.Advance(6 * time.Second)
			return strings.HasPrefix(b.Root(t, "sacct", "-nPX", "-o", "State", "-j", found[1]), "CANCELLED")
		})
		s.Press("esc", "esc", "/")
		s.Type(found[1])
		s.Press("enter")
		s.until(t, "CA cancelled")
		s.Press("esc")
	})
	t.Run("the refusal of another's job is shown", func(t *testing.T) {
		s.choose(t, "screen-bob")
		s.Press("c")
		s.Advance(time.Second)
		s.Press("y")
		s.until(t, "refused: ")
		s.See("Access/permission denied")
		s.Press("esc", "esc", "esc")
	})
	t.Run("a malformed submit shows Slurm's error", func(t *testing.T) {
		s.Press("s")
		s.Type("empty")
		s.Press("enter")
		s.Type("screen-bad")
		s.Press("shift+tab")
		s.Press("ctrl+end")
		s.Paste("#SBATCH --constraint=nosuchfeature\nsleep 1\n")
		s.Press("ctrl+s")
		s.Advance(time.Second)
		s.Press("y")
		s.until(t, "Invalid feature specification")
		s.Press("esc", "esc")
		s.Press("1")
	})
	t.Run("a job that has left the queue opens from accounting", func(t *testing.T) {
		gone := b.As(t, "alice", "sbatch", "--parsable", "-J", "screen-gone", "-p", "cpu", "--wrap", "sleep 2; exit 3")
		s.choose(t, "screen-gone") // its id may be one digit, and be seen anywhere
		s.Press("enter")
		// Not before: a job that is forgotten seconds after its end may be gone before the list has shown it.
		b.Until(t, "the job has failed", func() bool { return b.Root(t, "squeue", "-h", "-t", "all", "-j", gone, "-o", "%T") == "FAILED" })
		b.Set(t, "MinJobAge", "5")
		t.Cleanup(func() { b.Set(t, "MinJobAge", "300") })
		s.until(t, "from accounting")
		s.See(gone, "F failed", "3:0")
		s.Press("esc", "esc", "1")
	})
	t.Run("without slurmrestd the data is stale and recovers", func(t *testing.T) {
		b.Rest(t, "stop")
		started := false
		t.Cleanup(func() {
			if !started {
				b.Rest(t, "start")
			}
		})
		s.until(t, "STALE")
		s.See("This list is", "next try in", "screen-list")
		b.Rest(t, "start")
		started = true
		s.bed.Until(t, "the screen recovers", func() bool {
			s.Advance(30 * time.Second)
			return !strings.Contains(s.Screen.Screen(), "STALE")
		})
		s.See("screen-list")
	})
}

// ready waits until the nodes of the partition take jobs, and calls back those that another test left out of service:
// else Slurm warns at the submit, rightly, and the job waits.
func ready(t *testing.T, b *bed.Bed) {
	t.Helper()
	b.Until(t, "the nodes of cpu take jobs", func() bool {
		up := true
		for node := range strings.FieldsSeq(b.Root(t, "sinfo", "-h", "-N", "-p", "cpu", "-o", "%N=%T")) {
			name, state, _ := strings.Cut(node, "=")
			switch state {
			case "idle", "mixed", "allocated":
			default:
				up = false
				_, _ = b.Try(t.Context(), "scontrol", "update", "nodename="+name, "state=resume")
				b.Node(t, "start", name)
			}
		}
		return up
	})
}

// choose puts the cursor on the job of that name.
func (s *realStage) choose(t *testing.T, name string) {
	t.Helper()
	s.until(t, name)
	s.ClickOn(name)
}
