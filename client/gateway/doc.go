// Package gateway sends one call to a cluster's Slurm, or to one of Google's APIs about it, and says what came of it.
// It is the only place in the program from which anything but the request for a token leaves for them.
//
// Two transports share one request core. NewPlatform speaks to the callSlurmRestApi method of a training cluster,
// in which Slurm's method, path and body travel inside a POST and Slurm's status inside the answer. NewDirect
// speaks to a plain slurmrestd over http, https or a unix socket. All else is the same for both: reads are tried
// again within a budget, writes never; nothing but reads leaves in read-only mode; a request of 1 MB or more is
// refused before it is sent; answers are bounded in size and in silence; every error is a *fault.Fault. Google has the
// same core for the cluster resource, the platform's operations and Compute Engine, which have no envelope. What
// answers show of the other side's clock, Skew tells.
//
// The package imports client/wire, client/slurm, client/fault and a JSON library. It takes clock, randomness and
// sleep from its caller, and credentials in the http.RoundTripper it is given: it never sees a token.
//
// A write is made so that nothing below can send it again: its body cannot be had a second time (no GetBody), which
// the transport of the credential and Base go by, and the standard library too.
//
//	base := gateway.Base("", gateway.Timeouts{})
//	gw, err := gateway.NewPlatform(target, gateway.Options{Transport: auth.Platform(base, source, ""), Now: clock})
//	var jobs wire.JobsReply
//	answer, err := gw.Do(ctx, gateway.Request{Op: "list jobs", Method: "GET", Path: "/slurm/v0.0.42/jobs/"}, jobs.Fields())
package gateway
