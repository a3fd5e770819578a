package sim_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"flexq/client/sim"
)

const clusters = "/v1beta1/projects/flexq-demo/locations/us-central1/modelDevelopmentClusters"

// service is a Sim that is being served.
type service struct {
	*sim.Sim
	t   *testing.T
	url string
}

func serve(t *testing.T, cfg sim.Config) *service {
	t.Helper()
	s, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		srv.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &service{s, t, srv.URL}
}

// reply is an HTTP answer, read whole.
type reply struct {
	status int
	header http.Header
	body   string
	err    error // of sending or of reading
}

// at looks into the JSON body: at("error", "status").
func (r reply) at(path ...string) any {
	var v any
	if json.Unmarshal([]byte(r.body), &v) != nil {
		return nil
	}
	for _, k := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

func (s *service) do(method, path, body string, headers ...string) reply {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{err: err}
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, string(text), err}
}

// call sends a Slurm call through the platform as a user.
func (s *service) call(user, method, path, body string) reply {
	s.t.Helper()
	envelope := `{"method":"HTTP_METHOD_` + method + `","path":"` + path + `"`
	if body != "" {
		envelope += `,"body":` + body
	}
	return s.platform(user, envelope+"}")
}

func (s *service) platform(user, envelope string) reply {
	s.t.Helper()
	return s.do("POST", clusters+"/hcsdemo:callSlurmRestApi", envelope,
		"Authorization", "Bearer "+s.AccessToken(user), "Content-Type", "application/json")
}

// direct sends a request to slurmrestd itself.
func (s *service) direct(user, method, path, body string) reply {
	s.t.Helper()
	h := []string{"X-SLURM-USER-TOKEN", s.SlurmToken(user)}
	if body != "" {
		h = append(h, "Content-Type", "application/json")
	}
	return s.do(method, path, body, h...)
}

const sleeper = `{"script":"#!/bin/bash\nsleep 600\n","job":{"name":"s","partition":"cpu","current_working_directory":"/home/alice","environment":["PATH=/bin"]}}`
