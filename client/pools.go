package client

import (
	"context"
	"io"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/platform"
)

// Pools returns the cluster's node pools and their machines, from the cluster's resource on the platform. Where there
// is none, or it must not be read, the partitions stand in, and Note says why.
//
// GET .../modelDevelopmentClusters/ID, which needs aiplatform.modelDevelopmentClusters.get (roles/aiplatform.viewer);
// else GET /slurm/{v}/partitions/, which needs clusters.run.
func (c *Client) Pools(ctx context.Context) (flex.Pools, error) {
	var cluster platform.Cluster
	err := c.gw.Resource(ctx, func(r io.Reader) error {
		var err error
		cluster, err = platform.ReadCluster(r)
		return err
	})
	if err == nil {
		pools := cluster.Pools
		pools.AsOf = c.opts.Now()
		return pools, nil
	}
	note, ok := whyNotResource(err)
	if !ok {
		return flex.Pools{}, err
	}
	partitions, err := c.Partitions(ctx)
	if err != nil {
		return flex.Pools{}, err
	}
	pools := flex.OfPartitions(partitions.Items, note)
	pools.AsOf = partitions.AsOf
	return pools, nil
}

// whyNotResource gives the note for a resource that is not to be had; false if the error may pass.
func whyNotResource(err error) (string, bool) {
	f := fault.From(err)
	switch f.Kind {
	case fault.Usage, fault.NotFound, fault.InvalidArgument, fault.Malformed:
		return f.What, true
	case fault.PermissionDenied:
		return f.What + " (needs aiplatform.modelDevelopmentClusters.get)", true
	default:
		return "", false
	}
}
