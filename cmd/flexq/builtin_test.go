package main

import (
	"testing"
	"time"

	"flexq/client/sbatch"
)

// Each template that ships must be one that can be submitted as it is, and say so much of itself that it can be used.
func TestBuiltinTemplates(t *testing.T) {
	t.Parallel()
	list, err := builtinTemplates()
	if err != nil || len(list) < 4 {
		t.Fatalf("%d templates, %v", len(list), err)
	}
	for _, tpl := range list {
		for _, p := range findings(tpl, time.Unix(1800000000, 0)) {
			t.Errorf("%s: %s", tpl.Name, p)
		}
		script, _ := tpl.Fill(nil)
		job, _, problems := sbatch.Parse(script, sbatch.Options{Now: time.Unix(1800000000, 0), WorkDir: "/home/alice"})
		if len(problems) > 0 {
			t.Errorf("%s: %v", tpl.Name, problems)
		}
		if tpl.Help == "" || job.Name == "" || job.Limit <= 0 || job.Partition != "" {
			t.Errorf("%s: help %q, job %+v", tpl.Name, tpl.Help, job)
		}
		for _, p := range tpl.Params {
			if p.Help == "" || !p.Optional || len(tpl.Uses(p.Name)) == 0 {
				t.Errorf("%s: parameter %+v", tpl.Name, p)
			}
		}
	}
}

// A partition that is given goes to the job.
func TestBuiltinTemplatesTakeAPartition(t *testing.T) {
	t.Parallel()
	list, err := builtinTemplates()
	if err != nil {
		t.Fatal(err)
	}
	for _, tpl := range list {
		script, problems := tpl.Fill(map[string]string{"PARTITION": "flex"})
		job, _, more := sbatch.Parse(script, sbatch.Options{WorkDir: "/home/alice"})
		if job.Partition != "flex" || len(problems)+len(more) > 0 {
			t.Errorf("%s: partition %q, %v %v", tpl.Name, job.Partition, problems, more)
		}
	}
}
