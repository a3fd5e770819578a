package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
)

// recorder is a cluster that keeps the last submit as it came, and takes it.
type recorder struct {
	mu   sync.Mutex
	path string
	body []byte
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	inner := req.URL.Path
	platform := strings.HasSuffix(inner, ":callSlurmRestApi")
	if platform {
		var call struct{ Path string }
		if json.Unmarshal(body, &call) != nil {
			return
		}
		inner = call.Path
	}
	if strings.HasSuffix(inner, "/job/submit") {
		r.mu.Lock()
		r.path, r.body = req.URL.Path, body
		r.mu.Unlock()
	}
	answer := `{"job_id": 5, "errors": [], "warnings": []}`
	if platform {
		answer = `{"status": 200, "structuredBody": ` + answer + `}`
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, answer)
}

// last is the submit that came last: where to, and its JSON with another key, or with none, in the comment.
func (r *recorder) last(t *testing.T, key string) (path string, body any) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	comment := regexp.MustCompile(`"comment":"([^"]*?)( ?)flexq:[0-9A-Z]{26}",?`)
	with := `"comment":"${1}${2}` + key + `",`
	switch own := comment.FindSubmatch(r.body); {
	case own == nil:
		t.Fatalf("no key in %s", r.body)
	case key == "" && len(own[1]) == 0:
		with = ""
	case key == "":
		with = `"comment":"${1}",`
	}
	text := comment.ReplaceAll(r.body, []byte(with))
	return r.path, parsedJSON(t, bytes.ReplaceAll(text, []byte(",}"), []byte("}")))
}

func parsedJSON(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// recorded starts a recorder with a context of each kind for it, and returns what runs the program on it.
func recorded(t *testing.T) (*recorder, func(kind string, args ...string) string) {
	t.Helper()
	r := &recorder{}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	path := configFile(t, fmt.Sprintf("[contexts.direct]\nurl = %q\n[contexts.platform]\nendpoint = %q\nproject = \"my-project\"\n"+
		"region = \"europe-west4\"\ncluster = \"a3u7\"\n[contexts.platform.auth]\ntoken_command = [\"echo\", \"token\"]\n", server.URL, server.URL))
	env := map[string]string{"HOME": filepath.Join(t.TempDir(), "home"), "SLURM_JWT": "token", "FLEXQ_CONFIG": path, "PATH": "/usr/bin:/bin"}
	return r, func(kind string, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		st := streams{In: strings.NewReader(dryScript), Out: &out, Err: &errs}
		args = append([]string{"--context", kind, "submit", "-", "--chdir", "/home/alice", "--no-check"}, args...)
		if code := run(context.WithoutCancel(t.Context()), args, func(name string) string { return env[name] }, st, shortWaits()); code != 0 {
			t.Fatalf("code %d of %q, %s", code, args, errs.String())
		}
		return out.String()
	}
}

const dryScript = "#!/bin/bash\n#SBATCH --job-name=\"it's\" --gres=gpu:8 -N2 --time=30\necho 'é' $HOME\n"

// What --dry-run prints is what is sent, in each data version: all but the key, which is made when it is sent. The command
// for a shell sends the same without any.
func TestDryRunIsWhatIsSent(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"direct", "platform"} {
		for _, version := range client.Versions() {
			t.Run(kind+" "+version, func(t *testing.T) {
				t.Parallel()
				r, flexq := recorded(t)
				cases := [][]string{
					nil, {"--comment=run of flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS twelve"}, {"--comment=flexq: nice"}, {":", "-N1", "--comment=second"},
				}
				if version >= "v0.0.42" {
					cases = append(cases, []string{"--oom-kill-step=0"})
				}
				for _, more := range cases {
					args := append([]string{"--slurm-version", version}, more...)
					shown := parsedJSON(t, []byte(flexq(kind, append(args, "--dry-run")...)))
					command := flexq(kind, append(args, "--dry-run=curl")...)
					flexq(kind, args...)
					path, sent := r.last(t, client.KeyMark)
					if kind == "direct" {
						sent = map[string]any{"method": "POST", "path": path, "body": sent}
					}
					if diff := cmp.Diff(sent, shown); diff != "" {
						t.Errorf("%v: sent and shown (-sent +shown):\n%s", more, diff)
					}
					head, rest, _ := strings.Cut(command, "<<'END_OF_JOB'\n")
					_, keyless := r.last(t, "")
					if diff := cmp.Diff(keyless, parsedJSON(t, []byte(strings.TrimSuffix(rest, "END_OF_JOB\n")))); diff != "" || !strings.Contains(head, path) {
						t.Errorf("%v: sent and the command %s (-sent +shown):\n%s", more, head, diff)
					}
				}
			})
		}
	}
}

// While the data version is not known, what depends on it is said.
func TestDryRunWithoutAVersion(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		args []string
		out  string
		errs string
	}{
		"json": {
			[]string{"--dry-run"},
			"/slurm/{version}/job/submit",
			"flexq: warning: the data version of the cluster is not known yet: {version} stands for it, and what is sent also has " +
				"\"oom_kill_step\": 65534, which leaves that to the cluster, from v0.0.42 on\n",
		},
		"curl":                {[]string{"--dry-run=curl"}, "# flexq would send in each job \"oom_kill_step\": 65534, which leaves that to the cluster, from v0.0.42 on.\n", ""},
		"nothing depends":     {[]string{"--dry-run", "--oom-kill-step"}, "/slurm/{version}/", "flexq: warning: the data version of the cluster is not known yet: {version} stands for it\n"},
		"the version is said": {[]string{"--dry-run", "--slurm-version=v0.0.43"}, "/slurm/v0.0.43/", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			st := streams{In: strings.NewReader(dryScript), Out: &out, Err: &errs}
			env := map[string]string{"HOME": filepath.Join(t.TempDir(), "home")}
			args := append([]string{"--endpoint", "http://127.0.0.1:1", "submit", "-", "--chdir", "/x"}, tt.args...)
			code := run(t.Context(), args, func(name string) string { return env[name] }, st, shortWaits())
			want := tt.errs + "flexq: nothing was sent; this would go to http://127.0.0.1:1\n"
			if code != 0 || !strings.Contains(out.String(), tt.out) || errs.String() != want {
				t.Errorf("code %d\n%s%s\nwant %s%s", code, out.String(), errs.String(), tt.out, want)
			}
		})
	}
}

// An earlier run has found the version: the request is for that.
func TestDryRunRemembersTheVersion(t *testing.T) {
	t.Parallel()
	r, flexq := recorded(t)
	flexq("direct") // any version is served
	path, _ := r.last(t, client.KeyMark)
	if shown := flexq("direct", "--dry-run"); !strings.Contains(shown, `"path": "`+path+`"`) || strings.Contains(path, "{") {
		t.Errorf("sent to %s, shown %s", path, shown)
	}
}
