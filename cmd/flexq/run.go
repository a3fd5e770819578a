package main

import (
	"context"
	"errors"
)

// run is the whole program for one command line. It returns the exit code.
func run(ctx context.Context, args []string, getenv func(string) string, st streams, w waits) int {
	f := newFactory(st, getenv)
	f.waits = w
	f.done = ctx.Done()
	root := newRootCmd(f) //nolint:contextcheck // ExecuteContext below hands it to the commands
	root.SetArgs(args)
	root.SetIn(st.In)
	out := &watched{Writer: st.Out}
	root.SetOut(out)
	root.SetErr(f.Err)
	err := root.ExecuteContext(ctx)
	err = errors.Join(err, f.close())
	if err == nil {
		err = out.err
	}
	if ctx.Err() != nil && err != nil {
		err = interrupted(err, context.Cause(ctx))
	}
	complain(f.Err, err)
	return exitCode(err)
}
