package submit

// usual is a field that is always there: for the first of its options that the script gives, else for its first one.
type usual struct {
	options     []string
	placeholder string
}

// usuals are the fields in their order.
func usuals() []usual {
	return []usual{
		{[]string{"job-name"}, ""},
		{[]string{"partition"}, "the cluster's default"},
		{[]string{"nodes"}, "1, or 2-4"},
		{[]string{"ntasks-per-node", "ntasks", "ntasks-per-gpu"}, "1"},
		{[]string{"cpus-per-task", "cpus-per-gpu"}, "1"},
		{[]string{"gpus-per-node", "gres", "gpus", "gpus-per-task"}, "none"},
		{[]string{"mem", "mem-per-cpu", "mem-per-gpu"}, "the cluster's default"},
		{[]string{"time"}, "the partition's default"},
		{[]string{"account"}, "your default"},
		{[]string{"qos"}, "your default"},
		{[]string{"array"}, "none; 0-63%8"},
		{[]string{"dependency"}, "none; afterok:88214"},
		{[]string{"requeue", "no-requeue"}, "the cluster's default"},
		{[]string{"output"}, "slurm-%j.out"},
		{[]string{"chdir"}, "needed: a directory on the cluster"},
	}
}

// labelOf is how a field of an option is called.
func labelOf(option string) string {
	if label, ok := map[string]string{
		"job-name": "name", "ntasks-per-node": "tasks/node", "ntasks": "tasks", "ntasks-per-gpu": "tasks/GPU",
		"cpus-per-task": "CPUs/task", "cpus-per-gpu": "CPUs/GPU", "gpus-per-node": "GPUs/node", "gpus": "GPUs",
		"gpus-per-task": "GPUs/task", "mem": "memory/node", "mem-per-cpu": "memory/CPU", "mem-per-gpu": "memory/GPU",
		"qos": "QOS", "dependency": "after", "chdir": "directory",
	}[option]; ok {
		return label
	}
	return option
}

// chosen returns the options that a usual field is for now.
func (s *sheet) chosen(u usual) []string {
	if u.options[0] == "requeue" {
		return u.options[:1]
	}
	var out []string
	for _, o := range u.options {
		if _, ok := s.written[o]; ok {
			out = append(out, o)
		}
	}
	if len(out) == 0 {
		return u.options[:1]
	}
	return out
}
