package client

import (
	"context"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opCluster = "reach the cluster"

// Cluster asks the cluster who it is and whether its slurmctld answers; the first time it also finds out which data
// version to speak. A slurmctld that is down is no error but Responding false. A token that Slurm rejects is one:
// ping hides it behind the same words, so it is asked again in a way that tells.
//
// GET /slurm/{v}/ping/, and GET /slurm/{v}/diag/ if that finds no controller, or if no answer shows the cluster's clock.
// Needs clusters.run.
func (c *Client) Cluster(ctx context.Context) (slurm.Cluster, error) {
	p, err := c.probe(ctx)
	if err != nil {
		return slurm.Cluster{}, err
	}
	meta := p.payload.Meta
	out := slurm.Cluster{
		Name: meta.Cluster, Release: meta.Release, DataVersion: p.version, User: c.opts.User,
		Accounting:  meta.Accounting != "" && meta.Accounting != "none",
		Controllers: p.controllers, Warnings: p.payload.Warnings,
	}
	for _, ctl := range p.controllers {
		out.Responding = out.Responding || ctl.Responding
	}
	if out.Responding {
		c.seeClock(ctx)
		return out, nil
	}
	inner, stop := context.WithTimeout(ctx, wordWait)
	defer stop()
	_, err = c.diagOnce(inner)
	if kind := fault.KindOf(err); err != nil && (ctx.Err() != nil || kind == fault.TokenRejected || kind == fault.Credential) {
		return out, fault.From(err)
	}
	out.Responding = err == nil // a ping that says nothing of controllers is no proof against them
	return out, nil
}

// wordWait is how long a slurmctld that does not answer a ping is waited for. One that hangs takes the time that slurmrestd
// gives it, each time that it is asked, and what is about to be done need not wait for that.
const wordWait = 5 * time.Second

// Diag returns counters of slurmctld, as sdiag shows them. Where answers have no Date it shows the cluster's clock, too.
//
// GET /slurm/{v}/diag/. Needs clusters.run.
func (c *Client) Diag(ctx context.Context) (slurm.Diag, error) {
	return c.diag(ctx, gateway.Request{Op: opDiag, Path: "/diag/"})
}

// diagOnce is Diag for who can do without, and must not wait: it is not tried again, and nobody is told of that.
func (c *Client) diagOnce(ctx context.Context) (slurm.Diag, error) {
	return c.diag(ctx, gateway.Request{Op: opDiag, Path: "/diag/", Once: true})
}

const opDiag = "read diagnostics"

func (c *Client) diag(ctx context.Context, r gateway.Request) (slurm.Diag, error) {
	var reply wire.DiagReply
	sent := c.opts.Now()
	_, err := c.slurm(ctx, r, reply.Fields())
	if err == nil {
		c.sawClock(sent, reply.Diag)
	}
	return reply.Diag, err
}
