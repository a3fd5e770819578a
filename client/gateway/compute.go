package gateway

import (
	"net/url"
	"strings"

	"flexq/client/fault"
)

// computeBase is where Compute Engine is asked about a project; "" if that is not known.
func computeBase(t PlatformTarget) (string, *fault.Fault) {
	address := t.Compute
	if address == "" {
		if u, err := url.Parse(t.Endpoint); err != nil || !isGoogle(u.Hostname()) {
			return "", nil
		}
		address = "https://compute.googleapis.com/compute/v1"
	}
	u, f := checkEndpoint("compute_endpoint", address)
	if f != nil {
		return "", f
	}
	return u.JoinPath("projects", t.Project).String(), nil
}

func isGoogle(host string) bool { return strings.HasSuffix(strings.ToLower(host), ".googleapis.com") }

// noCompute is the fault of Compute Engine where nobody said where it is.
func (p *platform) noCompute() *fault.Fault {
	f := fault.New(fault.Usage, "", "the endpoint is not Google's, and compute_endpoint is not set")
	f.Cure = "set compute_endpoint in the context"
	return f
}

// located adds to a fault of Compute Engine that may come from a wrong address what that is, and where it is set.
func (p *platform) located(f *fault.Fault, about subject) *fault.Fault {
	if about.service != ServiceCompute {
		return f
	}
	switch f.Kind {
	case fault.Unreachable, fault.TimedOut:
		if f = p.atCompute(f); p.target.Compute != "" {
			f.Cure = "check the setting compute_endpoint, and the network"
		}
	case fault.Malformed:
		if f = p.atCompute(f); p.target.Compute != "" {
			f.Cure = "check the setting compute_endpoint, and that nothing between changes its answers"
		}
	default:
	}
	return f
}

// atCompute says of a fault that Compute Engine gave it.
func (p *platform) atCompute(f *fault.Fault) *fault.Fault {
	g := *f
	g.What = "Compute Engine at " + p.computeAddress() + ": " + f.What
	return &g
}

// computeAddress is where Compute Engine is asked, without the project.
func (p *platform) computeAddress() string {
	return tidy(strings.TrimSuffix(p.compute, "/projects/"+p.target.Project))
}
