package gateway

import (
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/fault"
	"flexq/client/wire"
)

// PlatformTarget names a training cluster.
type PlatformTarget struct {
	Endpoint string // https address of the API, or http on loopback; "" is https://REGION-aiplatform.googleapis.com
	Project  string // id or number
	Region   string
	Cluster  string // id, not the display name
	// Compute is the base of Compute Engine v1, https or http on loopback; "" is
	// https://compute.googleapis.com/compute/v1, or nothing where Endpoint is not Google's.
	Compute string
}

// NewPlatform reaches the Slurm of a training cluster through callSlurmRestApi. An error says which setting is wrong
// (fault.Usage), or that the endpoint would give the token away (fault.Insecure).
func NewPlatform(t PlatformTarget, o Options) (*Gateway, error) {
	for _, f := range []*fault.Fault{checkProject(t.Project), checkRegion(t.Region), checkCluster(t.Cluster)} {
		if f != nil {
			return nil, f
		}
	}
	if t.Endpoint == "" {
		t.Endpoint = "https://" + t.Region + "-aiplatform.googleapis.com"
	}
	base, f := checkEndpoint("endpoint", t.Endpoint)
	if f != nil {
		return nil, f
	}
	compute, f := computeBase(t)
	if f != nil {
		return nil, f
	}
	api := base.JoinPath().String()
	// The three ids have been checked to hold nothing that a path would need to escape.
	base = base.JoinPath("v1beta1", "projects", t.Project, "locations", t.Region, "modelDevelopmentClusters", t.Cluster)
	return newGateway(&platform{
		target: t, host: base.Host, url: base.String(), api: strings.TrimSuffix(api, "/"), compute: compute,
	}, o)
}

// platform puts Slurm's calls into envelopes.
type platform struct {
	target    PlatformTarget
	host, url string // of the cluster resource
	api       string // of the API, without a version
	compute   string // of the project in Compute Engine; "" if it is not to be had
}

// platformAgent is what makes Google's front ends compress an answer, beside the Accept-Encoding that every client sends.
const platformAgent = " (gzip)"

// wrap makes {"method": ..., "path": ..., "body": ...}.
func (p *platform) wrap(r Request) (call, *fault.Fault) {
	b := make([]byte, 0, len(r.Body)+len(r.Path)+128)
	b = append(b, `{"method":"HTTP_METHOD_`...)
	b = append(b, r.Method...)
	b = append(b, `","path":`...)
	b, err := jsontext.AppendQuote(b, r.target())
	if err != nil {
		return call{}, fault.New(fault.Usage, r.Op, "the path is not valid text")
	}
	if r.Body != nil {
		b = append(b, `,"body":`...)
		b = append(b, r.Body...)
	}
	b = append(b, '}')
	return call{method: http.MethodPost, url: p.url + ":callSlurmRestApi", body: b, agent: platformAgent}, nil
}

func (p *platform) read(r Request, rep *reply, f wire.Fields) (int, wire.Payload, *fault.Fault) {
	if rep.status != http.StatusOK {
		return 0, wire.Payload{}, p.refusal(rep, subject{needs: runPermission(), slurm: true}, r)
	}
	if f := notJSON(rep); f != nil {
		return 0, wire.Payload{}, f
	}
	env, err := wire.ReadEnvelope(rep.body, f)
	rep.slurm = env.Status
	if err != nil {
		return env.Status, env.Payload, bodyFault(rep, err)
	}
	if env.Status == 0 {
		if len(env.Payload.Errors) == 0 {
			f := fault.New(fault.Malformed, "", "the answer does not say Slurm's status")
			f.Status = rep.status
			return 0, env.Payload, f
		}
		env.Status = http.StatusOK // Slurm's own errors decide
	}
	failed := judge(r, env.Status, env.Payload)
	if failed != nil && failed.Kind == fault.TokenRejected {
		failed.Settled = turnedAway(r, env.Status)
		// The platform itself makes the tokens for its Slurm.
		failed.Cure = "try again; if it stays, the platform's own credential for this cluster's Slurm is at fault"
	}
	return env.Status, env.Payload, failed
}
