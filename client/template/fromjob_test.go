package template_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/template"
)

func pending() slurm.Job {
	return slurm.Job{
		ID: 18, Source: slurm.Live, Name: "train it", User: "alice", Account: "ml", Partition: "a3u", QOS: "normal",
		State: slurm.ParseJobState("PENDING"), Limit: slurm.LimitOf(600), Requeue: true,
		NodeCount: slurm.NumOf(2), MaxNodes: slurm.NumOf(4), Tasks: slurm.NumOf(16), TasksPerNode: slurm.NumOf(8), CPUsPerTask: slurm.NumOf(4),
		MemPerNode: slurm.NumOf(65536), TRESPerNode: "gres/gpu:nvidia_h200:8", TRESPerTask: "cpu=4", Features: "flexstart",
		RequiredNodes: "n-1", ExcludedNodes: "n-[3-4]", Reservation: "day", Dependency: "afterok:5(unfulfilled),afterany:6_*(failed)",
		Deadline: 1796000000, Nice: -5, Exclusive: true, Licenses: "solver:1", MailUser: "alice", Extra: "x y",
		Comment: `say "hi" flexq:01ARZ3NDEKTSV4RRFFQ69G5FAV`, WorkDir: "/home/alice", StdOut: "/home/alice/log/18-run18.out", StdErr: "/home/alice/log/18.err", StdIn: "/dev/null",
	}
}

func TestFromJob(t *testing.T) {
	t.Parallel()
	const want = `#!/bin/bash
#SBATCH --job-name="train it"
#SBATCH --partition=a3u
#SBATCH --account=ml
#SBATCH --qos=normal
#SBATCH --nodes=2-4
#SBATCH --ntasks-per-node=8
#SBATCH --cpus-per-task=4
#SBATCH --mem=64G
#SBATCH --gpus-per-node=nvidia_h200:8
#SBATCH --time=10:00:00
##SBATCH --dependency=afterok:5,afterany:6_*
##SBATCH --deadline=2026-11-30T00:53:20
##SBATCH --reservation=day
##SBATCH --nodelist=n-1
#SBATCH --exclude=n-[3-4]
#SBATCH --constraint=flexstart
#SBATCH --licenses=solver:1
#SBATCH --exclusive
#SBATCH --requeue
#SBATCH --nice=-5
#SBATCH --chdir=/home/alice
#SBATCH --output=/home/alice/log/%j-run%j.out
#SBATCH --error=/home/alice/log/%j.err
#SBATCH --comment="say \"hi\""
#SBATCH --extra="x y"

# Slurm did not give this job's script. Write its commands here.
`
	got := template.FromJob(pending())
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if problems := sbatch.Read(got, sbatch.Options{}).Problems; len(problems) > 0 {
		t.Error(problems)
	}
	if tpl := template.Parse("", got); len(tpl.Problems) > 0 || len(tpl.Params) > 0 {
		t.Errorf("%+v", tpl)
	}
}

// lines gives the #SBATCH lines of a script that hold one of the words.
func lines(script string, words ...string) string {
	var out []string
	for line := range strings.Lines(script) {
		for _, w := range words {
			if strings.HasPrefix(line, "#SBATCH") && strings.Contains(line, w) {
				out = append(out, strings.TrimPrefix(strings.TrimSpace(line), "#SBATCH "))
				break
			}
		}
	}
	return strings.Join(out, " ")
}

