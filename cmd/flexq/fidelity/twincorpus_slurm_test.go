//go:build slurm

package fidelity_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// twin is a script of testdata/twin with what its #TWIN lines say of it.
type twin struct {
	name, text string
	args       []string // options for both command lines
	wrap       string   // instead of the script
	stdin      bool     // the script comes on the standard input
	unheld     bool     // it keeps itself from starting
	broken     bool     // sbatch refuses it as well
	chance     bool     // what sbatch says of it nobody knows before
	refused    string   // "line N: --option: ", where only flexq refuses it, as REST cannot express it
	why        string   // of a refusal
}

// twins reads the scripts: those of testdata/twin, or of the folder that TWIN_DIR names.
func twins(t *testing.T) []twin {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "testdata", "twin")
	if other := os.Getenv("TWIN_DIR"); other != "" {
		dir = other
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.sbatch"))
	if err != nil {
		t.Fatal(err)
	}
	var out []twin
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := twin{name: strings.TrimSuffix(filepath.Base(file), ".sbatch"), text: string(data)}
		s.directives(t)
		out = append(out, s)
	}
	return out
}

// directives reads the #TWIN lines, which are comments to both programs.
func (s *twin) directives(t *testing.T) {
	t.Helper()
	for line := range strings.Lines(s.text) {
		rest, ok := strings.CutPrefix(line, "#TWIN ")
		if !ok {
			continue
		}
		word, value, _ := strings.Cut(strings.TrimSpace(rest), ":")
		value = strings.TrimSpace(value)
		if value == "" {
			t.Fatalf("%s: %q says nothing", s.name, line)
		}
		switch word {
		case "args":
			s.args = append(s.args, strings.Fields(value)...)
		case "wrap":
			s.wrap = value
		case "stdin":
			s.stdin = true
		case "unheld":
			s.unheld = true
		case "broken":
			s.broken, s.why = true, value
		case "refused":
			number, option, _ := strings.Cut(value, " ")
			option, s.why, _ = strings.Cut(option, ": ")
			if _, err := strconv.Atoi(number); err != nil {
				t.Fatalf("%s: %q has no line", s.name, line)
			}
			s.refused = "line " + number + ": "
			if option != "-" {
				s.refused += option + ": "
			}
		default:
			t.Fatalf("%s: %q is not known", s.name, line)
		}
	}
}
