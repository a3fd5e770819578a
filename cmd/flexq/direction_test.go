package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// direction says what the packages under a path may import of this module, and what they may not import of the
// rest. The first rule that matches a package counts. A name ending in /... stands for itself and all under it.
type direction struct {
	from   string
	may    []string // packages of this module
	mayNot []string // of any other
}

func directions() []direction {
	pure := []string{
		"flexq/client/slurm", "flexq/client/fault", "flexq/client/flex", "flexq/client/sbatch", "flexq/client/poll",
		"flexq/client/preflight", "flexq/client/template",
	}
	io := []string{"net/http", "net", "os/exec"}
	terminal := []string{"charm.land/...", "github.com/charmbracelet/...", "github.com/spf13/...", "github.com/pelletier/..."}
	tools := []string{
		"flexq/tui/theme", "flexq/tui/layout", "flexq/tui/fit", "flexq/tui/action", "flexq/tui/keymap", "flexq/tui/columns",
		"flexq/tui/widget/...",
	}
	drawing := []string{"flexq/tui/theme", "flexq/tui/layout", "flexq/tui/fit", "flexq/tui/action", "flexq/tui/widget/..."}
	return []direction{
		{from: "flexq/cmd/...", may: []string{"flexq/..."}},
		{from: "flexq/config/...", may: []string{"flexq/config/..."}, mayNot: append(slices.Clone(io), terminal[:3]...)},

		{from: "flexq/client/slurm", mayNot: io},
		{from: "flexq/client/poll", mayNot: io},
		{from: "flexq/client/fault", may: pure[:1], mayNot: append(slices.Clone(terminal), "os/exec")},
		{from: "flexq/client/flex", may: pure[:1], mayNot: io},
		{from: "flexq/client/sbatch", may: pure[:1], mayNot: io},
		{from: "flexq/client/preflight", may: []string{"flexq/client/slurm", "flexq/client/flex", "flexq/client/sbatch"}, mayNot: io},
		{from: "flexq/client/template", may: []string{"flexq/client/slurm", "flexq/client/sbatch"}, mayNot: io},
		{from: "flexq/client/wire", may: pure[:2], mayNot: append(slices.Clone(io), terminal...)},
		{from: "flexq/client/auth", may: pure[:2], mayNot: terminal},
		{from: "flexq/client/gateway", may: append([]string{"flexq/client/wire"}, pure[:2]...), mayNot: terminal},
		{from: "flexq/client/platform", may: append([]string{"flexq/client/wire", "flexq/client/gateway"}, pure[:3]...), mayNot: terminal},
		{from: "flexq/client/journal", may: pure[:3], mayNot: append(slices.Clone(io), terminal...)},
		{from: "flexq/client/watch", may: append([]string{"flexq/client/journal"}, pure[:3]...), mayNot: append(slices.Clone(io), terminal...)},
		{from: "flexq/client/sim/...", may: []string{"flexq/client/slurm", "flexq/client/sim/..."}, mayNot: terminal},
		{from: "flexq/client/contract/...", may: []string{"flexq/client/..."}, mayNot: terminal},
		{from: "flexq/client", may: append([]string{"flexq/client/wire", "flexq/client/gateway", "flexq/client/platform", "flexq/client/auth"}, pure...), mayNot: terminal},

		{from: "flexq/tui/widget/...", may: drawing, mayNot: io},
		{from: "flexq/tui/pane/...", may: slices.Concat(tools, pure, []string{"flexq/tui/pane"}), mayNot: io},
		{from: "flexq/tui/tuitest/...", may: append([]string{"flexq/tui/..."}, pure...)},
		{from: "flexq/tui/...", may: append([]string{"flexq/tui/..."}, pure...), mayNot: io},
	}
}

// TestImportDirection reads the imports of every package, tests left out, and checks them against the table.
func TestImportDirection(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-e", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "flexq/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg, imports := words[0], words[1:]
		d, ok := directionOf(pkg)
		if !ok {
			t.Errorf("%s: no rule says what it may import; add one", pkg)
			continue
		}
		seen++
		for _, imp := range imports {
			inside := imp == "flexq" || strings.HasPrefix(imp, "flexq/")
			if inside && !matchesAny(imp, d.may) {
				t.Errorf("%s imports %s; the packages under %s may import %s", pkg, imp, d.from, strings.Join(d.may, ", "))
			}
			if !inside && matchesAny(imp, d.mayNot) {
				t.Errorf("%s imports %s, which packages under %s do not", pkg, imp, d.from)
			}
		}
	}
	if seen < 10 {
		t.Errorf("go list found %d packages only", seen)
	}
}

func directionOf(pkg string) (direction, bool) {
	for _, d := range directions() {
		if matches(pkg, d.from) {
			return d, true
		}
	}
	return direction{}, false
}

func matchesAny(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(pkg, p) })
}

func matches(pkg, pattern string) bool {
	root, tree := strings.CutSuffix(pattern, "/...")
	return pkg == root || tree && strings.HasPrefix(pkg, root+"/")
}

func TestDirectionMatches(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		pkg, pattern string
		want         bool
	}{
		{"flexq/tui/pane/jobs", "flexq/tui/pane/...", true},
		{"flexq/tui/pane", "flexq/tui/pane/...", true},
		{"flexq/tui/panes", "flexq/tui/pane/...", false},
		{"flexq/client/slurm", "flexq/client", false},
		{"flexq/client", "flexq/client", true},
	} {
		if got := matches(k.pkg, k.pattern); got != k.want {
			t.Errorf("matches(%s, %s) = %v", k.pkg, k.pattern, got)
		}
	}
}
