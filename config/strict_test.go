package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/config"
)

const target = `
[contexts.a]
project = "my-project"
region = "europe-west4"
cluster = "a3u7"
`

func problems(t *testing.T, err error) []string {
	t.Helper()
	var bad *config.Error
	if !errors.As(err, &bad) {
		t.Fatalf("got %v, want a *config.Error", err)
	}
	var out []string
	for _, p := range bad.Problems {
		out = append(out, p.String()+" | "+p.Cure)
	}
	return out
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string
	}{
		"unknown key, nearest": {
			"[ui]\nthem = 'dark'\n",
			[]string{"c.toml:2: unknown key ui.them | did you mean ui.theme?"},
		},
		"unknown key at the top": {
			"\n\nreadonly = true\n",
			[]string{"c.toml:3: unknown key readonly | did you mean read_only?"},
		},
		"wrong case is unknown": {
			"[UI]\ntheme = 'dark'\n",
			[]string{"c.toml:1: unknown key UI | did you mean ui?"},
		},
		"key of another table": {
			"theme = 'dark'\n",
			[]string{"c.toml:1: unknown key theme | it belongs to [ui]"},
		},
		"key of a context at the top": {
			"cluster = 'a3u7'\n",
			[]string{"c.toml:1: unknown key cluster | it belongs to [contexts.NAME]"},
		},
		"nothing near": {
			"[ui.poll]\nzzzzzzzzz = '1s'\n",
			[]string{"c.toml:2: unknown key ui.poll.zzzzzzzzz | known here: cluster, jobs, nodes"},
		},
		"unknown key in an inline table": {
			"[contexts]\na = { projekt = 'x', region = 'europe-west4', cluster = 'a' }\n",
			[]string{"c.toml:2: unknown key contexts.a.projekt | did you mean contexts.a.project?"},
		},
		"an unknown table is reported once": {
			"[plugins.x]\na = 1\nb = 2\n",
			[]string{"c.toml:1: unknown key plugins | known here: contexts, current_context, keys, notices, read_only, ui"},
		},
		"two unknown keys": {
			"colour = 1\n[ui]\nasci = true\n",
			[]string{
				"c.toml:1: unknown key colour | known here: contexts, current_context, keys, notices, read_only, ui",
				"c.toml:3: unknown key ui.asci | did you mean ui.ascii?",
			},
		},
		"wrong kinds": {
			"read_only = 'yes'\n[ui]\nmine = 1\ntheme = ['dark']\npoll = 5\n[contexts.a.auth]\ntoken_command = 'id'\n[keys]\nquit = [1]\n",
			[]string{
				"c.toml:1: read_only: must be true or false | ",
				"c.toml:3: ui.mine: must be true or false | ",
				"c.toml:4: ui.theme: must be a text in quotes | ",
				"c.toml:5: ui.poll: must be a table | ",
				`c.toml:7: contexts.a.auth.token_command: must be a list such as ["a", "b"] | `,
				"c.toml:9: keys.quit: must be a text in quotes or a list of them | ",
			},
		},
		"columns are not to be chosen": {
			"[ui.columns]\njobs = ['id']\n",
			[]string{"c.toml:1: unknown key ui.columns | known here: ascii, mine, no_color, poll, theme"},
		},
		"array of tables": {
			"[[contexts]]\nname = 'a'\n",
			[]string{"c.toml:1: contexts: must be a table | "},
		},
		"not TOML": {
			"[ui]\ntheme = dark\n",
			[]string{"c.toml:2: unexpected character U+0064 'd' at start of value | see https://toml.io for the form of the file"},
		},
		"binary": {
			"\x7fELF\x02\x01\x01\x00\x00",
			[]string{"c.toml:1: this is not a text file (it holds a NUL byte) | see https://toml.io for the form of the file"},
		},
		"a key twice": {
			"read_only = true\nread_only = false\n",
			[]string{"c.toml:2: read_only: key read_only is already defined | "},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Parse("c.toml", []byte(tt.text))
			if diff := cmp.Diff(tt.want, problems(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseChecksValues(t *testing.T) {
	t.Parallel()
	replace := func(old, with string) string { return strings.Replace(target, old, with, 1) }
	tests := map[string]struct {
		text string
		want []string
	}{
		"unknown current context": {
			"current_context = 'aa'\n" + target,
			[]string{`c.toml:1: current_context: there is no context "aa" | did you mean "a"?`},
		},
		"current context without any": {
			"current_context = 'a'\n",
			[]string{`c.toml:1: current_context: there is no context "a" | the config file defines none`},
		},
		"cluster id": {
			replace("a3u7", "My-Cluster"),
			[]string{`c.toml:5: contexts.a.cluster: "My-Cluster" is not a cluster id | use 1 to 10 lower-case letters and digits, beginning with a letter: the id, not the display name`},
		},
		"cluster id too long": {
			replace("a3u7", "abcdefghijk"),
			[]string{`c.toml:5: contexts.a.cluster: "abcdefghijk" is not a cluster id | use 1 to 10 lower-case letters and digits, beginning with a letter: the id, not the display name`},
		},
		"a zone for a region": {
			replace("europe-west4", "europe-west4-a"),
			[]string{`c.toml:4: contexts.a.region: "europe-west4-a" is a zone | the region is "europe-west4"`},
		},
		"region": {
			replace("europe-west4", "Europe"),
			[]string{`c.toml:4: contexts.a.region: "Europe" is not a region | use a form such as europe-west4`},
		},
		"project": {
			replace("my-project", "my/project"),
			[]string{`c.toml:3: contexts.a.project: "my/project" is not a project id | use 6 to 30 lower-case letters, digits and '-', beginning with a letter`},
		},
		"parts missing": {
			"[contexts.a]\ncluster = 'a'\n",
			[]string{
				"c.toml:1: contexts.a: project is missing | a cluster is named by project, region and cluster",
				"c.toml:1: contexts.a: region is missing | a cluster is named by project, region and cluster",
			},
		},
		"both targets": {
			target + "url = 'http://h:1'\n",
			[]string{
				"c.toml:3: contexts.a.project: does not go with url, which names a slurmrestd | make two contexts of it",
				"c.toml:4: contexts.a.region: does not go with url, which names a slurmrestd | make two contexts of it",
				"c.toml:5: contexts.a.cluster: does not go with url, which names a slurmrestd | make two contexts of it",
			},
		},
		"no target": {
			"[contexts.a]\nuser = 'alice'\n",
			[]string{"c.toml:1: contexts.a: names no cluster | add project, region and cluster, or the url of a slurmrestd"},
		},
		"url scheme": {
			"[contexts.a]\nurl = 'ftp://h'\n",
			[]string{`c.toml:2: contexts.a.url: "ftp://h" has no scheme http or https | use a form such as http://127.0.0.1:6820 or unix:/run/slurmrestd.sock`},
		},
		"url with a password does not repeat it": {
			"[contexts.a]\nurl = 'http://bob:hunter2@h'\n",
			[]string{"c.toml:2: contexts.a.url: the URL holds a user name or a password | put the credential into auth, not into the URL"},
		},
		"a url that cannot be parsed does not repeat its password": {
			"[contexts.a]\nurl = 'http://bob:hunter2@h:x%zz'\n",
			[]string{"c.toml:2: contexts.a.url: is not a URL | use a form such as http://127.0.0.1:6820 or unix:/run/slurmrestd.sock"},
		},
		"google is no slurmrestd": {
			"[contexts.a]\nurl = 'https://europe-west4-aiplatform.googleapis.com'\n",
			[]string{`c.toml:2: contexts.a.url: "https://europe-west4-aiplatform.googleapis.com" is Google's platform and no slurmrestd | name the cluster by project, region and cluster`},
		},
		"relative socket": {
			"[contexts.a]\nurl = 'unix:run/s.sock'\n",
			[]string{`c.toml:2: contexts.a.url: "unix:run/s.sock" names no absolute path | use a form such as unix:/run/slurmrestd.sock`},
		},
		"plain http to the platform": {
			target + "endpoint = 'http://example.com'\n",
			[]string{`c.toml:6: contexts.a.endpoint: "http://example.com" would carry a token without encryption | use https; http is for this machine only`},
		},
		"interval under the minimum": {
			"[ui.poll]\njobs = '10ms'\nnodes = '1s'\ncluster = '9s'\n",
			[]string{
				"c.toml:2: ui.poll.jobs: 10ms is under the minimum of 1s | a shorter interval would burden the cluster's controller",
				"c.toml:3: ui.poll.nodes: 1s is under the minimum of 2s | a shorter interval would burden the cluster's controller",
				"c.toml:4: ui.poll.cluster: 9s is under the minimum of 10s | a shorter interval would burden the cluster's controller",
			},
		},
		"not a duration": {
			"[ui.poll]\njobs = '5'\n",
			[]string{`c.toml:2: ui.poll.jobs: "5" is not a duration | use a form such as 5s or 1m30s`},
		},
		"theme": {
			"[ui]\ntheme = 'drak'\n",
			[]string{`c.toml:2: ui.theme: "drak" is unknown | did you mean "dark"? use one of auto, dark, light, ansi, mono`},
		},
		"two sources of tokens": {
			target + "[contexts.a.auth]\nadc = true\ntoken_file = 't'\n",
			[]string{"c.toml:6: contexts.a.auth: names adc and token_file | a context has one source of tokens: keep one"},
		},
		"no source of tokens": {
			target + "[contexts.a.auth]\nadc = false\n",
			[]string{"c.toml:7: contexts.a.auth.adc: leaves no credential | name token_command, token_file or token_env"},
		},
		"a google credential for a slurmrestd": {
			"[contexts.a]\nurl = 'http://h:1'\n[contexts.a.auth]\nadc = true\n",
			[]string{"c.toml:4: contexts.a.auth.adc: a slurmrestd takes no Google credential | use token_command, token_file or token_env with a token of Slurm"},
		},
		"a token in place of a name is not repeated": {
			target + "[contexts.a.auth]\ntoken_env = 'ya29." + strings.Repeat("x", 200) + "'\n",
			[]string{`c.toml:7: contexts.a.auth.token_env: is not the name of an environment variable | give the name, not the token itself`},
		},
		"version, user, directory": {
			target + "slurm_version = '24.11'\nuser = \"a b\"\nwork_dir = 'home/a'\n",
			[]string{
				`c.toml:6: contexts.a.slurm_version: "24.11" is not a version of Slurm's REST data | use a form such as v0.0.42`,
				`c.toml:7: contexts.a.user: "a b" is not a user name | use the name of a Slurm user`,
				`c.toml:8: contexts.a.work_dir: "home/a" is not an absolute path | it is a directory on the cluster and begins with '/'`,
			},
		},
		"the local directory for a cluster elsewhere": {
			target + "work_dir = '.'\n[contexts.b]\nurl = 'http://h:1'\nwork_dir = '.'\n",
			[]string{`c.toml:6: contexts.a.work_dir: "." is not an absolute path | it is a directory on the cluster and begins with '/'`},
		},
		"context name": {
			strings.ReplaceAll(target, "contexts.a", `contexts."--a b"`),
			[]string{`c.toml:2: contexts."--a b": "--a b" is not a context name | use up to 64 letters, digits, '-', '_' and '.', not beginning with '-'`},
		},
		"lists": {
			"[keys]\nquit = ['q', 'q', '']\n",
			[]string{
				`c.toml:2: keys.quit: "q" stands twice in the list | remove one`,
				"c.toml:2: keys.quit: an empty text in the list | remove it",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Parse("c.toml", []byte(tt.text))
			if diff := cmp.Diff(tt.want, problems(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseTakesEveryKey(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "config", "full.toml"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := config.Parse("full.toml", data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"command", "file", "lab.one", "socket", "train"}, file.ContextNames()); diff != "" {
		t.Error(diff)
	}
	wantKeys := map[string]config.KeyList{"cancel": {"c"}, "open": {"enter", "O"}}
	if diff := cmp.Diff(wantKeys, file.Keys); diff != "" {
		t.Error(diff)
	}
}

// The package comment shows a file with every key; it must be one that works, but for its four tokens sources.
func TestPackageCommentIsTrue(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(data), "A file with every key:\n")
	if !found {
		t.Fatal("doc.go has no example")
	}
	var lines []string
	for line := range strings.Lines(example) {
		text, ok := strings.CutPrefix(line, "//\t")
		if !ok || strings.HasPrefix(text, "token_") {
			text = "\n"
		}
		lines = append(lines, text)
	}
	if _, err := config.Parse("doc.go", []byte(strings.Join(lines, ""))); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("..", "testdata", "config", "full.toml"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	for _, s := range []string{"", "a", "a=", "[", "[[a]]\nb=1", "a={b={c=1}}", "\"\\u0000\"=1", "a.b.c=[1,[2]]", "a='''\n", "[contexts.a]\n[contexts.a]\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := config.Parse("c.toml", data)
		if err != nil {
			return
		}
		// What is accepted can be resolved or says why not.
		for _, name := range append(file.ContextNames(), "") {
			_, err := file.Resolve(config.Flags{"context": name}, func(string) string { return "" })
			var bad *config.Error
			if err != nil && !errors.As(err, &bad) {
				t.Errorf("context %q: %v", name, err)
			}
		}
	})
}
