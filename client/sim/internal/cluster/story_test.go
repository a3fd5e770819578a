package cluster_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"flexq/client/sim/internal/cluster"
)

const fortnight = 14 * 86400

func story(t *testing.T, seed int64) *cluster.Cluster {
	t.Helper()
	cfg := cluster.StoryConfig("story", 16)
	cfg.Seed = seed
	c, err := cluster.Story(cfg, start, 40)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestStoryIsTheSameForTheSameSeed(t *testing.T) {
	t.Parallel()
	a, b, other := story(t, 5), story(t, 5), story(t, 6)
	a.RunUntil(start + fortnight)
	for b.Now() < start+fortnight {
		b.RunToTruth(start + fortnight)
	}
	other.RunUntil(start + fortnight)
	if !slices.Equal(a.Truth(), b.Truth()) || picture(a) != picture(b) {
		t.Error("one run and many steps of one seed differ")
	}
	if slices.Equal(a.Truth(), other.Truth()) {
		t.Error("another seed gives the same story")
	}
}

// TestStoryHasEverything checks that each kind of thing happens several times in two weeks, whatever the seed.
func TestStoryHasEverything(t *testing.T) {
	t.Parallel()
	for seed := range int64(5) {
		c := story(t, seed)
		c.RunUntil(start + fortnight)
		got := map[string]int{}
		for _, h := range c.Truth() {
			got[h.Kind]++
			got[h.Kind+" by "+h.Cause]++
		}
		for kind, least := range map[string]int{
			"expired": 15, "repair": 15, "replaced": 30, "machine_created": 5, "powered_down": 5, "powering_down": 5, "deleted": 2,
			"prolog_error": 3, "epilog_error": 3, "gpu_error": 5, "scan_error": 3, "rebooted": 3, "draining": 20, "drained": 15,
			"resumed": 15, "down": 10, "up": 10, "powering_up": 40, "ready": 40, "requested": 40, "stock_out": 3, "requeued": 40,
			"node_fail": 2, "job_started": 150, "job_ended": 80, "job_failed": 10, "requeued by expired": 8,
			"requeued by gpu_error": 3, "requeued by prolog_error": 2, "requeued by stock_out": 2, "draining by user": 2,
		} {
			if got[kind] < least {
				t.Errorf("seed %d: %s happens %d times, want %d", seed, kind, got[kind], least)
			}
		}
	}
}

// TestStoryOfMachines checks that every machine is told when it comes and when it goes, once, and that one that is not
// taken before goes at its forced end, which is its run duration after it came to RUNNING.
func TestStoryOfMachines(t *testing.T) {
	t.Parallel()
	for seed := range int64(5) {
		c := story(t, seed)
		c.RunUntil(start + fortnight)
		came, went := map[uint64]int{}, map[uint64]cluster.Happening{}
		for _, h := range c.Truth() {
			switch h.Kind {
			case "machine_created", "replaced":
				came[h.Machine]++
			case "expired", "repair", "deleted", "powered_down":
				if h.Kind == "deleted" && h.Machine == 0 {
					t.Errorf("%+v", h)
				}
				if _, twice := went[h.Machine]; twice {
					t.Errorf("told twice: %+v", h)
				}
				went[h.Machine] = h
			}
		}
		last := map[string]*cluster.Machine{}
		for _, m := range c.Machines() {
			if want := min(1, max(0, int(m.Created-start+1))); came[m.ID] != want {
				t.Errorf("%s came %d times, want %d", m.Node, came[m.ID], want)
			}
			h, gone := went[m.ID]
			delete(went, m.ID)
			if gone != (m.Removed != 0) || gone && (h.At != m.Removed || h.Kind != m.Cause || h.Node != m.Node) {
				t.Errorf("%+v, told %+v", *m, h)
			}
			if (m.Cause == "expired") != (m.Removed != 0 && m.Removed == m.Ends) || m.Ends != 0 && m.Removed > m.Ends {
				t.Errorf("%s ends at %d, %s at %d", m.Node, m.Ends, m.Cause, m.Removed)
			}
			days := int64(map[string]int{"a3u": 7, "a3m": 1, "a4": 2}[m.Pool])
			if days > 0 && m.Ends != m.Runs+days*86400 || m.Runs < m.Created {
				t.Errorf("%+v", *m)
			}
			if before := last[m.Node]; before != nil && (before.Removed == 0 || before.Removed > m.Created) {
				t.Errorf("two machines at once: %+v, %+v", *before, *m)
			}
			last[m.Node] = m
		}
		if len(went) != 0 {
			t.Errorf("machines that never were: %v", went)
		}
	}
}

// TestStoryOfStates checks that what is told of the states of nodes and the restarts of jobs is how they are.
func TestStoryOfStates(t *testing.T) {
	t.Parallel()
	for seed := range int64(3) {
		c := story(t, seed)
		drain, down, restarts, seen := map[string]bool{}, map[string]bool{}, map[uint32]uint16{}, 0
		for c.Now() < start+fortnight {
			c.RunToTruth(start + fortnight)
			for _, h := range c.Truth()[seen:] {
				if h.At != c.Now() {
					t.Fatalf("at %d: %+v", c.Now(), h)
				}
				switch h.Kind {
				case "draining", "resumed":
					flip(t, drain, h, "draining")
				case "down", "up":
					flip(t, down, h, "down")
				case "requeued":
					if restarts[h.Job]++; restarts[h.Job] != h.Restarts {
						t.Errorf("restart %d told as %+v", restarts[h.Job], h)
					}
				}
			}
			seen = len(c.Truth())
			for _, n := range c.Nodes() {
				if n.Drain != drain[n.Name] || n.Down != down[n.Name] {
					t.Fatalf("at %d %s is %v: told draining %v, down %v", c.Now(), n.Name, n.Words(), drain[n.Name], down[n.Name])
				}
			}
			for _, j := range c.View(nil) {
				if j.Restarts != restarts[j.ID] {
					t.Fatalf("job %d has %d restarts, %d told", j.ID, j.Restarts, restarts[j.ID])
				}
			}
			checkUse(t, c)
		}
	}
}

func flip(t *testing.T, is map[string]bool, h cluster.Happening, on string) {
	t.Helper()
	if is[h.Node] == (h.Kind == on) {
		t.Errorf("already so: %+v", h)
	}
	is[h.Node] = h.Kind == on
}

// TestStoryOfEvents checks that the events of the platform and what really happened agree, event by event, that all
// nine types occur, and that the platform keeps the newest 100.
func TestStoryOfEvents(t *testing.T) {
	t.Parallel()
	types := map[string][]string{
		"VM_PROLOG_ERROR": {"prolog_error"}, "VM_EPILOG_ERROR": {"epilog_error"}, "VM_CONTINUOUS_GPU_ERROR": {"gpu_error"},
		"VM_SCAN_ERROR": {"scan_error"}, "VM_SLURM_POWER_DOWN": {"powering_down"}, "VM_SLURM_DRAIN": {"draining"},
		"VM_DELETION": {"expired", "repair", "deleted", "powered_down"}, "VM_REPORT_AND_REPLACEMENT": {"repair"},
		"VM_REBOOT": {"rebooted"},
	}
	c := story(t, 3)
	told := map[string]int{}    // by type, node and second
	matched := map[string]int{} // the same, of the truth
	var before []cluster.Event
	for c.Now() < start+fortnight {
		c.RunToTruth(start + fortnight)
		if len(c.Events()) > 100 {
			t.Fatalf("%d events are kept", len(c.Events()))
		}
		for _, e := range fresh(before, c.Events()) {
			told[fmt.Sprint(e.Type, " ", nodeIn(t, c, e.Message), " ", e.At)]++
		}
		before = slices.Clone(c.Events())
	}
	seen := map[string]bool{}
	for _, h := range c.Truth() {
		for kind, causes := range types {
			if slices.Contains(causes, h.Kind) && (kind != "VM_SLURM_DRAIN" || h.Cause != "user") {
				matched[fmt.Sprint(kind, " ", h.Node, " ", h.At)]++
				seen[kind] = true
			}
		}
	}
	if !maps.Equal(told, matched) {
		for k := range told {
			if told[k] != matched[k] {
				t.Errorf("%s: %d events, happened %d times", k, told[k], matched[k])
			}
		}
		for k := range matched {
			if told[k] == 0 {
				t.Errorf("%s: no event", k)
			}
		}
	}
	if len(seen) != len(types) || len(c.Events()) != 100 {
		t.Errorf("types %v, %d events kept", seen, len(c.Events()))
	}
}

// fresh are the events that were not in the window before.
func fresh(before, after []cluster.Event) []cluster.Event {
	for k := range len(before) + 1 { // so many have been dropped
		if old := before[k:]; len(old) <= len(after) && slices.Equal(old, after[:len(old)]) {
			return after[len(old):]
		}
	}
	return after
}

func nodeIn(t *testing.T, c *cluster.Cluster, message string) string {
	t.Helper()
	for _, word := range strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(" :;,", r) }) {
		if c.Node(word) != nil {
			return word
		}
	}
	t.Fatalf("no node in %q", message)
	return ""
}
