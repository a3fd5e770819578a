package main

import (
	"context"
	"strings"
	"time"

	"flexq/client"
	"flexq/client/slurm"
	"flexq/config"
)

// How far back, and at how many of them, earlier submits are looked at for who the user is.
const (
	seenSince = 90 * 24 * time.Hour
	seenMost  = 3
)

// seenUser names the user whose jobs the cluster shows that were submitted from here: it takes the caller for that one.
// It is "" if none of the newest is known any more.
func (f *factory) seenUser(ctx context.Context, s config.Settings, api service) string {
	if f.stateDir(s.Target) == "" {
		return ""
	}
	kept, err := f.ledger(s, func(error) {})
	if err != nil {
		return ""
	}
	entries, err := kept.Read(ctx, f.now().Add(-seenSince))
	if err != nil {
		return ""
	}
	for i, looked := len(entries)-1, 0; i >= 0 && looked < seenMost; i-- {
		e := entries[i]
		if e.Job == 0 || !client.IsKey(e.Key) {
			continue
		}
		looked++
		if user := ownerOf(ctx, api, e.Job, e.Key, e.Targets); user != "" {
			return user
		}
	}
	return ""
}

// ownerOf names the user of the job that a submit made: it has the submit's key or, where accounting keeps no comments, its
// name. Another job may have the number by now.
func ownerOf(ctx context.Context, api service, id uint64, key string, names []string) string {
	detail, err := api.Job(ctx, slurm.Ref{Job: id, Het: -1})
	if err != nil {
		return ""
	}
	for i := range detail.Jobs {
		j := &detail.Jobs[i]
		if strings.Contains(j.Comment, key) || j.Comment == "" && len(names) == 1 && names[0] == j.Name {
			return j.User
		}
	}
	return ""
}
