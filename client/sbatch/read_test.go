package sbatch_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// TestWordsMakeOneRow: sbatch reads the words of all lines as one command line.
func TestWordsMakeOneRow(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, lines string
		want        slurm.Submission
		problems    []string
	}{
		{"a value on the next line", "#SBATCH -J\n#SBATCH x -N2\n", slurm.Submission{Name: "x", Nodes: "2"}, nil},
		{"an option taken for a value", "#SBATCH -J\n#SBATCH -N2\n", slurm.Submission{Name: "-N2"}, nil},
		{
			"an empty word ends the line", "#SBATCH -J x '' -N2\n#SBATCH -p y\n",
			slurm.Submission{Name: "x", Partition: "y"},
			[]string{"warning line 2: sbatch does not read on after an empty word; leave the empty quotes out"},
		},
		{
			"a word that is no option ends it all", "#SBATCH -J x foo -N2\n#SBATCH -p y\n",
			slurm.Submission{Name: "x"},
			[]string{`error line 2: "foo" is not an option; options begin with - or --; a value with blanks needs quotes`},
		},
		{
			"a missing value at the end", "#SBATCH -J x\n#SBATCH -N\n",
			slurm.Submission{Name: "x"},
			[]string{"error line 3: -N: its value is missing; write -N N[-M]"},
		},
		{"quotes in words", `#SBATCH --"comm"ent=a'b "c'"d"\ e` + "\n", slurm.Submission{Comment: `ab "cd e`}, nil},
		{"a backslash in quotes", `#SBATCH --comment='a\'b\\'"\""` + "\n", slurm.Submission{Comment: `a'b\"`}, nil},
		{"a cut-off alias", "#SBATCH --tasks=2 -N2\n", slurm.Submission{Nodes: "2", TasksPerNode: 2}, nil},
		{
			"a slip that sbatch forgives", "#SLURM -N2\n",
			slurm.Submission{Nodes: "2"},
			[]string{"warning line 2: sbatch takes #SLURM for a slip, and reads it all the same; write #SBATCH"},
		},
		{
			"lines for another system", "#PBS -N x\n#SBATCH -N2\n",
			slurm.Submission{Nodes: "2"},
			[]string{"error line 2: sbatch reads #PBS lines too, over those with #SBATCH, and they are not read here; write it as an #SBATCH line, or add --ignore-pbs"},
		},
		{
			"which it may leave out", "#BSUB -J x\n#SBATCH -N2 --ignore-pbs\n",
			slurm.Submission{Nodes: "2"},
			[]string{"note line 3: --ignore-pbs: #PBS lines are not read anyway"},
		},
		{"no other dash", "#SBATCH –N2\n", slurm.Submission{}, []string{`error line 2: "–N2" is not an option; options begin with - or --; a value with blanks needs quotes`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := sbatch.Read("#!/bin/sh\n"+test.lines+"hostname\n", sbatch.Options{})
			r.Job.Script, r.Job.Env = "", nil
			if diff := cmp.Diff(test.want, r.Job); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.problems, texts(r.Problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestConflicts holds the options that end sbatch 24.11 with "mutually exclusive", wherever they stand.
func TestConflicts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line string
		args []string
		want string
	}{
		{"--mem=1G --mem-per-cpu=5", nil, "error line 2: --mem-per-cpu: it excludes --mem, to sbatch too; leave one of the two out"},
		{"--mem=1G", []string{"--mem-per-gpu=5"}, "error --mem-per-gpu: it excludes --mem, to sbatch too; leave one of the two out"},
		{"-G1 --mem-per-gpu=5 --mem-per-cpu=5", nil, "error line 2: --mem-per-cpu: it excludes --mem-per-gpu, to sbatch too; leave one of the two out"},
		{"-s --exclusive=user", nil, "error line 2: --exclusive: it excludes -s, to sbatch too; leave one of the two out"},
		{"-c 2 --cpus-per-gpu=2", nil, "error line 2: --cpus-per-gpu: it excludes -c, to sbatch too; leave one of the two out"},
		{"-N1 --gpus-per-task=1 --ntasks-per-gpu=2", nil, "error line 2: --ntasks-per-gpu: it excludes --gpus-per-task, to sbatch too; leave one of the two out"},
		{"--ntasks-per-node=1 --ntasks-per-gpu=2", nil, "error line 2: --ntasks-per-gpu: it excludes --ntasks-per-node, to sbatch too; leave one of the two out"},
		{"-G2 --ntasks-per-gpu=1 --ntasks-per-tres=2", nil, "error line 2: --ntasks-per-tres: it says the same as --ntasks-per-gpu, which is 1; leave one of the two out"},
		{"-G2 --ntasks-per-tres=2 --ntasks-per-gpu=1", nil, "error line 2: --ntasks-per-gpu: it says the same as --ntasks-per-tres, which is 2; leave one of the two out"},
		{"-G2 --ntasks-per-gpu=2 --ntasks-per-tres=2", []string{"--ntasks-per-gpu=1"}, "error --ntasks-per-gpu: it says the same as --ntasks-per-tres, which is 2; leave one of the two out"},
		{"-S1 --thread-spec=2", nil, "error line 2: --thread-spec: it excludes -S, to sbatch too; leave one of the two out"},
		{"--tres-per-task=cpu:2 -c 2", nil, "error line 2: -c: it excludes --tres-per-task, to sbatch too; leave one of the two out"},
		{"-N1 --tres-per-task=gres/gpu=2 --gpus-per-task=1", nil, "error line 2: --gpus-per-task: it excludes --tres-per-task, to sbatch too; leave one of the two out"},
		{"--hint=nomultithread --threads-per-core=2", nil, "warning line 2: --hint: sbatch takes no notice of it beside --threads-per-core; leave one of the two out"},
		{"--hint=nomultithread", []string{"-B", "1"}, "warning line 2: --hint: sbatch takes no notice of it beside -B; leave one of the two out"},
	} {
		_, _, problems := sbatch.Parse(script(test.line), sbatch.Options{Args: test.args})
		if diff := cmp.Diff([]string{test.want}, texts(problems)); diff != "" {
			t.Errorf("%s %v: %s", test.line, test.args, diff)
		}
	}
}

// The last of each counts, also where the first ones differed.
func TestTasksOfAGPUSaidTwice(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"--ntasks-per-gpu=2"}, {"--ntasks-per-gpu=3", "--ntasks-per-tres=3"}} {
		line := "-G2 --ntasks-per-gpu=1 --ntasks-per-tres=2"
		if args == nil {
			line = "-G2 --ntasks-per-gpu=2 --ntasks-per-tres=2"
		}
		job, _, problems := sbatch.Parse(script(line), sbatch.Options{Args: args})
		want := uint32(2)
		if len(args) == 2 {
			want = 3
		}
		if job.TasksPerGPU != want || len(problems) > 0 {
			t.Errorf("%s %v: %d tasks of each GPU, want %d; %v", line, args, job.TasksPerGPU, want, texts(problems))
		}
	}
}

