package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"

	"flexq/tui"
)

// versionOf names the state of a draft by what its file holds.
func versionOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// overtaken returns a *tui.Overtaken if the file of a draft holds another version than that one, be it no draft at all.
// Nothing in it is in nobody's way, nor is what this program wrote. The lock is held.
func (d *draftFiles) overtaken(id, over string) error {
	now, err := readDraft(d.path(id))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && (now.Version == over || now.Version == d.own[id]):
		return nil
	case err != nil || now.ID != id:
		return &tui.Overtaken{}
	}
	return &tui.Overtaken{Now: now}
}
