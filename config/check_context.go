package config

import "strings"

// context finds what cannot be in one named target.
func (c *checker) context(name string, ctx Context) {
	if what, cure := contextNameRule()(name); what != "" {
		c.add(what, cure, "contexts", name)
	}
	key := func(rest ...string) []string { return append([]string{"contexts", name}, rest...) }
	switch {
	case ctx.Platform != nil && ctx.Slurmrestd != nil:
		c.add("has both a platform and a slurmrestd", "make two contexts of it", key()...)
	case ctx.Platform == nil && ctx.Slurmrestd == nil:
		c.add("has neither a platform nor a slurmrestd", "add project, region and cluster under platform, or url under slurmrestd", key()...)
	}
	if p := ctx.Platform; p != nil {
		c.platform(*p, key)
	}
	if s := ctx.Slurmrestd; s != nil {
		if s.URL == "" {
			c.add("url is missing", "add url, as in http://127.0.0.1:6820 or unix:/run/slurmrestd.sock", key("slurmrestd")...)
		} else {
			c.value(s.URL, slurmrestdRule(), key("slurmrestd", "url")...)
		}
	}
	c.value(ctx.User, userRule(), key("user")...)
	c.value(ctx.SlurmVersion, slurmVersionRule(), key("slurm_version")...)
	c.value(ctx.WorkDir, workDirRule(ctx.Slurmrestd != nil), key("work_dir")...)
	c.auth(ctx, key)
}

func (c *checker) platform(p Platform, key func(...string) []string) {
	parts := []struct {
		name, value string
		rule        rule
	}{
		{"project", p.Project, projectRule()},
		{"region", p.Region, regionRule()},
		{"cluster", p.Cluster, clusterRule()},
	}
	for _, part := range parts {
		if part.value == "" {
			c.add(part.name+" is missing", "a cluster is named by project, region and cluster", key("platform")...)
			continue
		}
		c.value(part.value, part.rule, key("platform", part.name)...)
	}
	c.value(p.Endpoint, endpointRule(), key("platform", "endpoint")...)
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
	if a.ADC != nil && !*a.ADC && len(named) == 0 && ctx.Platform != nil {
		c.add("leaves no credential", "name token_command, token_file or token_env", key("auth", "adc")...)
	}
	others := len(named) > 0 && named[0] != "adc"
	if a.CredentialsFile != "" && others {
		c.add("credentials_file does not go with "+named[0], "keep one of them", key("auth", "credentials_file")...)
	}
	c.value(a.QuotaProject, projectRule(), key("auth", "quota_project")...)
	if ctx.Slurmrestd == nil {
		return
	}
	if a.ADC != nil && *a.ADC {
		c.add("a slurmrestd takes no Google credential", "use token_command, token_file or token_env with a token of Slurm", key("auth", "adc")...)
	}
	if a.CredentialsFile != "" {
		c.add("a slurmrestd takes no Google credential", "remove it", key("auth", "credentials_file")...)
	}
}
