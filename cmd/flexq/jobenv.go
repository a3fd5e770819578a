package main

import (
	"slices"
	"strings"

	"flexq/client/slurm"
	"flexq/config"
)

// defaultEnv is the environment of a job that asks for none. Slurm refuses a job without any, and a PATH is what
// every script needs.
func defaultEnv() []string { return []string{"PATH=/usr/local/bin:/usr/bin:/bin"} }

// jobDefaults is what a context says of jobs that do not say it themselves, and what is told of it to the user.
type jobDefaults struct {
	slurm.Defaults
	unset []string // variables that the context names and that are not set here: the job goes without
	local []string // variables that the context names, with their values of this machine: not to be shown
}

// defaultsOf are those of the settings. A variable that is named without a value has the one of this machine.
func defaultsOf(s config.Settings, getenv func(string) string) jobDefaults {
	d := jobDefaults{Defaults: slurm.Defaults{
		Account: s.Account, Partition: s.Partition, QOS: s.QOS, WorkDir: s.WorkDir, Env: defaultEnv(),
	}}
	for _, entry := range s.Env {
		if !strings.Contains(entry, "=") {
			value := getenv(entry)
			if value == "" {
				d.unset = append(d.unset, entry)
				continue
			}
			d.local = append(d.local, entry)
			entry += "=" + value
		}
		d.Env = slurm.MergeEnv(d.Env, []string{entry})
	}
	return d
}

// hidden returns the job with the values of variables left out that come from this machine's environment: they may be
// secrets. In the place of each stands its name in braces.
func hidden(job slurm.Submission, names []string) slurm.Submission {
	job.Env = hideValues(job.Env, names)
	job.Parts = slices.Clone(job.Parts)
	for i := range job.Parts {
		job.Parts[i].Env = hideValues(job.Parts[i].Env, names)
	}
	return job
}

// hiddenIn lists those of the names whose values hidden has left out of the job: not all variables get into all jobs.
func hiddenIn(job slurm.Submission, names []string) []string {
	var out []string
	for _, part := range append([]slurm.Submission{job}, job.Parts...) {
		for _, name := range names {
			if slices.Contains(part.Env, name+"={"+name+"}") {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func hideValues(env, names []string) []string {
	out := slices.Clone(env)
	for i, entry := range out {
		name, value, _ := strings.Cut(entry, "=")
		switch {
		case name == "SLURM_EXPORT_ENV":
			out[i] = name + "=" + hideItems(value, names)
		case slices.Contains(names, name):
			out[i] = name + "={" + name + "}"
		}
	}
	return out
}

// hideItems does it in a value of --export, which srun in the job is told.
func hideItems(list string, names []string) string {
	items := splitOutsideQuotes(list)
	return strings.Join(hideValues(items, names), ",")
}

// expandExport gives the bare names of --export their values on this machine, and returns them too. Only on the
// command line: there the user names the variable and this machine in one breath, while a script may be submitted from
// anywhere.
func expandExport(options optionList, getenv func(string) string) (optionList, []string, error) {
	out := slices.Clone(options)
	var names []string
	for i, w := range out {
		if w.name != "export" {
			continue
		}
		var items []string
		for _, item := range splitOutsideQuotes(w.value) {
			full, err := withValue(item, getenv)
			if err != nil {
				return nil, nil, err
			}
			if full != item {
				names = append(names, item)
			}
			items = append(items, full)
		}
		out[i].value = strings.Join(items, ",")
	}
	return out, names, nil
}

// splitOutsideQuotes cuts at commas that stand outside of quotes, and keeps the quotes.
func splitOutsideQuotes(s string) []string {
	var quote rune
	return strings.FieldsFunc(s, func(r rune) bool {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		default:
			return r == ','
		}
		return false
	})
}

// withValue completes one bare name. Words that mean something to sbatch stay as they are, and so do names that are no
// variable of the user's: sbatch.Read says so.
func withValue(item string, getenv func(string) string) (string, error) {
	if strings.Contains(item, "=") || strings.HasPrefix(item, "SLURM_") || slices.Contains([]string{"ALL", "NONE", "NIL"}, strings.ToUpper(item)) {
		return item, nil
	}
	value := getenv(item)
	switch {
	case value == "":
		return "", usagef("set it, or write --export="+item+"=VALUE", "--export: the variable %s is not set here", item)
	case !strings.ContainsAny(value, `,'"`):
		return item + "=" + value, nil
	case !strings.Contains(value, "'"):
		return item + "='" + value + "'", nil
	case !strings.Contains(value, `"`):
		return item + `="` + value + `"`, nil
	}
	return "", usagef("set it in the script instead", "--export: the value of %s holds both kinds of quotes", item)
}
