package client

import (
	"context"
	"net/url"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opAccess = "read accounts and QOS"

// Access returns what a user may do, as far as Slurm tells whoever asks: his associations, all QOS, and all partitions
// with the hidden ones. With "" for the user the associations are everybody's that can be seen. Where accounting gives no
// answer (fault.AccountingDown), or where there is none (fault.NotFound), the error comes with an Access that holds the
// partitions, if those could be had.
//
// GET /slurm/{v}/partitions/?flags=ALL, /slurmdb/{v}/associations/?user= and /slurmdb/{v}/qos/. Needs clusters.run.
func (c *Client) Access(ctx context.Context, user string) (slurm.Access, error) {
	out := slurm.Access{User: user, Partitions: c.allPartitions(ctx)}
	q := url.Values{}
	if user != "" {
		q.Set("user", user)
	}
	var assocs wire.AssociationsReply
	a, err := c.slurmdb(ctx, gateway.Request{Op: opAccess, Path: "/associations/", Query: q}, assocs.Fields())
	if err != nil {
		return out, noAccounting(err, out.Partitions != nil)
	}
	out.Associations = ofCluster(assocs.Associations, a.Payload.Meta.Cluster)
	if user != "" {
		out.Associations = ofUser(out.Associations, user)
		out.Complete = len(out.Associations) > 0 // slurmdbd always shows a user his own
	}
	var qos wire.QOSReply
	if _, err := c.slurmdb(ctx, gateway.Request{Op: opAccess, Path: "/qos/"}, qos.Fields()); err != nil {
		return out, fault.From(err).WithOp(opAccess)
	}
	out.QOS = qos.QOS
	return out, nil
}

// noAccounting is the fault of accounting that does not answer. Without slurmdbd slurmrestd does not have its paths at
// all, which looks like a data version that is not served, unless slurmctld has just answered in it.
func noAccounting(err error, isServed bool) error {
	f := fault.From(err)
	if f.Kind != fault.NoVersion || !isServed {
		return f.WithOp(opAccess)
	}
	none := fault.New(fault.NotFound, opAccess, "the cluster has no accounting: its slurmrestd serves no slurmdb")
	none.Cure, none.Status, none.Err = "accounts and QOS cannot be known; all else goes without", f.Status, err
	return none
}

// allPartitions lists the partitions that the common list leaves out too; nil if Slurm does not tell.
func (c *Client) allPartitions(ctx context.Context) []slurm.Partition {
	var reply wire.PartitionsReply
	q := url.Values{"flags": {"ALL"}}
	a, err := c.slurm(ctx, gateway.Request{Op: "list partitions", Path: "/partitions/", Query: q}, reply.Fields())
	if err != nil || ignored(q, "flags", a.Payload.Warnings) {
		return nil
	}
	return reply.Partitions
}

// ofCluster leaves out what is said of other clusters: one slurmdbd may serve many.
func ofCluster(list []slurm.Association, cluster string) []slurm.Association {
	out := list[:0:0]
	for _, a := range list {
		if cluster == "" || a.Cluster == "" || a.Cluster == cluster {
			out = append(out, a)
		}
	}
	return out
}

// ofUser leaves out others', for a server that does not know the parameter.
func ofUser(list []slurm.Association, user string) []slurm.Association {
	out := list[:0:0]
	for _, a := range list {
		if a.User == user {
			out = append(out, a)
		}
	}
	return out
}
