package config

import "strings"

// context finds what cannot be in one named target.
func (c *checker) context(name string, ctx Context) {
	if what, cure := c.name(name); what != "" {
		c.add(what, cure, "contexts", name)
	}
	key := func(rest ...string) []string { return append([]string{"contexts", name}, rest...) }
	switch ctx.kind() {
	case NoTarget:
		c.add("names no cluster", "add project, region and cluster, or the url of a slurmrestd", key()...)
	case PlatformTarget:
		c.platform(ctx, key)
	case SlurmrestdTarget:
		c.slurmrestd(ctx, key)
	}
	c.value(ctx.User, userRule(), key("user")...)
	c.value(ctx.SlurmVersion, slurmVersionRule(), key("slurm_version")...)
	c.jobs(ctx, key)
	c.value(ctx.LeaseMargin, leaseMarginRule(), key("lease_margin")...)
	c.pools(ctx.Pools, key)
	c.auth(ctx, key)
}

func (c *checker) platform(ctx Context, key func(...string) []string) {
	parts := []struct {
		name, value string
		rule        rule
	}{
		{"project", ctx.Project, projectRule()},
		{"region", ctx.Region, regionRule()},
		{"cluster", ctx.Cluster, clusterRule()},
	}
	for _, part := range parts {
		if part.value == "" {
			c.add(part.name+" is missing", "a cluster is named by project, region and cluster", key()...)
			continue
		}
		c.value(part.value, part.rule, key(part.name)...)
	}
	c.value(ctx.Endpoint, endpointRule(), key("endpoint")...)
	c.value(ctx.ComputeEndpoint, endpointRule(), key("compute_endpoint")...)
}

func (c *checker) slurmrestd(ctx Context, key func(...string) []string) {
	c.value(ctx.URL, slurmrestdRule(), key("url")...)
	for _, part := range []struct{ name, value string }{
		{"project", ctx.Project},
		{"region", ctx.Region},
		{"cluster", ctx.Cluster},
		{"endpoint", ctx.Endpoint},
		{"compute_endpoint", ctx.ComputeEndpoint},
	} {
		if part.value != "" {
			c.add("does not go with url, which names a slurmrestd", "make two contexts of it", key(part.name)...)
		}
	}
}

// auth finds contradictions between the sources of a credential.
func (c *checker) auth(ctx Context, key func(...string) []string) {
	a := ctx.Auth
	var named []string
	for _, s := range []struct {
		name string
		set  bool
	}{
		{"adc", a.ADC != nil && *a.ADC},
		{"token_command", len(a.TokenCommand) > 0},
		{"token_file", a.TokenFile != ""},
		{"token_env", a.TokenEnv != ""},
	} {
		if s.set {
			named = append(named, s.name)
		}
	}
	if len(named) > 1 {
		c.add("names "+strings.Join(named, " and "), "a context has one source of tokens: keep one", key("auth")...)
	}
	c.value(a.TokenEnv, envNameRule(), key("auth", "token_env")...)
	if len(a.TokenCommand) > 0 && strings.TrimSpace(a.TokenCommand[0]) == "" {
		c.add("names no program", "the first word of the list is the program", key("auth", "token_command")...)
	}
	if a.ADC != nil && !*a.ADC && len(named) == 0 && ctx.kind() == PlatformTarget {
		c.add("leaves no credential", "name token_command, token_file or token_env", key("auth", "adc")...)
	}
	others := len(named) > 0 && named[0] != "adc"
	if a.CredentialsFile != "" && others {
		c.add("credentials_file does not go with "+named[0], "keep one of them", key("auth", "credentials_file")...)
	}
	c.value(a.QuotaProject, projectRule(), key("auth", "quota_project")...)
	if ctx.kind() != SlurmrestdTarget {
		return
	}
	if a.ADC != nil && *a.ADC {
		c.add("a slurmrestd takes no Google credential", "use token_command, token_file or token_env with a token of Slurm", key("auth", "adc")...)
	}
	if a.CredentialsFile != "" {
		c.add("a slurmrestd takes no Google credential", "remove it", key("auth", "credentials_file")...)
	}
}
