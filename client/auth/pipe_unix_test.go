//go:build unix

package auth_test

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"

	"flexq/client/auth"
)

// Nobody writes into the pipe: whoever gives up must not wait for that.
func TestReadingAPipeEndsWithTheContext(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	noEnv := func(string) string { return "" }
	for name, source := range map[string]auth.Source{
		"token file":      auth.File(pipe),
		"credential file": auth.ADC(auth.AdcOptions{CredentialsFile: pipe, Getenv: noEnv}),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := source.Token(ctx); err == nil {
			t.Errorf("%s: a token of nothing", name)
		}
	}
}
