package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/config"
)

func TestDir(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env     func(string) string
		want    string
		wantErr error
	}{
		"home":                            {env("HOME", "/h"), "/h/.config/flexq", nil},
		"xdg":                             {env("HOME", "/h", "XDG_CONFIG_HOME", "/c"), "/c/flexq", nil},
		"xdg without home":                {env("XDG_CONFIG_HOME", "/c"), "/c/flexq", nil},
		"a relative xdg value is ignored": {env("HOME", "/h", "XDG_CONFIG_HOME", "c"), "/h/.config/flexq", nil},
		"nothing":                         {env(), "", config.ErrNoHome},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := config.Dir(tt.env); got != tt.want || !errors.Is(err, tt.wantErr) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestLocate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		flag string
		env  func(string) string
		path string
		must bool
	}{
		"flag":        {"/f", env("FLEXQ_CONFIG", "/e"), "/f", true},
		"environment": {"", env("FLEXQ_CONFIG", "/e", "HOME", "/h"), "/e", true},
		"folder":      {"", env("XDG_CONFIG_HOME", "/c"), "/c/flexq/config.toml", false},
		"nowhere":     {"", env(), "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			loc := config.Locate(tt.flag, tt.env)
			if loc.Path != tt.path || loc.Must != tt.must {
				t.Errorf("got %+v", loc)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing.toml")
	named := config.Origin{Kind: config.FromEnv, Name: "FLEXQ_CONFIG"}
	file, err := config.Load(config.Location{Path: missing})
	if err != nil || file.Path() != "" {
		t.Errorf("a missing file that nobody named: %v, path %q", err, file.Path())
	}
	_, err = config.Load(config.Location{Path: missing, Must: true, Origin: named})
	want := []string{missing + ": cannot be read: no such file or directory | it was named by environment FLEXQ_CONFIG"}
	if diff := cmp.Diff(want, problems(t, err)); diff != "" {
		t.Error(diff)
	}
	_, err = config.Load(config.Location{Path: dir})
	if diff := cmp.Diff([]string{dir + ": cannot be read: is a directory | name a file in TOML form"}, problems(t, err)); diff != "" {
		t.Error(diff)
	}
	large := filepath.Join(dir, "large.toml")
	if err := os.WriteFile(large, []byte(strings.Repeat("#\n", 1<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = config.Load(config.Location{Path: large})
	if diff := cmp.Diff([]string{large + ": larger than 1048576 bytes: this cannot be a config file | name a file in TOML form"}, problems(t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "folder", "c.toml")
	if err := config.WriteFile(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.toml")
	if err := os.Symlink(filepath.Join("new", "folder", "c.toml"), link); err != nil {
		t.Fatal(err)
	}
	if err := config.WriteFile(link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(link); err != nil || got != filepath.Join("new", "folder", "c.toml") {
		t.Errorf("the link is now %q, %v", got, err)
	}
	data, err := os.ReadFile(path)
	if err != nil || string(data) != "two" {
		t.Errorf("got %q, %v", data, err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for p, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(p)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", p, info.Mode().Perm(), want, err)
		}
	}
}

func TestWriteFileRefusesALinkCircle(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.Symlink(path, path); err != nil {
		t.Fatal(err)
	}
	if err := config.WriteFile(path, nil); err == nil {
		t.Error("written through a circle of links")
	}
}

func TestUse(t *testing.T) {
	t.Parallel()
	two := target + strings.ReplaceAll(target, "contexts.a", "contexts.b")
	tests := map[string]struct{ before, after string }{
		"value replaced, comment kept": {
			"# mine\ncurrent_context   =  'a'  # keep me\n" + two,
			"# mine\ncurrent_context   =  \"b\"  # keep me\n" + two,
		},
		"value added before everything": {two, "current_context = \"b\"\n\n" + two},
		"line ends kept": {
			strings.ReplaceAll(two, "\n", "\r\n"),
			"current_context = \"b\"\r\n\r\n" + strings.ReplaceAll(two, "\n", "\r\n"),
		},
		"already there": {"current_context = 'b'\n" + two, "current_context = 'b'\n" + two},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "c.toml")
			if err := os.WriteFile(path, []byte(tt.before), 0o600); err != nil {
				t.Fatal(err)
			}
			file, err := config.Load(config.Location{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			changed, err := file.Use("b")
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Error(diff)
			}
			if changed != (tt.before != tt.after) {
				t.Errorf("changed: %v", changed)
			}
		})
	}
}

func TestUseRefusesAnUnknownContext(t *testing.T) {
	t.Parallel()
	file, err := config.Parse("c.toml", []byte(target))
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Use("aa")
	if diff := cmp.Diff([]string{`c.toml: there is no context "aa" | did you mean "a"?`}, problems(t, err)); diff != "" {
		t.Error(diff)
	}
}

func TestSecretFiles(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes mean nothing here")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "token")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "none.json")
	token := config.Credential{Kind: config.TokenFile, File: file}
	tests := []struct {
		mode              os.FileMode
		auth              config.Credential
		refused, warnings []config.Problem
	}{
		{mode: 0o600, auth: token},
		{mode: 0o644, auth: token, refused: []config.Problem{{
			Where: file, Key: "auth.token_file", What: "is open to everybody (mode 0644)", Cure: "chmod 600 " + file,
		}}},
		{mode: 0o640, auth: token, warnings: []config.Problem{{
			Where: file, Key: "auth.token_file", What: "is open to the group (mode 0640)", Cure: "chmod 600 " + file,
		}}},
		{mode: 0o644, auth: config.Credential{CredentialsFile: file}, warnings: []config.Problem{{
			Where: file, Key: "auth.credentials_file", What: "is open to everybody (mode 0644)", Cure: "chmod 600 " + file,
		}}},
		{mode: 0o600, auth: config.Credential{CredentialsFile: missing}, warnings: []config.Problem{{
			Where: missing, Key: "auth.credentials_file", What: "cannot be read: no such file or directory", Cure: "correct the path",
		}}},
		{mode: 0o600, auth: config.Credential{File: dir}, warnings: []config.Problem{{
			Where: dir, Key: "auth.token_file", What: "is a directory", Cure: "name the file in it",
		}}},
	}
	for _, tt := range tests {
		if err := os.Chmod(file, tt.mode); err != nil {
			t.Fatal(err)
		}
		refused, warnings := config.Settings{Auth: tt.auth}.SecretFiles()
		if diff := cmp.Diff([][]config.Problem{tt.refused, tt.warnings}, [][]config.Problem{refused, warnings}); diff != "" {
			t.Errorf("mode %o: %s", tt.mode, diff)
		}
	}
}
