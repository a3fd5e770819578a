package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"flexq/client/auth"
	"flexq/client/sim"
	"flexq/client/watch"
	"flexq/config"
	"flexq/tui"
)

// demoUser is whom the demo acts as.
const demoUser = "alice"

type demoOptions struct {
	simShape
	*factory
}

func newDemoCmd(f *factory, runF func(context.Context, *demoOptions) error) *cobra.Command {
	o := &demoOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Open the screen on the simulated platform inside the program",
		Long: "Open the screen on a simulated training cluster that lives inside the program. Nothing leaves this machine,\n" +
			"and no cluster, credential or config is needed.",
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return orElse(runF, demoRun)(cmd.Context(), o) },
	}
	o.add(cmd, 10)
	return cmd
}

func demoRun(ctx context.Context, o *demoOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	s, err := o.demoSettings()
	if err != nil {
		return err
	}
	platform, err := serveSim(ctx, sim.Config{
		Profile: sim.Demo, Seed: o.seed, Jobs: o.records(), Nodes: o.nodes, Speed: o.speed, Now: o.now,
		Project: s.Target.Project, Region: s.Target.Region, Cluster: s.Target.Cluster,
	}, "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.Target.Endpoint, s.Target.Compute = platform.endpoint, platform.compute()
	return errors.Join(o.showDemo(ctx, s, platform), platform.close(ctx))
}

func (o *demoOptions) showDemo(ctx context.Context, s config.Settings, platform *simServer) error {
	retries := make(chan tui.Retry, 16)
	api, err := o.connectWith(s, auth.Cached(simSource{platform.Sim}, o.now), screenNotices(retries))
	if err != nil {
		return err
	}
	return o.openScreen(ctx, s, tui.Options{
		Service: api, Access: api, Past: api, Retries: retries, Simulation: true, User: demoUser, ClusterNow: platform.Now,
		// What happens in a demo is not worth a place on the disk.
		Observer: watch.New(watch.Options{Settings: leaseSettings(s), Now: o.now}),
	})
}

// demoSettings keep what the user's settings say of the screen, and nothing of what they say of clusters. What is
// wrong with the config file is told and left aside: whoever has no working config is whom the demo is for.
func (o *demoOptions) demoSettings() (config.Settings, error) {
	file, err := o.file()
	if err != nil {
		o.leaveAside(err)
		file = &config.File{}
	}
	own, err := file.ResolveScreen(o.given(), o.getenv)
	if err != nil {
		return config.Settings{}, err
	}
	if _, err := keyMap(own); err != nil {
		o.leaveAside(err)
		own.Screen.Keys = nil
	}
	return config.Settings{
		File: own.File, Context: "demo", User: demoUser, WorkDir: "/home/" + demoUser,
		ReadOnly: own.ReadOnly, LogFile: own.LogFile, Screen: own.Screen, Notices: own.Notices, LeaseMargin: own.LeaseMargin,
		Target: config.Target{Kind: config.PlatformTarget, Project: "flexq-demo", Region: "us-central1", Cluster: "demo"},
	}, nil
}

// leaveAside tells what is wrong with the user's own settings.
func (o *demoOptions) leaveAside(err error) {
	var bad *config.Error
	if errors.As(err, &bad) {
		warnProblems(o.streams, bad.Problems)
		return
	}
	fmt.Fprintf(o.Err, "flexq: warning: %v\n", err)
}

// simSource takes tokens from the simulated platform directly: the demo needs no file for its credential.
type simSource struct{ sim *sim.Sim }

// Token implements auth.Source.
func (s simSource) Token(context.Context) (auth.Token, error) {
	return auth.Token{Value: auth.NewSecret(s.sim.AccessToken(demoUser))}, nil
}
