package submit

// usual is a field that is always there: for the first of its options that the script gives, else for its first one.
type usual struct {
	options     []string
	placeholder string
	apart       bool // it begins a group
}

// usuals are the fields in their order.
func usuals() []usual {
	return []usual{
		{[]string{"job-name"}, "", false},
		{[]string{"partition"}, "the cluster's default", false},
		{[]string{"nodes"}, "1, or 2-4", true},
		{[]string{"ntasks-per-node", "ntasks", "ntasks-per-gpu"}, "1", false},
		{[]string{"cpus-per-task", "cpus-per-gpu"}, "1", false},
		{[]string{"gpus-per-node", "gres", "gpus", "gpus-per-task"}, "none", false},
		{[]string{"mem", "mem-per-cpu", "mem-per-gpu"}, "the cluster's default", false},
		{[]string{"time"}, "the partition's default", false},
		{[]string{"account"}, "your default", true},
		{[]string{"qos"}, "your default", false},
		{[]string{"array"}, "none; 0-63%8", true},
		{[]string{"dependency"}, "none; afterok:88214", false},
		{[]string{"requeue", "no-requeue"}, "the cluster's default", false},
		{[]string{"output"}, "slurm-%j.out", true},
		{[]string{"chdir"}, "needed: a directory on the cluster", false},
	}
}

// placeholderOf is what stands in the empty field of a usual option.
func placeholderOf(option string) string {
	for _, u := range usuals() {
		if u.options[0] == option {
			return u.placeholder
		}
	}
	return ""
}

// labelOf is how a field of an option is called. It is asked for every field at every letter, so it makes no map.
func labelOf(option string) string {
	switch option {
	case "job-name":
		return "name"
	case "ntasks-per-node":
		return "tasks/node"
	case "ntasks":
		return "tasks"
	case "ntasks-per-gpu":
		return "tasks/GPU"
	case "cpus-per-task":
		return "CPUs/task"
	case "cpus-per-gpu":
		return "CPUs/GPU"
	case "gpus-per-node":
		return "GPUs/node"
	case "gpus":
		return "GPUs"
	case "gpus-per-task":
		return "GPUs/task"
	case "mem":
		return "memory/node"
	case "mem-per-cpu":
		return "memory/CPU"
	case "mem-per-gpu":
		return "memory/GPU"
	case "qos":
		return "QOS"
	case "dependency":
		return "after"
	case "chdir":
		return "directory"
	}
	return option
}

// chosen returns the options that a usual field is for now: those that the script gives, and the one whose field is
// being typed in, be it empty.
func (p *Pane) chosen(u usual) []string {
	if u.options[0] == "requeue" {
		return u.options[:1]
	}
	var out []string
	for _, o := range u.options {
		if _, ok := p.sheet.written[o]; ok || p.hasKeys(o) {
			out = append(out, o)
		}
	}
	if len(out) == 0 {
		return u.options[:1]
	}
	return out
}
