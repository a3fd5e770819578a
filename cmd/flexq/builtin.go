package main

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"flexq/client/template"
)

// builtin are the templates that ship in the program. They name no partition: those are each cluster's own.
//
//go:embed templates/*.sbatch
var builtin embed.FS

// builtinTemplates returns the templates that ship in the program, by name.
func builtinTemplates() ([]template.Template, error) {
	entries, err := builtin.ReadDir("templates")
	if err != nil {
		return nil, fmt.Errorf("read the built-in templates: %w", err)
	}
	out := make([]template.Template, 0, len(entries))
	for _, e := range entries {
		text, err := builtin.ReadFile(path.Join("templates", e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read a built-in template: %w", err)
		}
		out = append(out, template.Parse(strings.TrimSuffix(e.Name(), scriptEnd), string(text)))
	}
	return out, nil
}
