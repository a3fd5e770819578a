package sim_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"flexq/client/sim"
)

// record is one answer of a real slurmrestd 24.11.5, with the request that it answers. Long lists are cut short.
type record struct {
	Name   string `json:"name"`
	Status int    `json:"status"`
	Type   string `json:"type"`
	User   string `json:"user"`
	Method string `json:"method"`
	Path   string `json:"path"`
	Body   string `json:"body"`
	Curl   string `json:"curl"`
	Text   string `json:"text"`
	Answer any    `json:"answer"`
}

func records(t *testing.T) []record {
	t.Helper()
	f, err := os.Open("testdata/recorded.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []record
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// TestRecorded replays a session with a real slurmrestd, request by request, and compares each answer: its status,
// its content type, its keys at every depth, its errors and warnings, and all values but those that a clock or a
// machine makes.
func TestRecorded(t *testing.T) {
	t.Parallel()
	s, err := sim.New(sim.Config{Profile: sim.Lab})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s.Handler())
	defer srv.Close()
	p := &player{t: t, sim: s, url: srv.URL}
	for _, r := range records(t) {
		if step := p.steps()[r.Name]; step != nil {
			step()
		}
		status, kind, body := p.send(r)
		if status != r.Status {
			t.Errorf("%s: status %d, recorded %d: %.300s", r.Name, status, r.Status, body)
			continue
		}
		if r.Answer == nil {
			if string(body) != r.Text && r.Type != "application/json" {
				t.Errorf("%s: text %q, recorded %q", r.Name, body, r.Text)
			}
			continue
		}
		if kind != r.Type {
			t.Errorf("%s: content type %q, recorded %q", r.Name, kind, r.Type)
		}
		var got any
		if err := json.Unmarshal(body, &got); err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		if strings.HasSuffix(r.Name, "associations") {
			continue // compared by TestAssociationKeys: the recorded ones are cut off in the middle
		}
		d := &differ{exempt: exempt(r.Name)}
		d.compare("", r.Answer, got)
		for _, line := range d.lines {
			t.Errorf("%s: %s", r.Name, line)
		}
	}
}

// player sends the recorded requests and makes happen between them what happened then.
type player struct {
	t   *testing.T
	sim *sim.Sim
	url string
	at  int64
}

func (p *player) steps() map[string]func() {
	wait := func(d time.Duration) func() { return func() { p.sim.Advance(d) } }
	must := func(err error) {
		p.t.Helper()
		if err != nil {
			p.t.Fatal(err)
		}
	}
	return map[string]func(){
		"node-maint":        func() { must(p.sim.Reserve("repair", []string{"hcsdemo-cpunodeset-1"}, 10*time.Minute)) },
		"auth-none":         func() { p.sim.Unreserve("repair") },
		"local-socket-ping": wait(time.Second),
		"submit-ok": func() {
			p.sbatch("alice", "done", "cpu", "echo done", "")
			p.sbatch("alice", "breaks", "cpu", "exit 3", "")
			p.sbatch("alice", "slow", "cpu", "sleep 400", `,"time_limit":1`)
		},
		"nodes-powering-up": p.mix,
		"node-drain-denied": func() { p.sim.Advance(30 * time.Second); must(p.sim.KillNode("hcsdemo-a3unodeset-3")) },
		"job-running": func() {
			must(p.sim.Suspend(23))
			must(p.sim.SpecialExit(25))
			p.sim.Advance(time.Second)
		},
		"update-release-seen":         func() {},
		"delete-signal-bad-name-seen": wait(time.Second),
		"delete-signal-usr1": func() {
			p.sbatch("alice", "signalled", "cpu", "sleep 400", "")
			p.sim.Advance(2 * time.Second)
		},
		"delete-signal-usr1-seen": wait(3 * time.Second),
		"node-resume-failed":      wait(27 * time.Second),
		"node-failing": func() {
			p.send(record{User: "root", Method: "POST", Path: "/slurm/v0.0.42/node/hcsdemo-cpunodeset-1", Body: `{"state":["FAIL"],"reason":"fan"}`})
		},
		"job-timeout":        wait(20 * time.Second),
		"node-powering-down": func() { p.until("hcsdemo-flexnodeset-0", "POWERING_DOWN") },
		"job-deadline":       wait(30 * time.Second),
		"node-powered-down":  func() { p.until("hcsdemo-flexnodeset-0", "POWERED_DOWN") },
		"nodes-mix":          wait(20 * time.Second),
		"jobs-update-time-unchanged": func() {
			p.sim.Advance(2 * time.Second)
			p.at = p.sim.Now().Unix()
		},
		"jobs-update-time-changed": func() {
			p.sbatch("alice", "changed", "cpu", "sleep 1", `,"hold":true`)
			p.sim.Advance(time.Second)
		},
		"nodes-update-time-changed": func() {
			p.send(record{User: "root", Method: "POST", Path: "/slurm/v0.0.42/node/hcsdemo-cpunodeset-0", Body: `{"comment":"changed"}`})
			p.sim.Advance(time.Second)
		},
		"slurmdbd-down-db-jobs": func() { p.sim.DatabaseDown(true) },
		"slurmctld-down-ping":   func() { p.sim.ControllerDown(true) },
	}
}

// mix submits the jobs that came by sbatch, in their order, and lets the first of them start.
func (p *player) mix() {
	gpu := func(n int) string { return fmt.Sprintf(`,"tres_per_node":"gres/gpu:%d"`, n) }
	on := func(node string) string { return `,"required_nodes":["hcsdemo-` + node + `"]` }
	whole := `,"shared":["none"]`
	p.sbatch("alice", "paused", "cpu", "sleep 400", "")
	p.sbatch("bob", "held2", "cpu", "sleep 5", `,"hold":true`)
	p.sbatch("alice", "special", "cpu", "sleep 400", "")
	p.sbatch("alice", "signalled", "cpu", "sleep 400", "")
	p.sbatch("alice", "cancelme", "cpu", "sleep 400", "")
	p.sbatch("bob", "wholenode", "a3u", "sleep 500", gpu(8)+on("a3unodeset-1")+whole+`,"memory_per_node":0`)
	p.sbatch("bob", "ondrain", "a3u", "sleep 500", gpu(2)+on("a3unodeset-2"))
	deadline := p.sim.Now().Unix() + 90
	p.sbatch("carol", "deadline", "a3u", "sleep 5", fmt.Sprintf(`,"time_limit":1,"deadline":%d`, deadline)+on("a3unodeset-1")+whole)
	p.sbatch("carol", "later", "cpu", "sleep 5", fmt.Sprintf(`,"begin_time":%d`, p.sim.Now().Unix()+3600))
	p.sbatch("carol", "toolong", "cpu", "sleep 5", `,"time_limit":43200`)
	p.sbatch("carol", "big", "a3u", "sleep 5", gpu(8)+whole+`,"nodes":"4"`)
	p.sbatch("bob", "lostnode", "a3u", "sleep 400", on("a3unodeset-3")+`,"requeue":false`)
	p.sbatch("bob", "requeued", "a3u", "sleep 400", on("a3unodeset-3")+`,"requeue":true`)
	p.sbatch("alice", "oncloud", "flex", "sleep 30", gpu(8))
	if err := p.sim.RefuseBoot("hcsdemo-flexnodeset-3", true); err != nil {
		p.t.Fatal(err)
	}
	p.sbatch("alice", "noboot", "flex", "sleep 30", gpu(8)+on("flexnodeset-3"))
	p.sim.Advance(time.Second)
}

func (p *player) sbatch(user, name, part, script, more string) {
	p.t.Helper()
	body := fmt.Sprintf(`{"script":"#!/bin/bash\n%s\n","job":{"name":%q,"partition":%q,"current_working_directory":"/home/%s","environment":["PATH=/bin"]%s}}`,
		script, name, part, user, more)
	status, _, answer := p.send(record{User: user, Method: "POST", Path: "/slurm/v0.0.42/job/submit", Body: body})
	if status != http.StatusOK || !bytes.Contains(answer, []byte(`"job_id"`)) {
		p.t.Fatalf("submit %s: %d %s", name, status, answer)
	}
}

func (p *player) until(node, word string) {
	p.t.Helper()
	for range 200 {
		_, _, body := p.send(record{User: "alice", Method: "GET", Path: "/slurm/v0.0.42/node/" + node})
		if bytes.Contains(body, []byte(`"`+word+`"`)) {
			return
		}
		p.sim.Advance(time.Second)
	}
	p.t.Fatalf("%s never is %s", node, word)
}

func (p *player) send(r record) (status int, kind string, body []byte) {
	p.t.Helper()
	path := strings.ReplaceAll(r.Path, "NOW", fmt.Sprint(p.at))
	path = span.ReplaceAllString(path, fmt.Sprintf("start_time=%d&end_time=%d", p.sim.Now().Unix()-3600, p.sim.Now().Unix()+60))
	req, err := http.NewRequestWithContext(p.t.Context(), r.Method, p.url+path, strings.NewReader(r.Body))
	if err != nil {
		p.t.Fatal(err)
	}
	if r.Body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	p.identify(req, r)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err = io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res.StatusCode, res.Header.Get("Content-Type"), body
}

func (p *player) identify(req *http.Request, r record) {
	token := map[string]string{"-": "", "bad": "abc", "expired": p.sim.ExpiredSlurmToken("alice"), "nouser": p.sim.SlurmToken("nosuchuser")}
	t, special := token[r.User]
	if !special {
		t = p.sim.SlurmToken(r.User)
	}
	if strings.HasPrefix(r.Curl, "--unix-socket") {
		t = p.sim.SlurmToken("alice") // rest_auth/local lets in whoever runs slurmrestd
	}
	if t != "" {
		req.Header.Set("X-SLURM-USER-TOKEN", t)
	}
	if header, ok := strings.CutPrefix(r.Curl, "-H "); ok {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, strings.Replace(value, "TOKEN", p.sim.SlurmToken("alice"), 1))
	}
}

