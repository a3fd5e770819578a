package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"

	"flexq/client/auth"
	"flexq/client/slurm"
	"flexq/config"
)

// me names the Slurm user whose jobs are "mine": what the settings say, else, of a slurmrestd, the user that the
// token was made for. Nobody else says it: the platform runs jobs as an account that it does not name.
func (f *factory) me(ctx context.Context, s config.Settings) string {
	if s.User != "" || s.Target.Kind != config.SlurmrestdTarget {
		return s.User
	}
	src, err := f.token()
	if err != nil || src == nil {
		return ""
	}
	token, err := src.Token(ctx)
	if err != nil {
		return "" // the first request says what is wrong with it
	}
	return tokenUser(token.Value)
}

// tokenUser reads the user's name (claim sun) out of one of Slurm's tokens
// (https://slurm.schedmd.com/jwt.html). It checks nothing: that is for Slurm to do.
func tokenUser(token auth.Secret) string {
	parts := strings.Split(token.Reveal(), ".")
	if len(parts) != 3 {
		return ""
	}
	data, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		User string `json:"sun"`
	}
	if json.Unmarshal(data, &claims) != nil {
		return ""
	}
	return claims.User
}

// introduced is a service that also tells who asks, where the credential says so and the cluster does not. The token
// is asked for with the cluster, and not before: a token command takes its time, and the screen is not to wait for it.
type introduced struct {
	service
	me      func(context.Context) (user string, later bool)
	learned func(name string) // is told who asks, as soon as that is known
}

// Cluster implements tui.Service.
func (i introduced) Cluster(ctx context.Context) (slurm.Cluster, error) {
	about, err := i.service.Cluster(ctx)
	if err == nil && about.User == "" {
		about.User, about.UserLater = i.me(ctx)
	}
	if about.User != "" && i.learned != nil {
		i.learned(about.User)
	}
	return about, err
}
