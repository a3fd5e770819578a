package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// simulate runs a simulated platform until the test ends, and returns the path of a config that reaches it.
func simulate(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "sim.toml")
	cmd := exec.CommandContext(t.Context(), built(t, "flexq", "flexq/cmd/flexq"), "sim", "--jobs", "40", "--seed", "7", "--write-config", path)
	cmd.Env = []string{"HOME=" + dir}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, path) {
		t.Fatalf("the simulated platform said %q: %v", line, err)
	}
	return path
}

// What was typed is there after a SIGKILL, and an editor has the terminal, ctrl-c included, and gives it back.
func TestTmuxFormOutlivesTheProgram(t *testing.T) {
	s := openTmux(t, 100, 40)
	config := simulate(t, s.dir)
	editor := filepath.Join(s.dir, "editor")
	script := "#!/bin/sh\ntrap 'echo interrupted' INT\necho editing\nread line\nread line\nprintf 'echo %s\\n' \"$line\" >>\"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	s.enter("export EDITOR='" + editor + "'")
	s.enter("sh -c 'echo $$ >pid; exec flexq --config " + config + "'; echo code $?")
	s.see("flexq  sim", "STATE", "running")
	s.press("s")
	s.see("Submit a job from", "single-node-gpu")
	s.write("single")
	s.press("Enter")
	s.see("parameters", "train.py")
	s.press("C-e")
	s.see("editing")
	s.press("C-c")
	s.see("interrupted")
	s.enter("from-the-editor")
	s.see("parameters", "(edited)")
	s.write("-mine") // the keys are the form's again
	s.see("train.py-mine")
	kept := filepath.Join(s.dir, ".local", "state", "flexq", "*", "drafts", "*.json")
	s.until("the draft on the disk", func(string) bool {
		paths, _ := filepath.Glob(kept)
		if len(paths) != 1 {
			return false
		}
		data, _ := os.ReadFile(paths[0])
		return strings.Contains(string(data), "train.py-mine") && strings.Contains(string(data), "echo from-the-editor")
	})
	s.do("run-shell", "kill -KILL $(cat '"+filepath.Join(s.dir, "pid")+"')")
	s.see("code 137")

	// A killed program leaves its terminal as it was; the next one has another.
	next := openTmux(t, 100, 40)
	next.enter("HOME='" + s.dir + "' flexq --config " + config + "; echo code $?")
	next.see("flexq  sim", "STATE", "running")
	next.press("s")
	next.see("unsent")
	next.press("Enter")
	next.see("train.py-mine")
	next.escape("parameters")
	next.press("q")
	if got := next.exitCode(); got != "0" {
		t.Errorf("exit code %s, want 0", got)
	}
	next.see("what you typed in Submit is kept as a draft")
	next.requireClean()
}