var (
	span    = regexp.MustCompile(`start_time=\d+&end_time=\d+`)
	pointer = regexp.MustCompile(`0x[0-9a-f]{8,}|\[\d+\]=\S+`)
)

// differ gathers where two JSON values differ.
type differ struct {
	exempt []string // keys whose values are not compared
	lines  []string
}

func (d *differ) say(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *differ) compare(at string, want, got any) {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			d.say("%s is %T, recorded an object", at, got)
			return
		}
		for _, k := range keysOf(w, g) {
			wv, inWant := w[k]
			gv, inGot := g[k]
			switch {
			case !inGot:
				d.say("%s.%s is missing", at, k)
			case !inWant:
				d.say("%s.%s is not in the recording", at, k)
			default:
				d.compare(at+"."+k, wv, gv)
			}
		}
	case []any:
		d.compareList(at, w, got)
	default:
		d.compareLeaf(at, want, got)
	}
}

func (d *differ) compareList(at string, want []any, got any) {
	g, ok := got.([]any)
	if !ok {
		d.say("%s is %T, recorded a list", at, got)
		return
	}
	if len(want) > 0 && len(g) == 0 && !d.isExempt(at) {
		d.say("%s is empty, recorded %d items", at, len(want))
	}
	for i := range min(len(want), len(g)) {
		d.compare(fmt.Sprintf("%s[%d]", at, i), want[i], g[i])
	}
}

