package preflight_test

import (
	"testing"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// The numbers are those that Slurm 24.11 answers to a submit that asks for such a thing.
func TestOptionOf(t *testing.T) {
	t.Parallel()
	for number, want := range map[int]string{
		2000: "--partition", 2001: "--partition", 2003: "--partition", 2070: "--partition",
		2018: "--nodelist", 2019: "--export", 2029: "--constraint", 2038: "--dependency", 2045: "--account", 2048: "--licenses",
		2051: "--time", 2052: "--reservation", 2053: "--reservation", 2063: "--chdir", 2066: "--qos", 2072: "--gres", 2081: "--array", 2114: "--batch",
		2119: "--gres", 2124: "--time-min", 2133: "--prefer",
		0: "", 2002: "", 2010: "", 2014: "", 2017: "", 2050: "", 9000: "", 9202: "", -1: "", 5004: "",
	} {
		option, ok := preflight.OptionOf(slurm.Problem{Number: number})
		if option != want || ok != (want != "") {
			t.Errorf("%d: got %q, %v, want %q", number, option, ok, want)
		}
	}
}

// What slurmrestd cannot read it names by its place in the request.
func TestOptionOfAField(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"#/job/time_limit/": "--time", "#/job/time_limit/number/": "--time", "#/job/nodes/": "--nodes", "#/jobs[1]/mail_type[0]/": "--mail-type",
		"#/job/memory_per_cpu/set/": "--mem-per-cpu", "#/job/environment/": "--export", "#/job/current_working_directory/": "--chdir",
		"#/job/required_nodes/": "--nodelist", "#/job/nosuch_field/": "", "#/job/": "", "#/script/": "", "#/jobs/name/": "", "slurm_submit_batch_job()": "", "": "",
	} {
		option, ok := preflight.OptionOf(slurm.Problem{Number: 9202, Source: source})
		if option != want || ok != (want != "") {
			t.Errorf("%s: got %q, %v, want %q", source, option, ok, want)
		}
	}
}

// Whatever the number, an option is one that sbatch has.
func TestOptionOfIsAnOption(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, row := range sbatch.Table() {
		known["--"+row.Name] = true
	}
	for number := range 14000 {
		if option, ok := preflight.OptionOf(slurm.Problem{Number: number}); ok && !known[option] {
			t.Errorf("%d: sbatch has no %s", number, option)
		}
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	r := sbatch.Read("#!/bin/bash\n#SBATCH --gres=gpu:9\n#SBATCH -N 3\n#SBATCH hetjob\n#SBATCH --mem-per-cpu=4G --no-requeue\n", sbatch.Options{})
	in := sbatch.Problems{
		{Option: "--gpus-per-node"},
		{Option: "--nodes"},
		{Option: "--mem", Part: 1},
		{Option: "--requeue", Part: 1},
		{Option: "--time"},
		{},
		{Option: "--nodes", Line: 7},
		{Option: "--mem"},
	}
	want := []int{2, 3, 5, 5, 0, 0, 7, 0}
	for i, p := range preflight.Place(in, r.Where) {
		if p.Line != want[i] {
			t.Errorf("%s of part %d: line %d, want %d", p.Option, p.Part, p.Line, want[i])
		}
	}
	if in[0].Line != 0 {
		t.Error("the caller's problems were changed")
	}
}
