package sbatch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

func rareOptions() []spec {
	return []spec{
		{name: "exclusive", arg: mayHaveValue, value: "user|mcs|topo", words: "share the nodes with no other job", take: (*builder).exclusive},
		{name: "oversubscribe", short: "s", arg: noValue, words: "share the nodes' resources with other jobs", take: func(b *builder, _ string) error {
			b.job.Exclusive, b.job.Sharing = false, "oversubscribe"
			return nil
		}},
		{name: "overcommit", short: "O", arg: noValue, words: "several tasks a CPU", take: func(b *builder, _ string) error { b.job.Overcommit = true; return nil }},
		{name: "contiguous", arg: noValue, words: "nodes next to each other", take: func(b *builder, _ string) error { b.job.Contiguous = true; return nil }},
		{name: "no-kill", short: "k", arg: mayHaveValue, value: "off", words: "go on when a node fails", take: (*builder).noKill},
		{name: "spread-job", arg: noValue, words: "spread over many nodes", take: flag("SPREAD_JOB", "")},
		{name: "use-min-nodes", arg: noValue, words: "prefer the least number of nodes", take: flag("PREFER_MINIMUM_NODE_COUNT", "")},
		{name: "kill-on-invalid-dep", value: "yes|no", words: "end it when its dependency can never be met", take: (*builder).killOnInvalidDep},
		{name: "gres-flags", value: "FLAG", words: "enforce-binding or disable-binding", take: (*builder).gresFlags},
	}
}

func (b *builder) exclusive(v string) error {
	switch v = strings.ToLower(v); v {
	case "":
		b.job.Exclusive, b.job.Sharing = true, ""
	case "user", "mcs", "topo":
		if v == "topo" {
			u := b.set["exclusive"]
			u.since = "v0.0.41"
			b.set["exclusive"] = u
		}
		b.job.Exclusive, b.job.Sharing = false, v
	default:
		return fmt.Errorf("%q is not a way to be alone; write --exclusive, or user, mcs or topo behind =", v)
	}
	return nil
}

func (b *builder) noKill(v string) error {
	var kill bool
	switch strings.ToLower(v) {
	case "":
	case "off", "no":
		kill = true
	default:
		return fmt.Errorf("%q is not off; write --no-kill or --no-kill=off", v)
	}
	b.job.KillOnNodeFail = &kill
	return nil
}

// flag sets one of Slurm's job flags and takes another away.
func flag(set, unset string) func(*builder, string) error {
	return func(b *builder, _ string) error {
		b.job.Flags = slices.DeleteFunc(b.job.Flags, func(f string) bool { return f == set || f == unset })
		b.job.Flags = append(b.job.Flags, set)
		return nil
	}
}

func (b *builder) killOnInvalidDep(v string) error {
	switch strings.ToLower(v) { // sbatch sets both, if both are said
	case "yes":
		return flag("KILL_INVALID_DEPENDENCY", "")(b, v)
	case "no":
		return flag("NO_KILL_INVALID_DEPENDENCY", "")(b, v)
	}
	return fmt.Errorf("%q is neither yes nor no; write one of them", v)
}

func (b *builder) gresFlags(v string) error {
	const enforce, disable = "GRES_BINDING_ENFORCED", "GRES_BINDING_DISABLED"
	b.job.Flags = slices.DeleteFunc(b.job.Flags, func(f string) bool { return f == enforce || f == disable })
	for word := range strings.SplitSeq(v, ",") {
		switch strings.ToLower(word) {
		case "":
		case "enforce-binding":
			b.job.Flags = append(b.job.Flags, enforce)
		case "disable-binding":
			b.job.Flags = append(b.job.Flags, disable)
		default:
			return fmt.Errorf("%q cannot be sent over REST; write enforce-binding or disable-binding, or leave it out", word)
		}
	}
	if slices.Contains(b.job.Flags, enforce) && slices.Contains(b.job.Flags, disable) {
		return errors.New("enforce-binding and disable-binding exclude each other; leave one of the two out")
	}
	return nil
}
