package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// forwarder sends Slurm calls to a real slurmrestd.
type forwarder struct {
	base   string
	token  func() string
	client *http.Client
	trans  *http.Transport
	waiting
}

func newForwarder(f Forward) (*forwarder, error) {
	fw := &forwarder{token: f.Token, trans: &http.Transport{MaxIdleConnsPerHost: 8}}
	if path, ok := strings.CutPrefix(f.URL, "unix:"); ok {
		fw.base = "http://slurmrestd"
		fw.trans.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		}
	} else {
		u, err := url.Parse(f.URL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, fmt.Errorf("slurmrestd at %q: want http://HOST:PORT, https://HOST:PORT or unix:PATH", f.URL)
		}
		fw.base = strings.TrimRight(f.URL, "/")
	}
	fw.client = &http.Client{
		Transport:     fw.trans,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return fw, nil
}

func (f *forwarder) close() {
	f.waiting.close()
	f.trans.CloseIdleConnections()
}

// do sends one request. The caller closes the body.
func (f *forwarder) do(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, f.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	} else {
		req.Body, req.ContentLength = http.NoBody, 0
	}
	if f.token != nil {
		if t := f.token(); t != "" {
			req.Header.Set("X-SLURM-USER-TOKEN", t)
		}
	}
	return f.client.Do(req)
}

// forward answers a call with what the real slurmrestd says, and returns Slurm's status.
func (s *Sim) forward(w *faulty, r *http.Request, c *call) int {
	s.strict.checkCall(c)
	res, err := s.fwd.do(r.Context(), c.method, c.path, c.body)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			writeError(w, unavailable("The Slurm REST API of the cluster cannot be reached: "+rootCause(err)))
		}
		return 0
	}
	defer func() {
		if res.Body.Close() != nil {
			return
		}
	}()
	if w.after() {
		return res.StatusCode
	}
	if x := w.f.Inner; x != nil {
		s.writeEnvelope(w, s.innerAnswer(c, x))
		return x.Status
	}
	if !isJSON(res.Header.Get("Content-Type")) {
		text, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
		if err != nil {
			text = nil
		}
		s.writeEnvelope(w, &answer{status: res.StatusCode, text: string(text), empty: len(text) == 0})
		return res.StatusCode
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	err = s.envelope(w, res.StatusCode, func(out io.Writer) error {
		_, err := io.Copy(out, res.Body)
		return err
	})
	if err != nil {
		w.hangUp() // slurmrestd or the client went away in the middle: never end the JSON text as if it were whole
	}
	return res.StatusCode
}

func unavailable(message string) OuterError {
	return OuterError{Code: http.StatusServiceUnavailable, Status: "UNAVAILABLE", Message: message}
}

// rootCause is the innermost text of an error, without the URL round it.
func rootCause(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return err.Error()
}

// realResource makes the cluster resource of what a real Slurm says of itself: each partition stands for a pool, and
// each node that is not powered down for a machine. What Slurm does not know (models, machine types, leases) is
// left out.
func (s *Sim) realResource(ctx context.Context) ([]byte, *OuterError) {
	parts, nodes, problem := s.realLists(ctx)
	if problem != nil {
		e := unavailable("The cluster cannot be reached: " + rootCause(problem))
		return nil, &e
	}
	return s.realCluster(parts, nodes), nil
}

// realLists asks a real Slurm for its partitions and nodes, in the newest data version that it has.
func (s *Sim) realLists(ctx context.Context) (parts, nodes value, problem error) {
	for _, v := range []string{"v0.0.45", "v0.0.44", "v0.0.43", "v0.0.42", "v0.0.41", "v0.0.40"} {
		if parts, problem = s.fwd.fetch(ctx, "/slurm/"+v+"/partitions/"); problem != nil {
			continue
		}
		nodes, problem = s.fwd.fetch(ctx, "/slurm/"+v+"/nodes/")
		break
	}
	return parts, nodes, problem
}

func (s *Sim) realCluster(parts, nodes value) []byte {
	d := newDoc()
	d.add("name", s.clusterName())
	d.add("displayName", s.cfg.Cluster)
	var pools, specs, machines list
	static := map[string]int{} // nodes of a partition that never power down
	each(nodes, "nodes", func(n value) {
		for _, p := range words(n, "partitions") {
			if !contains(words(n, "state"), "CLOUD") {
				static[p]++
			}
		}
	})
	each(parts, "partitions", func(p value) {
		name := textOf(p, "name")
		total, _ := p.get("nodes")
		n := itoa(int(numberOf(total, "total")))
		x := newDoc()
		x.add("id", name)
		x.raw("scalingSpec", `{"minNodeCount":`+itoa(static[name])+`,"maxNodeCount":`+n+`}`)
		pools.add(x)
		spec := newDoc()
		spec.add("id", name)
		spec.raw("nodePoolIds", string(value{kind: '[', items: []value{{kind: '"', text: name}}}.append(nil)))
		specs.add(spec)
	})
	each(nodes, "nodes", func(n value) {
		states := words(n, "state")
		if contains(states, "POWERED_DOWN") {
			return
		}
		x := newDoc()
		if in := words(n, "partitions"); len(in) > 0 {
			x.add("nodePoolId", in[0])
		}
		x.add("nodePoolType", "NODE_POOL_TYPE_COMPUTE")
		state := "RUNNING"
		switch {
		case contains(states, "POWERING_UP"):
			state = "PREPARING"
		case contains(states, "DOWN"):
			state = "ERROR"
		}
		x.add("nodeState", state)
		x.add("instanceName", textOf(n, "name"))
		machines.add(x)
	})
	d.raw("nodePools", pools.String())
	d.raw("orchestratorSpec", `{"slurmSpec":{"partitions":`+specs.String()+`}}`)
	d.raw("clusterStatus", `{"state":"RUNNING","nodesStatus":`+machines.String()+`}`)
	return d.bytes()
}

func each(v value, name string, f func(value)) {
	list, _ := v.get(name)
	for _, x := range list.items {
		f(x)
	}
}

func words(v value, name string) []string {
	list, _ := v.get(name)
	var out []string
	for _, x := range list.items {
		out = append(out, x.text)
	}
	return out
}

func (f *forwarder) fetch(ctx context.Context, path string) (v value, err error) {
	res, err := f.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return value{}, err
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return value{}, err
	}
	if res.StatusCode != http.StatusOK {
		return value{}, fmt.Errorf("GET %s: status %d", path, res.StatusCode)
	}
	return parseValue(body)
}
