package flex_test

import (
	"testing"
	"time"

	"flexq/client/flex"
)

// What one look at a node tells, without memory. A machine is made at 1h and its pool gives it 7 days (168h).
func TestLeaseAtFirstSight(t *testing.T) {
	t.Parallel()
	const made, booted = time.Hour, time.Hour + 4*time.Minute
	partition := flex.Pool{ID: "a3u", Partitions: []string{"a3u"}, FromPartition: true}
	model := func(m flex.Model) flex.Pool { return flex.Pool{ID: "a3u", Model: m, Partitions: []string{"a3u"}} }
	for name, test := range map[string]struct {
		look look
		want string
	}{
		"exact end": {
			look{at: 10 * time.Hour, id: "7", created: made, boot: booted, ends: made + 7*day + time.Minute},
			"exact, compute, 1h0m0s to 169h1m0s",
		},
		"an exact end wins over a later and an earlier estimate": {
			look{at: 10 * time.Hour, id: "7", created: made, boot: booted, ends: 20 * time.Hour, planned: 15 * time.Hour},
			"exact, compute, 1h0m0s to 20h0m0s",
		},
		"an exact end counts in a pool of any model": {
			look{at: 10 * time.Hour, id: "7", ends: 20 * time.Hour, pool: model(flex.OnDemand)},
			"exact, compute, ? to 20h0m0s",
		},
		"an exact end counts in a pool that is only a partition": {
			look{at: 10 * time.Hour, id: "7", ends: 20 * time.Hour, pool: partition},
			"exact, compute, ? to 20h0m0s",
		},
		"an exact end that has just passed stays, as a machine is taken away late": {
			look{at: 20*time.Hour + 5*time.Minute, ends: 20 * time.Hour},
			"exact, compute, ? to 20h0m0s",
		},
		"an exact end that is long past is wrong": {
			look{at: 20*time.Hour + 6*time.Minute, ends: 20 * time.Hour},
			"unknown: the node has outlived the end that Compute Engine told",
		},
		"created and the pool's duration": {
			look{at: 10 * time.Hour, id: "7", created: made, boot: booted},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"created, and the pool does not say": {
			look{at: 10 * time.Hour, created: made, boot: booted, pool: flexPool(0)},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"created, and the machine's own duration": {
			look{at: 2 * time.Hour, created: made, boot: booted, maxRun: 3 * time.Hour},
			"estimate, created, 1h0m0s to 4h0m0s",
		},
		"the machine's own duration in a pool that has none": {
			look{at: 2 * time.Hour, created: made, boot: booted, maxRun: 3 * time.Hour, pool: partition},
			"estimate, created, 1h0m0s to 4h0m0s",
		},
		"a slow first boot is no reboot": {
			look{at: 10 * time.Hour, created: made, boot: made + 30*time.Minute},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"rebooted: the end stays and is not sure": {
			look{at: 40 * time.Hour, created: made, boot: made + 31*time.Minute},
			"≈ after reboot, created, 1h0m0s to 169h0m0s",
		},
		"clocks differ: the earlier one counts": {
			look{at: 10 * time.Hour, created: made, boot: made - 3*time.Minute},
			"≈, boot, 57m0s to 168h57m0s",
		},
		"a boot long before the creation is the machine's before": {
			look{at: made + 30*time.Minute, created: made, boot: made - 11*time.Minute},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"a creation long after the boot of a node that lives is not the machine's": {
			look{at: 40 * time.Hour, created: 30 * time.Hour, boot: booted},
			"≈, boot, 1h4m0s to 168h49m0s",
		},
		"nor does a node that is down say so": {
			look{at: 40 * time.Hour, state: "DOWN", created: 30 * time.Hour, boot: booted},
			"estimate, created, 30h0m0s to 198h0m0s",
		},
		"only a boot: on the safe side by a quarter of an hour": {
			look{at: 10 * time.Hour, boot: booted},
			"≈, boot, 1h4m0s to 168h49m0s",
		},
		"only a reservation": {
			look{at: 10 * time.Hour, planned: 30 * time.Hour, pool: partition},
			"≈, reservation, ? to 29h45m0s",
		},
		"a reservation before the end by the boot": {
			look{at: 10 * time.Hour, boot: booted, planned: 30 * time.Hour},
			"≈, reservation, 1h4m0s to 29h45m0s",
		},
		"a reservation after the end by the boot": {
			look{at: 10 * time.Hour, boot: booted, planned: 200 * time.Hour},
			"≈, boot, 1h4m0s to 168h49m0s",
		},
		"a reservation by the boot says no more than the creation": {
			look{at: 10 * time.Hour, created: made, boot: booted, planned: booted + 7*day},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"a reservation of a shorter life": {
			look{at: 10 * time.Hour, created: made, boot: booted, planned: 30 * time.Hour},
			"≈, reservation, 1h0m0s to 29h45m0s",
		},
		"a reservation before the machine was made is not its own": {
			look{at: 10 * time.Hour, created: made, boot: booted, planned: 30 * time.Minute},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"nor one before it was made, when no boot is known": {
			look{at: 10 * time.Hour, created: made, planned: 30 * time.Minute},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"nor one before its boot": {
			look{at: 10 * time.Hour, boot: booted, planned: 30 * time.Minute},
			"≈, boot, 1h4m0s to 168h49m0s",
		},
		"a boot that is yet to come is none": {
			look{at: 10 * time.Hour, boot: 10*time.Hour + 11*time.Minute},
			"unknown: neither the creation nor the boot of its machine is known",
		},
		"an estimate that is past on a living node": {
			look{at: 169 * time.Hour, created: made, boot: booted},
			"unknown: the node has outlived its estimated end",
		},
		"an estimate that is just past on a node that is down": {
			look{at: 169*time.Hour + 4*time.Minute, state: "DOWN+NOT_RESPONDING", created: made, boot: booted},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"an estimate that is long past on a node that is down": {
			look{at: 170 * time.Hour, state: "DOWN+NOT_RESPONDING", created: made, boot: booted},
			"unknown: its lease is over and the node is down",
		},
		"nothing is known of the machine": {
			look{at: 10 * time.Hour},
			"unknown: neither the creation nor the boot of its machine is known",
		},
		"on demand":       {look{at: 10 * time.Hour, created: made, boot: booted, pool: model(flex.OnDemand)}, "no end"},
		"reserved":        {look{at: 10 * time.Hour, created: made, boot: booted, pool: model(flex.Reservation)}, "no end"},
		"unspecified":     {look{at: 10 * time.Hour, created: made, boot: booted, pool: model(flex.ModelUnknown)}, "no end"},
		"on demand, down": {look{at: 10 * time.Hour, state: "IDLE+POWERED_DOWN", pool: model(flex.OnDemand)}, "no end"},
		"spot": {
			look{at: 10 * time.Hour, created: made, boot: booted, pool: model(flex.Spot)},
			"no end: a Spot machine has no end set, and may be taken away at any moment",
		},
		"a model of tomorrow": {
			look{at: 10 * time.Hour, created: made, boot: booted, pool: model("CALENDAR")},
			"unknown: this program does not know the provisioning model CALENDAR",
		},
		"a partition": {
			look{at: 10 * time.Hour, boot: booted, pool: partition},
			"unknown: only the cluster resource or the config file tells whether its machine has an end",
		},
		"in no pool": {
			look{at: 10 * time.Hour, boot: booted, pool: flex.Pool{ID: "other", Model: flex.FlexStart}},
			"unknown: the node is in no known pool",
		},
		"powered down": {
			look{at: 10 * time.Hour, state: "IDLE+CLOUD+POWERED_DOWN", boot: booted},
			"unknown: it has no machine yet",
		},
		"powered down, and the platform still lists its machine": {
			look{at: 10 * time.Hour, state: "IDLE+CLOUD+POWERED_DOWN", boot: booted, id: "7", created: made},
			"unknown: it has no machine yet",
		},
		"powering up": {
			look{at: 10 * time.Hour, state: "ALLOCATED+CLOUD+POWERING_UP", boot: booted},
			"unknown: it has no machine yet",
		},
		"powering up, and the machine is there": {
			look{at: 10 * time.Hour, state: "ALLOCATED+CLOUD+POWERING_UP", boot: booted, id: "8", created: 9 * time.Hour},
			"estimate, created, 9h0m0s to 177h0m0s",
		},
		"powering down": {
			look{at: 10 * time.Hour, state: "IDLE+CLOUD+POWERING_DOWN", boot: booted, id: "7", created: made},
			"estimate, created, 1h0m0s to 169h0m0s",
		},
		"of the future": {look{at: 10 * time.Hour, state: "FUTURE"}, "unknown: it has no machine yet"},
		"not listed":    {look{at: 10 * time.Hour, absent: true, created: made}, "unknown: Slurm does not list the node"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := tell(leaseAt(test.look)); got != test.want {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

func TestLeaseWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		lease      flex.Lease
		words, sig string
	}{
		{flex.Lease{}, "unknown", ""},
		{flex.Lease{Provenance: flex.NoEnd}, "no end", ""},
		{flex.Lease{Provenance: flex.Approximate}, "≈", "≈"},
		{flex.Lease{Provenance: flex.Approximate, Rebooted: true}, "≈ after reboot", "≈"},
		{flex.Lease{Provenance: flex.Estimate}, "estimate", "≈"},
		{flex.Lease{Provenance: flex.Exact, Rebooted: true}, "exact", ""},
	} {
		if got := test.lease.Words(); got != test.words {
			t.Errorf("%+v is %q", test.lease, got)
		}
		if got := test.lease.Provenance.Sign(); got != test.sig {
			t.Errorf("%+v has the sign %q", test.lease, got)
		}
	}
	seen := map[string]bool{}
	for s := flex.SourceCompute; s <= flex.SourceRemembered; s++ {
		if w := s.Words(); w == "" || seen[w] {
			t.Errorf("source %d is %q", s, w)
		} else {
			seen[w] = true
		}
	}
	if w := flex.SourceNone.Words(); w != "" {
		t.Errorf("no source is %q", w)
	}
}

func TestLeaseLeft(t *testing.T) {
	t.Parallel()
	l := leaseAt(look{at: 100 * time.Hour, created: time.Hour, boot: time.Hour})
	if left, ok := l.Left(moment(100 * time.Hour)); !ok || left != 69*time.Hour {
		t.Errorf("%v, %v left", left, ok)
	}
	if _, ok := (flex.Lease{Provenance: flex.NoEnd}).Left(moment(time.Hour)); ok {
		t.Error("there is no end and yet something left")
	}
}
