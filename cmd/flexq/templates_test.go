package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// myTemplates is a store with some templates, by name.
func myTemplates(t *testing.T, names ...string) templateStore {
	t.Helper()
	s := templateStore{dir: filepath.Join(t.TempDir(), "templates")}
	for _, name := range names {
		if _, err := s.write(name, "#!/bin/sh\n# "+name+"\nhostname\n"); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// typing are the streams of somebody who types an answer.
func typing(answer string) (streams, *bytes.Buffer) {
	var said bytes.Buffer
	return streams{In: strings.NewReader(answer), Out: &said, Err: &said, InTTY: true}, &said
}

func TestTemplateNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"train-8b_v2.1": "", "тест": "", "two words": "", "a+b@c": "", strings.Repeat("x", 100): "",
		"": "it is empty", ".": "it begins with .", "..": "it begins with .", ".hidden": "it begins with .", "-x": "it begins with -",
		"../x": "it begins with .", "a/b": "it has '/'", `a\b`: `it has '\\'`, "/etc/passwd": "it has '/'", "a:b": "it has ':'", "a*": "it has '*'",
		" x": "blank", "x ": "blank", "a\nb": "cannot be shown", "a\x00b": "cannot be shown", "a\x1b[31mb": "cannot be shown", "a\u202eb": "cannot be shown",
		"a\u200bb": "cannot be shown", "a\xffb": "not UTF-8", strings.Repeat("x", 101): "more than 100 bytes",
	} {
		err := checkTemplateName(name)
		switch {
		case want == "" && err != nil, want != "" && err == nil:
			t.Errorf("%q: %v", name, err)
		case want != "" && (!strings.Contains(err.Error(), want) || fault.KindOf(err) != fault.Usage):
			t.Errorf("%q: %v, want %s", name, err, want)
		}
		path, err := templateStore{dir: "/t"}.path(name)
		if want == "" && filepath.Dir(path) != "/t" || want != "" && err == nil {
			t.Errorf("%q is at %q, %v", name, path, err)
		}
	}
	if _, err := (templateStore{}).path("x"); fault.KindOf(err) != fault.Usage || !strings.Contains(err.Error(), "no folder for templates is known") {
		t.Errorf("without a folder: %v", err)
	}
}

// A template of mine goes before one of its name that ships.
func TestTemplateStoreFinds(t *testing.T) {
	t.Parallel()
	s := myTemplates(t, "array-sweep", "mine")
	own, err := s.find(t.Context(), "array-sweep")
	if err != nil || own.Path == "" || own.Help != "array-sweep" {
		t.Errorf("got %+v, %v", own, err)
	}
	if t2, err := s.find(t.Context(), "mine.sbatch"); err != nil || t2.Name != "mine" {
		t.Errorf("by its file's name: %+v, %v", t2, err)
	}
	shipped, err := s.find(t.Context(), "cpu-preprocess")
	if err != nil || shipped.Path != "" || len(shipped.Params) == 0 {
		t.Errorf("got %+v, %v", shipped, err)
	}
	_, err = s.find(t.Context(), "mien")
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Cure != `did you mean "mine"?` {
		t.Errorf("got %v", err)
	}
	all, broken, err := s.list(t.Context())
	var names []string
	for _, one := range all {
		names = append(names, one.Name+" "+one.origin())
	}
	want := "array-sweep own, mine own, cpu-preprocess built-in, single-node-gpu built-in, torchrun-flex-start built-in"
	if got := strings.Join(names, ", "); got != want || err != nil || len(broken) > 0 {
		t.Errorf("got %s, %v, %v", got, broken, err)
	}
	if all, _, err := (templateStore{}).list(t.Context()); err != nil || len(all) != 4 {
		t.Errorf("without a folder: %d, %v", len(all), err)
	}
}

func TestRemovingTemplatesAsks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		names    []string
		answer   string
		want     error
		question string
		left     int
	}{
		"yes":       {[]string{"a"}, "y\n", nil, "Remove this template? [y/N] ", 1},
		"in full":   {[]string{"a", "b", "a"}, "YES\n", nil, "Remove these 2 templates? [y/N] ", 0},
		"no":        {[]string{"a"}, "n\n", &codeError{}, "Remove this template? [y/N] ", 2},
		"return":    {[]string{"a"}, "\n", &codeError{}, "[y/N] ", 2},
		"no answer": {[]string{"a"}, "", &codeError{}, "[y/N] ", 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := myTemplates(t, "a", "b")
			st, said := typing(tt.answer)
			err := templatesRmRun(t.Context(), &templatesRmOptions{streams: st, store: func() templateStore { return s }, names: tt.names})
			var code *codeError
			if (tt.want == nil) != (err == nil) || err != nil && (!errors.As(err, &code) || code.what != "nothing was removed") {
				t.Errorf("got %v", err)
			}
			if !strings.Contains(said.String(), tt.question) || !strings.Contains(said.String(), filepath.Join(s.dir, "a.sbatch")) {
				t.Errorf("it said %q", said)
			}
			if own, _, _ := s.own(t.Context()); len(own) != tt.left {
				t.Errorf("%d are left, want %d", len(own), tt.left)
			}
		})
	}
}

