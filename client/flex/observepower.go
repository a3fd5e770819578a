package flex

import (
	"time"

	"flexq/client/slurm"
)

// phase is where a node stands between off and on.
type phase uint8

const (
	phaseOn phase = iota
	phaseComing
	phaseGoing
	phaseOff
)

func phaseOf(s slurm.NodeState) phase {
	switch {
	case s.Has(slurm.NodePoweringUp):
		return phaseComing
	case s.Has(slurm.NodePoweringDown):
		return phaseGoing
	case s.Has(slurm.NodePoweredDown), s.Base == slurm.NodeFuture:
		return phaseOff
	}
	return phaseOn
}

// power tells how the node goes on and off. That it is off is told as the end of its machine, where its cause is
// known.
func (l *nodeLook) power() {
	mk := l.mk
	was, now := phaseOf(mk.State), phaseOf(l.n.State)
	if now != phaseOn {
		mk.Off = l.asOf
	}
	switch {
	case now == was:
	case now == phaseComing:
		l.tellLoose(NodePoweringUp, "")
	case now == phaseGoing && was != phaseOff:
		mk.Wish = l.asOf
		e := l.event(NodePoweringDown, stamp(l.asOf), "")
		e.Loose = true
		l.o.tellTwin(e, NodePoweringDown, l.was)
	case now == phaseOn && !l.n.State.IsDown():
		l.ready(was)
	}
	if now == phaseComing || now == phaseOff {
		mk.Boot, mk.Boots = time.Time{}, nil
	}
}

// ready tells that a node has come up. One whose power-down was called off has been up all the time.
func (l *nodeLook) ready(was phase) {
	mk, boot := l.mk, l.n.Boot.Std()
	if was == phaseGoing && SameBoot(boot, mk.Boot) {
		mk.Wish = time.Time{}
		return
	}
	if boot.IsZero() {
		l.tellLoose(NodeReady, "")
		return
	}
	e := l.event(NodeReady, stamp(boot), "")
	e.At, e.Loose = boot, true // slurmctld works the boot out anew at each registration
	l.o.tell(e)
}

// boot notes a boot of a node that was on before: a reboot, or that of another machine. SettleBoots tells.
func (l *nodeLook) boot() {
	mk, boot := l.mk, l.n.Boot.Std()
	if phaseOf(l.n.State) != phaseOn || boot.IsZero() {
		return
	}
	if mk.Boot.IsZero() {
		mk.Boot, mk.BootMachine = boot, mk.Machine
		return
	}
	last := mk.Boot
	if n := len(mk.Boots); n > 0 {
		last = mk.Boots[n-1].At
	}
	if boot.After(last) && !SameBoot(boot, last) && len(mk.Boots) < mostBoots {
		mk.Boots = append(mk.Boots[:len(mk.Boots):len(mk.Boots)], Boot{At: boot, Seen: l.asOf})
	}
}

// mostBoots bounds the boots that wait for a look at the machines.
const mostBoots = 8

// settleBoots tells reboots once it is sure that no other machine has come.
func (o *observer) settleBoots() {
	for name, mk := range o.ev.Marks {
		if len(mk.Boots) == 0 {
			continue
		}
		rest := mk.Boots
		for len(rest) > 0 && o.canJudge(rest[0]) {
			if o.isReboot(name, &mk) {
				o.tellReboot(name, &mk, rest[0])
			}
			mk.Boot, mk.BootMachine = rest[0].At, mk.Machine
			rest = rest[1:]
		}
		if len(rest) != len(mk.Boots) {
			mk.Boots = rest
			o.setMark(name, mk)
		}
	}
}

// canJudge reports whether the machines have been looked at since the boot. The two lists of one round may be a few
// seconds apart; a machine is there long before it has booted.
func (o *observer) canJudge(b Boot) bool {
	const oneRound = 30 * time.Second
	return !o.ev.ByInstances || !o.ev.Machines.Before(b.At) && b.Seen.Sub(o.ev.Machines) <= oneRound
}

func (o *observer) isReboot(name string, mk *NodeMark) bool {
	if !o.ev.ByInstances || mk.Machine == "" && mk.BootMachine == "" {
		was, is := o.old.Nodes[name], o.next.Nodes[name]
		return was.Machine == is.Machine && !was.Gone
	}
	if mk.BootMachine == "" && mk.Born.IsZero() || mk.BootMachine != "" && mk.BootMachine != mk.Machine || mk.Over {
		return false
	}
	return mk.Born.IsZero() || mk.Born.Sub(mk.Boot) <= bootJitter // it was there at the boot before
}

func (o *observer) tellReboot(name string, mk *NodeMark, b Boot) {
	e := Event{
		ID: eventID(string(NodeRebooted), name, stamp(b.At)), At: b.At, Loose: true, Type: NodeRebooted, Node: name,
		Machine: mk.Machine, Text: "same machine, its lease goes on", From: BySlurm,
	}
	if mk.Machine == "" {
		e.Text = ""
	}
	o.tellTwin(e, NodeRebooted, b.At)
}
