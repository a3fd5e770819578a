package flex

import (
	"strconv"
	"time"

	"flexq/client/slurm"
)

const (
	// clockSkew bounds by how much the clocks of two sources may differ.
	clockSkew = 10 * time.Minute
	// sameTold bounds how far a moment may be from one that was told before and is told still.
	sameTold = 10 * time.Second
	// rebootBound is how long after its creation the first boot of a machine may be. A later one is taken for a
	// reboot: the largest machines take some ten minutes to their first boot, and clocks differ.
	rebootBound = 30 * time.Minute
	// bootAllowance is by how much the boot of a machine may lag behind the start of its lease. An end that is
	// counted from a boot is put so much earlier: too early warns in vain, too late loses work.
	bootAllowance = 15 * time.Minute
	// outlivedBound is how long after its estimated end a machine may still show: the estimate is early by the
	// allowance, and Slurm takes minutes to give a node up.
	outlivedBound = 30 * time.Minute
)

// sight is what one snapshot shows of one node.
type sight struct {
	node    *slurm.Node
	pool    Pool
	in      Instance // the zero Instance if no source knows a machine
	has     bool
	planned time.Time
	now     time.Time
	asOf    time.Time
}

// hasMachine reports whether there is a machine under the node. Slurm is nearer to the node than the platform's list,
// which may still show the machine before.
func (v *sight) hasMachine(mem *NodeMemory) bool {
	s := v.node.State
	switch {
	case s.Has(slurm.NodePoweringUp):
		isOld := mem.Machine != "" && (mem.Gone || !mem.Boot.IsZero()) && v.isSame(mem)
		return v.has && !isOld
	case s.Has(slurm.NodePoweredDown), s.Base == slurm.NodeFuture:
		return false
	}
	return true
}

// isLiving reports whether the machine shows life: Slurm has an answer from it.
func (v *sight) isLiving() bool {
	return !v.node.State.IsDown() && !v.node.State.Has(slurm.NodeNotResponding)
}

// isSame reports whether the machine is the one that is remembered: by its id, else by its creation, else by what
// Slurm shows. In doubt it is the same, so that no end moves later.
func (v *sight) isSame(mem *NodeMemory) bool {
	if mem.Machine == "" {
		return false
	}
	if v.in.ID != "" && mem.ID != "" {
		return v.in.ID == mem.ID
	}
	if created := v.created(mem); !created.IsZero() {
		switch {
		case !mem.Created.IsZero() && created.Equal(mem.Created):
			return true
		case !mem.Created.IsZero() && created.Sub(mem.Created).Abs() > clockSkew:
			return false
		case mem.Created.IsZero() && !mem.First.IsZero() && created.Sub(mem.First) > clockSkew:
			return false // it was made after the boot of the one that is remembered
		}
	}
	return !v.bootTellsOther(mem)
}

// bootTellsOther reports whether Slurm alone shows that another machine has come: a boot after a time without a
// machine, or life when the machine before must have been taken away. Any other boot is a reboot.
func (v *sight) bootTellsOther(mem *NodeMemory) bool {
	boot := v.boot(mem)
	if mem.Gone {
		return !boot.IsZero() && (mem.Boot.IsZero() || boot.Sub(mem.Boot) > sameTold)
	}
	isNew := !boot.IsZero() && (mem.Boot.IsZero() || boot.Sub(mem.Boot) > bootJitter)
	if !mem.Lease.IsKnown() || mem.Outlived || !v.isLiving() || v.registered().IsZero() {
		return false
	}
	end := mem.Lease.End
	isFirst := !boot.IsZero() && boot.Sub(mem.First) <= bootJitter // no later boot is of another machine
	return isNew && boot.Sub(end) > bootAllowance ||
		(isNew || len(mem.Later) > 0) && !isFirst && v.asOf.Sub(end) > outlivedBound
}

// created returns when the machine was made, zero if that is not told, or is told of the machine before.
func (v *sight) created(mem *NodeMemory) time.Time {
	if v.in.Created.Equal(mem.Before.Created) {
		return time.Time{}
	}
	return v.in.Created
}

// registered returns Slurm's boot time, zero while the node is on its way up: until it registers Slurm tells that of
// the machine before. A boot that is yet to come is none.
func (v *sight) registered() time.Time {
	boot := v.node.Boot.Std()
	if v.node.State.Has(slurm.NodePoweringUp) || boot.Sub(v.now) > clockSkew {
		return time.Time{}
	}
	return boot
}

// boot returns when the machine was booted last, zero if that is not told or not true of this machine. Slurm tells the
// boot of the machine before until the new one registers; if it still does long after that and the node lives, then the
// creation is not the machine's.
func (v *sight) boot(mem *NodeMemory) time.Time {
	boot := v.registered()
	switch {
	case boot.IsZero():
	case !mem.Created.IsZero() && mem.Created.Sub(boot) <= clockSkew:
		return boot
	case !mem.Before.Boot.IsZero() && boot.Sub(mem.Before.Boot) <= sameTold:
	case mem.Created.IsZero(), v.isLiving() && v.asOf.Sub(mem.Created) > outlivedBound:
		return boot
	}
	return time.Time{}
}

// successor is the memory of a machine that has taken the place of the remembered one.
func (v *sight) successor(mem *NodeMemory) NodeMemory {
	next := NodeMemory{ID: v.in.ID, Before: Told{Created: mem.Created, Boot: mem.Boot, Planned: mem.Planned}}
	// What was told of an older machine and never renewed is old still.
	if next.Before.Created.IsZero() {
		next.Before.Created = mem.Before.Created
	}
	if next.Before.Boot.IsZero() {
		next.Before.Boot = mem.Before.Boot
	}
	if next.Before.Planned.IsZero() {
		next.Before.Planned = mem.Before.Planned
	}
	if isBySlurm := v.in.ID == "" && v.in.Created.IsZero(); isBySlurm && !mem.Gone && len(mem.Later) > 0 {
		// What was taken for a reboot may have been the first boot of this machine.
		next.First, next.Later, next.Boot, next.Rebooted = mem.Later[0], mem.Later[1:], mem.Boot, len(mem.Later) > 1
		next.Before.Boot = time.Time{}
	}
	return next
}

// name makes up what stands for the machine.
func (v *sight) name(mem *NodeMemory) string {
	switch {
	case mem.ID != "":
		return mem.ID
	case !mem.Created.IsZero():
		return "created-" + strconv.FormatInt(mem.Created.Unix(), 10)
	case !mem.First.IsZero():
		return "boot-" + strconv.FormatInt(mem.First.Unix(), 10)
	}
	return "seen-" + strconv.FormatInt(v.asOf.Unix(), 10)
}
