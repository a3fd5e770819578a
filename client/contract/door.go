package contract

import (
	"net/http"
	"slices"
	"testing"
)

// What a bare slurmrestd says to whom it does not let in. Behind the platform the door is the platform's.
func doorCases() []testCase {
	return []testCase{
		{name: "no token is 401 in plain text", run: doorNoToken},
		{name: "a bad token is 511, and on ping 200 with DOWN", run: doorBadToken},
		{name: "a token may come as bearer and with a name", run: doorForms},
	}
}

func (c *cluster) knock(t *testing.T, path string, header ...string) Reply {
	t.Helper()
	h := make(http.Header)
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return c.exchange(t, c.Door(h), "GET", path, "")
}

func doorNoToken(t *testing.T, c *cluster) {
	for _, h := range [][]string{nil, {"X-SLURM-USER-NAME", "alice"}} {
		r := c.knock(t, "/slurm/"+c.Version+"/jobs/", h...)
		if r.Status != 401 || !r.Plain("Authentication failure") {
			t.Errorf("%v: got %v, want 401", h, r)
		}
	}
}

func doorBadToken(t *testing.T, c *cluster) {
	bad := []string{"X-SLURM-USER-TOKEN", "abc"}
	if r := c.knock(t, "/slurm/"+c.Version+"/jobs/", bad...); r.Status != 511 || !slices.Contains(r.Codes(), 1007) {
		t.Errorf("jobs: got %v, want 511 with 1007", r)
	}
	if r := c.knock(t, "/slurmdb/"+c.Version+"/jobs/", bad...); r.Status != 502 || !slices.Contains(r.Codes(), 7000) {
		t.Errorf("accounting: got %v, want 502 with 7000", r)
	}
	r := c.knock(t, "/slurm/"+c.Version+"/ping/", bad...)
	if p := r.JSON().Get("pings").At(0); r.Status != 200 || p.Get("pinged").Str() != "DOWN" || p.Get("responding").Bool() {
		t.Errorf("ping: got %v, want 200 with DOWN", r)
	}
}

func doorForms(t *testing.T, c *cluster) {
	token, path := c.Token(t, "alice"), "/slurm/"+c.Version+"/jobs/"
	for _, k := range []struct {
		status int
		header []string
	}{
		{200, []string{"X-SLURM-USER-TOKEN", token}},
		{200, []string{"Authorization", "Bearer " + token}},
		{200, []string{"X-SLURM-USER-TOKEN", token, "X-SLURM-USER-NAME", "alice"}},
		{511, []string{"X-SLURM-USER-TOKEN", token, "X-SLURM-USER-NAME", "bob"}},
	} {
		if r := c.knock(t, path, k.header...); r.Status != k.status {
			t.Errorf("%s: got %v, want %d", k.header[0], r, k.status)
		}
	}
}