func TestOwn(t *testing.T) {
	t.Parallel()
	r := sbatch.Read("", sbatch.Options{Args: []string{"-Wvv", "--parsable", "--test-only", "--wrap=sleep 5"}})
	if !r.Own.Wait || r.Own.Quiet || !r.Own.Parsable || !r.Own.TestOnly || r.Own.Verbose != 2 || r.Own.Wrap != "sleep 5" || r.Problems.Err() != nil {
		t.Errorf("%+v %v", r.Own, texts(r.Problems))
	}
	if r = sbatch.Read(script("-Q", "-v"), sbatch.Options{}); r.Own.Quiet || r.Own.Verbose > 0 || r.Problems.Err() != nil {
		t.Errorf("quiet and verbose of a script: %+v %v", r.Own, texts(r.Problems))
	}
	r = sbatch.Read(script(""), sbatch.Options{Args: []string{"-Qv"}})
	if want := []string{"error --verbose: it excludes --quiet, to sbatch too; leave one of the two out"}; !cmp.Equal(want, texts(r.Problems.Of(sbatch.Error))) {
		t.Errorf("quiet and verbose: %v", texts(r.Problems))
	}
	if r = sbatch.Read(script("--wait --wrap=x"), sbatch.Options{}); !r.Own.Wait || r.Own.Wrap != "" {
		t.Errorf("of a script: %+v", r.Own)
	}
}

