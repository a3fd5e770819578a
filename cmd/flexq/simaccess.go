package main

import (
	"strings"

	"flexq/client/sim"
)

// simAccess is what the user of a simulated platform may do.
type simAccess struct {
	cluster   sim.Access
	noCompute bool
}

// accessWithout reads --deny: what the user may not do.
func accessWithout(deny []string) (simAccess, error) {
	var a simAccess
	resource, slurm := true, true
	for _, word := range deny {
		switch strings.TrimSpace(word) {
		case "compute":
			a.noCompute = true
		case "resource":
			resource = false
		case "slurm":
			slurm = false
		default:
			return a, usagef("use compute, resource or slurm, with commas between several", "--deny: there is no %q", word)
		}
	}
	switch {
	case resource && slurm:
	case slurm:
		a.cluster = sim.AccessRun
	case resource:
		a.cluster = sim.AccessView
	default:
		a.cluster = sim.AccessNone
	}
	return a, nil
}
