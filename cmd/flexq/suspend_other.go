//go:build !unix

package main

import "context"

// suspend reports that this system stops no program for a while.
func (*factory) suspend(context.Context) (stopped bool) { return false }
