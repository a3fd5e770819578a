//go:build slurm

package fidelity_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// TestSlurmTwinRandom submits scripts of options that were drawn by chance with both programs. Where sbatch refuses one
// flexq must refuse it too, and where it takes one the two jobs must be the same. TWIN_SEED draws others than those of
// every day, TWIN_COUNT another number of them.
func TestSlurmTwinRandom(t *testing.T) {
	b := bed.Open(t)
	seed, count := fromEnv(t, "TWIN_SEED", 1), fromEnv(t, "TWIN_COUNT", 150)
	r := rand.New(rand.NewPCG(seed, 0))
	var scripts []twin
	for i := range count {
		scripts = append(scripts, twin{name: fmt.Sprintf("random-%d-%03d", seed, i), text: drawScript(r), chance: true})
	}
	pairs := submitTwins(t, b, through(t, b, build(t), "alice"), scripts)
	look := lookAtTwins(t, b, pairs)
	taken := 0
	for i := range pairs {
		p := &pairs[i]
		found := p.found
		if p.sbatch != "" && p.flexq != "" {
			taken++
			found = append(found, look.differences(p)...)
		}
		for _, d := range found {
			t.Errorf("%s: %s\n%s", p.script.name, d, p.script.text)
		}
	}
	if taken < len(pairs)/4 {
		t.Errorf("sbatch takes %d of %d scripts: the others compare little", taken, len(pairs))
	}
	t.Logf("%d scripts of seed %d, %d of which are jobs", len(pairs), seed, taken)
}

