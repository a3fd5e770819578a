package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// target decides which cluster is meant.
//
// Project, region and cluster that all come from flags and environment, with no context named there, are a target
// of their own: nothing of the current context is mixed in, neither its credential nor its read-only mark. An
// endpoint alone, where no context is in use, is a slurmrestd. Everything else starts from a context, whose
// parts flags and environment may replace one by one.
func (r *resolver) target() (string, Target) {
	chosen := r.peek(setting{flag: "context", env: "FLEXQ_CONTEXT"})
	if !chosen.given() {
		if r.standsAlone() {
			r.note("context", "", Origin{})
			return "", r.platform("", Context{})
		}
		chosen = r.current()
	}
	name := chosen.value
	ctx, known := r.file.Contexts[name]
	if name != "" && !known {
		what, cure := r.file.noContext(name)
		r.problem(chosen.origin, what, cure)
	}
	r.note("context", name, chosen.origin)
	switch ctx.kind() {
	case SlurmrestdTarget:
		return name, r.slurmrestd(name, ctx)
	case PlatformTarget:
		return name, r.platform(name, ctx)
	case NoTarget:
	}
	if name == "" {
		return "", r.withoutContext()
	}
	return name, Target{}
}

// current is the context of the file: the one that it names, else the only one that there is.
func (r *resolver) current() found {
	s := setting{path: []string{"current_context"}, inFile: r.file.CurrentContext}
	if names := r.file.ContextNames(); s.inFile == "" && len(names) == 1 {
		s.path, s.inFile = []string{"contexts", names[0]}, names[0]
	}
	return r.peek(s)
}

// standsAlone reports whether flags and environment name a whole cluster.
func (r *resolver) standsAlone() bool {
	for _, s := range platformSettings("", Context{}) {
		if s.key != "endpoint" && !r.peek(s).given() {
			return false
		}
	}
	return true
}

// platformSettings lists the four parts of a platform target.
func platformSettings(name string, c Context) []setting {
	path := func(part string) []string { return ctxPath(name, part) }
	return []setting{
		{key: "project", flag: "project", env: "FLEXQ_PROJECT", path: path("project"), inFile: c.Project, rule: projectRule()},
		{key: "region", flag: "region", env: "FLEXQ_REGION", path: path("region"), inFile: c.Region, rule: regionRule()},
		{key: "cluster", flag: "cluster", env: "FLEXQ_CLUSTER", path: path("cluster"), inFile: c.Cluster, rule: clusterRule()},
		{key: "endpoint", flag: "endpoint", env: "FLEXQ_ENDPOINT", path: path("endpoint"), inFile: c.Endpoint, rule: endpointRule()},
	}
}

func (r *resolver) platform(name string, c Context) Target {
	parts := platformSettings(name, c)
	t := Target{Kind: PlatformTarget}
	for i, into := range []*string{&t.Project, &t.Region, &t.Cluster, &t.Endpoint} {
		*into = r.pick(parts[i]).value
	}
	return t
}

// slurmrestd takes a slurmrestd's URL. What would name a cluster of the platform is an error as a flag, and is
// left aside with a warning when it comes from the environment, which is set for other contexts too.
func (r *resolver) slurmrestd(name string, c Context) Target {
	for _, part := range platformSettings(name, Context{})[:3] {
		v := r.peek(part)
		what := fmt.Sprintf("context %q is a slurmrestd", name)
		switch v.origin.Kind {
		case FromFlag:
			r.problem(v.origin, what, "choose another context, or give --project, --region and --cluster together without --context")
		case FromEnv:
			r.warnings = append(r.warnings, fmt.Sprintf("%s is left aside: %s", v.origin.Name, what))
		case FromFile, FromDefault:
		}
	}
	url := r.pick(setting{
		key: "url", flag: "endpoint", env: "FLEXQ_ENDPOINT",
		path: ctxPath(name, "url"), inFile: c.URL, rule: slurmrestdRule(),
	})
	return Target{Kind: SlurmrestdTarget, URL: url.value}
}

// withoutContext serves flags and environment where no context is in use and they name no whole cluster.
func (r *resolver) withoutContext() Target {
	parts := platformSettings("", Context{})
	var have, lack []string
	for _, part := range parts[:3] {
		if v := r.peek(part); v.given() {
			have = append(have, v.origin.Name)
		} else {
			lack = append(lack, "--"+part.flag)
		}
	}
	endpoint := r.peek(parts[3])
	switch {
	case len(have) > 0:
		r.problems = append(r.problems, Problem{
			Where: strings.Join(have, " and "),
			What:  "a cluster is named by project, region and cluster, or by a context",
			Cure:  "add " + strings.Join(lack, " and ") + ", or --context NAME",
		})
		return Target{}
	case endpoint.given():
		return r.slurmrestd("", Context{})
	}
	for _, part := range parts {
		r.pick(part)
	}
	return Target{}
}
