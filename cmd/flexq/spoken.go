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

// recalled is the data version that an earlier run found, "" if there is none to begin with.
func (f *factory) recalled(s config.Settings) string {
	dir := f.stateDir(s.Target)
	if dir == "" {
		return ""
	}
	return client.Spoken(journal.LoadVersion(dir)).DataVersion()
}
