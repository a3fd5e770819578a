package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/config"
)

// How far back, and at how many of them, earlier submits are looked at for who the user is.
const (
	seenSince = 90 * 24 * time.Hour
	seenMost  = 3
)

// seenUser names the user whose jobs the cluster shows that were submitted from here: it takes the caller for that one.
// It is "" if none of the newest is known any more, or with the error of a look that failed.
func (f *factory) seenUser(ctx context.Context, s config.Settings, api service) (string, error) {
	if f.stateDir(s.Target) == "" {
		return "", nil
	}
	kept, err := f.ledger(s, func(error) {})
	if err != nil {
		return "", err
	}
	entries, err := kept.Read(ctx, f.now().Add(-seenSince))
	if err != nil {
		return "", err
	}
	var failed error
	for i, looked := len(entries)-1, 0; i >= 0 && looked < seenMost; i-- {
		e := entries[i]
		if e.Job == 0 || !client.IsKey(e.Key) {
			continue
		}
		looked++
		user, err := ownerOf(ctx, api, e.Job, e.Key, e.Targets)
		if user != "" {
			return user, nil
		}
		failed = errors.Join(failed, err)
	}
	return "", failed
}

// ownerOf names the user of the job that a submit made: it has the submit's key or, where accounting keeps no comments, its
// name. Another job may have the number by now. It is "" without an error where there is no such job.
func ownerOf(ctx context.Context, api service, id uint64, key string, names []string) (string, error) {
	detail, err := api.Job(ctx, slurm.Ref{Job: id, Het: -1})
	switch {
	case fault.KindOf(err) == fault.JobUnknown:
		return "", nil
	case err != nil:
		return "", err
	}
	for i := range detail.Jobs {
		j := &detail.Jobs[i]
		if strings.Contains(j.Comment, key) || j.Comment == "" && len(names) == 1 && names[0] == j.Name {
			return j.User, nil
		}
	}
	return "", nil
}