func TestFromJobSizes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		job  slurm.Job
		want string
	}{
		"nothing known":      {slurm.Job{}, ""},
		"one node":           {slurm.Job{NodeCount: slurm.NumOf(1), Tasks: slurm.NumOf(1), CPUsPerTask: slurm.NumOf(1)}, ""},
		"one node asked for": {slurm.Job{NodeCount: slurm.NumOf(1), MaxNodes: slurm.NumOf(1)}, "--nodes=1"},
		"running":            {slurm.Job{State: slurm.ParseJobState("RUNNING"), NodeCount: slurm.NumOf(2), MaxNodes: slurm.NumOf(4)}, "--nodes=2"},
		"tasks":              {slurm.Job{NodeCount: slurm.NumOf(1), Tasks: slurm.NumOf(8)}, "--ntasks=8"},
		"memory of a CPU":    {slurm.Job{MemPerCPU: slurm.NumOf(1500)}, "--mem-per-cpu=1500M"},
		"all memory":         {slurm.Job{MemPerNode: slurm.NumOf(0)}, "--mem=0"},
		"GPUs":               {slurm.Job{TRESPerJob: "gres/gpu:4"}, "--gpus=4"},
		"one GPU":            {slurm.Job{TRESPerNode: "gres/gpu"}, "--gpus-per-node=1"},
		"GPUs of a task":     {slurm.Job{TRESPerTask: "cpu=2,gres/gpu=h200:2"}, "--gpus-per-task=h200:2"},
		"GPUs of a socket":   {slurm.Job{TRESPerSocket: "gres/gpu:2"}, "--gpus-per-socket=2"},
		"other resources":    {slurm.Job{TRESPerNode: "gres/gpu:2,gres/nvme:1"}, "--gres=gpu:2,nvme:1"},
		"others of a task":   {slurm.Job{TRESPerTask: "gres/nvme=1"}, "--tres-per-task=gres/nvme=1"},
		"in accounting":      {slurm.Job{Source: slurm.Accounting, NodeCount: slurm.NumOf(2), TRESRequested: slurm.TRES{GPUs: 16}}, "--nodes=2 --gpus-per-node=8"},
		"uneven":             {slurm.Job{Source: slurm.Accounting, NodeCount: slurm.NumOf(2), TRESRequested: slurm.TRES{GPUs: 3}}, "--nodes=2 --gpus=3"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := lines(template.FromJob(tt.job), "nodes", "tasks", "mem", "gpu", "gres", "tres", "cpus"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFromJobArrays(t *testing.T) {
	t.Parallel()
	task := func(id uint64, n uint32) slurm.Job {
		return slurm.Job{ID: id, Array: slurm.Array{Job: 18, Task: n, HasTask: true}, WorkDir: "/w", StdOut: "/w/slurm-18_" + string(rune('0'+n)) + ".out"}
	}
	rest := slurm.Job{ID: 18, Array: slurm.Array{Job: 18, Tasks: "4-9", Max: 2}, WorkDir: "/w", StdOut: "/w/log/18_4294967294.txt"}
	for name, tt := range map[string]struct {
		jobs []slurm.Job
		want string
	}{
		"what waits and what runs": {[]slurm.Job{rest, task(19, 1), task(20, 3)}, "--array=1,3-9%2 --output=/w/log/%A_%a.txt"},
		"tasks alone":              {[]slurm.Job{task(19, 1), task(20, 2)}, "--array=1-2"},
		"a step":                   {[]slurm.Job{task(19, 1), task(20, 3), task(21, 5)}, "--array=1-5:2"},
		"one task":                 {[]slurm.Job{task(20, 3)}, "--array=3"},
		"cut short":                {[]slurm.Job{{ID: 18, Array: slurm.Array{Job: 18, Tasks: "1,3,5,1..."}}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := lines(template.FromJob(tt.jobs...), "array", "output"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Each part has its own lines, and what holds on is said once.
func TestFromJobHet(t *testing.T) {
	t.Parallel()
	part := func(offset uint32, partition string, nodes uint64) slurm.Job {
		return slurm.Job{
			ID: 21 + uint64(offset), Het: slurm.Het{Job: 21, Offset: offset}, Name: "two", Account: "ml", Partition: partition, Limit: slurm.LimitOf(60),
			NodeCount: slurm.NumOf(nodes), WorkDir: "/w", StdOut: "/w/slurm-21.out",
		}
	}
	got := template.FromJob(part(1, "a3u", 2), part(0, "cpu", 1))
	r := sbatch.Read(got, sbatch.Options{})
	if len(r.Problems) > 0 || len(r.Job.Parts) != 1 {
		t.Fatalf("%v of\n%s", r.Problems, got)
	}
	second := r.Job.Parts[0]
	if r.Job.Partition != "cpu" || second.Partition != "a3u" || second.Nodes != "2" || second.Account != "ml" || second.Limit != slurm.LimitOf(60) {
		t.Errorf("got %+v of\n%s", second, got)
	}
	if strings.Count(got, "--account") != 1 || strings.Count(got, "--chdir") != 1 || strings.Count(got, "--partition") != 2 {
		t.Errorf("got\n%s", got)
	}
}

func TestFromKept(t *testing.T) {
	t.Parallel()
	job := pending()
	job.Comment, job.Extra, job.Dependency = "", "", "afterok:5(unfulfilled)"
	tests := map[string]struct {
		kept slurm.JobScript
		want string
	}{
		"what stood beside it": {
			slurm.JobScript{
				Text: "#!/bin/bash\n# trains\n#SBATCH -t 5 --gres=gpu:8 -d afterok:5\nsrun x\n", StdOut: "/home/alice/log/%x.out", StdErr: "/home/alice/log/%x.out",
				Line: "/usr/bin/sbatch -N2-4 --time 600 --signal=B:USR1@60 --begin=now+1day --parsable --dependency=afterok:7 my script.sh -p x",
			},
			"#!/bin/bash\n# trains\n#SBATCH -t 10:00:00 --gres=gpu:8 -d afterok:5\n#SBATCH --job-name=\"train it\"\n#SBATCH --partition=a3u\n#SBATCH --nodes=2-4\n" +
				"#SBATCH --chdir=/home/alice\n#SBATCH --signal=B:USR1@60\n" +
				"# Submitted as: /usr/bin/sbatch -N2-4 --time 600 --signal=B:USR1@60 --begin=now+1day --parsable --dependency=afterok:7 my script.sh -p x\nsrun x\n",
		},
		"not by sbatch": { // a job that came over REST: whatever the record tells
			slurm.JobScript{Text: "#!/bin/bash\n#SBATCH --mem-per-cpu=1G --gpus=8 -n16 -A ml\n#SBATCH --constraint=x --exclude=y -L a --nice --no-requeue --error=e --output=o --exclusive=user\nsrun x"},
			"#!/bin/bash\n#SBATCH --mem-per-cpu=1G --gpus=8 -n16 -A ml\n#SBATCH --constraint=x --exclude=y -L a --nice --no-requeue --error=e --output=o --exclusive=user\n" +
				"#SBATCH --job-name=\"train it\"\n#SBATCH --partition=a3u\n#SBATCH --qos=normal\n#SBATCH --nodes=2-4\n#SBATCH --ntasks-per-node=8\n#SBATCH --cpus-per-task=4\n" +
				"#SBATCH --time=10:00:00\n#SBATCH --chdir=/home/alice\nsrun x",
		},
		"not what it says": {
			slurm.JobScript{Text: "#!/bin/bash\n#SBATCH -J n -p a3u,b -A x -q normal --time=600 -D /d\n:\n", Line: "sbatch x"},
			"#!/bin/bash\n#SBATCH -J \"train it\" -p a3u,b -A ml -q normal --time=600 -D /home/alice\n# Submitted as: sbatch x\n:\n",
		},
		"a template that was filled": {
			slurm.JobScript{
				Text: "#!/bin/bash\n#FLEXQ param NODES integer\n#FLEXQ param KEPT text default=1\n#SBATCH -N 2 -J 'train it' -p a3u -D /home/alice\n: {{KEPT}}\n", Line: "sbatch x",
			},
			"#!/bin/bash\n#FLEXQ param KEPT text default=1\n#SBATCH -N 2 -J 'train it' -p a3u -D /home/alice\n# Submitted as: sbatch x\n: {{KEPT}}\n",
		},
		"the last one counts": {
			slurm.JobScript{Text: "#!/bin/bash\n#SBATCH -J 'train it' -p a3u -D /home/alice --no-requeue --mem-per-cpu=1G\n:\n", Line: "sbatch --requeue --mem=64G x"},
			"#!/bin/bash\n#SBATCH -J 'train it' -p a3u -D /home/alice --mem-per-cpu=1G\n#SBATCH --mem=64G\n#SBATCH --requeue\n# Submitted as: sbatch --requeue --mem=64G x\n:\n",
		},
		"no script": {
			slurm.JobScript{Line: "sbatch --wrap sleep 5"},
			"",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := template.FromKept(tt.kept, job)
			if tt.want == "" {
				tt.want = strings.Replace(template.FromJob(job), "\n\n", "\n# Submitted as: sbatch --wrap sleep 5\n\n", 1)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Options beside the script of a het job are for their parts, which a colon parts.
func TestFromKeptHet(t *testing.T) {
	t.Parallel()
	kept := slurm.JobScript{Text: "#!/bin/bash\n#SBATCH -J h -p a -D /d\n#SBATCH hetjob\n#SBATCH -n1\n:\n", Line: "sbatch -N1 : -N2 -p b --switches=1 x.sh"}
	part := func(offset uint32, partition string, nodes uint64) slurm.Job {
		return slurm.Job{ID: 21 + uint64(offset), Het: slurm.Het{Job: 21, Offset: offset}, Name: "h", WorkDir: "/d", Partition: partition, NodeCount: slurm.NumOf(nodes), MaxNodes: slurm.NumOf(nodes)}
	}
	got := template.FromKept(kept, part(0, "a", 1), part(1, "b", 2))
	const want = "#!/bin/bash\n#SBATCH -J h -p a -D /d\n#SBATCH --nodes=1\n#SBATCH hetjob\n#SBATCH -n1\n#SBATCH --partition=b\n#SBATCH --nodes=2\n#SBATCH --switches=1\n" +
		"# Submitted as: sbatch -N1 : -N2 -p b --switches=1 x.sh\n:\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The parts of a het job may stand on the command line alone.
func TestFromKeptHetBeside(t *testing.T) {
	t.Parallel()
	part := func(offset uint32, partition string) slurm.Job {
		return slurm.Job{ID: 21 + uint64(offset), Het: slurm.Het{Job: 21, Offset: offset}, Name: "h", Partition: partition, WorkDir: "/d"}
	}
	for text, want := range map[string]string{
		"#!/bin/sh\ntrue\n":             "#!/bin/sh\n#SBATCH --job-name=h\n#SBATCH --partition=a\n#SBATCH --chdir=/d\n#SBATCH --ntasks=1\n#SBATCH hetjob\n#SBATCH --partition=b\n# Submitted as: sbatch -n1 : -p b x\ntrue\n",
		"#!/bin/sh\n#SBATCH -t 5\ntrue": "#!/bin/sh\n#SBATCH -t 5\n#SBATCH --job-name=h\n#SBATCH --partition=a\n#SBATCH --chdir=/d\n#SBATCH --ntasks=1\n#SBATCH hetjob\n#SBATCH --partition=b\n# Submitted as: sbatch -n1 : -p b x\ntrue",
	} {
		got := template.FromKept(slurm.JobScript{Text: text, Line: "sbatch -n1 : -p b x"}, part(0, "a"), part(1, "b"))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// Who may not see the script sees the command line, and it may tell more than the record.
func TestFromJobWithItsLine(t *testing.T) {
	t.Parallel()
	job := slurm.Job{ID: 9, Source: slurm.Accounting, Name: "w", Partition: "cpu", WorkDir: "/d", Limit: slurm.LimitOf(10), SubmitLine: "sbatch -p cpu -t 10 -c 2 --begin=now+1day --signal=USR1@60 x.sh"}
	const want = "#!/bin/bash\n#SBATCH --job-name=w\n#SBATCH --partition=cpu\n#SBATCH --time=10:00\n#SBATCH --chdir=/d\n#SBATCH --cpus-per-task=2\n#SBATCH --signal=USR1@60\n" +
		"# Submitted as: sbatch -p cpu -t 10 -c 2 --begin=now+1day --signal=USR1@60 x.sh\n\n# Slurm did not give this job's script. Write its commands here.\n"
	if diff := cmp.Diff(want, template.FromJob(job)); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkFill(b *testing.B) {
	for name, lines := range map[string]int{"1,000 lines": 1000, "1 MB": 16_000} {
		text := "#!/bin/bash\n#FLEXQ param NODES integer default=4\n#SBATCH --nodes={{NODES}}\n" + strings.Repeat("echo {{NODES}} of '{{.Names}}' ${x} and some more of the same line\n", lines)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, problems := template.Parse("b", text).Fill(nil); len(problems) > 0 {
					b.Fatal(problems)
				}
			}
		})
	}
}
