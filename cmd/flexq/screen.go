package main

import (
	"context"
	"fmt"
	"os"

	"flexq/client/gateway"
	"flexq/config"
	"flexq/tui"
)

// screenRun opens the screen on the cluster that the settings name.
func screenRun(ctx context.Context, f *factory) error {
	s, err := f.target()
	if err != nil {
		return err
	}
	o, err := f.screenOn(s)
	if err != nil {
		return err
	}
	return f.openScreen(ctx, s, o)
}

// screenOn connects the screen to the cluster. Nothing is asked yet, not even for a token.
func (f *factory) screenOn(s config.Settings) (tui.Options, error) {
	retries := make(chan tui.Retry, 16)
	api, err := f.connect(s, screenNotices(retries))
	if err != nil {
		return tui.Options{}, err
	}
	noted, err := f.noting(s, api, f.warnLater())
	if err != nil {
		return tui.Options{}, err
	}
	told, err := f.watcher(s, noticesOf(s.Notices).Rings)
	if err != nil {
		return tui.Options{}, err
	}
	me := &identity{f: f, s: s, api: noted}
	unsettled, _ := noted.(tui.Unsettled) // nothing is noted where nothing may be changed
	return tui.Options{
		Unsettled: unsettled, Access: api, Past: api, Storage: f.storageOf(s, noted),
		Service: introduced{noted, me.who, told.SetUser}, Retries: retries, User: s.User, Observer: told, ClusterNow: api.ClusterNow,
	}, nil
}

// screenNotices hands the notices of what takes long to the screen. One that nobody reads is dropped: the next says
// more.
func screenNotices(to chan<- tui.Retry) notices {
	tell := func(r tui.Retry) {
		select {
		case to <- r:
		default:
		}
	}
	return notices{
		retry:  func(n gateway.RetryNotice) { tell(tui.Retry{Op: n.Op, Wait: n.Wait, Why: n.Cause}) },
		lookup: func(key string, try int) { tell(tui.Retry{Submit: lookWords(try), Key: key}) },
	}
}

// openScreen shows the screen until the user leaves it.
func (f *factory) openScreen(ctx context.Context, s config.Settings, o tui.Options) error {
	if !f.InTTY || !f.OutTTY {
		return usagef("`flexq jobs` lists the queue without one; `flexq --help` lists the commands", "the screen needs a terminal")
	}
	if f.getenv("TERM") == "dumb" {
		return usagef("`flexq jobs` lists the queue without one; else set TERM to what your terminal is, as xterm-256color",
			"the screen needs a terminal that can move its cursor, and TERM=dumb says that this one cannot")
	}
	o.Input = f.In // else Bubble Tea opens it, and leaves out of a paste what is no key
	o, err := f.dressed(s, o)
	if err != nil {
		return err
	}
	return tui.Run(ctx, f.withForms(ctx, o, s))
}

// dressed fills in what the settings say of the screen.
func (f *factory) dressed(s config.Settings, o tui.Options) (tui.Options, error) {
	keys, err := keyMap(s)
	if err != nil {
		return o, err
	}
	dir, err := config.Dir(f.getenv)
	if err != nil {
		fmt.Fprintf(f.Err, "flexq: warning: %v; without it there are no templates but the built-in ones\n", err)
	}
	d := defaultsOf(s, f.getenv)
	if d.WorkDir, err = screenDir(s); err != nil {
		return o, err
	}
	for _, name := range d.unset {
		fmt.Fprintf(f.Err, "flexq: warning: env of the context names %s, which is not set here: jobs go without it\n", name)
	}
	o.Defaults = tui.SubmitDefaults(d.Defaults)
	o.Scripts = scripts{dir: dir, settings: s, home: f.getenv("HOME"), local: d.local}
	o.Now, o.Rand = f.now, f.rand
	o.Context, o.Place = s.Name(), place(s)
	o.Mine, o.ReadOnly = s.Screen.Mine, s.ReadOnly
	o.Keys, o.Theme, o.NoColor, o.ASCII = keys, s.Screen.Theme, s.Screen.NoColor, s.Screen.ASCII
	o.Poll = tui.Poll{Jobs: s.Screen.PollJobs, Nodes: s.Screen.PollNodes, Pools: s.Screen.PollCluster}
	o.Notices = noticesOf(s.Notices)
	o.Farewell = func(lines []string) {
		for _, line := range lines {
			fmt.Fprintf(f.Err, "flexq: %s\n", line)
		}
	}
	return o, nil
}

// noticesOf are the wishes for notices as the screen takes them.
func noticesOf(n config.NoticeSettings) tui.Notices {
	return tui.Notices{
		Bell: n.Bell, Terminal: n.Terminal,
		JobEnded: n.JobEnded, JobFailed: n.JobFailed, JobRequeued: n.JobRequeued, Lease: n.Lease,
	}
}

// screenDir is the working directory that the submit form proposes; none is no error there.
func screenDir(s config.Settings) (string, error) {
	if s.WorkDir == "" {
		return "", nil
	}
	return workDir(s, os.Getwd)
}

// place says where a named context is. A target without a name is called by its place.
func place(s config.Settings) string {
	switch {
	case s.Context == "":
		return ""
	case s.Target.Kind == config.PlatformTarget:
		return s.Target.Region + " " + s.Target.Cluster
	}
	return s.Target.URL
}
