package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// evil holds what a terminal obeys: an escape, a bell, C1 as one character and as a byte, marks of direction, a line that
// begins anew, and what cannot be seen.
const evil = "\x1b[31mE\aV\u009b31mI\x9bL\u202e\u2066\u200f\u061c\rx\u2028\u00ad\u3164"

// obeyed finds the first character of an output that a terminal obeys or does not show, but for line ends.
func obeyed(text string) (at int, found bool) {
	for i, c := range text {
		switch {
		case c == '\n':
		case c == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"),
			unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point):
			return i, true
		}
	}
	return 0, false
}

// hostile starts a cluster whose every word is evil, and returns the settings and files of somebody who has evil files.
func hostile(t *testing.T) (env map[string]string, dir string) {
	t.Helper()
	quoted := strings.NewReplacer("\x1b", `\u001b`, "\a", `\u0007`, "\r", `\r`).Replace(evil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		problem := fmt.Sprintf(`{"error_number": 2000, "error": "e %[1]s", "description": "d %[1]s", "source": "#/job/%[1]s/"}`, quoted)
		switch {
		case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/submit"):
			body, _ := io.ReadAll(r.Body)
			if bytes.Contains(body, []byte("refuse")) {
				w.WriteHeader(http.StatusInternalServerError)
				_, _ = io.WriteString(w, `{"errors": [`+problem+`], "warnings": [`+problem+`]}`)
				return
			}
			_, _ = io.WriteString(w, `{"job_id": 5, "job_submit_user_msg": "m `+quoted+`", "warnings": [`+problem+`]}`)
		default:
			_, _ = fmt.Fprintf(w, `{"meta": {"Slurm": {"release": %[1]q, "cluster": "%[2]s"}}, "warnings": [%[3]s], "jobs": [{"job_id": 5, "name": "%[2]s",
				"user_name": "%[2]s", "job_state": ["PENDING"], "state_reason": "%[2]s", "comment": "%[2]s", "partition": "%[2]s"}],
				"nodes": [{"name": "n %[2]s", "partitions": ["%[2]s"], "reason": "%[2]s", "state": ["%[2]s"]}], "partitions": [{"name": "%[2]s"}], "reservations": []}`,
				"24.11.5", quoted, problem)
		}
	}))
	t.Cleanup(server.Close)
	dir = t.TempDir()
	home := filepath.Join(dir, "home")
	env = map[string]string{"HOME": home, "SLURM_JWT": "t", "FLEXQ_CONFIG": configFile(t, fmt.Sprintf("[contexts.lab]\nurl = %q\nwork_dir = \"/w\"\n", server.URL))}
	templates := filepath.Join(home, ".config", "flexq", "templates")
	write(t, filepath.Join(templates, "evil.sbatch"), "#!/bin/sh\n# help "+evil+"\n#FLEXQ param A text default=\"d "+evil+"\" \"h "+evil+"\"\n"+
		"#FLEXQ param "+evil+" text\n#FLEXQ param C choice choices=x,"+evil+" default=x\n#SBATCH --b"+evil+"ogus\n#SBATCH -J \"{{A}}\" --time="+evil+" {{B"+evil+"}}\necho {{A}} {{C}} "+evil+"\n")
	write(t, filepath.Join(templates, "n"+strings.ReplaceAll(evil, "/", "")+".sbatch"), "#!/bin/sh\n")
	write(t, filepath.Join(dir, "bad.sh"), "#!/bin/sh\n#SBATCH --b"+evil+"ogus -t "+evil+" --mem="+evil+"\n")
	write(t, filepath.Join(dir, "ok.sh"), "#!/bin/sh\n#SBATCH -J \"j "+strings.ReplaceAll(evil, "\x9b", "")+"\"\necho \u202e\n")
	write(t, filepath.Join(dir, "f"+evil), "#!/bin/sh\n")
	return env, dir
}

