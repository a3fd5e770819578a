package main

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Whatever the words, in whatever form, what goes on to client/sbatch asks for the same job as the words themselves.
func TestSplitSubmitKeepsMeaning(t *testing.T) {
	t.Parallel()
	own := ownOfSubmit(t)
	random := rand.New(rand.NewPCG(1, 2))
	values := map[string]string{
		"nodes": "2", "ntasks": "4", "time": "5", "mem": "1G", "job-name": "x", "partition": "cpu", "gres": "gpu:2", "array": "0-3",
		"nice": "7", "exclusive": "user", "no-kill": "off", "comment": "a b", "dependency": "afterok:1", "signal": "B:USR1@60",
		"output": "o-%j", "cpus-per-task": "2", "licenses": "a:1", "mail-type": "END", "ntasks-per-node": "2", "constraint": "f",
	}
	var rows []sbatch.Row
	for _, r := range sbatch.Table() {
		if values[r.Name] != "" || r.Value == "" && r.Class == sbatch.Sent {
			rows = append(rows, r)
		}
	}
	for range 2000 {
		var words []string
		for range random.IntN(6) {
			words = append(words, randomForm(random, rows[random.IntN(len(rows))], values)...)
			if random.IntN(8) == 0 {
				words = append(words, hetMark)
			}
		}
		got, err := splitSubmit(words, own)
		if err != nil || len(got.own) > 0 || len(got.files) > 0 {
			t.Fatalf("%q: %+v, %v", words, got, err)
		}
		if diff := cmp.Diff(jobOf(words), jobOf(got.options.args())); diff != "" {
			t.Fatalf("%q became %q: %s", words, got.options.args(), diff)
		}
	}
}

func jobOf(args []string) slurm.Submission {
	return sbatch.Read("#!/bin/sh\ntrue\n", sbatch.Options{Args: args, Now: time.Unix(1_800_000_000, 0)}).Job
}

// randomForm writes an option in one of the ways in which it can be written.
func randomForm(random *rand.Rand, r sbatch.Row, values map[string]string) []string {
	value := values[r.Name]
	with := value != "" && (!r.Optional || random.IntN(2) == 0)
	if r.Short != "" && random.IntN(2) == 0 {
		letters := "-"
		if random.IntN(2) == 0 {
			letters += "O" // a switch before it
		}
		switch {
		case !with:
			return []string{letters + r.Short}
		case r.Optional || random.IntN(2) == 0:
			return []string{letters + r.Short + value}
		}
		return []string{letters + r.Short, value}
	}
	name := r.Name
	for cut := len(name) - 1; cut > 2 && random.IntN(3) > 0; cut-- {
		if isClear(name[:cut]) {
			name = name[:cut]
		}
	}
	switch {
	case !with:
		return []string{"--" + name}
	case r.Optional || random.IntN(2) == 0:
		return []string{"--" + name + "=" + value}
	}
	return []string{"--" + name, value}
}

// isClear reports whether a name cut short is clear to sbatch, and is none of flexq's own.
func isClear(name string) bool {
	if strings.HasPrefix("context", name) || strings.HasPrefix("mine", name) || strings.HasPrefix("no-color", name) {
		return false
	}
	return len((&submitSplitter{table: sbatch.Table()}).rows(name)) == 1
}
