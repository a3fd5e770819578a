package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// The tests TestTmux* run the built program in a real terminal emulator: what the tests in one process cannot show is
// how it leaves the terminal, and how it takes signals, sizes and kinds of terminals. They are few and run one after
// the other, each on a tmux server of its own. Nothing waits for a fixed time: a test looks until it sees what it
// wants, or gives up after patience.

const (
	patience = guard
	lookEach = 20 * time.Millisecond
	// prompt is what the shell in the terminal asks with.
	prompt = "ready>"
)

// builds keeps the programs that tests have built, until TestMain ends.
var builds = struct {
	sync.Mutex
	dir string
}{}

// builder is testing.M that leaves nothing behind in the directory for temporary files.
type builder struct{ *testing.M }

func (b builder) Run() int {
	defer func() {
		if builds.dir != "" {
			_ = os.RemoveAll(builds.dir)
		}
	}()
	return b.M.Run()
}

// built returns the path of a program of this module, which it builds when a test first asks for it.
func built(t *testing.T, name, pkg string) string {
	t.Helper()
	builds.Lock()
	defer builds.Unlock()
	if builds.dir == "" {
		dir, err := os.MkdirTemp("", "flexq-tmux-") //nolint:usetesting // it outlives the test that is first
		if err != nil {
			t.Fatal(err)
		}
		builds.dir = dir
	}
	path := filepath.Join(builds.dir, name)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, pkg).CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", pkg, err, out)
	}
	return path
}

// tmux is a terminal with a shell in it.
type tmux struct {
	t      *testing.T
	socket string // its name, and where it is
	path   string
	dir    string // home and working directory of the shell
	env    []string
	log    string // everything that was written to the terminal
	stty   string // what stty said before anything ran
	lines  int    // that the shell was given by output
}

// openTmux opens a terminal of a size with the program as `flexq` on its path. Options are lines of tmux's config.
func openTmux(t *testing.T, width, height int, options ...string) *tmux {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed: nothing of the built program in a real terminal is tested")
	}
	bin := filepath.Dir(built(t, "flexq", "flexq/cmd/flexq"))
	s := &tmux{t: t, socket: fmt.Sprintf("flexq-test-%d-%d", os.Getpid(), time.Now().UnixNano()), dir: t.TempDir()}
	s.log = filepath.Join(s.dir, "terminal.log")
	// Nothing of this machine's settings: the same terminal, shell and language for all.
	s.env = []string{
		"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + s.dir, "LC_ALL=C.UTF-8", "TZ=UTC",
		"COLORTERM=truecolor", "ENV=" + filepath.Join(s.dir, "shrc"), "TMPDIR=" + os.TempDir(),
	}
	// The shell reads it when it starts; from the environment it would not take its prompt.
	if err := os.WriteFile(filepath.Join(s.dir, "shrc"), []byte("PS1='"+prompt+" '\nunset ENV\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(s.dir, "tmux.conf")
	lines := append([]string{
		"set -g status off", "set -g escape-time 0", "set -g focus-events on",
		"set -g default-terminal screen-256color",
	}, options...)
	if err := os.WriteFile(conf, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	// A shell that does not edit its line leaves the terminal's settings as they are, so that stty tells the truth.
	s.do("-f", conf, "new-session", "-d", "-c", s.dir, "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), "/bin/sh -i")
	s.path = s.flag("socket_path")
	s.do("pipe-pane", "-o", "cat >> '"+s.log+"'")
	s.ready()
	s.stty = s.settings()
	return s
}

func (s *tmux) close() {
	if s.t.Failed() {
		s.t.Logf("the terminal shows\n%s", s.look())
	}
	_, _ = s.tmux("kill-server")
	_ = os.Remove(s.path) // tmux leaves it
}

// tmux runs a command of tmux. It outlives the test's context, which has ended when the terminal is closed.
func (s *tmux) tmux(args ...string) (string, error) {
	cmd := exec.Command("tmux", append([]string{"-u", "-L", s.socket}, args...)...) //nolint:noctx // see above
	cmd.Env, cmd.Dir = s.env, s.dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s *tmux) do(args ...string) string {
	s.t.Helper()
	out, err := s.tmux(args...)
	if err != nil {
		s.t.Fatalf("tmux %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// press sends keys by the names that tmux has for them.
func (s *tmux) press(keys ...string) {
	s.t.Helper()
	s.do(append([]string{"send-keys", "--"}, keys...)...)
}

// write sends text as it is.
func (s *tmux) write(text string) {
	s.t.Helper()
	s.do("send-keys", "-l", "--", text)
}

// escape presses the key and waits until text is gone: a key that follows at once would make another one with it.
func (s *tmux) escape(text string) {
	s.t.Helper()
	s.press("Escape")
	s.until("screen without "+text, func(screen string) bool { return !strings.Contains(screen, text) })
}

// enter gives the shell a line.
func (s *tmux) enter(line string) {
	s.t.Helper()
	s.write(line)
	s.press("Enter")
}

// output runs a command in the shell and returns what it printed; its lines must fit on the screen.
func (s *tmux) output(line string) string {
	s.t.Helper()
	s.lines++
	s.enter(fmt.Sprintf("clear; %s; echo end $((%d))", line, s.lines))
	end := fmt.Sprintf("\nend %d\n%s", s.lines, prompt) // the number as the shell has worked it out, not as it was typed
	out := s.until("the end of "+line, func(screen string) bool {
		return strings.HasSuffix("\n"+screen, end) && !strings.Contains(screen, "clear;")
	})
	return strings.TrimPrefix(strings.TrimSuffix("\n"+out, end), "\n")
}

// look returns the screen, without the blanks at the ends of lines and without empty lines at the end.
func (s *tmux) look(flags ...string) string {
	out, err := s.tmux(append([]string{"capture-pane", "-p"}, flags...)...)
	if err != nil {
		return "tmux: " + err.Error() + ": " + out
	}
	lines := strings.Split(out, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// until looks at the screen until it is as wanted, and returns it.
func (s *tmux) until(what string, ok func(screen string) bool) string {
	s.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		screen := s.look()
		if ok(screen) {
			return screen
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("no %s in %v", what, patience)
		}
		<-time.After(lookEach)
	}
}

// see waits until the screen shows each text, and returns it.
func (s *tmux) see(texts ...string) string {
	s.t.Helper()
	return s.until(strings.Join(texts, ", "), func(screen string) bool { return hasAll(screen, texts) })
}

func hasAll(screen string, texts []string) bool {
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			return false
		}
	}
	return true
}

// ready waits until the shell asks for a line and nothing else stands in it.
func (s *tmux) ready() {
	s.t.Helper()
	s.until("prompt", isPrompt)
}

func isPrompt(screen string) bool { return screen == prompt || strings.HasSuffix(screen, "\n"+prompt) }

// flag returns one of tmux's formats for the pane, as "alternate_on".
func (s *tmux) flag(name string) string {
	s.t.Helper()
	return strings.TrimSpace(s.do("display-message", "-p", "#{"+name+"}"))
}