func (d *differ) compareLeaf(at string, want, got any) {
	if fmt.Sprintf("%T", want) != fmt.Sprintf("%T", got) && (want == nil) != (got == nil) {
		d.say("%s is %v, recorded %v", at, got, want)
		return
	}
	if d.isExempt(at) {
		return
	}
	if ws, ok := want.(string); ok {
		want = pointer.ReplaceAllString(ws, "")
	}
	if gs, ok := got.(string); ok {
		got = pointer.ReplaceAllString(gs, "")
	}
	if want != got {
		d.say("%s is %#v, recorded %#v", at, got, want)
	}
}

func (d *differ) isExempt(at string) bool {
	return slices.ContainsFunc(d.exempt, func(k string) bool { return strings.Contains(at+".", "."+k+".") || strings.Contains(at+".", "."+k+"[") })
}

func keysOf(a, b map[string]any) []string {
	var keys []string
	for k := range a {
		keys = append(keys, k)
	}
	for k := range b {
		if _, both := a[k]; !both {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	return keys
}

// exempt are the keys whose values are those of a clock, of a machine, or of the scheduler's course, in an answer.
func exempt(name string) []string {
	keys := []string{
		"client", "latency", "cpu_load", "free_mem", "boot_time", "slurmd_start_time", "last_busy", "last_update", "last_backfill",
		"accrue_time", "eligible_time", "end_time", "start_time", "submit_time", "last_sched_evaluation", "suspend_time",
		"pre_sus_time", "reason_changed_at", "deadline", "time", "statistics",
		"status", // of cores: which ones a job has is not simulated
		// sbatch gives these, a REST client does not.
		"submit_line", "stdin", "stdin_expanded",
	}
	use := []string{"alloc_cpus", "alloc_idle_cpus", "alloc_memory", "gres_used", "state", "tres_used", "tres_weighted"}
	return append(keys, map[string][]string{
		// Where jobs lie and when they start depends on how soon slurmctld looks at them.
		"nodes-powering-up":       use,
		"nodes-mix":               append(use, "address"),
		"job-suspended":           {"batch_host", "nodes", "name", "list"},
		"node-failing":            {"alloc_memory", "tres_used", "state[0]"},
		"job-after-resume-failed": {"state_reason"},
		"job-requeued":            {"state_reason"},
		"job-deadline":            {"tasks"}, // as sbatch leaves it
		// The machines of a lab are all at one address.
		"node-cloud-up":      {"address"},
		"node-powering-down": {"address"},
	}[name]...)
}
