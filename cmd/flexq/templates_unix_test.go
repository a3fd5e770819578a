//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"flexq/client/fault"
)

// Without a source a template begins in the editor.
func TestNewTemplateBeginsInTheEditor(t *testing.T) {
	t.Parallel()
	s := myTemplates(t)
	st, _ := typing("")
	o := &templatesNewOptions{
		streams: st, store: func() templateStore { return s }, getenv: vars(map[string]string{"EDITOR": "sed -i s/hostname/mine/"}),
		now: func() time.Time { return time.Unix(1800000000, 0) }, name: "x",
	}
	if err := templatesNewRun(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	got, err := s.find(t.Context(), "x")
	if err != nil || len(got.Params) != 1 || len(findings(got.Template, time.Unix(1800000000, 0))) > 0 || got.Text[len(got.Text)-5:] != "mine\n" {
		t.Errorf("got %+v, %v", got, err)
	}
	o.name, o.getenv = "y", vars(nil)
	if err := templatesNewRun(t.Context(), o); fault.KindOf(err) != fault.Usage || exists(filepath.Join(s.dir, "y.sbatch")) {
		t.Errorf("without an editor: %v", err)
	}
}

// A folder that cannot be written is told of, and so is one that cannot be read.
func TestTemplateFolderThatIsClosed(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("nothing is closed to root")
	}
	s := myTemplates(t, "a")
	if err := os.Chmod(s.dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(s.dir, 0o700) })
	if _, err := s.write("b", "x"); fault.KindOf(err) != fault.Usage {
		t.Errorf("got %v", err)
	}
	if err := s.remove("a"); fault.KindOf(err) != fault.Usage {
		t.Errorf("got %v", err)
	}
}