// TestFor: what a cluster with an older interface cannot be told.
func TestFor(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(script("--segment=2 --stepmgr -m block", "--oom-kill-step --exclusive=topo -N2"), sbatch.Options{})
	old := []string{
		"error line 2: -m: REST cannot express it before v0.0.41; leave it out, or choose a newer slurm_version",
		"error line 2: --segment: REST cannot express it before v0.0.41; leave it out, or choose a newer slurm_version",
		"error line 2: --stepmgr: REST cannot express it before v0.0.41; leave it out, or choose a newer slurm_version",
		"error line 3: --exclusive: REST cannot express it before v0.0.41; leave it out, or choose a newer slurm_version",
	}
	newer := "error line 3: --oom-kill-step: REST cannot express it before v0.0.42; leave it out, or choose a newer slurm_version"
	for version, want := range map[string][]string{
		"v0.0.41": {newer}, "v0.0.42": nil, "v0.0.45": nil, "": nil,
	} {
		if diff := cmp.Diff(want, texts(r.For(version))); diff != "" {
			t.Errorf("%s: %s", version, diff)
		}
	}
	if got := texts(r.For("v0.0.40")); len(got) != 5 || !contains(got, newer) || !contains(got, old...) {
		t.Errorf("v0.0.40: %v", got)
	}
}

func contains(list []string, want ...string) bool {
	all := "\n" + strings.Join(list, "\n") + "\n"
	for _, w := range want {
		if !strings.Contains(all, "\n"+w+"\n") {
			return false
		}
	}
	return true
}

func TestFiles(t *testing.T) {
	t.Parallel()
	r := sbatch.Read(script("-F nodes --export-file=env --export=A=2"), sbatch.Options{ReadFile: files})
	if r.Job.RequiredNodes != "n1,n2" || len(r.Problems) > 0 {
		t.Errorf("nodes %q, %v", r.Job.RequiredNodes, texts(r.Problems))
	}
	if diff := cmp.Diff([]string{"SLURM_GET_USER_ENV=1", "B=two words", "A=2"}, r.Job.Env); diff != "" {
		t.Error(diff)
	}
	r = sbatch.Read(script("--export-file=env --export=NONE"), sbatch.Options{ReadFile: files})
	if diff := cmp.Diff([]string{"SLURM_GET_USER_ENV=1"}, r.Job.Env); diff != "" {
		t.Error(diff)
	}
	for line, want := range map[string]string{
		"-F none":             "none: no such file; write the nodes themselves with --nodelist",
		"-F empty":            "empty names no nodes; write the nodes themselves with --nodelist",
		"--export-file=bad":   `"B" in bad has no value; write the variables with --export=NAME=value`,
		"--export-file=slurm": "SLURM_X is a variable of Slurm's own, and is not sent; leave it out, or use the option that it stands for",
	} {
		_, _, problems := sbatch.Parse(script(line), sbatch.Options{ReadFile: files})
		if len(problems) != 1 || !strings.HasSuffix(problems[0].String(), want) {
			t.Errorf("%s: %v", line, texts(problems))
		}
	}
}

func TestSubmitDir(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{"/home/alice": "SLURM_SUBMIT_DIR=/home/alice", "": "SLURM_SUBMIT_DIR=/run"} {
		job, _, _ := sbatch.Parse(script("-D /run --export=ALL,A=1"), sbatch.Options{WorkDir: dir})
		if diff := cmp.Diff([]string{"SLURM_GET_USER_ENV=1", want, "SLURM_EXPORT_ENV=ALL,A=1", "A=1"}, job.Env); diff != "" || job.WorkDir != "/run" {
			t.Errorf("%q: %s", dir, diff)
		}
	}
}

