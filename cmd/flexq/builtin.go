package main

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"flexq/tui"
)

// builtin are the templates that ship in the program. They name no partition: those are each cluster's own.
//
//go:embed templates/*.sbatch
var builtin embed.FS

// builtinTemplates returns the templates that ship in the program, by name.
func builtinTemplates() ([]tui.Template, error) {
	entries, err := builtin.ReadDir("templates")
	if err != nil {
		return nil, fmt.Errorf("read the built-in templates: %w", err)
	}
	out := make([]tui.Template, 0, len(entries))
	for _, e := range entries {
		text, err := builtin.ReadFile(path.Join("templates", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read a built-in template: %w", err)
		}
		out = append(out, tui.Template{
			Name: strings.TrimSuffix(e.Name(), ".sbatch"), Help: firstComment(string(text)), Script: string(text),
		})
	}
	return out, nil
}

// firstComment is what a script says of itself: its first comment that is neither the interpreter nor for sbatch.
func firstComment(script string) string {
	for line := range strings.Lines(script) {
		text, isComment := strings.CutPrefix(strings.TrimSpace(line), "#")
		switch {
		case !isComment:
			return ""
		case strings.HasPrefix(text, "!"), strings.HasPrefix(text, "SBATCH"), strings.TrimSpace(text) == "":
			continue
		}
		return strings.TrimSpace(text)
	}
	return ""
}
