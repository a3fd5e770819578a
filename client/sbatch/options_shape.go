package sbatch

import (
	"fmt"
	"math"
	"strings"

	"flexq/client/slurm"
)

// shapeOptions say what the nodes' sockets, cores and threads must be like.
func shapeOptions() []spec {
	return []spec{
		{name: "sockets-per-node", value: "N", words: "sockets that each node must have", take: count16(func(j *slurm.Submission) *uint32 { return &j.Tuning.SocketsPerNode })},
		{name: "ntasks-per-core", value: "N", words: "most tasks on each core", take: count16(func(j *slurm.Submission) *uint32 { return &j.Tuning.TasksPerCore })},
		{name: "ntasks-per-tres", value: "N", words: "tasks for each GPU", take: (*builder).tasksPerTRES},
		{name: "extra-node-info", short: "B", value: "SOCKETS[:*[:THREADS]]", words: "sockets of each node, and threads of each core", take: (*builder).extraNodeInfo},
		{name: "hint", value: "HINT", words: "compute_bound, multithread or nomultithread", take: (*builder).takeHint},
		{name: "core-spec", short: "S", value: "N", words: "cores of each node kept for the system", take: (*builder).coreSpec},
		{name: "thread-spec", value: "N", words: "threads of each node kept for the system", take: number(func(j *slurm.Submission) *slurm.Num { return &j.Tuning.ThreadSpec }, 1, 1<<15-1)},
		{name: "distribution", short: "m", value: "HOW", words: "how tasks are spread, as in block:cyclic", take: (*builder).distribution},
		{name: "switches", value: "N[@TIME]", words: "most switches between the nodes, and how long to wait for so few", take: (*builder).switches},
		{name: "segment", value: "N", words: "nodes of each segment of the network", take: (*builder).segment},
		{name: "wait-all-nodes", value: "0|1", words: "start only when all nodes have booted", take: (*builder).waitAllNodes},
		{name: "delay-boot", value: "TIME", words: "wait so long for nodes with the features before any is rebooted", take: (*builder).delayBoot},
	}
}

// coreSpec takes 0 for none, which REST cannot say.
func (b *builder) coreSpec(v string) error {
	var n slurm.Num
	if err := number(func(*slurm.Submission) *slurm.Num { return &n }, 0, 1<<15-1)(b, v); err != nil {
		return err
	}
	if n.Value == 0 {
		n = slurm.Num{}
		b.add(Warning, "REST cannot say 0, and it is what most clusters have without it; leave it out")
	}
	b.job.Tuning.CoreSpec = n
	return nil
}

// segment takes 0 for no word, as sbatch does.
func (b *builder) segment(v string) error {
	n, ok := parseInt(v)
	if !ok && v != "" || n >= 1<<16-2 {
		return fmt.Errorf("%q is not a number of nodes; write a whole number from 1 on", v)
	}
	b.job.Tuning.Segment = uint32(n)
	return nil
}

// tasksPerTRES is --ntasks-per-tres, which says the same as --ntasks-per-gpu.
func (b *builder) tasksPerTRES(v string) error {
	if err := count16(func(j *slurm.Submission) *uint32 { return &j.TasksPerGPU })(b, v); err != nil {
		return err
	}
	b.perTRES = b.job.TasksPerGPU
	return nil
}

func (b *builder) tasksPerGPU(v string) error {
	if err := count16(func(j *slurm.Submission) *uint32 { return &j.TasksPerGPU })(b, v); err != nil {
		return err
	}
	b.perGPU = b.job.TasksPerGPU
	return nil
}

