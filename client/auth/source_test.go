package auth_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/client/auth"
	"flexq/client/fault"
)

// plain is a token without its covers, for comparing.
type plain struct {
	Value    string
	Expiry   time.Time
	Lifetime time.Duration
}

func reveal(tok auth.Token) plain {
	return plain{tok.Value.Reveal(), tok.Expiry.UTC(), tok.Lifetime}
}

func none() time.Time { return time.Time{}.UTC() }

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCommand(t *testing.T) {
	t.Parallel()
	ten := time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)
	end := time.Unix(1796001133, 0).UTC()
	tests := map[string]plain{
		"bare":       {secret, none(), 0},
		"slurm":      {jwt(end), end, 0},
		"json":       {secret, ten, 0},
		"gcloud":     {secret, ten, 0},
		"expires_in": {secret, none(), 3599 * time.Second},
		"child":      {secret, none(), 0},
	}
	for mode, want := range tests {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			got, err := auth.Command(self(t), "helper", mode).Token(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			diff(t, "token", want, reveal(got))
		})
	}
}

func TestCommandThatFails(t *testing.T) {
	t.Parallel()
	program := filepath.Base(self(t))
	const cure = "run the setting token_command in a shell to see what is wrong"
	tests := []struct {
		name string
		argv []string
		want brief
	}{
		{"status", []string{self(t), "helper", "fail"}, brief{fault.Credential, "the token command " + program + " failed: exit status 3: ERROR: no login for [redacted] run gcloud auth login", cure}},
		{"nothing", []string{self(t), "helper", "empty"}, brief{fault.Credential, "the token command " + program + " gave no token: it is empty", cure}},
		{"more than a token", []string{self(t), "helper", "chatter"}, brief{fault.Credential, "the token command " + program + " gave no token: it is not one word", cure}},
		{"much more", []string{self(t), "helper", "flood"}, brief{fault.Credential, "the token command " + program + " gave no token: it printed more than 64 KiB", cure}},
		{"status, and a child", []string{self(t), "helper", "child, fail"}, brief{fault.Credential, "the token command " + program + " failed: exit status 3", cure}},
		{"no program", []string{"no-such-program-of-flexq", secret}, brief{fault.Credential, "there is no program no-such-program-of-flexq for the token command", "check the setting token_command"}},
		{"no program at a path", []string{"/no/such/program", secret}, brief{fault.Credential, "there is no program program for the token command", "check the setting token_command"}},
		{"no command", nil, brief{fault.Credential, "no token command is set", "set token_command"}},
		{"empty command", []string{""}, brief{fault.Credential, "no token command is set", "set token_command"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := auth.Command(tt.argv...).Token(t.Context())
			diff(t, "fault", tt.want, briefly(t, err))
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the token shows: %v", err)
			}
		})
	}
}

func TestCommandThatHangs(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	_, err := auth.Command(self(t), "helper", "hang").Token(ctx)
	diff(t, "kind", fault.Cancelled, fault.KindOf(err))
	if took := time.Since(start); took > 3*time.Minute {
		t.Errorf("a command whose caller gave up took %v", took)
	}
}

func TestFixed(t *testing.T) {
	t.Parallel()
	end := time.Unix(1796001133, 0).UTC()
	for in, want := range map[string]plain{
		secret:                   {secret, none(), 0},
		" " + secret + "\n":      {secret, none(), 0},
		jwt(end):                 {jwt(end), end, 0},
		"SLURM_JWT=" + jwt(end):  {jwt(end), end, 0},
		"a.b.c":                  {"a.b.c", none(), 0},
		"a.e30.c":                {"a.e30.c", none(), 0}, // {}
		"a.eyJleHAiOi01fQ.c":     {"a.eyJleHAiOi01fQ.c", none(), 0},
		"a.eyJleHAiOjFlOTl9.c":   {"a.eyJleHAiOjFlOTl9.c", none(), 0},
		`{"access_token":"abc"}`: {"abc", none(), 0},
	} {
		got, err := auth.Fixed(in).Token(t.Context())
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		diff(t, in, want, reveal(got))
	}
	for in, want := range map[string]string{
		"":                           "it is empty",
		" \n":                        "it is empty",
		"SLURM_JWT=":                 "it is empty",
		"two words":                  "it is not one word",
		"größe":                      "it is not one word",
		"a\x00b":                     "it is not one word",
		"{":                          "it is not valid JSON",
		`{"access":"x"}`:             "it has no access_token",
		`{"access_token":"a\nb"}`:    "it is not one word",
		`{"access_token":["` + "x`]": "it is not valid JSON",
	} {
		_, err := auth.Fixed(in).Token(t.Context())
		diff(t, in, brief{fault.Credential, "the given token cannot be used: " + want, "set it anew"}, briefly(t, err))
	}
}

func TestFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "token")
	src := auth.File(path)
	_, err := src.Token(t.Context())
	diff(t, "missing", brief{fault.Credential, "the token file " + path + " cannot be read: no such file or directory", "check the setting token_file"}, briefly(t, err))

	for _, value := range []string{"first", "other"} { // of one length, within one tick of a file's clock
		if err := os.WriteFile(path, []byte(value+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := src.Token(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "token", value, got.Value.Reveal())
	}

	if err := os.WriteFile(path, []byte(secret+" "+secret), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = src.Token(t.Context())
	diff(t, "two words", brief{fault.Credential, "the token file " + path + " holds no token: it is not one word", "check the setting token_file"}, briefly(t, err))

	if err := os.WriteFile(path, []byte(strings.Repeat("x", 1<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = src.Token(t.Context())
	diff(t, "large", brief{fault.Credential, "the token file " + path + " cannot be read: it is too large for what it should be", "check the setting token_file"}, briefly(t, err))
}
