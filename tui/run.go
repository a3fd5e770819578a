package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/poll"
	"flexq/tui/keymap"
)

// Run shows the screen until the user leaves it, ctx ends, or the terminal goes away. It restores the terminal in
// every case, a panic included, which it returns as a *Bug.
func Run(ctx context.Context, opt Options) error {
	app := New(ctx, opt)
	defer app.stop()
	root := &watched{model: app}
	defer func() { //nolint:contextcheck // what is kept and told here outlives ctx
		tell := func(lines []string) {
			if opt.Farewell != nil && len(lines) > 0 {
				opt.Farewell(lines)
			}
		}
		if open := app.writes.pending(); len(open) > 0 {
			tell([]string{"waiting some seconds for the answer to: " + strings.Join(open, ", ")})
		}
		tell(app.farewell(root.bug == nil))
	}()
	stay := &stayer{now: opt.Now, begun: opt.Now()}
	if opt.Suspend != nil {
		stay.suspend = func() tea.Msg { return suspend(ctx, opt.Suspend) }
	}
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFilter(stay.filter)}
	if opt.Input != nil {
		options = append(options, tea.WithInput(whole(opt.Input)))
	}
	if opt.Output != nil {
		options = append(options, tea.WithOutput(opt.Output))
	}
	if opt.Env != nil {
		options = append(options, tea.WithEnvironment(opt.Env))
	}
	program := tea.NewProgram(root, append(options, opt.Program...)...)
	stay.send = program.Send
	_, err := program.Run()
	if root.bug != nil {
		return root.bug
	}
	if errors.Is(err, tea.ErrInterrupted) || (errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil) {
		return nil
	}
	return err
}

func withDefaults(o Options) Options {
	if o.Tick == nil {
		o.Tick = tea.Tick
	}
	cluster := o.ClusterNow
	if cluster == nil {
		cluster = o.Now
	}
	o.ClusterNow = func() time.Time { return cluster().Local() } // whatever zone it is told in, people read theirs
	if o.Observer == nil {
		o.Observer = newInMemory(o.User)
	}
	if o.Rand == nil {
		o.Rand = func() float64 { return 0.5 }
	}
	if o.Keys == nil {
		o.Keys = keymap.Defaults()
	}
	o.Poll.Jobs = orDuration(o.Poll.Jobs, 5*time.Second)
	o.Poll.Nodes = orDuration(o.Poll.Nodes, 15*time.Second)
	o.Poll.Pools = orDuration(o.Poll.Pools, time.Minute)
	return o
}

func (o Options) cadence(base time.Duration) *poll.Cadence {
	return poll.New(poll.Policy{Base: base}, o.Rand)
}

func orDuration(d, alt time.Duration) time.Duration {
	if d <= 0 {
		return alt
	}
	return d
}
