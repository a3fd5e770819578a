package config

import (
	"fmt"
	"strconv"
)

// credential decides where a token comes from. FLEXQ_TOKEN is Google's and goes to the platform only; SLURM_JWT
// is Slurm's and goes to a slurmrestd only: a token must not reach a server that it was not made for.
func (r *resolver) credential(context string, kind TargetKind, a Auth) Credential {
	c := Credential{}
	path := func(part string) []string { return ctxPath(context, "auth", part) }
	from := func(part string) Origin { return Origin{FromFile, r.file.doc.at(path(part)...)} }
	file := func(name string) string { return absolute(name, r.file.path, r.getenv) }
	switch {
	case kind == NoTarget:
		return c
	case kind == PlatformTarget && r.getenv("FLEXQ_TOKEN") != "":
		c.Kind, c.Env = TokenEnv, "FLEXQ_TOKEN"
		r.note("auth", "token (redacted)", Origin{FromEnv, "FLEXQ_TOKEN"})
	case len(a.TokenCommand) > 0:
		c.Kind, c.Command = TokenCommand, a.TokenCommand
		r.note("auth.token_command", commandWords(a.TokenCommand), from("token_command"))
	case a.TokenFile != "":
		c.Kind, c.File = TokenFile, file(a.TokenFile)
		r.note("auth.token_file", c.File, from("token_file"))
	case a.TokenEnv != "":
		c.Kind, c.Env = TokenEnv, a.TokenEnv
		r.note("auth.token_env", a.TokenEnv+" ("+setOrNot(r.getenv(a.TokenEnv))+")", from("token_env"))
	case kind == SlurmrestdTarget && r.getenv("SLURM_JWT") != "":
		c.Kind, c.Env = TokenEnv, "SLURM_JWT"
		r.note("auth", "token (redacted)", Origin{FromEnv, "SLURM_JWT"})
	case kind == SlurmrestdTarget:
		r.note("auth", "none", Origin{})
	default:
		c.Kind = ADC
		adc := setting{key: "auth.adc", path: path("adc"), otherwise: "true"}
		if a.ADC != nil {
			adc.inFile = strconv.FormatBool(*a.ADC)
		}
		r.pick(adc)
	}
	if kind == PlatformTarget {
		r.googleParts(&c, a, path, file)
	}
	return c
}

// googleParts takes what only Google's credentials have. The variables that other programs use as well count only
// where the file is silent: a context with its own credential must not be sent another one.
func (r *resolver) googleParts(c *Credential, a Auth, path func(string) []string, file func(string) string) {
	if c.Kind == ADC {
		c.CredentialsFile = r.pick(setting{
			key: "auth.credentials_file", path: path("credentials_file"), inFile: file(a.CredentialsFile),
			lateEnv: "GOOGLE_APPLICATION_CREDENTIALS",
		}).value
	}
	c.QuotaProject = r.pick(setting{
		key: "auth.quota_project", path: path("quota_project"), inFile: a.QuotaProject,
		lateEnv: "GOOGLE_CLOUD_QUOTA_PROJECT", rule: projectRule(),
	}).value
}

// commandWords shows a command without its arguments, which may hold a secret.
func commandWords(argv []string) string {
	switch n := len(argv) - 1; n {
	case 0:
		return argv[0]
	case 1:
		return argv[0] + " (1 argument, redacted)"
	default:
		return fmt.Sprintf("%s (%d arguments, redacted)", argv[0], n)
	}
}

func setOrNot(value string) string {
	if value == "" {
		return "not set"
	}
	return "set, redacted"
}
