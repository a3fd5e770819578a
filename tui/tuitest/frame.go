package tuitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

// pictures is where frames are written as pictures, too.
//
//nolint:gochecknoglobals // a flag must be there before the command line is read
var pictures = flag.String("pictures", "", "also write every frame as an SVG picture to this `folder`")

// RequireFrame compares a frame with testdata/frames/NAME.golden of the repository, colours and
// spaces at the ends of lines left out. With -update it writes the file instead. name may have
// slashes: "jobs/empty-80x24".
func RequireFrame(tb testing.TB, name, content string) {
	tb.Helper()
	writePicture(tb, name, content)
	lines := strings.Split(ansi.Strip(content), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	golden.RequireEqual(named{tb, framePath(tb, name)}, strings.Join(lines, "\n")+"\n")
}

// RequireANSI is RequireFrame with colours and all spaces, in NAME.ansi.golden. A few such frames
// hold the looks; the others the contents.
func RequireANSI(tb testing.TB, name, content string) {
	tb.Helper()
	writePicture(tb, name, content)
	golden.RequireEqual(named{tb, framePath(tb, name+".ansi")}, content+"\n")
}

// RequireFrame is [RequireFrame] of what is on the screen.
func (s *Screen) RequireFrame(name string) {
	s.t.Helper()
	RequireFrame(s.t, name, s.ANSI())
}

// RequireANSI is [RequireANSI] of what is on the screen.
func (s *Screen) RequireANSI(name string) {
	s.t.Helper()
	RequireANSI(s.t, name, s.ANSI())
}

// ANSI returns the screen with its colours as escape sequences.
func (s *Screen) ANSI() string {
	s.t.Helper()
	s.Wait()
	return s.terminal.grid().ANSI()
}

// named is a test under another name, since the library names its files by the test.
type named struct {
	testing.TB
	name string
}

// Name returns the name.
func (n named) Name() string { return n.name }

// framePath returns the path of a frame from the testdata folder of the package under test.
func framePath(tb testing.TB, name string) string {
	tb.Helper()
	frames := filepath.Join(repository(tb), "testdata", "frames", filepath.FromSlash(name))
	wd, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	rel, err := filepath.Rel(filepath.Join(wd, "testdata"), frames)
	if err != nil {
		tb.Fatal(err)
	}
	return rel
}

// repository returns the folder with the go.mod, above the package under test.
func repository(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			tb.Fatal("there is no go.mod above the test")
		}
		dir = up
	}
}

// writePicture writes a frame as a picture if the command line asks for it.
func writePicture(tb testing.TB, name, content string) {
	tb.Helper()
	if *pictures == "" {
		return
	}
	lines := strings.Split(content, "\n")
	width := 0
	for _, line := range lines {
		width = max(width, ansi.StringWidth(line))
	}
	path := filepath.Join(*pictures, filepath.FromSlash(name)+".svg")
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		tb.Fatal(err)
	}
	look := DarkLook()
	if strings.Contains(name, "light") {
		look = LightLook()
	}
	if err := os.WriteFile(path, Draw(content, max(width, 1), len(lines)).SVG(look), 0o600); err != nil {
		tb.Fatal(err)
	}
}