// TestGPUsOfTasks holds what sbatch 24.11 says of GPUs for each task.
func TestGPUsOfTasks(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"--gpus-per-task=1":                              "error line 2: --gpus-per-task: neither the number of tasks nor that of GPUs is given; add --ntasks=N",
		"--ntasks-per-node=4 --gpus-per-task=1":          "error line 2: --gpus-per-task: neither the number of tasks nor that of GPUs is given; add --ntasks=N",
		"--tres-per-task=gres/gpu=1":                     "error line 2: --tres-per-task: neither the number of tasks nor that of GPUs is given; add --ntasks=N",
		"-G 8 --gpus-per-task=3":                         "error line 2: --gpus-per-task: 8 GPUs are not a multiple of 3 for each task; change one of the two",
		"-N 2 -G 8 --gpus-per-task=1":                    "error line 2: --gpus-per-task: 8 GPUs with 1 for each task make 8 tasks, and there are 2; change one of them",
		"-n 4 -G 8 --gpus-per-task=1":                    "error line 2: --gpus-per-task: 8 GPUs with 1 for each task make 8 tasks, and there are 4; change one of them",
		"-N2 --ntasks-per-node=4 -G 4 --gpus-per-task=1": "error line 2: --gpus-per-task: 4 GPUs with 1 for each task make 4 tasks, and there are 8; change one of them",
		"--gpus-per-socket=1":                            "error line 2: --gpus-per-socket: it needs the number of sockets too; add --sockets-per-node=N",
		"-G 8 --gpus-per-task=1":                         "",
		"-N2 --gpus-per-task=1":                          "",
		"-N2 --ntasks-per-node=4 --gpus-per-task=1":      "",
		"-N2 --ntasks-per-node=4 -G 8 --gpus-per-task=1": "",
		"-w n[0-1] -G 8 --gpus-per-task=1":               "",
		"-m arbitrary -w n[0-1] -G 2 --gpus-per-task=1":  "",
		"--gpus-per-socket=1 --sockets-per-node=2":       "",
	} {
		_, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		if got := strings.Join(texts(problems), "; "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	if job, _, _ := sbatch.Parse(script("-m arbitrary -w n[0-1],m5"), sbatch.Options{}); job.Tasks != 3 {
		t.Errorf("arbitrary: %d tasks", job.Tasks)
	}
}

// TestImpossibleShapes: sbatch refuses these before it asks Slurm.
func TestImpossibleShapes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"-B 1:*:1 --ntasks-per-core=2":           "error line 2: --ntasks-per-core: 2 tasks on a core of which 1 threads are used; change one of the two",
		"-m plane=4 -N 2":                        "error line 2: -m: 1 tasks in planes of 4 do not reach 2 nodes; ask for more tasks with --ntasks, or for smaller planes",
		"-m plane=4 -N 2 -n 5":                   "",
		"-m arbitrary -N 2 -w n[1-2]":            "error line 2: -m: it takes the number of nodes from --nodelist; leave --nodes out",
		"-m arbitrary":                           "error line 2: -m: it needs the nodes of the tasks; add --nodelist=NODES",
		"-b 2027-02-02 --deadline=2027-02-01":    "error line 2: --deadline: it lies before --begin; change one of the two",
		"--ntasks-per-gpu=2":                     "error line 2: --ntasks-per-gpu: neither the number of GPUs nor that of tasks is given; add --gpus=N or --ntasks=N",
		"--cpus-per-gpu=2":                       "error line 2: --cpus-per-gpu: the job asks for no GPU; add --gpus-per-node=N, or leave it out",
		"-G 3 --gpus-per-node=2":                 "error line 2: -G: 3 GPUs are not a multiple of the 2 of each node; change one of the two",
		"-G 4 --gpus-per-node=2 -N 3":            "error line 2: -G: 4 GPUs with 2 on each node make 2 nodes, and --nodes asks for others; change one of them",
		"-G 2 -N 4":                              "error line 2: -G: 2 GPUs are fewer than the 4 nodes; change one of the two",
		"--gpus-per-socket=2":                    "error line 2: --gpus-per-socket: it needs the number of sockets too; add --sockets-per-node=N",
		"--gres=gpu:8 --gpus-per-task=3 -n2":     "error line 2: --gpus-per-task: 8 GPUs of each node are not a multiple of 3 for each task; change one of the two",
		"-c 2 -N 1 --gpus-per-task=1":            "error line 2: --gpus-per-task: neither the number of tasks nor that of GPUs is given; add --ntasks=N",
		"--gpus-per-task=2 --ntasks-per-tres=2":  "error line 2: --ntasks-per-tres: it excludes --gpus-per-task, to sbatch too; leave one of the two out",
		"--batch=":                               "",
		"--gpu-bind=x":                           `error line 2: --gpu-bind: "x" is not a way to bind GPUs; write closest, single:N, per_task:N, map_gpu:LIST, mask_gpu:LIST or none`,
		"--tres-bind=gpu:closest":                `error line 2: --tres-bind: "gpu:closest" is not a way to bind resources; write gres/gpu:closest, gres/gpu:single:N, gres/gpu:per_task:N or gres/gpu:map:LIST`,
		"--gpu-freq=fast":                        `error line 2: --gpu-freq: "fast" is not a frequency; write MHz or low, medium, high or highm1, and memory=VALUE behind a comma`,
		"--gpu-freq=900,memory=low,verbose -G 1": "",
	} {
		r := sbatch.Read(script(line), sbatch.Options{Now: now()})
		if got := strings.Join(texts(r.Problems), "\n"); got != want {
			t.Errorf("%s: %s\nwant %s", line, got, want)
		}
	}
}

