package client

import (
	"context"
	"net/url"
	"sync"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opAccess = "read accounts and QOS"

// Access returns what a user may do, as far as Slurm tells whoever asks: his associations, all QOS, and all partitions
// with the hidden ones. With "" for the user the associations are everybody's that can be seen. Where accounting gives no
// answer (fault.AccountingDown), or where there is none (fault.NotFound), the error comes with an Access that holds the
// partitions, licences and reservations, as far as those could be had.
//
// GET /slurm/{v}/partitions/?flags=ALL, /slurm/{v}/licenses/, /slurm/{v}/reservations/, /slurmdb/{v}/associations/?user=
// and /slurmdb/{v}/qos/. Needs clusters.run.
func (c *Client) Access(ctx context.Context, user string) (slurm.Access, error) {
	out := slurm.Access{User: user, Partitions: c.allPartitions(ctx)}
	out.AsOf = c.ClusterNow() // an answer has shown it
	var others sync.WaitGroup
	others.Go(func() { out.Licenses = c.licenses(ctx) })
	others.Go(func() { out.Reservations = c.allReservations(ctx) })
	err := c.rights(ctx, &out)
	others.Wait()
	return out, err
}

// rights fills in what accounting knows.
func (c *Client) rights(ctx context.Context, out *slurm.Access) error {
	q := url.Values{}
	if out.User != "" {
		q.Set("user", out.User)
	}
	var assocs wire.AssociationsReply
	a, err := c.slurmdb(ctx, gateway.Request{Op: opAccess, Path: "/associations/", Query: q}, assocs.Fields())
	if err != nil {
		return noAccounting(err, out.Partitions != nil)
	}
	out.Associations = ofCluster(assocs.Associations, a.Payload.Meta.Cluster)
	if out.User != "" {
		out.Associations = ofUser(out.Associations, out.User)
		out.Complete = len(out.Associations) > 0 // slurmdbd always shows a user his own
	}
	var qos wire.QOSReply
	if _, err := c.slurmdb(ctx, gateway.Request{Op: opAccess, Path: "/qos/"}, qos.Fields()); err != nil {
		return fault.From(err).WithOp(opAccess)
	}
	out.QOS = qos.QOS
	return nil
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

// licenses lists the licences; nil if Slurm does not tell.
func (c *Client) licenses(ctx context.Context) []slurm.License {
	var reply wire.LicensesReply
	a, err := c.slurm(ctx, gateway.Request{Op: "list licences", Path: "/licenses/"}, reply.Fields())
	if err != nil || a.Payload.Skipped != nil {
		return nil // one that could not be read may be the one that a job names
	}
	return append([]slurm.License{}, reply.Licenses...)
}

// allReservations is Reservations, with nil if Slurm does not tell, and else a list of the caller's own.
func (c *Client) allReservations(ctx context.Context) []slurm.Reservation {
	list, err := c.Reservations(ctx)
	if err != nil || list.Skipped != nil {
		return nil
	}
	return append([]slurm.Reservation{}, list.Items...)
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