// Nothing that comes from templates, scripts, options, files or Slurm makes the terminal do anything, in whatever way it
// gets into an output.
func TestNoTextIsObeyed(t *testing.T) {
	t.Parallel()
	env, dir := hostile(t)
	ok, bad := filepath.Join(dir, "ok.sh"), filepath.Join(dir, "bad.sh")
	short := strings.ReplaceAll(evil, "\x9b", "")
	for _, args := range [][]string{
		{"templates", "list"},
		{"templates", "list", "-o", "wide"},
		{"templates", "list", "-o", "json"},
		{"templates", "list", "-o", "csv"},
		{"templates", "show", "evil"},
		{"templates", "show", "evil", "-o", "json"},
		{"templates", "show", evil},
		{"templates", "rm", evil},
		{"templates", "new", "one", "--from", bad},
		{"templates", "new", "two", "--from-template", "evil"},
		{"templates", "new", "e" + evil, "--from", bad},
		{"templates", "new", "three", "--job", "5"},
		{"submit", bad},
		{"submit", bad, "-o", "json"},
		{"submit", ok},
		{"submit", ok, "-o", "json"},
		{"submit", ok, "--comment=refuse"},
		{"submit", ok, "-v", "-v"},
		{"submit", ok, "--comment=refuse", "-o", "json"},
		{"submit", ok, "--test"},
		{"submit", ok, "--dry-run"},
		{"submit", ok, "--dry-run=curl"},
		{"submit", ok, "--dry-run", "--comment=" + short, "--", short},
		{"submit", ok, "-J" + evil},
		{"submit", ok, "--b" + evil},
		{"submit", ok, "--time=" + evil},
		{"submit", ok, "--export=" + evil},
		{"submit", ok, "-p", short, "--qos", short},
		{"submit", filepath.Join(dir, "f"+evil), "--dry-run=x" + evil},
		{"submit", filepath.Join(dir, "no"+evil)},
		{"submit", filepath.Join(dir, "f"+evil), "-o", "json"},
		{"submit", "--template", "evil"},
		{"submit", "--template", "evil", "--set", "A=" + evil},
		{"submit", "--template", "evil", "--set", evil + "=1"},
		{"submit", "--template", evil},
		{"submit", "--template", "evil", "--dry-run", "-o", "json"},
		{"submit", "--wrap", "echo " + short},
		{"jobs"},
		{"jobs", "-o", "json"},
		{"jobs", "-o", "csv"},
		{"jobs", "-o", "wide"},
		{"jobs", "--filter", evil},
		{"jobs", "--filter", "risk:" + evil},
		{"job", "5"},
		{"job", evil},
		{"nodes"},
		{"nodes", "-o", "json"},
		{"pools"},
		{"cancel", "--yes", "5"},
		{"cancel", "--yes", evil},
		{"hold", "5"},
		{"ledger"},
		{"ledger", "-o", "json"},
		{"ledger", "resolve", evil},
		{"wait", evil},
		{"drain", "n" + evil, "--reason", evil},
		{"events"},
		{"config", "show"},
		{"contexts"},
		{"use", evil},
		{"--context", evil, "jobs"},
		{"jobs", "--" + evil},
		{evil},
		{"jobs", evil},
		{"report-node", evil, "--yes"},
	} {
		t.Run(fmt.Sprintf("%.60q", args), func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			st := streams{In: strings.NewReader(""), Out: &out, Err: &errs, OutTTY: true, Width: func() int { return 300 }}
			run(t.Context(), args, func(name string) string { return env[name] }, st, shortWaits())
			for name, text := range map[string]string{"stdout": out.String(), "stderr": errs.String()} {
				if at, found := obeyed(text); found {
					t.Errorf("%s has %q", name, text[max(0, at-60):min(len(text), at+40)])
				}
			}
			if out.Len()+errs.Len() == 0 && args[0] != "ledger" && args[0] != "events" {
				t.Error("it says nothing")
			}
		})
	}
}

// What is made harmless in JSON is the same text to who reads it, however it is cut when it is written.
func TestEscapedJSON(t *testing.T) {
	t.Parallel()
	text := "\"a é 日本 \u202e\u009b\u00ad\U000e0001\U0001f600\u200d \u3164\""
	want := `"a é 日本 \u202e\u009b\u00ad\udb40\udc01` + "\U0001f600" + `\u200d \u3164"`
	for cut := range len(text) {
		var b bytes.Buffer
		w := escapingTo(&b)
		for _, part := range []string{text[:cut], text[cut:]} {
			if _, err := io.WriteString(w, part); err != nil {
				t.Fatal(err)
			}
		}
		if b.String() != want || parsedJSON(t, b.Bytes()) != parsedJSON(t, []byte(text)) {
			t.Errorf("cut at %d: %s, want %s", cut, b.String(), want)
		}
	}
}

// A program that has the terminal gets the stream itself.
func TestBareStream(t *testing.T) {
	t.Parallel()
	f := newFactory(streams{Err: os.Stderr}, func(string) string { return "" })
	if got := bare(f.Err); got != os.Stderr {
		t.Errorf("got %v", got)
	}
	if _, ok := f.Err.(cleaned); !ok {
		t.Error("messages are not cleaned")
	}
}
