package main

import (
	"context"
	"crypto/rand"
	"fmt"

	"flexq/client"
	"flexq/config"
	"flexq/tui"
)

// withForms gives the screen what its submit form needs of this machine: a place for drafts, keys, the user's editor.
func (f *factory) withForms(ctx context.Context, o tui.Options, s config.Settings) tui.Options {
	edits := ""
	if !o.Simulation { // what happens in a demo is not worth a place on the disk
		o.Drafts = f.drafts(s.Target)
		if dir := f.stateDir(s.Target); dir != "" {
			edits = editsOf(draftsOf(dir))
		}
	}
	o.NewKey = client.KeySource(f.now, rand.Reader)
	o.Editor = editors{ctx, f.Lent, f.getenv, edits}
	o.Suspend = f.suspend
	o.Margin = s.LeaseMargin
	return o
}

// lookWords say how far the search for a lost submit is.
func lookWords(try int) string {
	return fmt.Sprintf("no answer came; looking for the job by its key, look %d of %d", try, client.Looks())
}
