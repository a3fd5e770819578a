package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Here as work_dir of a slurmrestd context stands for the directory in which flexq runs: right only where this
// machine and the cluster share their file systems, so it has to be said.
const Here = "."

// jobs takes what the context says of jobs that do not say it themselves.
func (r *resolver) jobs(s *Settings, ctx Context) {
	for _, d := range []struct {
		key, inFile string
		into        *string
	}{
		{"work_dir", ctx.WorkDir, &s.WorkDir},
		{"account", ctx.Account, &s.Account},
		{"partition", ctx.Partition, &s.Partition},
		{"qos", ctx.QOS, &s.QOS},
	} {
		*d.into = r.pick(setting{key: d.key, path: ctxPath(s.Context, d.key), inFile: d.inFile}).value
	}
	s.Env = slices.Clone(ctx.Env)
	origin := Origin{}
	if len(s.Env) > 0 {
		origin = Origin{FromFile, r.file.doc.at(ctxPath(s.Context, "env")...)}
	}
	r.note("env", strings.Join(variableNames(s.Env), " "), origin)
}

// variableNames leaves the values out: they may be secrets.
func variableNames(env []string) []string {
	var out []string
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		out = append(out, name)
	}
	return out
}

// jobs finds what cannot be a default of jobs.
func (c *checker) jobs(ctx Context, key func(...string) []string) {
	c.value(ctx.WorkDir, workDirRule(ctx.kind() == SlurmrestdTarget), key("work_dir")...)
	for _, d := range []struct{ name, value string }{
		{"account", ctx.Account}, {"partition", ctx.Partition}, {"qos", ctx.QOS},
	} {
		c.value(d.value, jobWordRule(), key(d.name)...)
	}
	seen := map[string]bool{}
	for i, entry := range ctx.Env {
		name := variableNames(ctx.Env[i : i+1])[0]
		if what, cure := variableRule()(entry); what != "" {
			c.add(what, cure, key("env")...)
		} else if seen[name] {
			c.add(name+" stands twice in the list", "remove one", key("env")...)
		}
		seen[name] = true
	}
}

// marksRule refuses what looks like {user} and is not.
func marksRule(value string) (what, cure string) {
	for _, mark := range regexp.MustCompile(`\{[A-Za-z_]+\}`).FindAllString(value, -1) {
		if mark != "{user}" {
			return quoted(value) + " has " + mark + " in it, which stands for nothing", "{user} stands for your name on the cluster"
		}
	}
	return "", ""
}

func workDirRule(slurmrestd bool) rule {
	form := matches(`/.*`, "an absolute path", "it is a directory on the cluster and begins with '/'")
	return func(value string) (string, string) {
		if value == Here && slurmrestd {
			return "", ""
		}
		if what, cure := marksRule(value); what != "" {
			return what, cure
		}
		return form(value)
	}
}

// jobWordRule takes names of accounts, partitions (several with commas) and QOS.
func jobWordRule() rule {
	form := matches(`[^\x00-\x20\x7f]{1,255}`, "a name", "use the name that Slurm knows, without blanks")
	return func(value string) (string, string) {
		if what, cure := marksRule(value); what != "" {
			return what, cure
		}
		return form(value)
	}
}

// variableRule takes NAME and NAME=value. It never repeats a value, which may be a secret.
func variableRule() rule {
	form := matches(`[A-Za-z_][A-Za-z0-9_]*`, "", "")
	return func(entry string) (string, string) {
		name, value, _ := strings.Cut(entry, "=")
		if what, _ := form(name); what != "" {
			return "has an entry that begins with no name of a variable", "use NAME=value, or NAME for the value that it has where flexq runs"
		}
		switch {
		case strings.HasPrefix(name, "SLURM_"):
			return name + " is a variable of Slurm's own, and is not sent", "remove it; options of sbatch say what it would"
		case strings.ContainsRune(value, 0):
			return fmt.Sprintf("the value of %s has a NUL in it", name), "no variable can hold one"
		}
		return "", ""
	}
}
