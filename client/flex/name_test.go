package flex_test

import (
	"testing"

	"flexq/client/flex"
)

func TestSplitName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		cluster, node, pool string
		index               int
		ok                  bool
	}{
		{"hcsdemo", "hcsdemo-a3unodeset-0", "a3unodeset", 0, true},
		{"hcsdemo", "hcsdemo-a3u-pool-12", "a3u-pool", 12, true},
		{"", "hcsdemo-a3unodeset-3", "a3unodeset", 3, true},
		{"sliua3m1", "sliua3m1-login-001", "login", 1, true},
		{"other", "hcsdemo-a3unodeset-0", "", 0, false},
		{"hcs", "hcsdemo-a3unodeset-0", "", 0, false},
		{"hcsdemo", "hcsdemo-0", "", 0, false},
		{"hcsdemo", "hcsdemo--0", "", 0, false},
		{"hcsdemo", "hcsdemo-a3u-", "", 0, false},
		{"hcsdemo", "hcsdemo-a3u-x1", "", 0, false},
		{"hcsdemo", "hcsdemo-a3u-99999999999", "", 0, false},
		{"", "-a-1", "", 0, false},
		{"", "node7", "", 0, false},
		{"", "", "", 0, false},
	} {
		pool, index, ok := flex.SplitName(test.cluster, test.node)
		if pool != test.pool || index != test.index || ok != test.ok {
			t.Errorf("%s of %q is %q %d %v", test.node, test.cluster, pool, index, ok)
		}
	}
}

func TestModel(t *testing.T) {
	t.Parallel()
	for model, want := range map[flex.Model]string{
		flex.OnDemand: "On-demand", flex.Reservation: "Reservation", flex.Spot: "Spot", flex.FlexStart: "Flex-start",
		flex.ModelUnknown: "", "CALENDAR_MODE": "calendar mode",
	} {
		if got := model.Words(); got != want {
			t.Errorf("%s is %q", model, got)
		}
		if got := (flex.Pool{Model: model}).HasLease(); got != (model == flex.FlexStart) {
			t.Errorf("%s has a lease: %v", model, got)
		}
	}
}

func TestPools(t *testing.T) {
	t.Parallel()
	p := demo()
	if got, ok := p.Pool("a3u"); !ok || got.Max != 4 {
		t.Errorf("a3u is %+v, %v", got, ok)
	}
	if _, ok := p.Pool("nosuch"); ok {
		t.Error("nosuch is there")
	}
}
