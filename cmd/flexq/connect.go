package main

import (
	"context"
	"fmt"
	"net/http"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/config"
)

// service connects to the cluster that the settings name. Nothing is sent yet.
func (f *factory) service(context.Context) (service, error) {
	s, err := f.target()
	if err != nil {
		return nil, err
	}
	api, err := f.connect(s, f.sayings())
	if err != nil {
		return nil, err
	}
	return f.noting(s, api, f.warnOf)
}

// connect makes the client of a target with the credential that its settings name.
func (f *factory) connect(s config.Settings, n notices) (*client.Client, error) {
	refused, warnings := s.SecretFiles()
	if len(refused) > 0 {
		return nil, &config.Error{Problems: refused}
	}
	warnProblems(f.streams, warnings)
	src, err := f.token()
	if err != nil {
		return nil, err
	}
	return f.connectWith(s, src, n)
}

// connectWith makes the client of a target with a given credential.
func (f *factory) connectWith(s config.Settings, src auth.Source, n notices) (*client.Client, error) {
	log, err := f.openLog(s.LogFile)
	if err != nil {
		return nil, err
	}
	how := gateway.Options{
		Now: f.now, Sleep: f.sleep, Rand: f.rand,
		ReadOnly: s.ReadOnly, OnRetry: n.retry, Log: log, Version: programVersion(),
		Timeouts: gateway.Timeouts{FirstByte: longest},
	}
	gw, err := newGateway(s, src, n, how)
	if err != nil {
		return nil, err
	}
	o := client.Options{
		Version: s.SlurmVersion, Now: f.now, Sleep: f.sleep, User: s.User, OnLookup: n.lookup, Pools: poolsOf(s),
	}
	f.recallVersion(s, &o)
	return client.New(gw, o), nil
}

// poolsOf gives the pools of the settings as the client takes them.
func poolsOf(s config.Settings) []flex.Configured {
	var out []flex.Configured
	for _, p := range s.Pools {
		out = append(out, flex.Configured{ID: p.Name, Nodes: p.Nodes, Model: flex.Model(p.Model), Duration: p.Duration, Min: p.Min})
	}
	return out
}

// newGateway chooses the transport of a target and puts the credential on it.
func newGateway(s config.Settings, src auth.Source, n notices, o gateway.Options) (*gateway.Gateway, error) {
	t := s.Target
	if t.Kind == config.SlurmrestdTarget {
		o.Transport = auth.Slurm(n.watch(base(t.URL)), src, s.User)
		return gateway.NewDirect(gateway.DirectTarget{URL: t.URL, NoToken: src == nil}, o)
	}
	o.Transport = auth.Platform(n.watch(base(t.Endpoint)), src, s.Auth.QuotaProject)
	return gateway.NewPlatform(gateway.PlatformTarget{
		Endpoint: t.Endpoint, Project: t.Project, Region: t.Region, Cluster: t.Cluster, Compute: t.Compute,
	}, o)
}

func base(address string) http.RoundTripper { return gateway.Base(address, gateway.Timeouts{}) }

// credential makes the token source of the settings. Everybody takes it from f.token.
func (f *factory) credential() (auth.Source, error) {
	s, err := f.settings()
	if err != nil {
		return nil, err
	}
	return f.source(s.Auth), nil
}

// source makes the token source that the settings name; nil when there is none.
func (f *factory) source(c config.Credential) auth.Source {
	switch c.Kind {
	case config.ADC:
		return auth.Cached(auth.ADC(auth.AdcOptions{CredentialsFile: c.CredentialsFile, Getenv: f.getenv}), f.now)
	case config.TokenCommand:
		return auth.Cached(auth.Command(c.Command...), f.now)
	case config.TokenFile:
		return auth.File(c.File)
	case config.TokenEnv:
		if f.getenv(c.Env) == "" {
			return noToken{name: c.Env}
		}
		return auth.Fixed(f.getenv(c.Env))
	case config.NoCredential:
	}
	return nil
}

// noToken is the source of a variable that is not set.
type noToken struct{ name string }

// Token implements auth.Source.
func (n noToken) Token(context.Context) (auth.Token, error) {
	f := fault.New(fault.Credential, "", fmt.Sprintf("the environment variable %s, which is to hold the token, is not set", n.name))
	f.Cure = "set it, or change token_env of the context"
	return auth.Token{}, f
}
