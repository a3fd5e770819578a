package columns

import (
	"strings"

	"flexq/client/slurm"
)

// NodeWord says a node's state in a word or two for the list: what keeps it from work first, else what it does. The
// words are sinfo's where it has one; its signs (down*, idle~, mix#) are said instead.
func NodeWord(s slurm.NodeState) string {
	for _, e := range []struct {
		flag slurm.NodeFlags
		word string
	}{
		{slurm.NodePoweredDown, "off"},
		{slurm.NodePoweringDown, "powering down"},
		{slurm.NodePoweringUp, "powering up"},
		{slurm.NodeRebootIssued, "rebooting"},
		{slurm.NodeNotResponding, "no answer"},
	} {
		if !s.Has(e.flag) {
			continue
		}
		if s.IsDown() && e.flag == slurm.NodeNotResponding {
			return "down"
		}
		return e.word
	}
	switch {
	case s.IsDown():
		return strings.ToLower(string(s.Base))
	case s.IsDraining():
		return "draining"
	case s.IsDrained():
		return "drained"
	case s.Has(slurm.NodeFail):
		return "failing"
	case s.Has(slurm.NodeMaintenance):
		return "maintenance"
	case s.Has(slurm.NodeInvalidReg):
		return "invalid"
	}
	return plainWord(s)
}

// plainWord is the state of a node that nothing keeps from work.
func plainWord(s slurm.NodeState) string {
	switch s.Base {
	case slurm.NodeAllocated:
		return "allocated"
	case slurm.NodeMixed:
		return "mixed"
	case slurm.NodeIdle:
		switch {
		case s.Has(slurm.NodeCompleting):
			return "completing"
		case s.Has(slurm.NodePlanned):
			return "planned"
		case s.Has(slurm.NodeReserved):
			return "reserved"
		}
		return "idle"
	case slurm.NodeUnknown:
		return "unknown"
	case slurm.NodeDown, slurm.NodeError, slurm.NodeFuture:
	}
	return strings.ToLower(string(s.Base))
}
