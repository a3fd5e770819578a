package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// sbatchFlags are the options of sbatch that submit takes. They are handed to client/sbatch in the order in which
// they were given, so that they mean what they mean to sbatch.
type sbatchFlags struct{ args []string }

// sbatchOption is one option of sbatch.
type sbatchOption struct {
	name, short, value, usage string
}

func sbatchOptions() []sbatchOption {
	return []sbatchOption{
		{"account", "A", "NAME", "account to charge"},
		{"array", "a", "0-15%4", "submit an array of jobs"},
		{"begin", "b", "TIME", "do not start before this time"},
		{"chdir", "D", "DIR", "working directory on the cluster"},
		{"comment", "", "TEXT", "a comment"},
		{"constraint", "C", "FEATURES", "features that the nodes must have"},
		{"cpus-per-task", "c", "N", "CPUs for each task"},
		{"deadline", "", "TIME", "cancel the job if it cannot end before"},
		{"dependency", "d", "afterok:ID", "start only after other jobs"},
		{"error", "e", "FILE", "file for the standard error"},
		{"exclude", "x", "NODES", "nodes that must not be used"},
		{"export", "", "NAME,NAME=VALUE", "variables for the job; a NAME alone is taken from this environment"},
		{"gpus", "G", "N", "GPUs for the whole job"},
		{"gpus-per-node", "", "N", "GPUs on each node"},
		{"gpus-per-task", "", "N", "GPUs for each task"},
		{"gres", "", "gpu:8", "generic resources on each node"},
		{"job-name", "J", "NAME", "name of the job (default: that of the script)"},
		{"licenses", "L", "LIST", "licenses"},
		{"mail-type", "", "LIST", "when to send mail"},
		{"mail-user", "", "USER", "whom to send mail"},
		{"mem", "", "16G", "memory on each node"},
		{"mem-per-cpu", "", "2G", "memory for each CPU"},
		{"nice", "", "N", "lower the priority"},
		{"nodelist", "w", "NODES", "nodes that must be used"},
		{"nodes", "N", "2-4", "number of nodes"},
		{"ntasks", "n", "N", "number of tasks"},
		{"ntasks-per-node", "", "N", "tasks on each node"},
		{"output", "o", "FILE", "file for the standard output"},
		{"partition", "p", "NAME", "partition"},
		{"qos", "q", "NAME", "quality of service"},
		{"reservation", "", "NAME", "reservation to use"},
		{"signal", "", "USR1@60", "signal to send before the limit"},
		{"time", "t", "LIMIT", "time limit: minutes, H:M:S, D-H, D-H:M:S"},
	}
}

func sbatchSwitches() []sbatchOption {
	return []sbatchOption{
		{"exclusive", "", "", "do not share nodes with other jobs"},
		{"hold", "H", "", "submit the job held"},
		{"no-requeue", "", "", "never start the job a second time"},
		{"requeue", "", "", "start the job again when its node fails"},
	}
}

func (s *sbatchFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	for _, o := range sbatchOptions() {
		flags.VarP(&sbatchValue{args: &s.args, name: o.name, word: o.value}, o.name, o.short, o.usage)
	}
	for _, o := range sbatchSwitches() {
		flag := flags.VarPF(&sbatchValue{args: &s.args, name: o.name, isSwitch: true}, o.name, o.short, o.usage)
		flag.NoOptDefVal = "true"
	}
}

// sbatchValue is a flag that notes its option.
type sbatchValue struct {
	args     *[]string
	name     string
	word     string // what the help shows as its value
	isSwitch bool
}

// Set implements pflag.Value.
func (v *sbatchValue) Set(value string) error {
	switch {
	case strings.TrimSpace(value) == "" && v.name != "comment":
		return errEmpty(v.name)
	case !v.isSwitch:
		*v.args = append(*v.args, "--"+v.name+"="+value)
	case strings.EqualFold(value, "true"):
		*v.args = append(*v.args, "--"+v.name)
	case strings.EqualFold(value, "false"):
	default:
		*v.args = append(*v.args, "--"+v.name+"="+value)
	}
	return nil
}

// String implements pflag.Value. It is the default, and there is none.
func (v *sbatchValue) String() string { return "" }

// Type implements pflag.Value: the word in the help.
func (v *sbatchValue) Type() string {
	if v.isSwitch {
		return "bool"
	}
	return v.word
}
