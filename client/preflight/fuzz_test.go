package preflight_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// FuzzCheck asks for anything of any cluster: a check never fails, what it finds can be shown, and a job that asks for
// less than nothing known is not at fault.
func FuzzCheck(f *testing.F) {
	f.Add("#SBATCH -N 2-4 --gres=gpu:8 -t 8-0", "gpu:nvidia_h200:8(S:0-1),nvme:1", "a3u", "flexstart")
	f.Add("#SBATCH --gpus=h100:9999999999 --exclude=x[0-99999999] --nodelist=[", "gpu:", ",", "a,b")
	f.Add("#SBATCH -C [a*2&b*9] --mem=0 --mem-per-gpu=1T --cpus-per-gpu=4294967295 --gpus-per-node=4294967295", "gpu:x:9K", "cpu,", "")
	f.Fuzz(func(t *testing.T, lines, gres, partition, feature string) {
		r := sbatch.Read("#!/bin/bash\n"+lines+"\ntrue\n", sbatch.Options{Now: time.Unix(1796000000, 0)})
		w := world()
		w.Partitions[0].Name, w.Nodes[0].GRES, w.Nodes[0].Features = partition, gres, []string{feature}
		w.Partitions[1].AllowQOS, w.Access.QOS[0].MaxPerJob = partition, gres
		for _, p := range preflight.Check(r.Job, w) {
			if p.What == "" || strings.HasSuffix(p.What, ".") || p.Level == sbatch.Note {
				t.Errorf("%q: %+v", lines, p)
			}
		}
		if got := preflight.Check(slurm.Submission{Script: r.Job.Script}, preflight.World{}); len(got.Of(sbatch.Error)) > 0 && len(lines) < 100000 {
			t.Errorf("%q: %v", lines, got)
		}
	})
}

// Options of findings are sbatch's.
func TestOptionsAreSbatchs(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"": true}
	for _, row := range sbatch.Table() {
		known["--"+row.Name] = true
	}
	for _, change := range []func(*slurm.Submission){
		hopeless,
		func(s *slurm.Submission) {
			s.TRESPerNode, s.MemPerGPU, s.CPUsPerGPU = "gpu:8", 1<<40, 400
			s.Partition = "a3u"
		},
		func(s *slurm.Submission) { s.TRESPerSocket, s.MinCPUs, s.Tasks = "gpu:9", 400, 90000 },
		func(s *slurm.Submission) { s.TRESPerTask, s.MemPerCPU, s.TasksPerNode = "gpu:9", 1<<40, 400 },
		func(s *slurm.Submission) { s.TRESPerJob, s.ExcludedNodes = "gpu:9000", "c1-cpu-[0-1]" },
	} {
		got := preflight.Check(job(change), world())
		if len(got) == 0 {
			t.Error("nothing is found")
		}
		for _, p := range got {
			if !known[p.Option] || p.Cure == "" {
				t.Errorf("%+v", p)
			}
		}
	}
}

// BenchmarkCheck is a check on a cluster of 5,000 nodes, as it is made while one types.
func BenchmarkCheck(b *testing.B) {
	w := world()
	nodes := w.Nodes
	for i := range 5000 {
		n := nodes[i%len(nodes)]
		n.Name = "c1-" + n.Partitions[0] + "-" + strings.Repeat("1", 1+i%4) + string(rune('0'+i%10))
		w.Nodes = append(w.Nodes, n)
	}
	s := onFlex(days(6), nil)
	s.Features, s.RequiredNodes, s.MemPerNode = "flexstart", "c1-flex-0", 1000
	w.Outlook = outlook(w)
	b.ReportAllocs()
	for b.Loop() {
		preflight.Check(s, w)
	}
}
