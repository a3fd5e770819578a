package sbatch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// brief is what the tests of parts look at.
func brief(j slurm.Submission) string {
	out := []string{j.Name, j.Partition, j.Nodes, j.Limit.String(), j.Comment}
	return strings.Join(out, "|")
}

// TestParts holds what sbatch 24.11 makes of het jobs: which options it hands on from one part to the next, and whose
// the options of the command line are.
func TestParts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		lines string
		args  []string
		want  []string
	}{
		{"one part", "#SBATCH -p cpu -N1\n", nil, []string{"s|cpu|1||"}},
		{"two parts", "#SBATCH -p cpu -N1 -t 5 -J j\n#SBATCH hetjob\n#SBATCH -N2\n", nil, []string{"j|cpu|1|5:00|", "j||2|5:00|"}},
		{"overridden", "#SBATCH -t 5 --comment=a\n#SBATCH hetjob\n#SBATCH --comment=b\n#SBATCH packjob\n", nil, []string{"s|||5:00|a", "s|||5:00|b", "s|||5:00|b"}},
		{"no options before", "#SBATCH hetjob\n#SBATCH -N2\n", nil, []string{"s||||", "s||2||"}},
		{"words behind it are not read", "#SBATCH -N1\n#SBATCH HetJob -N3\n#SBATCH -p x\n", nil, []string{"s||1||", "s|x|||"}},
		{"in a line it only ends the line", "#SBATCH -N1 hetjob -N2\n#SBATCH -p x\n", nil, []string{"s|x|1||"}},
		{"in a comment it is none", "#SBATCH -N1 # hetjob\n#SBATCH # hetjob\n#SBATCH --comment=hetjob\n", nil, []string{"s||1||hetjob"}},
		{"the command line is for all", "#SBATCH -N1\n#SBATCH hetjob\n#SBATCH -N2\n", []string{"-t7", "-N", "3"}, []string{"s||3|7:00|", "s||3|7:00|"}},
		{
			"the command line has parts", "#SBATCH -N1 --comment=a\n#SBATCH hetjob\n#SBATCH -N2 --comment=b\n",
			[]string{"--comment=x", ":", "-N5"},
			[]string{"s||1||x", "s||5||b"},
		},
		{"more of them than the script", "#SBATCH -N1\n", []string{":", "-N5", ":", "-N6"}, []string{"s||1||", "s||5||", "s||6||"}},
		{
			"fewer", "#SBATCH -N1\n#SBATCH hetjob\n#SBATCH -N2\n#SBATCH hetjob\n#SBATCH -N3\n",
			[]string{"--comment=a", ":", "--comment=b"},
			[]string{"s||1||a", "s||2||b", "s||3||b"},
		},
	} {
		r := sbatch.Read("#!/bin/sh\n"+test.lines+"hostname\n", sbatch.Options{Name: "s", Args: test.args})
		got := []string{brief(r.Job)}
		for _, p := range r.Job.Parts {
			got = append(got, brief(p))
			if p.Script != "" || len(p.Parts) > 0 || len(p.Env) == 0 || p.Env[0] != "SLURM_GET_USER_ENV=1" {
				t.Errorf("%s: %+v", test.name, p)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" || len(r.Problems) > 0 {
			t.Errorf("%s: %s %v", test.name, diff, texts(r.Problems))
		}
	}
}

func TestPartsAreNumbered(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(script("-N1", "hetjob", "-N2", "-n3"), sbatch.Options{})
	var got []int
	for _, l := range r.Lines {
		got = append(got, l.Part)
	}
	if diff := cmp.Diff([]int{0, 1, 1, 1}, got); diff != "" {
		t.Error(diff)
	}
}

// TestPartsProblems: what is handed on is complained of once.
func TestPartsProblems(t *testing.T) {
	t.Parallel()
	_, _, problems := sbatch.Parse(script("-t x --mem=1G", "hetjob", "-N2 --mem-per-cpu=5"), sbatch.Options{Args: []string{"--nice=-99999999999"}})
	want := []string{
		`error line 2: -t: "x": not a time limit; write minutes (90), H:M:S (1:30:00), days-hours (2-12) or UNLIMITED`,
		"error line 4: --mem-per-cpu: it excludes --mem, to sbatch too; leave one of the two out",
		`error --nice: "-99999999999" is not a nice value; write a whole number within ±2147483645`,
	}
	if diff := cmp.Diff(want, texts(problems)); diff != "" {
		t.Error(diff)
	}
	_, _, problems = sbatch.Parse(script("-a 1-3", "hetjob"), sbatch.Options{})
	if len(problems) != 1 || problems[0].What != "a het job cannot be an array" {
		t.Errorf("an array: %v", texts(problems))
	}
}

// TestPartsEnvironment: the first part's environment tells of all parts, as sbatch makes it.
func TestPartsEnvironment(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(script("-n2 -c 2 --export=A=1 -d singleton", "hetjob", "--gpus-per-node=1"), sbatch.Options{WorkDir: "/home/alice"})
	common := []string{"SLURM_GET_USER_ENV=1", "SLURM_SUBMIT_DIR=/home/alice", "SLURM_EXPORT_ENV=A=1", "A=1"}
	want := append(common[:4:4],
		"SLURM_NTASKS_PACK_GROUP_0=2", "SLURM_NTASKS_HET_GROUP_0=2", "SLURM_NPROCS_PACK_GROUP_0=2", "SLURM_NPROCS_HET_GROUP_0=2",
		"SLURM_CPUS_PER_TASK_PACK_GROUP_0=2", "SLURM_CPUS_PER_TASK_HET_GROUP_0=2",
		"SLURM_TRES_PER_TASK_PACK_GROUP_0=cpu=2", "SLURM_TRES_PER_TASK_HET_GROUP_0=cpu=2",
		"SLURM_JOB_DEPENDENCY_PACK_GROUP_0=singleton", "SLURM_JOB_DEPENDENCY_HET_GROUP_0=singleton",
		"SLURM_GPUS_PER_NODE_PACK_GROUP_1=1", "SLURM_GPUS_PER_NODE_HET_GROUP_1=1")
	if diff := cmp.Diff(want, r.Job.Env); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(common, r.Job.Parts[0].Env); diff != "" {
		t.Error(diff)
	}
}
