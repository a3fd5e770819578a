package main

import (
	"flexq/client"
	"flexq/client/journal"
	"flexq/config"
)

// recallVersion lets a client begin with the data version that an earlier run found, and keeps for later ones what it
// finds. Where nothing can be kept each run asks again, which is nothing to tell.
func (f *factory) recallVersion(s config.Settings, o *client.Options) {
	dir := f.stateDir(s.Target)
	if dir == "" || s.SlurmVersion != "" {
		return
	}
	o.Recalled = client.Spoken(journal.LoadVersion(dir))
	o.OnVersion = func(v client.Spoken) {
		_ = journal.SaveVersion(dir, journal.Version(v))
	}
}
