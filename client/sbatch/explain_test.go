package sbatch_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/sbatch"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, value, want string }{
		{"time", "1-12", "1 day 12 hours"},
		{"time", "90", "1 hour 30 minutes"},
		{"time", "0:30", "30 seconds, which Slurm rounds up to 1 minute"},
		{"time", "0", "no limit"},
		{"time-min", "60", "at least 1 hour"},
		{"begin", "16:00", "not before Mon 2026-11-30 16:00 (in 13 hours 23 minutes)"},
		{"begin", "now", "not before Mon 2026-11-30 02:37 (now)"},
		{"deadline", "2026-11-29", "ended by Sun 2026-11-29 00:00 (1 day 2 hours 37 minutes ago)"},
		{"delay-boot", "90", "1 hour 30 minutes"},
		{"delay-boot", "0", "no delay"},
		{"delay-boot", "infinite", "without end"},
		{"switches", "1@30", "at most 1 switch between the nodes, or any number after waiting 30 minutes"},
		{"nodes", "4", "4 nodes"},
		{"nodes", "1", "1 node"},
		{"nodes", "2-4", "2 to 4 nodes"},
		{"nodes", "2-2", "2 nodes"},
		{"nodes", "1k", "1024 nodes"},
		{"nodes", "1,4-8:2", "one of these numbers of nodes: 1,4-8:2"},
		{"ntasks", "1", "1 task"},
		{"ntasks-per-node", "8", "8 tasks on each node"},
		{"cpus-per-task", "12", "12 CPUs for each task"},
		{"cpus-per-gpu", "1", "1 CPU for each GPU"},
		{"mem", "64G", "64 GiB of memory on each node"},
		{"mem", "0", "all memory of each node"},
		{"mem", "1T", "1 TiB of memory on each node"},
		{"mem-per-cpu", "1500", "1500 MiB of memory for each CPU"},
		{"mem-per-gpu", "100G", "100 GiB of memory for each GPU"},
		{"tmp", "10G", "10 GiB of local disk on each node"},
		{"array", "0-99%8", "100 tasks: 0-99, at most 8 at once"},
		{"array", "1,5-9:2", "4 tasks: 1, 5-9:2"},
		{"gpus", "8", "8 GPUs for the whole job"},
		{"gpus-per-node", "nvidia_h200:8", "8 GPUs of type nvidia_h200 on each node"},
		{"gpus-per-task", "1", "1 GPU for each task"},
		{"gpus-per-socket", "a:1,b:2", "1 GPU of type a and 2 GPUs of type b for each socket"},
		{"gres", "gpu:nvidia_h200:4,nvme", "4 GPUs of type nvidia_h200 and 1 nvme on each node"},
		{"gres", "gpu", "1 GPU on each node"},
		{"gres", "gpu:2", "2 GPUs on each node"},
		{"gres", "gpu:h200", "1 GPU of type h200 on each node"},
		{"gres", "none", "no generic resources"},
		{"dependency", "afterok:12", "starts when job 12 has ended well"},
		{"dependency", "afterany:12:13,singleton", "starts when jobs 12, 13 have ended and no other job of this name and user is there"},
		{"dependency", "afternotok:5?aftercorr:6", "starts when job 5 has failed or the task of the same number in job 6 has ended well"},
		{"dependency", "after:5+10:6", "starts when job 5 has started or was cancelled, 10 minutes later and job 6 has started or was cancelled"},
		{"signal", "B:USR1@300", "SIGUSR1 to the script alone 5 minutes before the time is over"},
		{"signal", "R:TERM", "SIGTERM to the job's steps, not to the script, 1 minute before the time is over or a reservation begins"},
		{"mail-type", "END,TIME_LIMIT_90,ARRAY_TASKS", "mail when it ends, 90 % of its time are over, for each task of an array"},
		{"mail-type", "NONE", "no mail"},
		{"nice", "", "priority lower by 100"},
		{"nice", "-5", "priority higher by 5, which only administrators may ask for"},
		{"exclusive", "", "the nodes for this job alone"},
		{"exclusive", "user", "the nodes for this user's jobs alone"},
		{"no-kill", "off", "end it when one of its nodes fails"},
		{"partition", "a3u", "partition, or several with commas"},
		{"wait", "", "it tells sbatch to wait; flexq submit --wait does so"},
	} {
		if got, err := sbatch.Explain(test.name, test.value, now()); err != nil || got != test.want {
			t.Errorf("%s=%s: %q, %v, want %q", test.name, test.value, got, err, test.want)
		}
	}
}

func TestExplainRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ value, want string }{
		"time":   {"soon", `"soon": not a time limit; write minutes`},
		"nosuch": {"1", "sbatch has no option --nosuch"},
		"uid":    {"0", "a job runs as the user that the cluster takes you for; leave it out"},
		"export": {"SLURM_JOB_ID=5", "SLURM_JOB_ID is a variable of Slurm's own, and is not sent; leave it out"},
	} {
		if got, err := sbatch.Explain(name, test.value, now()); err == nil || got != "" || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s=%s: %q, %v", name, test.value, got, err)
		}
	}
	if got, err := sbatch.Explain("begin", "2027-01-02T03:04", time.Time{}); err != nil || got != "not before Sat 2027-01-02 03:04" {
		t.Errorf("without a clock: %q, %v", got, err)
	}
}
