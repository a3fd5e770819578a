package flex_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"flexq/client/flex"
)

// modelMachine is a machine as it truly is: made, then running, then booted, perhaps booted again, and gone at its end
// or before.
type modelMachine struct {
	id                 string
	created, end, gone time.Duration
	boots              []time.Duration
	life               time.Duration // of its pool when it was made
}

// drawMachine makes a machine whose first boot is within what the largest machines take.
func drawMachine(t *rapid.T, number int, at, life time.Duration) modelMachine {
	seconds := func(from, to int, name string) time.Duration {
		return time.Duration(rapid.IntRange(from, to).Draw(t, name)) * time.Second
	}
	m := modelMachine{id: strconv.Itoa(100 + number), created: at, life: life}
	running := at + seconds(0, 180, "until it runs")
	m.end = running + m.life
	m.boots = []time.Duration{running + seconds(20, 600, "until it boots")}
	m.gone = m.end
	if rapid.IntRange(0, 2).Draw(t, "repaired") == 0 {
		m.gone = m.boots[0] + time.Duration(rapid.Int64Range(int64(time.Hour), int64(m.life-time.Hour)).Draw(t, "repair"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "reboots") {
		m.boots = append(m.boots, m.boots[0]+time.Duration(rapid.Int64Range(int64(10*time.Minute), int64(m.life-time.Hour)).Draw(t, "reboot")))
	}
	slices.Sort(m.boots)
	return m
}

func drawLife(t *rapid.T) time.Duration {
	return rapid.SampledFrom([]time.Duration{day, 3 * day, 7 * day}).Draw(t, "life")
}

// bootAt is the newest boot before a moment.
func (m *modelMachine) bootAt(at time.Duration) time.Duration {
	boot := m.boots[0]
	for _, b := range m.boots {
		if b <= at {
			boot = b
		}
	}
	return boot
}

// sources is what a program can ask in a run of the model. Slurm's clock differs from the platform's by skew.
type sources struct {
	resource, compute, flaky bool
	skew                     time.Duration
}

// see is a look at the machine. The resource, where it is asked, tells the pool's duration; else the config file does.
func (src sources) see(t *rapid.T, m *modelMachine, at time.Duration) look {
	l := look{at: at, boot: m.bootAt(at) + src.skew, pool: describedPool(m.life)}
	isSilent := func(name string) bool { return src.flaky && rapid.IntRange(0, 2).Draw(t, name) == 0 }
	if !src.resource || isSilent("the resource is silent") {
		return l
	}
	l.pool, l.id, l.created = flexPool(m.life), m.id, m.created
	if src.compute && !isSilent("Compute Engine is silent") {
		l.ends = m.end
	}
	return l
}

// With machines that come, boot, reboot, are repaired and expire, an end that is told as exact is the true one, and any
// other is never later. The program sees each machine once before it is rebooted, and a dynamic node once without a
// machine. The sources fall silent at times, and the pool's duration changes between two machines; not both where a
// static node's next machine could be taken for a reboot.
func TestLeaseIsOnTheSafeSide(t *testing.T) {
	t.Parallel()
	told := map[flex.Provenance]int{}
	for combined := range 8 { // each of the ways to know, so that none is left out by chance
		src := sources{resource: combined&1 != 0, compute: combined&2 != 0, flaky: combined&4 != 0}
		rapid.Check(t, func(t *rapid.T) { checkModel(t, src, told) })
	}
	if told[flex.Exact] == 0 || told[flex.Estimate] == 0 || told[flex.Approximate] == 0 || told[flex.Unknown] == 0 {
		t.Errorf("the model leaves out a kind: %v", told)
	}
}

// checkModel lets one machine after another live under a node's name, and counts what is told of their ends.
func checkModel(t *rapid.T, src sources, told map[flex.Provenance]int) {
	src.skew = time.Duration(rapid.IntRange(-120, 120).Draw(t, "skew")) * time.Second
	isStatic := rapid.Bool().Draw(t, "static")
	life := drawLife(t)
	var mem flex.Memory
	at := time.Hour
	for number := range rapid.IntRange(1, 4).Draw(t, "machines") {
		if isLifeVisible := !isStatic || src.resource && !src.flaky; isLifeVisible {
			life = drawLife(t)
		}
		m := drawMachine(t, number, at, life)
		first := m.boots[0] + 3*time.Minute // after skew
		looks := []time.Duration{first}
		for range rapid.IntRange(0, 8).Draw(t, "looks") {
			looks = append(looks, time.Duration(rapid.Int64Range(int64(first), int64(m.gone-1)).Draw(t, "look")))
		}
		slices.Sort(looks)
		for _, at := range looks {
			snap := src.see(t, &m, at).snapshot()
			mem = flex.Remember(mem, snap)
			l := flex.NewOutlook(mem, snap, flex.Settings{}).Lease(theNode)
			told[l.Provenance]++
			checkModelLease(t, &m, l, at, src)
		}
		at = m.gone + time.Duration(rapid.IntRange(1, 600).Draw(t, "gap"))*time.Minute
		if !isStatic {
			snap := look{at: at, state: "IDLE+CLOUD+POWERED_DOWN", boot: m.bootAt(at) + src.skew, pool: describedPool(m.life)}.snapshot()
			mem = flex.Remember(mem, snap)
		}
		at += time.Minute
	}
}

func checkModelLease(t *rapid.T, m *modelMachine, l flex.Lease, at time.Duration, src sources) {
	t.Helper()
	end := moment(m.end)
	switch {
	case l.Provenance == flex.Exact && !l.End.Equal(end):
		t.Fatalf("at %v machine %s goes at %v and is told %s", at, m.id, m.end, tell(l))
	case l.IsKnown() && l.End.After(end):
		t.Fatalf("at %v machine %s goes at %v, earlier than it is told: %s", at, m.id, m.end, tell(l))
	case l.IsKnown() && src.resource && !src.flaky && end.Sub(l.End) > 3*time.Minute:
		t.Fatalf("at %v machine %s goes at %v, much later than it is told: %s", at, m.id, m.end, tell(l))
	case !l.IsKnown() && src.resource && !src.flaky && at < m.end-10*time.Minute:
		t.Fatalf("at %v machine %s goes at %v, and that is not told: %s", at, m.id, m.end, tell(l))
	}
}
