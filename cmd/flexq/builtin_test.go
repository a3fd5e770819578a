package main

import (
	"testing"
	"time"

	"flexq/client/sbatch"
)

// Each template that ships must be one that can be submitted as it is.
func TestBuiltinTemplates(t *testing.T) {
	t.Parallel()
	list, err := builtinTemplates()
	if err != nil || len(list) < 4 {
		t.Fatalf("%d templates, %v", len(list), err)
	}
	for _, tpl := range list {
		job, _, problems := sbatch.Parse(tpl.Script, sbatch.Options{Now: time.Unix(1800000000, 0), WorkDir: "/home/alice"})
		for _, p := range problems {
			t.Errorf("%s: %s", tpl.Name, p)
		}
		if tpl.Help == "" || job.Name == "" || job.Limit <= 0 || job.Partition != "" {
			t.Errorf("%s: help %q, job %+v", tpl.Name, tpl.Help, job)
		}
	}
}

func TestFirstComment(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"#!/bin/bash\n# trains\n#SBATCH -N1\n": "trains",
		"#!/bin/bash\n#SBATCH -N1\n# late\n":   "late",
		"#!/bin/bash\nhostname\n# no\n":        "",
		"":                                     "",
	} {
		if got := firstComment(script); got != want {
			t.Errorf("firstComment(%q) = %q, want %q", script, got, want)
		}
	}
}
