package sbatch

import "strings"

// localOptions concern sbatch itself. They are noted, not sent.
func localOptions() []spec {
	const quiet = "it concerns only what sbatch prints"
	return []spec{
		{name: "parsable", arg: noValue, class: Client, words: quiet},
		{name: "quiet", short: "Q", arg: noValue, class: Client, words: quiet},
		{name: "verbose", short: "v", arg: noValue, class: Client, words: quiet},
		{name: "test-only", arg: noValue, class: Client, words: "nothing is submitted; Slurm says when the job would start"},
		{name: "wait", short: "W", arg: noValue, class: Client, words: "it tells sbatch to wait; flexq submit --wait does so"},
		{name: "ignore-pbs", arg: noValue, class: Client, words: "#PBS lines are not read anyway"},
		{name: "wrap", value: "COMMAND", class: Client, words: "a command to make the script of", take: (*builder).wrap},
		{name: "propagate", arg: mayHaveValue, value: "LIMITS", class: Client, words: "limits of this machine, which are not sent", take: func(b *builder, v string) error {
			if strings.EqualFold(v, "none") {
				return nil // as it is here
			}
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
		shown   = "it prints something and submits nothing; leave it out"
		context = "a job goes to the cluster of the context; choose another context instead"
		user    = "a job runs as the user that the cluster takes you for; leave it out"
	)
	no := func(name, short string, arg argKind, value, words string) spec {
		return spec{name: name, short: short, arg: arg, value: value, class: Refused, words: words}
	}
	return []spec{
		no("help", "h", noValue, "", shown), no("usage", "", noValue, "", shown), no("version", "V", noValue, "", shown),
		no("autocomplete", "", needsValue, "WORD", shown),
		no("clusters", "M", needsValue, "NAMES", context), no("cluster", "", needsValue, "NAMES", context),
		no("bbf", "", needsValue, "FILE", "it names a file of this machine, which the cluster cannot read; put its lines below the first line of the script"),
		no("uid", "", needsValue, "USER", user), no("gid", "", needsValue, "GROUP", user),
		no("cores-per-socket", "", needsValue, "N", "REST has no field for it from v0.0.41 on; leave it out, or name nodes that have it with --constraint"),
		no("resv-ports", "", mayHaveValue, "N", "REST has no field for it; leave it out, and give it to srun in the script"),
	}
}
