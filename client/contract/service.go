package contract

import "testing"

func serviceCases() []testCase {
	return []testCase{
		{name: "the cluster says what it is", run: serviceCluster},
		{name: "the diagnosis counts", run: serviceDiag},
	}
}

func serviceCluster(t *testing.T, c *cluster) {
	api := c.Client(t, "alice")
	got, err := api.Cluster(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, known := api.Skew(); !known {
		t.Error("the cluster's clock is not known, by no answer and by no question")
	}
	if got.Name != "hcsdemo" || got.Release == "" || got.DataVersion != c.Version || !got.Accounting || !got.Responding {
		t.Errorf("got %+v", got)
	}
	if len(got.Controllers) != 1 || got.Controllers[0].Host != "hcsdemo-controller" || !got.Controllers[0].Responding || got.Controllers[0].Mode != "primary" {
		t.Errorf("got controllers %+v", got.Controllers)
	}
	r := c.call(t, "alice", "GET", "/ping/", "")
	if p := r.JSON().Get("pings").At(0); p.Get("pinged").Str() != "UP" || !p.Get("responding").Bool() {
		t.Errorf("got %v pings %v", r, r.JSON().Get("pings"))
	}
}

func serviceDiag(t *testing.T, c *cluster) {
	c.wait(t, c.submit(t, "alice", job("alice", "sleep 600")), "RUNNING")
	d, err := c.Client(t, "alice").Diag(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d.Submitted == 0 || d.ServerThreads == 0 {
		t.Errorf("got %+v", d)
	}
	c.until(t, "the diagnosis counts the running job", func() bool {
		d, err := c.Client(t, "alice").Diag(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return d.Running > 0
	})
}