// TestTasksThatFollow: what sbatch works out of other options, and whether srun in the script is told of it.
func TestTasksThatFollow(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]struct {
		tasks, leastCPUs, leastNodes uint32
		nodes                        string
		told                         bool
	}{
		"-N 2":                      {nodes: "2"},
		"-N 2 --ntasks-per-node=4":  {nodes: "2"}, // Slurm's
		"-N 2 --sockets-per-node=2": {tasks: 4, nodes: "2", told: true},
		"-N 2 --threads-per-core=1": {tasks: 2, nodes: "2", told: true},
		"-N 2 --hint=nomultithread": {tasks: 2, nodes: "2", told: true},
		"-B 2:*:1":                  {tasks: 2, told: true},
		"-w n[1-3] -m arbitrary":    {tasks: 3, told: true},
		"-n 6 --ntasks-per-node=4":  {tasks: 6, leastNodes: 2, told: true},
		"-N 4 -n 2":                 {tasks: 2, nodes: "2", told: true},
		"-N 2-4":                    {nodes: "2-4", leastCPUs: 1},
		"-N 1,3 -G 1":               {nodes: "1"},
		"-N 2 --gpus-per-task=1":    {tasks: 2, nodes: "2"},
		"-G 4 --gpus-per-task=1":    {tasks: 4},
		"-G 16 --gpus-per-node=8 --ntasks-per-node=8": {nodes: "2"},
		"-G 4 --ntasks-per-gpu=2":                     {tasks: 8},
		"-N 2 --gpus-per-node=4 --ntasks-per-gpu=1":   {tasks: 8, nodes: "2"},
		"-n 8 --ntasks-per-gpu=2":                     {tasks: 8, told: true},
		"-O -N 2 -n 8 -c 4":                           {tasks: 8, nodes: "2", leastCPUs: 2, told: true},
	} {
		job, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		told := slices.ContainsFunc(job.Env, func(v string) bool { return strings.HasPrefix(v, "SLURM_NTASKS=") })
		if job.Tasks != want.tasks || job.LeastCPUs != want.leastCPUs || job.LeastNodes != want.leastNodes || job.Nodes != want.nodes || told != want.told || problems.Err() != nil {
			t.Errorf("%s: tasks %d, CPUs %d, nodes %d %q, told %v, %v; want %+v", line, job.Tasks, job.LeastCPUs, job.LeastNodes, job.Nodes, told, problems, want)
		}
	}
}
