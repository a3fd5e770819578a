package contract_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/contract"
	"flexq/client/gateway"
	"flexq/client/sim"
)

const (
	simProject = "flexq-demo"
	simRegion  = "us-central1"
	simCluster = "hcsdemo"
)

// direct reaches a slurmrestd; token gives one for a user.
func direct(url string, token func(t *testing.T, user string) string) contract.Target {
	door := func(header http.Header) contract.Exchange {
		return func(ctx context.Context, method, path, body string) (contract.Reply, error) {
			return send(ctx, method, url+path, body, header)
		}
	}
	return contract.Target{
		Client: func(t *testing.T, user string) *client.Client {
			t.Helper()
			gw, err := gateway.NewDirect(gateway.DirectTarget{URL: url}, options(
				auth.Slurm(http.DefaultTransport, auth.Fixed(token(t, user)), "")))
			if err != nil {
				t.Fatal(err)
			}
			return client.New(gw, client.Options{Now: time.Now, User: user})
		},
		Raw: func(t *testing.T, user string) contract.Exchange {
			t.Helper()
			return door(http.Header{"X-Slurm-User-Token": {token(t, user)}})
		},
		Door:  door,
		Token: token,
	}
}

// source gives the credential of a user of a Sim.
type source func(t *testing.T, s *sim.Sim, url, user string) auth.Source

// serviceAccount is a key file whose token endpoint is the simulated one: the way of a real user. Each key costs a
// tenth of a second to make.
func serviceAccount(t *testing.T, s *sim.Sim, url, user string) auth.Source {
	t.Helper()
	cred, err := s.Credentials(user, url+"/token")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "credential.json")
	if err := os.WriteFile(path, cred.ServiceAccount, 0o600); err != nil {
		t.Fatal(err)
	}
	return auth.Cached(auth.ADC(auth.AdcOptions{CredentialsFile: path}), time.Now)
}

// accessToken is a token that the Sim has just given out.
func accessToken(_ *testing.T, s *sim.Sim, _, user string) auth.Source {
	return auth.Fixed(s.AccessToken(user))
}

// through reaches Slurm through callSlurmRestApi of a Sim.
func through(t *testing.T, url string, s *sim.Sim, user string, from source) *client.Client {
	t.Helper()
	gw, err := gateway.NewPlatform(gateway.PlatformTarget{
		Endpoint: url, Compute: url + "/compute/v1", Project: simProject, Region: simRegion, Cluster: simCluster,
	}, options(auth.Platform(http.DefaultTransport, from(t, s, url, user), "")))
	if err != nil {
		t.Fatal(err)
	}
	return client.New(gw, client.Options{Now: time.Now, User: user})
}

// enveloped speaks callSlurmRestApi by hand, so that the suite sees the platform without the gateway's eyes.
func enveloped(url string, s *sim.Sim, user string) contract.Exchange {
	return func(ctx context.Context, method, path, body string) (contract.Reply, error) {
		call := map[string]any{"method": "HTTP_METHOD_" + method, "path": path}
		if body != "" {
			call["body"] = jsontext.Value(body)
		}
		text, err := json.Marshal(call)
		if err != nil {
			return contract.Reply{}, fmt.Errorf("envelope: %w", err)
		}
		r, err := send(ctx, "POST", fmt.Sprintf("%s/v1beta1/projects/%s/locations/%s/modelDevelopmentClusters/%s:callSlurmRestApi",
			url, simProject, simRegion, simCluster), string(text), http.Header{"Authorization": {"Bearer " + s.AccessToken(user)}})
		if err != nil {
			return r, err
		}
		if r.Status != http.StatusOK {
			return r, fmt.Errorf("the platform answers %d: %s", r.Status, r.Body)
		}
		return opened(r.Body)
	}
}

// opened takes Slurm's answer out of the envelope, in whichever form it is.
func opened(data []byte) (contract.Reply, error) {
	var envelope struct {
		Status     int            `json:"status"`
		Structured jsontext.Value `json:"structuredBody"`
		Body       jsontext.Value `json:"body"`
	}
	if err := json.Unmarshal(data, &envelope); err != nil {
		return contract.Reply{}, fmt.Errorf("open envelope: %w", err)
	}
	r := contract.Reply{Status: envelope.Status, Body: envelope.Structured, Enveloped: true}
	if r.Body == nil {
		r.Body = envelope.Body
	}
	if bytes.HasPrefix(r.Body, []byte{'"'}) {
		var text string
		if err := json.Unmarshal(r.Body, &text); err != nil {
			return r, fmt.Errorf("open envelope: %w", err)
		}
		r.Body = []byte(text)
	}
	return r, nil
}

func options(transport http.RoundTripper) gateway.Options {
	return gateway.Options{Transport: transport, Now: time.Now, Retry: gateway.Retry{Attempts: -1}}
}

func send(ctx context.Context, method, url, body string, header http.Header) (contract.Reply, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return contract.Reply{}, fmt.Errorf("make request: %w", err)
	}
	for k, v := range header {
		req.Header[k] = v
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	} else {
		req.Body = http.NoBody
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return contract.Reply{}, fmt.Errorf("send: %w", err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return contract.Reply{}, fmt.Errorf("read answer: %w", err)
	}
	return contract.Reply{Status: resp.StatusCode, Body: data}, nil
}
