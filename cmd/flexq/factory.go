package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"flexq/client/auth"
	"flexq/client/gateway"
	"flexq/config"
)

// factory makes what commands need, when they first ask for it: --help and completion read no file and open no
// connection. It is for one run of the program and not for several goroutines.
type factory struct {
	streams
	getenv func(string) string
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
	rand   func() float64
	waits  waits
	done   <-chan struct{} // closed when the run is to end, and with it what waits for a file; nil never
	// flags are the persistent flags of the root command.
	flags *pflag.FlagSet

	file     func() (*config.File, error)
	settings func() (config.Settings, error)
	// token is the source of the credential that the settings name, nil when they name none. There is one for the
	// whole run: a token that one part has asked for is at hand for the others.
	token   func() (auth.Source, error)
	closers []io.Closer
	// overhears is told of reads that are tried again, in the place of the user: what they are for can be done without.
	overhears atomic.Pointer[func(gateway.RetryNotice)]
}

func newFactory(st streams, getenv func(string) string) *factory {
	st.Err = cleaned{bare(st.Err)}
	f := &factory{streams: st, getenv: getenv, now: time.Now, sleep: sleep, rand: rand.Float64, waits: shortWaits()}
	f.file = sync.OnceValues(func() (*config.File, error) { return unlessEnded(f.done, f.loadFile) })
	f.settings = sync.OnceValues(f.resolve)
	f.token = sync.OnceValues(f.credential)
	return f
}

// location says where the config file is.
func (f *factory) location() config.Location {
	flag := ""
	if given := f.flags.Lookup("config"); given != nil && given.Changed {
		flag = given.Value.String()
	}
	return config.Locate(flag, f.getenv)
}

func (f *factory) loadFile() (*config.File, error) { return config.Load(f.location()) }

func (f *factory) resolve() (config.Settings, error) {
	file, err := f.file()
	if err != nil {
		return config.Settings{}, err
	}
	return file.Resolve(f.given(), f.getenv)
}

// given are the persistent flags that stand on the command line.
func (f *factory) given() config.Flags {
	given := make(config.Flags)
	// Visit would not do: a flag that was read by a subcommand is marked on the flag alone.
	f.flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed {
			given[flag.Name] = flag.Value.String()
		}
	})
	return given
}

// target returns the settings when they name a cluster, and prints what was left aside in them.
func (f *factory) target() (config.Settings, error) {
	s, err := f.settings()
	if err != nil {
		return s, err
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(f.Err, "flexq: warning: %s\n", w)
	}
	return s, s.NeedTarget()
}

// overhear sets who is told of reads that are tried again, nil for the user.
func (f *factory) overhear(fn func(gateway.RetryNotice)) {
	if fn == nil {
		f.overhears.Store(nil)
		return
	}
	f.overhears.Store(&fn)
}

// close ends what was opened, the last first.
func (f *factory) close() error {
	var err error
	for i := len(f.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, f.closers[i].Close())
	}
	return err
}

// sleep waits on a timer, and returns early with the context's error when that ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
