package sbatch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// now is a Monday morning.
func now() time.Time { return time.Date(2026, 11, 30, 2, 37, 15, 500, time.UTC) }

func script(lines ...string) string {
	s := "#!/bin/bash\n"
	for _, l := range lines {
		s += "#SBATCH " + l + "\n"
	}
	return s + "hostname\n"
}

func texts(p sbatch.Problems) []string {
	var out []string
	for _, q := range p {
		out = append(out, q.Level.String()+" "+q.String())
	}
	return out
}

func ptr[T any](v T) *T { return &v }

// TestParseOptions holds what Slurm 24.11's sbatch makes of the same lines, compared over REST.
func TestParseOptions(t *testing.T) {
	t.Parallel()
	login := []string{"SLURM_GET_USER_ENV=1"}
	cpus := []string{"EXACT_CPU_COUNT_REQUESTED"}
	with := func(env ...string) []string { return append(login[:1:1], env...) }
	for _, test := range []struct {
		line string
		want slurm.Submission // without the script; Env is login unless it says otherwise
	}{
		{"", slurm.Submission{}},
		{"-J train --partition=a3u -A ml -q high", slurm.Submission{Name: "train", Partition: "a3u", Account: "ml", QOS: "high"}},
		{"-N 2", slurm.Submission{Nodes: "2"}},
		{"--nodes=1-4:2", slurm.Submission{Nodes: "1-4:2"}},
		{"--nodes=1-4", slurm.Submission{Nodes: "1-4"}},
		{"--nodes=2-4", slurm.Submission{Nodes: "2-4", LeastCPUs: 1}},
		{"--nodes=+2", slurm.Submission{Nodes: "2"}},
		{"-N1-4 -n2", slurm.Submission{Nodes: "1-2", Tasks: 2, Env: with("SLURM_NTASKS=2", "SLURM_NPROCS=2")}},
		{"--nodes=1,4", slurm.Submission{Nodes: "1,4"}},
		{"--nodes=1k", slurm.Submission{Nodes: "1k"}},
		{"--nodes='2 '", slurm.Submission{Nodes: "2"}},
		{"-n4 -c2", slurm.Submission{Tasks: 4, CPUsPerTask: 2, TRESPerTask: "cpu=2", Flags: cpus, Env: with("SLURM_NTASKS=4", "SLURM_NPROCS=4", "SLURM_CPUS_PER_TASK=2", "SLURM_TRES_PER_TASK=cpu=2")}},
		{"--nodes=2 --ntasks-per-node=4", slurm.Submission{Nodes: "2", TasksPerNode: 4, Env: with("SLURM_NTASKS_PER_NODE=4")}},
		{"--tasks-per-node=4 -N 2-4", slurm.Submission{Nodes: "2-4", TasksPerNode: 4, Env: with("SLURM_NTASKS_PER_NODE=4")}},
		{"--ntasks-per-node=4", slurm.Submission{TasksPerNode: 4, Env: with("SLURM_NTASKS_PER_NODE=4")}},
		{"--ntasks-per-node=4 -n 6", slurm.Submission{Tasks: 6, TasksPerNode: 4, LeastNodes: 2, Env: with("SLURM_NTASKS=6", "SLURM_NPROCS=6", "SLURM_NTASKS_PER_NODE=4")}},
		{"--ntasks-per-gpu=2 -G a:2,b:1", slurm.Submission{
			Tasks: 6, TasksPerGPU: 2, TRESPerJob: "gres/gpu:a:2,gres/gpu:b:1", Env: with("SLURM_NTASKS_PER_GPU=2", "SLURM_GPUS=a:2,b:1"),
		}},
		{"--ntasks-per-gpu=2 --gpus-per-node=4 -N2", slurm.Submission{
			Nodes: "2", Tasks: 16, TasksPerGPU: 2, TRESPerNode: "gres/gpu:4", Env: with("SLURM_NTASKS_PER_GPU=2", "SLURM_GPUS_PER_NODE=4"),
		}},
		{"--ntasks-per-socket=1 --mincpus=4 --threads-per-core=1", slurm.Submission{
			TasksPerSocket: 1, MinCPUs: 4, ThreadsPerCore: 1, Env: with("SLURM_NTASKS_PER_SOCKET=1", "SLURM_THREADS_PER_CORE=1"),
		}},
		{"--mem=10GB", slurm.Submission{MemPerNode: 10240}},
		{"--mem=1025K", slurm.Submission{MemPerNode: 2}},
		{"--mem=1t", slurm.Submission{MemPerNode: 1 << 20}},
		{"--mem=0", slurm.Submission{MemAll: true}},
		{"--mem-per-cpu=0", slurm.Submission{MemAll: true}},
		{"-G1 --mem-per-gpu=1G", slurm.Submission{TRESPerJob: "gres/gpu:1", MemPerGPU: 1024, Env: with("SLURM_MEM_PER_GPU=1024", "SLURM_GPUS=1")}},
		{"--tmp=1G", slurm.Submission{TmpDisk: 1024}},
		{"--gres=gpu:nvidia_h200:4", slurm.Submission{TRESPerNode: "gres/gpu:nvidia_h200:4"}},
		{"--gres=gpu,gres/nvme:1,x=2", slurm.Submission{TRESPerNode: "gres/gpu,gres/nvme:1,gres/x=2"}},
		{"--gres=gpu:2 --gpus-per-node=2", slurm.Submission{TRESPerNode: "gres/gpu:2,gres/gpu:2", Env: with("SLURM_GPUS_PER_NODE=2")}},
		{"--gres=gpu:2 --gres=none", slurm.Submission{}},
		{"-G 4 --cpus-per-gpu=4", slurm.Submission{TRESPerJob: "gres/gpu:4", CPUsPerGPU: 4, Env: with("SLURM_CPUS_PER_GPU=4", "SLURM_GPUS=4")}},
		{"--gpus-per-socket=1 -B 1", slurm.Submission{
			Tasks: 1, Tuning: slurm.Tuning{SocketsPerNode: 1}, TRESPerSocket: "gres/gpu:1", Env: with("SLURM_NTASKS=1", "SLURM_NPROCS=1", "SLURM_GPUS_PER_SOCKET=1"),
		}},
		{"--gpus-per-task=nvidia_h200:1 -n 4 -c 2", slurm.Submission{
			Tasks: 4, CPUsPerTask: 2, Flags: cpus, TRESPerTask: "cpu=2,gres/gpu:nvidia_h200=1", Tuning: slurm.Tuning{TRESBind: "gres/gpu:per_task:1"},
			Env: with("SLURM_NTASKS=4", "SLURM_NPROCS=4", "SLURM_CPUS_PER_TASK=2", "SLURM_TRES_PER_TASK=cpu=2,gres/gpu:nvidia_h200=1", "SLURM_TRES_BIND=gres/gpu:per_task:1"),
		}},
		{"-n 1 --tres-per-task=cpu:2,gres/gpu=1", slurm.Submission{
			Tasks:       1,
			CPUsPerTask: 2, Flags: cpus, TRESPerTask: "cpu:2,gres/gpu=1", Tuning: slurm.Tuning{TRESBind: "gres/gpu:per_task:1"},
			Env: with("SLURM_NTASKS=1", "SLURM_NPROCS=1", "SLURM_CPUS_PER_TASK=2", "SLURM_TRES_PER_TASK=cpu:2,gres/gpu=1", "SLURM_TRES_BIND=gres/gpu:per_task:1"),
		}},
		{"--tres-per-task=license/x=1", slurm.Submission{TRESPerTask: "license/x=1", Env: with("SLURM_TRES_PER_TASK=license/x=1")}},
		{"-t 1-12 --time-min=30", slurm.Submission{Limit: slurm.LimitOf(2160), MinLimit: slurm.LimitOf(30)}},
		{"-t 0", slurm.Submission{Limit: slurm.LimitInfinite}},
		{"-t 0:30", slurm.Submission{Limit: 30}},
		{"--begin=now+1hour --deadline=2027-01-01T00:00:00", slurm.Submission{Begin: slurm.TimeOf(now().Add(time.Hour)), Deadline: 1798761600}},
		{"-a 1-10%2", slurm.Submission{Array: "1-10%2"}},
		{"-a [1-3]", slurm.Submission{Array: "1-3"}},
		{"-a [1-3,7]%2", slurm.Submission{Array: "1-3,7%2"}},
		{"-d afterok:12:13,singleton?afterany:5_1", slurm.Submission{Dependency: "afterok:12:13,singleton?afterany:5_1", Env: with("SLURM_JOB_DEPENDENCY=afterok:12:13,singleton?afterany:5_1")}},
		{"-H --requeue", slurm.Submission{Hold: true, Requeue: ptr(true)}},
		{"--requeue --no-requeue", slurm.Submission{Requeue: ptr(false)}},
		{"--nice", slurm.Submission{Nice: 100}},
		{"--nice=-50", slurm.Submission{Nice: -50}},
		{"--signal=B:USR1@120", slurm.Submission{Warning: slurm.Warning{Signal: "10", Before: 120, Batch: true}}},
		{"--signal=rb:12", slurm.Submission{Warning: slurm.Warning{Signal: "12", Batch: true, Resv: true}}},
		{"--signal=SIGTERM", slurm.Submission{Warning: slurm.Warning{Signal: "15"}}},
		{"--exclusive", slurm.Submission{Exclusive: true}},
		{"--exclusive --exclusive=user", slurm.Submission{Sharing: "user"}},
		{"--exclusive=user --exclusive", slurm.Submission{Exclusive: true}},
		{"--contiguous -O --wckey=w --network=n", slurm.Submission{Contiguous: true, Overcommit: true, LeastCPUs: 1, WCKey: "w", Network: "n"}},
		{"-k", slurm.Submission{KillOnNodeFail: ptr(false)}},
		{"--no-kill=off", slurm.Submission{KillOnNodeFail: ptr(true)}},
		{"--spread-job --use-min-nodes --spread-job", slurm.Submission{Flags: []string{"PREFER_MINIMUM_NODE_COUNT", "SPREAD_JOB"}}},
		{"--kill-on-invalid-dep=no --kill-on-invalid-dep=yes", slurm.Submission{Flags: []string{"NO_KILL_INVALID_DEPENDENCY", "KILL_INVALID_DEPENDENCY"}}},
		{"--kill-on-invalid-dep=no", slurm.Submission{Flags: []string{"NO_KILL_INVALID_DEPENDENCY"}}},
		{"--gres-flags=enforce-binding", slurm.Submission{Flags: []string{"GRES_BINDING_ENFORCED"}}},
		{"--gres-flags=disable-binding", slurm.Submission{Flags: []string{"GRES_BINDING_DISABLED"}}},
		{"-C flexstart --prefer=x -L lic:2 --reservation=r", slurm.Submission{Features: "flexstart", Prefer: "x", Licenses: "lic:2", Reservation: "r"}},
		{"-w n[1-2] -x n3", slurm.Submission{RequiredNodes: "n[1-2]", ExcludedNodes: "n3"}},
		{"-o none -e err-%j.txt -i None", slurm.Submission{StdOut: "/dev/null", StdErr: "err-%j.txt", StdIn: "/dev/null"}},
		{"--open-mode=a", slurm.Submission{OpenMode: "append"}},
		{"--open-mode=Truncate", slurm.Submission{OpenMode: "truncate"}},
		{"-D /scratch/run", slurm.Submission{WorkDir: "/scratch/run", Env: with("SLURM_SUBMIT_DIR=/scratch/run")}},
		{"--comment='a b' --extra=x", slurm.Submission{Comment: "a b", Extra: "x"}},
		{"--mail-type=END,FAIL --mail-type=fail,begin --mail-type=none", slurm.Submission{MailType: "END,FAIL,BEGIN"}},
		{"--mem=+4G", slurm.Submission{MemPerNode: 4096}},
		{"--mem=' 4G'", slurm.Submission{MemPerNode: 4096}},
		{"--gpus-per-node=2k", slurm.Submission{TRESPerNode: "gres/gpu:2k", Env: with("SLURM_GPUS_PER_NODE=2k")}},
		{"--signal=+10", slurm.Submission{Warning: slurm.Warning{Signal: "10"}}},
		{"-N -2", slurm.Submission{Nodes: "1-2"}},
		{"-N '1 - 2'", slurm.Submission{Nodes: "1-2"}},
		{"-a '1, 2,'", slurm.Submission{Array: "1,2"}},
		{"-a +1%", slurm.Submission{Array: "1"}},
		{"--export=A=1,,B=2,", slurm.Submission{Env: with("SLURM_EXPORT_ENV=A=1,,B=2,", "A=1", "B=2")}},
		{"--mail-type=ALL --mail-user=a@b", slurm.Submission{MailType: "BEGIN,END,FAIL,REQUEUE,STAGE_OUT,INVALID_DEPENDENCY", MailUser: "a@b"}},
		{"--mail-type=end,time_limit,TIME_LIMIT_90,invalid_depend,ARRAY_TASKS", slurm.Submission{MailType: "END,TIME=100%,TIME=90%,INVALID_DEPENDENCY,ARRAY_TASKS"}},
		{"--mail-type=END,NONE", slurm.Submission{}},
		{"--export=NONE", slurm.Submission{Env: with("SLURM_EXPORT_ENV=NONE")}},
		{"--export=NIL", slurm.Submission{Env: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "SLURM_EXPORT_ENV=NIL"}}},
		{"--export=NIL,PATH=/bin", slurm.Submission{Env: []string{"SLURM_EXPORT_ENV=NIL,PATH=/bin", "PATH=/bin"}}},
		{"--export=NIL --get-user-env", slurm.Submission{Env: with("SLURM_EXPORT_ENV=NIL")}},
		{`--export=A=1,B=\'x,y\',C=`, slurm.Submission{Env: with("SLURM_EXPORT_ENV=A=1,B='x,y',C=", "A=1", "B=x,y", "C=")}},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			text := script(test.line)
			got, lines, problems := sbatch.Parse(text, sbatch.Options{Now: now()})
			if len(problems) > 0 || len(lines) != 1 || lines[0].Number != 2 {
				t.Errorf("problems %v, lines %v", texts(problems), lines)
			}
			test.want.Script = text
			if test.want.Env == nil {
				test.want.Env = login
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseRefusesValues(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"-t x":                    `-t: "x": not a time limit; write minutes`,
		"--time='5 '":             `"5 " has blanks around it`,
		"--time=":                 "--time: the time is missing; write minutes",
		"-t=10":                   `-t: "=10": not a time limit; write`,
		"-N=2":                    `-N: "=2" is not a number of nodes; write 4`,
		"-N 4-2":                  "the most, 2, is less than the least, 4; write the smaller",
		"-N 2-":                   `"2-" is not a number of nodes`,
		"-N 9999999999":           "is not a number of nodes",
		"-N 1-4:x":                "is not a number of nodes",
		"-n 0":                    `-n: "0" is not a number; write a whole number from 1 on`,
		"-n -1":                   `"-1" is not a number`,
		"-c 1k":                   `"1k" is not a number`,
		"--mem=1.5G":              `--mem: "1.5G" is not an amount of memory; write a whole number`,
		"--mem=":                  "is not an amount of memory",
		"--mem=10Gi":              "is not an amount of memory",
		"--mem=-5":                "is not an amount of memory",
		"--mem=5GG":               "is not an amount of memory",
		"--tmp=x":                 "is not an amount of memory",
		"--mem=1099511627775T":    "is not an amount of memory",
		"--gres=gres:gpu:2":       "is not a list of resources",
		"--gres=help":             "submits nothing; write",
		"-G 2x":                   `"2x" is not a number of GPUs; write 8`,
		"-G -1":                   "is not a number of GPUs",
		"--gpus-per-task=x":       "is not a number of GPUs",
		"--gpus-per-task=2k":      "is not a number of GPUs",
		"-a '1 '":                 "ends in a blank",
		"-a 0-3%-1":               "is not a set of array tasks",
		"--acctg-freq=-1":         "is not how often to sample",
		"--acctg-freq=x=30":       "is not how often to sample",
		"-c 65536":                "is more than Slurm can keep; write at most 65533",
		"--tmp=9999999999":        "is more than Slurm can count",
		"--mem-bind=local,":       "is not a way to bind memory",
		"--mem-bind=map_mem:0x1":  "is not a way to bind memory",
		"--delay-boot=' 5'":       "is not a time",
		"-G:2":                    "is not a number of GPUs",
		"--gpus-per-node=a:b":     "is not a number of GPUs",
		"--tres-per-task=gpu":     "is not a list of resources",
		"--tres-per-task=cpu=x":   `"cpu=x" is not a number of CPUs`,
		"--begin=soon":            `"soon" is not a time; write 2027`,
		"-a x":                    `-a: "x" is not a set of array tasks`,
		"-d foo:1":                `"foo" is not a kind of dependency; write after`,
		"-d afterok":              `"afterok" names no job; write afterok:JOBID`,
		"--nice=5000000000":       "is not a nice value",
		"--signal=NOSUCH@3":       `"NOSUCH" is not a signal; write`,
		"--signal=USR1@99999":     "is not a time before the end",
		"--signal=X:USR1":         "is neither B nor R",
		"--exclusive=x":           "is not a way to be alone",
		"--no-kill=x":             "is not off",
		"--kill-on-invalid-dep=x": "neither yes nor no",
		"--gres-flags=x":          "cannot be sent over REST",
		"-w /tmp/hosts":           "names a file of this machine, which the cluster cannot read; write the nodes",
		"-x n[1":                  "is not a list of nodes: a [ is not closed; write a list",
		"--open-mode=b":           "is not a way to open a file",
		"--open-mode=":            "is not a way to open a file",
		"-D run":                  "depends on where sbatch is called; write the full path",
		"--mail-type=x":           `"x" is not an event; write NONE`,
		"--export=HOME":           "the value of HOME on this machine is not sent; write HOME=value",
		"--export=1A=2":           `"1A=2" is not a variable`,
		"--nodes":                 "--nodes: its value is missing; write --nodes=N[-M]",
		"-J":                      "-J: its value is missing; write -J NAME",
		"--hold=yes":              "--hold: it takes no value; write --hold alone",
		"--nosuch=1":              "--nosuch: sbatch has no such option; see the list",
		"-Z":                      "-Z: sbatch has no such option",
		"-é":                      "-é: sbatch has no such option",
		"--parttition=x":          "did you mean --partition?",
		"--tim=3":                 "--tim: it may mean --time or --time-min; write the name in full",
		"foo":                     `"foo" is not an option; options begin`,
		"-- -N2":                  `"-N2" is not an option`,
		"-":                       `"-" is not an option`,
		"--comment= x":            `"x" is not an option`,
		": -N2":                   "a colon stands where an option should be",
		`--comment="a`:            "a quote (\") is not closed; close it",
		"--test-only":             "it would submit nothing",
		"-h":                      "submits nothing",
		"-M other":                "choose another context instead",
		"-F hosts":                "names a file of this machine, which the cluster cannot read; write the nodes",
		"--uid=root":              "a job runs as the user",
	} {
		_, _, problems := sbatch.Parse(script(line), sbatch.Options{Now: now()})
		if len(problems) != 1 || problems[0].Level != sbatch.Error || problems[0].Line != 2 || problems[0].Cure == "" {
			t.Errorf("%s: %v", line, texts(problems))
			continue
		}
		if err := problems.Err(); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

func TestParseNotes(t *testing.T) {
	t.Parallel()
	_, _, problems := sbatch.Parse(script("-vW --parsable --ignore-pbs", "--propagate=STACK", "--export=ALL", "--wrap=x"), sbatch.Options{})
	want := []string{
		"note line 2: -v: sbatch takes no notice of it in a script",
		"note line 2: -W: it tells sbatch to wait; flexq submit --wait does so",
		"note line 2: --parsable: it concerns only what sbatch prints",
		"note line 2: --ignore-pbs: #PBS lines are not read anyway",
		"warning line 3: --propagate: the resource limits of this machine are not sent; set them in the script with ulimit",
		"warning line 4: --export: the environment of this machine is not sent, the job gets the one of a login on its node; name what else it needs as NAME=value",
		"note line 5: --wrap: sbatch takes no notice of it in a script",
	}
	if diff := cmp.Diff(want, texts(problems)); diff != "" {
		t.Error(diff)
	}
	if problems.Err() != nil || len(problems.Of(sbatch.Note)) != 5 || len(problems.Of(sbatch.Warning)) != 2 || len(problems.At(2)) != 4 {
		t.Errorf("%v", problems)
	}
}

func TestParseArgsOverride(t *testing.T) {
	t.Parallel()
	text := script("-J a -t 10 --mem-per-cpu=1G --gres=gpu:2", "-N 2 --gpus-per-node=4")
	got, lines, problems := sbatch.Parse(text, sbatch.Options{
		Args: []string{"--time", "20", "-Nx", "--mem-per-cpu=5", "--gres=gpu:8", "-n", "3", "--comment=two words # no comment"}, Name: "file.sh", WorkDir: "/home/alice",
	})
	want := slurm.Submission{
		Script: text, Name: "a", WorkDir: "/home/alice", Limit: slurm.LimitOf(20), Nodes: "2", MemPerCPU: 5, Tasks: 3,
		TRESPerNode: "gres/gpu:4,gres/gpu:8", Comment: "two words # no comment",
		Env: []string{"SLURM_GET_USER_ENV=1", "SLURM_SUBMIT_DIR=/home/alice", "SLURM_NTASKS=3", "SLURM_NPROCS=3", "SLURM_GPUS_PER_NODE=4"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{`error -N: "x" is not a number of nodes; write 4, or 2-4 for at least 2 and at most 4`}, texts(problems)); diff != "" {
		t.Error(diff)
	}
	wantLines := []sbatch.Line{
		{Number: 2, Text: "#SBATCH -J a -t 10 --mem-per-cpu=1G --gres=gpu:2", Options: []sbatch.Option{
			{Name: "job-name", Value: "a", HasValue: true, Written: "-J"},
			{Name: "time", Value: "10", HasValue: true, Written: "-t"},
			{Name: "mem-per-cpu", Value: "1G", HasValue: true, Written: "--mem-per-cpu"},
			{Name: "gres", Value: "gpu:2", HasValue: true, Written: "--gres"},
		}},
		{Number: 3, Text: "#SBATCH -N 2 --gpus-per-node=4", Options: []sbatch.Option{
			{Name: "nodes", Value: "2", HasValue: true, Written: "-N"},
			{Name: "gpus-per-node", Value: "4", HasValue: true, Written: "--gpus-per-node"},
		}},
	}
	if diff := cmp.Diff(wantLines, lines); diff != "" {
		t.Error(diff)
	}
}

func TestParseDefaults(t *testing.T) {
	t.Parallel()
	got, _, problems := sbatch.Parse(script("-J own -D /own"), sbatch.Options{Name: "file.sh", WorkDir: "/home/alice"})
	if got.Name != "own" || got.WorkDir != "/own" || problems != nil {
		t.Errorf("%q %q %v", got.Name, got.WorkDir, problems)
	}
	if got, _, _ = sbatch.Parse(script(), sbatch.Options{Name: "file.sh"}); got.Name != "file.sh" || got.WorkDir != "" {
		t.Errorf("%q %q", got.Name, got.WorkDir)
	}
}

func TestParseWrap(t *testing.T) {
	t.Parallel()
	got, lines, problems := sbatch.Parse("", sbatch.Options{Args: []string{"--wrap", "echo hi; sleep 5", "-t5"}})
	if got.Script != "#!/bin/sh\n# This script was created by sbatch --wrap.\n\necho hi; sleep 5\n" || got.Limit != 300 || lines != nil || problems != nil {
		t.Errorf("%+v %v %v", got, lines, problems)
	}
	_, _, problems = sbatch.Parse(script(), sbatch.Options{Args: []string{"--wrap=x"}})
	if diff := cmp.Diff([]string{"error --wrap: there is a script already; leave one of the two out"}, texts(problems)); diff != "" {
		t.Error(diff)
	}
}

func TestProblemsInOrder(t *testing.T) {
	t.Parallel()
	_, _, problems := sbatch.Parse(script("-t x --nosuch", "-N y", "-n z --what"), sbatch.Options{Args: []string{"-c q", "oops"}})
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprint(p.Line, p.Option))
	}
	if diff := cmp.Diff([]string{"2--nosuch", "2-t", "3-N", "4--what", "4-n", "0", "0-c"}, got); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(problems.Err().Error(), "\n"); n != 6 {
		t.Errorf("%d line ends in %v", n, problems.Err())
	}
	if sbatch.Level(9).String() != "" {
		t.Error("an unknown level has a name")
	}
}

func TestKnownOptions(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, k := range sbatch.Table() {
		if k.Class != sbatch.Sent {
			continue
		}
		if k.Name == "" || k.Words == "" || seen[k.Name] || k.Short != "" && seen["-"+k.Short] {
			t.Errorf("bad or double: %+v", k)
		}
		seen[k.Name], seen["-"+k.Short] = true, true
		// Each is understood: what it may complain of is the value.
		arg := "--" + k.Name
		if k.Value != "" && !k.Optional {
			arg += "=1"
		}
		_, _, problems := sbatch.Parse(script(), sbatch.Options{Args: []string{arg}, Now: now()})
		for _, p := range problems {
			if strings.Contains(p.What, "no such option") || strings.Contains(p.What, "cannot be sent from here") || strings.Contains(p.What, "takes no value") || strings.Contains(p.What, "missing") {
				t.Errorf("%s: %s", arg, p)
			}
		}
	}
	for _, name := range strings.Fields("job-name partition account qos nodes ntasks ntasks-per-node cpus-per-task mem mem-per-cpu time time-min gres gpus gpus-per-node gpus-per-task array dependency constraint nodelist exclude reservation output error input chdir comment hold requeue no-requeue exclusive begin deadline nice mail-type mail-user licenses export open-mode") {
		if !seen[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

// TestParseLooseValues: sbatch takes these, and so must the twin; what is odd about one it says.
func TestParseLooseValues(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"-N 0":              "warning line 2: -N: a job of no nodes runs nothing, it can only make a burst buffer; write the number of nodes that it needs",
		"--nice=x":          `warning line 2: --nice: "x" is no number, and sbatch takes it for 0; write a whole number`,
		"--nice=5x":         `warning line 2: --nice: "5x" is no number, and sbatch takes it for 5; write a whole number`,
		"--priority=":       `warning line 2: --priority: "" is no number, and sbatch takes it for 0; write a whole number`,
		"--output=":         "error line 2: --output: the name of the file is missing; leave the option out for Slurm's default",
		"-D /a/ --error=":   "warning line 2: --error: the name of the file is missing, and sbatch takes the folder for it, which fails; leave the option out for Slurm's default",
		"-n +4":             "",
		"-n ' 4'":           "",
		"--array=":          "",
		"--wait-all-nodes=": "",
		"--open-mode=after": "",
	} {
		_, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		if got := strings.Join(texts(problems), "\n"); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestParseEmptyTexts: an option with nothing in it overrides, and is sent.
func TestParseEmptyTexts(t *testing.T) {
	t.Parallel()
	job, _, problems := sbatch.Parse(script("-A ml --account= --extra= -J x", "--job-name=", "--comment="), sbatch.Options{Name: "file"})
	want := []string{"name", "account", "extra"}
	if diff := cmp.Diff(want, job.Empty); diff != "" || job.Account != "" || job.Name != "" || len(problems) > 0 {
		t.Errorf("%s, account %q, name %q, %v", diff, job.Account, job.Name, problems)
	}
}