func fromEnv(t *testing.T, name string, or uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return or
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// drawn is an option with values of which one is drawn. The options of a group have to do with each other.
type drawn struct {
	group  string
	name   string // long; or "N|nodes" with the short one too
	values string // parted by blanks; ~ is none at all, · is a blank, ^ the empty text
}

// drawnOptions are those that have something to do with other ones, and those whose values have many forms.
func drawnOptions() []drawn {
	return []drawn{
		{"size", "N|nodes", "1 2 2 3 1-2 2-4 1-4:2 1,3 4 2k +2 ·2"},
		{"size", "n|ntasks", "1 2 3 4 8 16 +4 ·4 0 x"},
		{"size", "ntasks-per-node", "1 2 4 8"},
		{"size", "tasks-per-node", "2"},
		{"size", "c|cpus-per-task", "1 2 4 8"},
		{"size", "mincpus", "1 4 16"},
		{"size", "O|overcommit", "~"},
		{"size", "exclusive", "~ user"},
		{"size", "s|oversubscribe", "~"},
		{"size", "mem", "1G 4G 0 512 100K 1t 5x"},
		{"size", "mem-per-cpu", "1G 100 0"},
		{"size", "ntasks-per-core", "1 2"},
		{"size", "ntasks-per-socket", "1 2"},
		{"size", "threads-per-core", "1"},
		{"size", "sockets-per-node", "1 2"},
		{"size", "B|extra-node-info", "1 2 2:* *:*:1 1:*:1"},
		{"size", "hint", "nomultithread compute_bound multithread NoMultithread"},
		{"size", "w|nodelist", "hcsdemo-a3unodeset-0 hcsdemo-a3unodeset-[0-1] hcsdemo-a3unodeset-[0-3]"},
		{"size", "x|exclude", "hcsdemo-a3unodeset-3"},
		{"size", "use-min-nodes", "~"},
		{"size", "spread-job", "~"},
		{"size", "contiguous", "~"},
		{"size", "m|distribution", "block cyclic block:cyclic plane=2 plane=4 arbitrary *:block,pack"},

		{"gpu", "N|nodes", "1 2 2 4 1-2"},
		{"gpu", "n|ntasks", "1 2 4 8 16"},
		{"gpu", "ntasks-per-node", "1 2 4 8"},
		{"gpu", "c|cpus-per-task", "2 4"},
		{"gpu", "G|gpus", "1 2 4 8 16 nvidia_h200:4 3"},
		{"gpu", "gpus-per-node", "1 2 4 8 nvidia_h200:8"},
		{"gpu", "gres", "gpu:1 gpu:8 gpu gpu:nvidia_h200:2 gres/gpu:2 gpu=4 none GPU:2"},
		{"gpu", "gpus-per-task", "1 2 nvidia_h200:1"},
		{"gpu", "gpus-per-socket", "1 2 4"},
		{"gpu", "sockets-per-node", "1 2"},
		{"gpu", "ntasks-per-gpu", "1 2"},
		{"gpu", "ntasks-per-tres", "1 2"},
		{"gpu", "cpus-per-gpu", "2 4"},
		{"gpu", "mem-per-gpu", "1G 100"},
		{"gpu", "tres-per-task", "gres/gpu=1 gres/gpu:2 cpu=2 cpu=2,gres/gpu=1 cpu:2,gres/gpu:1 gres/gpu:nvidia_h200=1"},
		{"gpu", "gpu-bind", "closest none single:1 map_gpu:0,1 per_task:1"},
		{"gpu", "tres-bind", "gres/gpu:closest gres/gpu:per_task:1"},
		{"gpu", "gpu-freq", "low high,memory=low 900"},
		{"gpu", "exclusive", "~"},

		{"other", "J|job-name", "a a_b ^ ünï"},
		{"other", "p|partition", "a3u cpu a3u,cpu flex nosuch"},
		{"other", "A|account", "ml none ^"},
		{"other", "q|qos", "normal nosuch ^"},
		{"other", "C|constraint", "flexstart nosuch ^"},
		{"other", "t|time", "5 1:30 1-0 UNLIMITED infinite 0 90:00 1:2:3 1-2:3:4 -1 5m ^"},
		{"other", "time-min", "1 5 60"},
		{"other", "a|array", "1 1-3 1-5:2 1-4%2 3,1 5-1 x ^"},
		{"other", "requeue", "~"},
		{"other", "no-requeue", "~"},
		{"other", "nice", "~ 5 0 -5 +7"},
		{"other", "signal", "USR1 B:USR1@60 SIGTERM@5 R:10 B:x 12"},
		{"other", "comment", "x ·x· two·words ^"},
		{"other", "extra", "x ^"},
		{"other", "mail-type", "END ALL,TIME_LIMIT none begin,end x"},
		{"other", "mail-user", "a@example.com ^"},
		{"other", "o|output", "x.out /tmp/%j.out none"},
		{"other", "e|error", "x.err"},
		{"other", "open-mode", "append truncate a t x"},
		{"other", "L|licenses", "solver solver:1 ^"},
		{"other", "k|no-kill", "~ off"},
		{"other", "S|core-spec", "1 2"},
		{"other", "d|dependency", "afterok:@ANCHOR@ after:@ANCHOR@+5 x ^"},
		{"other", "b|begin", "now+1hour tomorrow now+2 2030-01-31 16:00 now+1fortnight"},
		{"other", "deadline", "now+3days 2031-01-31T08:00"},
		{"other", "wait-all-nodes", "0 1 2 ^"},
		{"other", "switches", "1 2@10 0"},
		{"other", "delay-boot", "5 1:00"},
		{"other", "cpu-freq", "low high-low low-high:performance performance"},
		{"other", "mem-bind", "local none rank,verbose sort ^"},
		{"other", "acctg-freq", "30 task=15"},
		{"other", "profile", "task none all x"},
		{"other", "kill-on-invalid-dep", "yes no maybe"},
		{"other", "oom-kill-step", "~ 0 1 2"},
		{"other", "prefer", "flexstart ^"},
		{"other", "reservation", "twin"},
		{"other", "tmp", "1G 5"},
		{"other", "wckey", "w ^"},
		{"other", "priority", "5"},
		{"other", "input", "in.txt"},
		{"other", "container", "/x ^"},
		{"other", "network", "n ^"},
		{"other", "mcs-label", "^"},
		{"other", "batch", "flexstart ^"},
		{"other", "bb", "^"},
		{"other", "cluster-constraint", "^"},
	}
}

// drawScript makes a script of two to six options, mostly of one group.
func drawScript(r *rand.Rand) string {
	all := drawnOptions()
	group := []string{"size", "gpu", "gpu", "other"}[r.IntN(4)]
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	line := ""
	for left := 2 + r.IntN(5); left > 0; {
		o := all[r.IntN(len(all))]
		if o.group != group && r.IntN(12) > 0 {
			continue
		}
		left--
		line += " " + o.write(r)
		if r.IntN(3) > 0 || left == 0 {
			b.WriteString("#SBATCH" + line + "\n")
			line = ""
		}
	}
	b.WriteString("srun hostname\n")
	return b.String()
}

// write writes the option with a value in one of the ways in which it can be.
func (o drawn) write(r *rand.Rand) string {
	values := strings.Fields(o.values)
	value := values[r.IntN(len(values))]
	short, long, both := strings.Cut(o.name, "|")
	if !both {
		short, long = "", o.name
	}
	if value == "~" {
		if short != "" && r.IntN(2) == 0 {
			return "-" + short
		}
		return "--" + long
	}
	value = strings.NewReplacer("·", " ", "^", "").Replace(value)
	if strings.Contains(value, " ") || r.IntN(6) == 0 && value != "" {
		value = `"` + value + `"`
	}
	optional := strings.Contains(" "+o.values+" ", " ~ ")
	switch {
	case value == "":
		return "--" + long + "="
	case short != "" && !optional && r.IntN(3) == 0:
		return "-" + short + " " + value
	case short != "" && r.IntN(3) == 0:
		return "-" + short + value
	case !optional && r.IntN(3) == 0:
		return "--" + long + " " + value
	}
	return "--" + long + "=" + value
}
