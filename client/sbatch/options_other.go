package sbatch

// localOptions concern sbatch itself. They are noted, not sent.
func localOptions() []spec {
	const quiet = "it concerns only what sbatch prints"
	return []spec{
		{name: "parsable", arg: noValue, class: local, words: quiet},
		{name: "quiet", short: "Q", arg: noValue, class: local, words: quiet},
		{name: "verbose", short: "v", arg: noValue, class: local, words: quiet},
		{name: "wait", short: "W", arg: noValue, class: local, words: "it tells sbatch to wait; flexq submit --wait does so"},
		{name: "ignore-pbs", arg: noValue, class: local, words: "#PBS lines are not read anyway"},
		{name: "wrap", value: "COMMAND", class: local, take: (*builder).wrap},
		{name: "propagate", arg: mayHaveValue, value: "LIMITS", class: local, take: func(b *builder, _ string) error {
			b.add(Warning, "the resource limits of this machine are not sent; set them in the script with ulimit")
			return nil
		}},
	}
}

// wrap was dealt with on the command line; in a script sbatch takes no notice of it.
func (b *builder) wrap(string) error {
	if b.line > 0 {
		b.add(Note, "sbatch takes no notice of it in a script")
	}
	return nil
}

// refusedOptions cannot be said over REST, or would not submit the job as it is.
func refusedOptions() []spec {
	const (
		rest   = "it cannot be sent from here; leave it out, or submit with sbatch on a login node"
		local  = "it names a file of this machine, which the cluster cannot read"
		admin  = "only an administrator may; leave it out"
		layout = "it cannot be sent from here; leave it out, and give it to srun in the script"
		shown  = "it prints something and submits nothing; leave it out"
	)
	no := func(name, short string, arg argKind, words string) spec {
		return spec{name: name, short: short, arg: arg, value: "VALUE", class: refused, words: words}
	}
	return []spec{
		no("test-only", "", noValue, "it would submit nothing; leave it out, or ask for a dry run"),
		no("help", "h", noValue, shown), no("usage", "", noValue, shown), no("version", "V", noValue, shown),
		no("autocomplete", "", needsValue, shown),
		no("clusters", "M", needsValue, "a job goes to the cluster of the context; choose another context instead"),
		no("cluster-constraint", "", needsValue, "a job goes to the cluster of the context; leave it out"),
		no("nodefile", "F", needsValue, local+"; write the nodes themselves with --nodelist"),
		no("export-file", "", needsValue, local+"; write the variables with --export=NAME=value"),
		no("bbf", "", needsValue, local+"; leave it out"), no("bb", "", needsValue, rest),
		no("uid", "", needsValue, "a job runs as the user that the cluster takes you for; leave it out"),
		no("gid", "", needsValue, "a job runs as the user that the cluster takes you for; leave it out"),
		no("priority", "", needsValue, admin), no("reboot", "", noValue, admin), no("power", "", needsValue, rest),
		no("distribution", "m", needsValue, layout), no("hint", "", needsValue, "it cannot be sent from here; write --threads-per-core=1 for nomultithread"),
		no("cpu-freq", "", needsValue, layout), no("gpu-freq", "", needsValue, layout), no("gpu-bind", "", needsValue, layout),
		no("mem-bind", "", needsValue, layout), no("tres-bind", "", needsValue, layout),
		no("sockets-per-node", "", needsValue, rest), no("cores-per-socket", "", needsValue, rest),
		no("extra-node-info", "B", needsValue, rest), no("ntasks-per-core", "", needsValue, rest),
		no("core-spec", "S", needsValue, rest), no("thread-spec", "", needsValue, rest),
		no("container", "", needsValue, "it cannot be sent from here; start the container with srun in the script"),
		no("container-id", "", needsValue, "it cannot be sent from here; start the container with srun in the script"),
		no("acctg-freq", "", needsValue, rest), no("profile", "", needsValue, rest), no("delay-boot", "", needsValue, rest),
		no("switches", "", needsValue, rest), no("segment", "", needsValue, rest), no("batch", "", needsValue, rest),
		no("mcs-label", "", needsValue, rest), no("context", "", needsValue, rest), no("stepmgr", "", noValue, rest),
		no("oom-kill-step", "", mayHaveValue, rest), no("resv-ports", "", mayHaveValue, layout),
		no("wait-all-nodes", "", needsValue, rest),
	}
}
