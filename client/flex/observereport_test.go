package flex_test

import "testing"

// What a drain led to is told in words that do not say the same twice.
func TestRepairIsToldOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reason, want string
	}{
		"a report":         {"Reported as faulty", "~2m0s repair a3u-0/100: reported as faulty"},
		"a health check":   {"xid 79", "~2m0s repair a3u-0/100: found faulty: xid 79"},
		"without a reason": {"", "~2m0s repair a3u-0/100: its node had been drained"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld()
			var p program
			p.look(w)
			w.at = m
			w.state(0, "IDLE+DRAIN")
			if tt.reason != "" {
				w.reason(0, tt.reason, 30*s)
			}
			w.record(30*s, "VM_SLURM_DRAIN", n(0))
			p.look(w)
			w.at = 2 * m
			w.vanish(0)
			p.look(w)
			w.at = 3 * m
			compare(t, w, []string{tt.want}, p.look(w))
		})
	}
}
