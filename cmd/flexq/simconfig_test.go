package main

import (
	"path/filepath"
	"testing"
	"time"

	"flexq/client/sim"
)

func TestMayWriteOverItsOwn(t *testing.T) {
	t.Parallel()
	s, err := sim.New(sim.Config{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "new", "sim.toml")
	credentials, err := s.Credentials("alice", "http://127.0.0.1:1/token")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := mayWrite(path); err != nil {
			t.Fatal(err)
		}
		if err := writeSimConfig(path, simLine{}, "alice", credentials.ServiceAccount); err != nil {
			t.Fatal(err)
		}
	}
	write(t, simCredentials(path), `{"type": "service_account"}`)
	if err := mayWrite(path); exitCode(err) != exitUsage {
		t.Errorf("over another credential: %v", err)
	}
	dir := filepath.Join(t.TempDir(), "x.toml")
	write(t, filepath.Join(dir, "file"), "")
	if err := mayWrite(dir); exitCode(err) != exitUsage {
		t.Errorf("over a folder: %v", err)
	}
	if err := mayWrite(filepath.Join(path, "under", "a-file.toml")); exitCode(err) != exitUsage {
		t.Errorf("under a file: %v", err)
	}
}