// extraNodeInfo takes sockets and threads. REST has no field for the cores of a socket from v0.0.41 on.
func (b *builder) extraNodeInfo(v string) error {
	parts := strings.Split(v, ":")
	if len(parts) > 3 {
		return fmt.Errorf("%q has too many parts; write SOCKETS:*:THREADS, as in 2:*:1", v)
	}
	var n [3]uint64
	for i, p := range parts {
		var ok bool
		if n[i], ok = parseInt(p); p != "*" && p != "" && (!ok || n[i] == 0 || n[i] > most16) {
			return fmt.Errorf("%q is not a number of sockets, cores or threads; write SOCKETS:*:THREADS, as in 2:*:1", v)
		}
	}
	if n[1] > 0 {
		return fmt.Errorf("%q: the cores of a socket cannot be sent over REST; write * for them, as in %s", v, strings.Join(append([]string{parts[0], "*"}, parts[2:]...), ":"))
	}
	b.job.Tuning.SocketsPerNode, b.job.ThreadsPerCore = uint32(n[0]), uint32(n[2])
	return nil
}

func (b *builder) takeHint(v string) error {
	switch strings.ToLower(v) {
	case "compute_bound", "multithread", "nomultithread":
		b.hint = v
		return nil
	case "memory_bound":
		return fmt.Errorf("%q means one core of each socket, and REST cannot say so; leave it out, and give it to srun in the script", v)
	}
	return fmt.Errorf("%q is not a hint; write compute_bound, multithread or nomultithread", v)
}

func (b *builder) distribution(v string) error {
	bad := fmt.Errorf("%q is not a way to spread tasks; write block, cyclic, plane=N or arbitrary, for sockets and cores as well as in block:cyclic:fcyclic, and pack or nopack after a comma", v)
	how, pack, packed := strings.Cut(strings.ToLower(v), ",")
	how = strings.TrimRight(how, ":") // no word for a level is none
	if packed && pack != "pack" && pack != "nopack" {
		return bad
	}
	plane := uint64(0)
	for i, level := range strings.Split(how, ":") {
		if size, ok := strings.CutPrefix(level, "plane="); ok && i == 0 {
			n, ok := parseInt(size)
			if !ok || n == 0 || n > most16 {
				return bad
			}
			plane, level = n, "*"
		}
		known := level == "*" || level == "block" || level == "cyclic" || i == 0 && level == "arbitrary" || i > 0 && level == "fcyclic"
		if !known || i > 2 {
			return bad
		}
	}
	b.job.Tuning.Distribution, b.job.Tuning.PlaneSize = joinComma(how, pack), uint32(plane)
	return nil
}

func (b *builder) switches(v string) error {
	number, wait, timed := strings.Cut(v, "@")
	n, ok := parseInt(number)
	if !ok || n == 0 {
		return fmt.Errorf("%q is not a number of switches; write N, or N@TIME as in 1@30", v)
	}
	seconds := slurm.LimitUnset
	if timed {
		var err error
		if seconds, err = slurm.ParseLimit(wait); err != nil || seconds <= 0 {
			return fmt.Errorf("%q is not a time to wait; write minutes, as in 1@30", wait)
		}
	}
	b.job.Tuning.Switches, b.job.Tuning.SwitchWait = uint32(n), uint32(min(int64(seconds), 1<<31-1))
	return nil
}

func (b *builder) waitAllNodes(v string) error {
	n, ok := parseInt(v)
	all := n == 1
	if !ok && v != "" || n > 1 {
		return fmt.Errorf("%q is neither 0 nor 1; write 1 to wait for all nodes", v)
	}
	b.job.Tuning.WaitAllNodes = &all
	return nil
}

// noEnd is Slurm's word for without end in 32 bits.
const noEnd = math.MaxUint32

func (b *builder) delayBoot(v string) error {
	l, err := slurm.ParseLimit(v)
	if err != nil || l == slurm.LimitUnset || strings.TrimSpace(v) != v {
		return fmt.Errorf("%q is not a time; write minutes (90), H:M:S (1:30:00), days-hours (2-12) or UNLIMITED", v)
	}
	b.job.Tuning.DelayBoot = slurm.NumOf(uint64(max(l, 0)))
	if word := strings.ToLower(v); word == "-1" || word == "infinite" || word == "unlimited" {
		b.job.Tuning.DelayBoot = slurm.NumOf(noEnd) // which a limit of 0 is not, here
	}
	return nil
}
