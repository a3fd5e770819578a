package flex

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What the platform calls its records (clusterEvents.eventType of ModelDevelopmentCluster).
const (
	vmPrologError = "VM_PROLOG_ERROR"
	vmEpilogError = "VM_EPILOG_ERROR"
	vmGPUError    = "VM_CONTINUOUS_GPU_ERROR"
	vmScanError   = "VM_SCAN_ERROR"
	vmPowerDown   = "VM_SLURM_POWER_DOWN"
	vmDrain       = "VM_SLURM_DRAIN"
	vmDeletion    = "VM_DELETION"
	vmReport      = "VM_REPORT_AND_REPLACEMENT"
	vmReboot      = "VM_REBOOT"
)

// eventType is the type of event that the record tells.
func (r PlatformRecord) eventType() EventType {
	switch r.Type {
	case vmPrologError:
		return PrologError
	case vmEpilogError:
		return EpilogError
	case vmGPUError:
		return GPUError
	case vmScanError:
		return ScanError
	case vmPowerDown:
		return NodePoweringDown
	case vmDrain:
		return NodeDraining
	case vmDeletion:
		return MachineDeleted
	case vmReport:
		return MachineRepaired
	case vmReboot:
		return NodeRebooted
	}
	return PlatformEvent
}

// id names the record: the platform gives it none.
func (r PlatformRecord) id() string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(r.Type + "\x00" + r.Message)) // a hash takes everything
	return eventID("rec", stamp(r.At), strconv.FormatUint(h.Sum64(), 36))
}

// longestText bounds the platform's words in an event.
const longestText = 300

func (r PlatformRecord) text() string {
	text := strings.TrimSpace(r.Message)
	if r.eventType() == PlatformEvent && r.Type != "" {
		text = strings.TrimSuffix(r.Type+": "+text, ": ")
	}
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "") + "..."
	}
	return text
}

// mostTaken bounds the records that are remembered beside those that are still listed.
const mostTaken = 200

// takeRecords takes in the platform's records that have not been seen before. Those that Slurm or the machines can
// show too wait for them (settleRecords), unless those have told already.
func (o *observer) takeRecords() {
	if !isNew(o.s.Pools.AsOf, o.ev.Records) || len(o.s.Pools.Events) == 0 {
		return
	}
	o.ev.Records = o.s.Pools.AsOf
	taken := make(map[string]bool, len(o.ev.Taken)+len(o.s.Pools.Events))
	for _, id := range o.ev.Taken {
		taken[id] = true
	}
	listed := make([]string, 0, len(o.s.Pools.Events))
	for _, r := range o.s.Pools.Events {
		id := r.id()
		if !slices.Contains(listed, id) {
			listed = append(listed, id)
		}
		if taken[id] {
			continue
		}
		taken[id] = true
		o.take(id, r, nodesIn(r.Message, o.names()))
	}
	o.ev.Taken = mergeTaken(o.ev.Taken, listed)
}

// mergeTaken keeps the records that are listed, and of the others the newest.
func mergeTaken(taken, listed []string) []string {
	rest := make([]string, 0, len(taken)+len(listed))
	for _, id := range taken {
		if !slices.Contains(listed, id) {
			rest = append(rest, id)
		}
	}
	return append(rest[max(0, len(rest)-mostTaken):], listed...)
}

// take tells a record, or lets it wait, once for each node that it names.
func (o *observer) take(id string, r PlatformRecord, nodes []string) {
	if len(nodes) == 0 {
		o.tell(o.recordEvent(id, "", r))
	}
	for _, node := range nodes {
		o.blacken(node, r)
		t := r.eventType()
		switch {
		case !t.hasTwin():
			o.tellHitNow(o.recordEvent(id, node, r))
		case !o.wasTold(t, node, r.At):
			o.ev.Waiting = append(o.ev.Waiting, Record{ID: id, Node: node, PlatformRecord: r})
		}
	}
}

// blacken keeps what the record says of the machine's health, for when the machine is taken away.
func (o *observer) blacken(node string, r PlatformRecord) {
	mk := o.mark(node)
	switch r.Type {
	case vmPowerDown:
		if mk.Wish.IsZero() || r.At.After(mk.Wish) || mk.Wish.Sub(r.At) < mergeWithin {
			mk.Wish = r.At // the record is nearer to the moment than the look that showed it
		}
	case vmPrologError, vmEpilogError, vmGPUError, vmScanError, vmDrain:
		if !r.At.After(mk.Fault) {
			return
		}
		if mk.Fault = r.At; r.Type != vmDrain { // why it was drained is Slurm's to say
			mk.FaultText = r.eventType().Words()
		}
	default:
		return
	}
	o.setMark(node, mk)
}

func (o *observer) recordEvent(id, node string, r PlatformRecord) Event {
	e := Event{ID: id, At: r.At, Type: r.eventType(), Node: node, Text: r.text(), From: ByPlatform}
	if node != "" {
		e.ID, e.Machine = eventID(id, node), o.machineAt(node, r.At)
	}
	return e
}

// machineAt returns the machine under a node at a moment, "" if it is not known.
func (o *observer) machineAt(node string, at time.Time) string {
	mk := o.mark(node)
	if mk.Over || mk.Born.After(at) {
		return ""
	}
	return mk.Machine
}

// tellHitNow adds an event with the jobs that it hits, unless it is of long ago: what was on the node then is not
// known.
func (o *observer) tellHitNow(e Event) {
	if o.s.Now.Sub(e.At) > 2*mergeWithin {
		o.tell(e)
		return
	}
	o.tellHit(e)
}
