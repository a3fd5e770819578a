package contract_test

import (
	"net/http"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/contract"
	"flexq/client/gateway"
	"flexq/client/sim"
)

// oldVersions are those that do not say what became of a cancel.
func oldVersions() []string { return []string{"v0.0.40", "v0.0.41"} }

// pinned makes the clients of a target speak one data version.
func pinned(target contract.Target, url, version string, token func(t *testing.T, user string) string) contract.Target {
	target.Version = version
	target.Client = func(t *testing.T, user string) *client.Client {
		t.Helper()
		gw, err := gateway.NewDirect(gateway.DirectTarget{URL: url}, options(
			auth.Slurm(http.DefaultTransport, auth.Fixed(token(t, user)), "")))
		if err != nil {
			t.Fatal(err)
		}
		return client.New(gw, client.Options{Now: time.Now, User: user, Version: version})
	}
	return target
}

func TestSimOldVersions(t *testing.T) {
	t.Parallel()
	for _, version := range oldVersions() {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			contract.RunOld(t, func(t *testing.T) contract.Target {
				t.Helper()
				s, url := serve(t, sim.Config{Profile: sim.Lab})
				token := func(_ *testing.T, user string) string { return s.SlurmToken(user) }
				return pinned(simulated(direct(url, token), s), url, version, token)
			})
		})
	}
}
