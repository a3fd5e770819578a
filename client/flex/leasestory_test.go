package flex_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
)

// What looks at a node after each other tell: the lease and the machine after each of them.
func TestLeaseStories(t *testing.T) {
	t.Parallel()
	const h, m = time.Hour, time.Minute
	partition := flex.Pool{ID: "a3u", Partitions: []string{"a3u"}, FromPartition: true}
	configured := describedPool(7 * day)
	type step struct {
		look    look
		want    string
		machine string
	}
	for name, steps := range map[string][]step{
		"an exact end takes the place of an estimate, also if it is later": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 4*m, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 4 * h, id: "7", created: h, boot: h + 4*m}, "exact, remembered, 1h0m0s to 169h1m0s", "7"},
			{look{at: 5 * h, boot: h + 4*m, pool: partition}, "exact, remembered, 1h0m0s to 169h1m0s", "7"},
		},
		"an exact end shows that the pool's duration was not the machine's": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(day)}, "estimate, created, 1h0m0s to 25h0m0s", "7"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 4*m, ends: 169*h + m, pool: flexPool(day)}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 9 * h, id: "7", created: h, boot: 8 * h, pool: flexPool(day)}, "≈ after reboot, remembered, 1h0m0s to 169h1m0s", "7"},
		},
		"a reboot that was not seen": {
			{look{at: 2 * h, id: "7", created: h, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 9 * h, id: "7", created: h, boot: 8 * h}, "≈ after reboot, remembered, 1h0m0s to 169h1m0s", "7"},
			{look{at: 10 * h, id: "7", created: h, boot: 8 * h, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 11 * h, id: "7", created: h, boot: 8 * h}, "exact, remembered, 1h0m0s to 169h1m0s", "7"},
		},
		"a stop and a start let Compute Engine count anew": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 9 * h, id: "7", created: h, state: "DOWN", status: "TERMINATED"}, "≈, remembered, 1h0m0s to 169h1m0s", "7"},
			{look{at: 10 * h, id: "7", created: h, boot: 9*h + 50*m}, "≈ after reboot, remembered, 1h0m0s to 169h1m0s", "7"},
			{look{at: 11 * h, id: "7", created: h, boot: 9*h + 50*m, ends: 177 * h}, "exact, compute, 1h0m0s to 177h0m0s", "7"},
		},
		"a reboot after the exact end was told makes it unsure": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 9 * h, id: "7", created: h, boot: 8 * h}, "≈ after reboot, remembered, 1h0m0s to 169h1m0s", "7"},
			{look{at: 10 * h, id: "7", created: h, boot: 8 * h, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "7"},
			{look{at: 11 * h, id: "7", created: h, boot: 8 * h}, "exact, remembered, 1h0m0s to 169h1m0s", "7"},
			{look{at: 12 * h, id: "7", created: h, boot: 11*h + 30*m}, "≈ after reboot, remembered, 1h0m0s to 169h1m0s", "7"},
		},
		"a reboot does not lengthen a lease": {
			{look{at: 2 * h, boot: h + 4*m}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 60 * h, boot: 50 * h}, "≈ after reboot, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 80 * h, boot: 70 * h}, "≈ after reboot, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
		},
		"a boot time that wavers by a clock that was set is no reboot": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 6*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 4 * h, id: "7", created: h, boot: h + 2*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
		},
		"a boot after a power-down is a new machine's": {
			{look{at: 2 * h, boot: h + 4*m}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 3 * h, state: "IDLE+CLOUD+POWERED_DOWN", boot: h + 4*m}, "unknown: it has no machine yet", "boot-1796029440"},
			{look{at: 4 * h, state: "ALLOCATED+CLOUD+POWERING_UP", boot: h + 4*m}, "unknown: it has no machine yet", "boot-1796029440"},
			{look{at: 5 * h, boot: 4*h + 30*m}, "≈, boot, 4h30m0s to 172h15m0s", "boot-1796041800"},
		},
		"a boot seconds after a power-down is a new machine's": {
			{look{at: 2 * h, boot: h + 4*m}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 2*h + 10*time.Second, state: "IDLE+CLOUD+POWERED_DOWN", boot: h + 4*m}, "unknown: it has no machine yet", "boot-1796029440"},
			{look{at: 2*h + 30*time.Second, boot: h + 5*m}, "≈, boot, 1h5m0s to 168h50m0s", "boot-1796029500"},
		},
		"a node that vanishes and returns with its boot has its machine still": {
			{look{at: 2 * h, boot: h + 4*m}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 3 * h, absent: true}, "unknown: Slurm does not list the node", "boot-1796029440"},
			{look{at: 4 * h, boot: h + 4*m}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
		},
		"a node that vanishes and returns with a new boot has another": {
			{look{at: 2 * h, boot: h + 4*m}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 3 * h, absent: true}, "unknown: Slurm does not list the node", "boot-1796029440"},
			{look{at: 5 * h, boot: 4*h + 30*m}, "≈, boot, 4h30m0s to 172h15m0s", "boot-1796041800"},
		},
		"a new id is a new machine": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 9 * h, id: "8", created: 8 * h, boot: h + 4*m}, "estimate, created, 8h0m0s to 176h0m0s", "8"},
			{look{at: 10 * h, id: "8", created: 8 * h, boot: 8*h + 4*m}, "estimate, created, 8h0m0s to 176h0m0s", "8"},
		},
		"a new id whose creation was not renewed: the boot has to do": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 9 * h, id: "8", created: h, boot: h + 4*m}, "unknown: neither the creation nor the boot of its machine is known", "8"},
			{look{at: 10 * h, id: "8", created: h, boot: 8*h + 4*m}, "≈, boot, 8h4m0s to 175h49m0s", "8"},
			{look{at: 11 * h, id: "8", created: 8 * h, boot: 8*h + 4*m}, "≈, remembered, 8h4m0s to 175h49m0s", "8"},
		},
		"nothing but the id is renewed, twice": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, planned: 100 * h}, "≈, reservation, 1h0m0s to 99h45m0s", "7"},
			{look{at: 9 * h, id: "8", created: h, boot: h + 4*m, planned: 100 * h}, "unknown: neither the creation nor the boot of its machine is known", "8"},
			{look{at: 10 * h, id: "9", created: h, boot: h + 4*m, planned: 100 * h}, "unknown: neither the creation nor the boot of its machine is known", "9"},
			{look{at: 11 * h, id: "9", created: h, boot: 9*h + 40*m, planned: 100 * h}, "≈, boot, 9h40m0s to 177h25m0s", "9"},
		},
		"a new creation is a new machine where no ids are told": {
			{look{at: 2 * h, created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "created-1796029200"},
			{look{at: 9 * h, created: 8 * h, boot: 8*h + 4*m}, "estimate, created, 8h0m0s to 176h0m0s", "created-1796054400"},
		},
		"two sources that tell one creation by different clocks: the earlier counts": {
			{look{at: 2 * h, created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "created-1796029200"},
			{look{at: 3 * h, created: h + 5*m, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "created-1796029200"},
			{look{at: 4 * h, created: h - 3*m, boot: h + 4*m}, "estimate, created, 57m0s to 168h57m0s", "created-1796029200"},
		},
		"a creation minutes later, after a power-down, is a new machine's": {
			{look{at: h + 4*m, created: h, boot: h + 2*m}, "estimate, created, 1h0m0s to 169h0m0s", "created-1796029200"},
			{look{at: h + 5*m, state: "IDLE+POWERED_DOWN", created: h, boot: h + 2*m}, "unknown: it has no machine yet", "created-1796029200"},
			{look{at: h + 20*m, created: h + 9*m, boot: h + 15*m}, "estimate, created, 1h9m0s to 169h9m0s", "created-1796029740"},
		},
		"the machine that is known by its boot gets an id": {
			{look{at: 2 * h, boot: h + 4*m, pool: configured}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 4*m}, "≈, remembered, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 4 * h, id: "7", created: h, boot: h + 4*m, ends: 169*h + m}, "exact, compute, 1h0m0s to 169h1m0s", "boot-1796029440"},
			{look{at: 5 * h, id: "8", created: 4 * h, boot: h + 4*m}, "estimate, created, 4h0m0s to 172h0m0s", "8"},
		},
		"another machine than the one that was known by its boot": {
			{look{at: 2 * h, boot: h + 4*m, pool: configured}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 3 * h, id: "7", created: 2 * h, boot: 2*h + 4*m}, "estimate, created, 2h0m0s to 170h0m0s", "7"},
		},
		"the cluster resource falls silent": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 3 * h, boot: h + 4*m, pool: partition}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 4 * h, boot: 3*h + 30*m, pool: partition}, "≈ after reboot, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 5 * h, state: "IDLE+POWERED_DOWN", pool: partition}, "unknown: it has no machine yet", "7"},
			{look{at: 7 * h, boot: 6 * h, pool: partition}, "unknown: only the cluster resource or the config file tells whether its machine has an end", "boot-1796047200"},
		},
		"a pool that was known to give no end falls silent": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, pool: flex.Pool{ID: "a3u", Model: flex.OnDemand}}, "no end", "7"},
			{look{at: 3 * h, boot: h + 4*m, pool: partition}, "no end", "7"},
		},
		"a longer duration of a live pool is not for the machines that live": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(day)}, "estimate, created, 1h0m0s to 25h0m0s", "7"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(7 * day)}, "estimate, created, 1h0m0s to 25h0m0s", "7"},
			{look{at: 4 * h, id: "8", created: 3 * h, boot: 3*h + 4*m, pool: flexPool(7 * day)}, "estimate, created, 3h0m0s to 171h0m0s", "8"},
		},
		"nor is a shorter one": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(7 * day)}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(day)}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
		},
		"a duration that only stood in gives way to a shorter one that is told": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(0)}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 3 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(day)}, "estimate, created, 1h0m0s to 25h0m0s", "7"},
			{look{at: 4 * h, id: "7", created: h, boot: h + 4*m, maxRun: 12 * h}, "estimate, created, 1h0m0s to 13h0m0s", "7"},
			{look{at: 5 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(day)}, "estimate, created, 1h0m0s to 13h0m0s", "7"},
		},
		"an estimate that is past comes back for the next machine only": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 170 * h, id: "7", created: h, boot: h + 4*m}, "unknown: the node has outlived its estimated end", "7"},
			{look{at: 171 * h, id: "7", created: h, boot: 170 * h}, "unknown: the node has outlived its estimated end", "7"},
			{look{at: 180 * h, id: "8", created: 171 * h, boot: 171*h + 4*m}, "estimate, created, 171h0m0s to 339h0m0s", "8"},
		},
		"the config file corrects itself downwards only": {
			{look{at: 2 * h, boot: h + 4*m, pool: describedPool(2 * day)}, "≈, boot, 1h4m0s to 48h49m0s", "boot-1796029440"},
			{look{at: 3 * h, boot: h + 4*m, pool: describedPool(7 * day)}, "≈, remembered, 1h4m0s to 48h49m0s", "boot-1796029440"},
			{look{at: 4 * h, boot: h + 4*m, pool: describedPool(day)}, "≈, boot, 1h4m0s to 24h49m0s", "boot-1796029440"},
			{look{at: 5 * h, boot: h + 4*m, pool: describedPool(7 * day)}, "≈, remembered, 1h4m0s to 24h49m0s", "boot-1796029440"},
		},
		"a source that denied an end for a while": {
			{look{at: 2 * h, boot: h + 4*m, pool: describedPool(2 * day)}, "≈, boot, 1h4m0s to 48h49m0s", "boot-1796029440"},
			{look{at: 3 * h, boot: h + 4*m, pool: describedPool(day)}, "≈, boot, 1h4m0s to 24h49m0s", "boot-1796029440"},
			{look{at: 4 * h, boot: h + 4*m, pool: flex.Pool{ID: "a3u", Model: flex.OnDemand}}, "no end", "boot-1796029440"},
			{look{at: 5 * h, boot: h + 4*m, pool: describedPool(7 * day)}, "≈, remembered, 1h4m0s to 24h49m0s", "boot-1796029440"},
		},
		"a machine that was known by its id to outlive its end is no other one later": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, pool: flexPool(day)}, "estimate, created, 1h0m0s to 25h0m0s", "7"},
			{look{at: 10 * h, id: "7", created: h, boot: 9 * h, pool: flexPool(day)}, "≈ after reboot, created, 1h0m0s to 25h0m0s", "7"},
			{look{at: 26 * h, id: "7", created: h, boot: 9 * h, pool: flexPool(day)}, "unknown: the node has outlived its estimated end", "7"},
			{look{at: 27 * h, boot: 9 * h, pool: partition}, "unknown: the node has outlived its estimated end", "7"},
		},
		"re-created after its end, of which only Slurm tells": {
			{look{at: 2 * h, boot: h + 4*m, pool: configured}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 169*h + 17*m, boot: 169*h + 5*m, pool: configured}, "≈, boot, 169h5m0s to 336h50m0s", "boot-1796634300"},
		},
		"re-created so soon after its end that it could be a reboot, until that is ruled out": {
			{look{at: 2 * h, boot: h + 4*m, pool: configured}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 169 * h, boot: 168*h + 55*m, pool: configured}, "unknown: the node has outlived its estimated end", "boot-1796029440"},
			{look{at: 169*h + 20*m, boot: 168*h + 55*m, pool: configured}, "≈, boot, 168h55m0s to 336h40m0s", "boot-1796633700"},
		},
		"re-created long before its end, which only shows when the end has passed": {
			{look{at: 2 * h, boot: h + 4*m, pool: configured}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 73 * h, boot: 72 * h, pool: configured}, "≈ after reboot, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 101 * h, boot: 100 * h, pool: configured}, "≈ after reboot, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 170 * h, boot: 100 * h, pool: configured}, "≈ after reboot, boot, 72h0m0s to 239h45m0s", "boot-1796284800"},
		},
		"a machine that outlives its end shows that the config file is wrong": {
			{look{at: 2 * h, boot: h + 4*m, pool: describedPool(day)}, "≈, boot, 1h4m0s to 24h49m0s", "boot-1796029440"},
			{look{at: 26 * h, boot: h + 4*m, pool: describedPool(day)}, "unknown: the node has outlived its estimated end", "boot-1796029440"},
			{look{at: 50 * h, boot: 49 * h, pool: describedPool(day)}, "unknown: the node has outlived its estimated end", "boot-1796029440"},
			{look{at: 51 * h, state: "IDLE+POWERED_DOWN", boot: 49 * h, pool: describedPool(day)}, "unknown: it has no machine yet", "boot-1796029440"},
			{look{at: 53 * h, boot: 52 * h, pool: describedPool(day)}, "≈, boot, 52h0m0s to 75h45m0s", "boot-1796212800"},
		},
		"weeks without a look": {
			{look{at: 2 * h, boot: h + 4*m, pool: configured}, "≈, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 73 * h, boot: 72 * h, pool: configured}, "≈ after reboot, boot, 1h4m0s to 168h49m0s", "boot-1796029440"},
			{look{at: 600 * h, boot: 500 * h, pool: configured}, "≈, boot, 500h0m0s to 667h45m0s", "boot-1797825600"},
		},
		"a reservation of the machine before is not the next one's": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m, planned: 100 * h}, "≈, reservation, 1h0m0s to 99h45m0s", "7"},
			{look{at: 9 * h, id: "8", created: 8 * h, boot: 8*h + 4*m, planned: 100 * h}, "estimate, created, 8h0m0s to 176h0m0s", "8"},
			{look{at: 10 * h, id: "8", created: 8 * h, boot: 8*h + 4*m, planned: 107 * h}, "≈, reservation, 8h0m0s to 106h45m0s", "8"},
		},
		"a new machine comes up while the platform lists the old one": {
			{look{at: 2 * h, id: "7", created: h, boot: h + 4*m}, "estimate, created, 1h0m0s to 169h0m0s", "7"},
			{look{at: 3 * h, state: "IDLE+CLOUD+POWERED_DOWN", id: "7", created: h, boot: h + 4*m}, "unknown: it has no machine yet", "7"},
			{look{at: 4 * h, state: "ALLOCATED+CLOUD+POWERING_UP", id: "7", created: h, boot: h + 4*m}, "unknown: it has no machine yet", "7"},
			{look{at: 5 * h, state: "ALLOCATED+CLOUD+POWERING_UP", id: "8", created: 4 * h, boot: h + 4*m}, "estimate, created, 4h0m0s to 172h0m0s", "8"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mem flex.Memory
			for i, s := range steps {
				snap := s.look.snapshot()
				before := flex.NewOutlook(mem, snap, flex.Settings{}).Lease(theNode)
				mem = flex.Remember(mem, snap)
				got := flex.NewOutlook(mem, snap, flex.Settings{}).Lease(theNode)
				if diff := cmp.Diff(before, got); diff != "" {
					t.Errorf("look %d: remembering changes the lease: %s", i, diff)
				}
				if tell(got) != s.want {
					t.Errorf("look %d: %s\nwant %s", i, tell(got), s.want)
				}
				if name := mem.Nodes[theNode].Machine; name != s.machine {
					t.Errorf("look %d: machine %s, want %s", i, name, s.machine)
				}
			}
		})
	}
}
