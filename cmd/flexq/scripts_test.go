package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/tui"
)

// within fails a test whose work waits for somebody.
func within(t *testing.T, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); work() }()
	select {
	case <-done:
	case <-time.After(guard):
		t.Fatal("it waits")
	}
}

// socket makes a file that is no plain one.
func socket(t *testing.T, path string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", path)
	if err != nil {
		t.Skip("no sockets here: ", err)
	}
	t.Cleanup(func() { _ = l.Close() })
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLoadScript(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write(t, filepath.Join(home, "job.sh"), "#!/bin/sh\n")
	write(t, filepath.Join(home, "large.sh"), strings.Repeat("#", gateway.MaxRequest+1))
	socket(t, filepath.Join(home, "sock"))
	if err := os.Symlink("sock", filepath.Join(home, "link.sh")); err != nil {
		t.Fatal(err)
	}
	const cure = "name a batch script on this machine"
	tests := map[string]struct {
		want fault.Kind
		what string
		cure string
	}{
		"~/missing.sh":                     {fault.Usage, home + "/missing.sh cannot be read: no such file or directory", cure},
		home:                               {fault.Usage, home + " is a folder", cure},
		"~/sock":                           {fault.Usage, home + "/sock is no plain file", cure},
		"~/link.sh":                        {fault.Usage, home + "/link.sh is no plain file", cure},
		os.DevNull:                         {fault.Usage, os.DevNull + " is no plain file", cure},
		"-":                                {fault.Usage, "./- cannot be read: no such file or directory", cure},
		"~/large.sh":                       {fault.TooLarge, fault.TooLarge.What(), fault.TooLarge.Cure()},
		filepath.Join(home, "job.sh", "x"): {fault.Usage, home + "/job.sh/x cannot be read: not a directory", cure},
	}
	s := scripts{home: home}
	for path, tt := range tests {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			within(t, func() {
				_, err := s.Load(t.Context(), path)
				f := fault.From(err)
				if f == nil || f.Kind != tt.want || f.What != tt.what || f.Cure != tt.cure {
					t.Errorf("got %v", err)
				}
			})
		})
	}
	for _, path := range []string{"~/job.sh", "$HOME/job.sh", "${HOME}/job.sh"} {
		got, err := s.Load(t.Context(), path)
		want := tui.Template{Name: "job.sh", Path: filepath.Join(home, "job.sh"), Script: "#!/bin/sh\n"}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(path, err, diff)
		}
	}
}

// The screen shows what cannot be read as well: it is told why.
func TestTemplatesAreThoseThatCanBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, "templates")
	write(t, filepath.Join(folder, "mine.sbatch"), "#!/bin/sh\n# Trains.\n")
	write(t, filepath.Join(folder, "large.sbatch"), strings.Repeat("#", gateway.MaxRequest+1))
	write(t, filepath.Join(folder, "other.txt"), "")
	write(t, filepath.Join(folder, "folder.sbatch", "x"), "")
	socket(t, filepath.Join(folder, "s.sbatch"))
	within(t, func() {
		got, err := scripts{dir: dir}.Templates(t.Context())
		shipped, _ := builtinTemplates()
		own := tui.Template{Name: "mine", Help: "Trains.", Path: filepath.Join(folder, "mine.sbatch"), Script: "#!/bin/sh\n# Trains.\n"}
		want := []tui.Template{own}
		for _, s := range shipped {
			want = append(want, tui.Template{Name: s.Name, Help: s.Help, Script: s.Text})
		}
		if len(got) != len(want)+2 || got[len(want)].Name != "large.sbatch" || got[len(want)].Unusable == nil ||
			got[len(want)+1].Name != "s.sbatch" || got[len(want)+1].Unusable == nil {
			t.Fatalf("got %+v", got)
		}
		if diff := cmp.Diff(want, got[:len(want)]); diff != "" || err != nil {
			t.Error(err, diff)
		}
	})
}

func TestTemplatesOfNoFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "templates"), "")
	_, err := scripts{dir: dir}.Templates(t.Context())
	f := fault.From(err)
	want := dir + "/templates cannot be read: not a directory"
	if f == nil || f.Kind != fault.Usage || f.What != want || f.Cure != "make it a folder that you can read: it holds your templates" {
		t.Errorf("got %v", err)
	}
}

func TestPreviewOfNothing(t *testing.T) {
	t.Parallel()
	_, err := scripts{}.Preview(slurm.Submission{}, "")
	if f := fault.From(err); f == nil || f.Kind != fault.Usage || f.What != "the script is empty" {
		t.Errorf("got %v", err)
	}
}
