package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"flexq/client/gateway"
)

func TestReadNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if got, err := readNamed(t.Context(), write("env", "A=1\x00")); err != nil || string(got) != "A=1\x00" {
		t.Errorf("got %q, %v", got, err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none"): "none cannot be read: no such file or directory",
		dir:                        "cannot be read: is a directory",
		write("large", strings.Repeat("x", gateway.MaxRequest+1)): "large is larger than a request can be",
	} {
		if _, err := readNamed(t.Context(), path); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A pipe that nobody writes into does not keep the program from being ended.
func TestReadNamedEnds(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := readNamed(ctx, strconv.FormatUint(uint64(r.Fd()), 10)); err == nil {
		t.Error("it was read to its end")
	}
}
