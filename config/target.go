package config

import (
	"fmt"
	"strings"
)

// target decides which cluster is meant.
//
// Project, region and cluster that all come from flags are a target of their own, and so are those that come from
// flags and environment where no context is named there: nothing of a context is mixed in, neither its credential nor
// its endpoint nor its read-only mark. An endpoint alone, where no context is in use, is a slurmrestd. Everything else
// starts from a context, whose parts flags and environment may replace one by one; the environment not those of a
// context that a flag names.
func (r *resolver) target() (string, Target) {
	chosen := r.peek(setting{flag: "context", env: "FLEXQ_CONTEXT"})
	switch {
	case chosen.origin.Kind != FromFlag && r.whole(FromFlag), !chosen.given() && r.whole(FromEnv):
		if chosen.given() {
			r.warn("%s is left aside: --project, --region and --cluster name the cluster", chosen.origin.Name)
		}
		r.note("context", "", Origin{})
		return "", r.platform(found{}, Context{})
	case !chosen.given():
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
		return name, r.slurmrestd(chosen, ctx)
	case PlatformTarget:
		return name, r.platform(chosen, ctx)
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

// whole reports whether a whole cluster is named by sources that are at least as strong as the given one.
func (r *resolver) whole(least OriginKind) bool {
	for _, s := range platformSettings("", Context{})[:3] {
		if r.peek(s).origin.Kind < least {
			return false
		}
	}
	return true
}

// platformSettings lists the parts of a platform target: what names the cluster, then the two endpoints.
func platformSettings(name string, c Context) []setting {
	path := func(part string) []string { return ctxPath(name, part) }
	return []setting{
		{key: "project", flag: "project", env: "FLEXQ_PROJECT", path: path("project"), inFile: c.Project, rule: projectRule()},
		{key: "region", flag: "region", env: "FLEXQ_REGION", path: path("region"), inFile: c.Region, rule: regionRule()},
		{key: "cluster", flag: "cluster", env: "FLEXQ_CLUSTER", path: path("cluster"), inFile: c.Cluster, rule: clusterRule()},
		{key: "endpoint", flag: "endpoint", env: "FLEXQ_ENDPOINT", path: path("endpoint"), inFile: c.Endpoint, rule: endpointRule()},
		{
			key: "compute_endpoint", env: "FLEXQ_COMPUTE_ENDPOINT", path: path("compute_endpoint"), inFile: c.ComputeEndpoint,
			rule: endpointRule(),
		},
	}
}

// platform takes the parts of a cluster of the platform: those of the context, if there is one, with flags and
// environment over them.
func (r *resolver) platform(context found, c Context) Target {
	parts := platformSettings(context.value, c)
	if context.origin.Kind == FromFlag {
		for i := range parts {
			r.leaveAside(&parts[i], context.origin.Name+" names the cluster")
		}
	}
	if region := r.peek(parts[1]).value; c.Endpoint != "" && region != c.Region {
		endpoint := &parts[3]
		if r.peek(*endpoint).origin.Kind == FromFile {
			r.warn("endpoint of context %q is left aside: it belongs to region %s", context.value, c.Region)
		}
		endpoint.inFile = ""
	}
	t := Target{Kind: PlatformTarget}
	for i, into := range []*string{&t.Project, &t.Region, &t.Cluster, &t.Endpoint, &t.Compute} {
		*into = r.pick(parts[i]).value
	}
	return t
}

// leaveAside makes the environment not count for a setting, and says so where it would have.
func (r *resolver) leaveAside(s *setting, why string) {
	if r.peek(*s).origin.Kind == FromEnv {
		r.warn("%s is left aside: %s", s.env, why)
	}
	s.env = ""
}

// slurmrestd takes a slurmrestd's URL. What would name a cluster of the platform is an error as a flag, and is
// left aside with a warning when it comes from the environment, which is set for other contexts too. So is an
// endpoint of the environment: that is the platform's, which has no use for a token of Slurm.
func (r *resolver) slurmrestd(context found, c Context) Target {
	what := fmt.Sprintf("context %q is a slurmrestd", context.value)
	for _, part := range platformSettings(context.value, Context{})[:3] {
		if v := r.peek(part); v.origin.Kind == FromFlag {
			r.problem(v.origin, what, otherTarget(context.origin))
		}
		r.leaveAside(&part, what)
	}
	url := setting{
		key: "url", flag: "endpoint", env: "FLEXQ_ENDPOINT",
		path: ctxPath(context.value, "url"), inFile: c.URL, rule: slurmrestdRule(),
	}
	if context.given() {
		r.leaveAside(&url, what)
	}
	return Target{Kind: SlurmrestdTarget, URL: r.pick(url).value}
}

// otherTarget is how to reach a cluster of the platform although a context that is none was chosen.
func otherTarget(chosen Origin) string {
	const whole = "give --project, --region and --cluster together"
	if chosen.Kind == FromFlag {
		return "choose another context, or " + whole + " without --context"
	}
	return whole + ", or --context with another context"
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
		return r.slurmrestd(found{}, Context{})
	}
	for _, part := range parts {
		r.pick(part)
	}
	return Target{}
}