// Nothing is removed when one of several cannot be.
func TestRemovingTemplatesIsForAllOrNone(t *testing.T) {
	t.Parallel()
	s := myTemplates(t, "a")
	st, _ := typing("")
	err := templatesRmRun(t.Context(), &templatesRmOptions{streams: st, store: func() templateStore { return s }, names: []string{"a", "cpu-preprocess"}, yes: true})
	var usage *usageError
	if !errors.As(err, &usage) || !strings.Contains(usage.cure, "--from-template cpu-preprocess") {
		t.Errorf("got %v", err)
	}
	if own, _, _ := s.own(t.Context()); len(own) != 1 {
		t.Error("a is gone")
	}
}

// jobs are a cluster that knows one job and its script, or fails.
type jobs struct {
	detail slurm.JobDetail
	kept   slurm.JobScript
	err    error
	asked  slurm.Ref
}

func (j *jobs) Job(context.Context, slurm.Ref) (slurm.JobDetail, error) { return j.detail, nil }

func (j *jobs) Script(_ context.Context, ref slurm.Ref) (slurm.JobScript, error) {
	j.asked = ref
	return j.kept, j.err
}

func TestTemplateOfJob(t *testing.T) {
	t.Parallel()
	task := slurm.Job{ID: 20, Name: "sweep", Array: slurm.Array{Job: 18, Task: 3, HasTask: true}}
	rest := slurm.Job{ID: 18, Name: "sweep", Array: slurm.Array{Job: 18, Tasks: "4-9"}}
	tests := map[string]struct {
		id    string
		jobs  jobs
		asked string
		said  string
		holds string
	}{
		"a task that has started stands for the array": {
			"18", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{rest, task}}, kept: slurm.JobScript{Text: "#!/bin/sh\n:\n"}}, "18_3", "", "#SBATCH --array=3-9\n",
		},
		"none has":     {"18", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{rest}}, kept: slurm.JobScript{Text: "#!/bin/sh\n:\n"}}, "18", "", "#SBATCH --array=4-9\n"},
		"one is asked": {"18_7", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{rest}}, kept: slurm.JobScript{Text: "#!/bin/sh\n:\n"}}, "18_7", "", ":\n"},
		"changed":      {"20", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{{ID: 20}}}, kept: slurm.JobScript{Text: "#!/bin/sh\n:\n", Changed: true}}, "20", "control characters were taken out", ":\n"},
		"not given":    {"20", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{{ID: 20}}}}, "20", "Slurm does not give the script of job 20", "Write its commands here"},
		"accounting is down": {
			"20", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{{ID: 20, Name: "n"}}}, err: fault.New(fault.AccountingDown, "", "")}, "20", "the script of job 20 is not known: ", "#SBATCH --job-name=n\n",
		},
		"skipped": {
			"20", jobs{detail: slurm.JobDetail{Jobs: []slurm.Job{{ID: 20}}, Skipped: []string{"jobs[0].x: not a number"}}, kept: slurm.JobScript{Text: ":\n"}}, "20", "jobs[0].x", ":\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := myTemplates(t)
			st, said := typing("")
			err := templatesNewRun(t.Context(), &templatesNewOptions{
				streams: st, store: func() templateStore { return s }, jobs: func() (jobReader, error) { return &tt.jobs, nil },
				now: func() time.Time { return time.Unix(1800000000, 0) }, name: "x", job: tt.id,
			})
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(s.dir, "x.sbatch"))
			if err != nil || !strings.Contains(string(text), tt.holds) {
				t.Errorf("%v: got\n%s\nwithout %s", err, text, tt.holds)
			}
			if tt.jobs.asked.String() != tt.asked || !strings.Contains(said.String(), tt.said) {
				t.Errorf("asked for the script of %s, want %s; said %q", tt.jobs.asked, tt.asked, said)
			}
		})
	}
}

// A file that cannot be written is told with what the system said, once, and with what to do about that.
func TestCureOfWriting(t *testing.T) {
	t.Parallel()
	for reason, want := range map[error]string{
		syscall.ENOSPC: "free some space there",
		syscall.EDQUOT: "delete something, since your quota there is used up",
		syscall.EACCES: "look at what is there, and whether you can write to the folder",
	} {
		err := fmt.Errorf("write: %w", errors.Join(&os.PathError{Op: "write", Path: "x", Err: reason}, nil))
		if got := cureOfWriting(err); got != want || !errors.Is(reasonOf(err), reason) {
			t.Errorf("%v: %q, %v", reason, got, reasonOf(err))
		}
	}
}
