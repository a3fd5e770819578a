package client

import (
	"context"
	"slices"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/client/platform"
)

// sources are the places from which pools and their machines are known.
type sources struct {
	resource     source[platform.Cluster]
	instances    source[[]flex.Instance]
	requests     source[[]flex.ResizeRequest]
	reservations source[map[string]time.Time]
	groups       groupMemory
}

func (s *sources) init(wait time.Duration) {
	viewer := func(id string) gateway.Permission { return gateway.Permission{ID: id, Role: "roles/compute.viewer"} }
	s.resource.name = flex.SourceNameResource
	s.resource.needs = gateway.ResourcePermission()
	s.instances.name, s.instances.needs = flex.SourceNameCompute, viewer("compute.instances.list")
	s.requests.name, s.requests.needs = flex.SourceNameRequests, viewer("compute.instanceGroupManagers.list")
	s.reservations.name = flex.SourceNameReservations
	s.instances.wait, s.instances.pause = wait, sourcePause
	s.requests.wait, s.requests.pause = wait, sourcePause
	s.reservations.wait, s.reservations.pause = wait, sourcePause
}

// refresh lets all sources be asked again.
func (s *sources) refresh() {
	s.resource.on()
	s.instances.on()
	s.requests.on()
	s.reservations.on()
	s.groups.forget()
}

// Pools returns the cluster's node pools and their machines. The pools come from the cluster's resource on the platform;
// where there is none, or it must not be read, the partitions stand in, and Note says why. What is known of machines
// beside that is optional: Compute Engine's instances, which end at a known moment; the resize requests of instance
// groups; reservations dws-eol-NODE; the pools of Options. Sources says how each of them stands. One that is forbidden
// or not there is not asked again before Refresh; one that fails keeps what it said last. It is an error if neither resource
// nor partitions can be had, if the resource fails for the moment and has said nothing yet, or if the credential is at
// fault.
//
// GET .../modelDevelopmentClusters/ID, which needs aiplatform.modelDevelopmentClusters.get (roles/aiplatform.viewer);
// GET /compute/v1/projects/P/aggregated/instances and .../instanceGroupManagers with their resizeRequests, which need
// compute.instances.list, compute.instanceGroupManagers.list and .get (roles/compute.viewer);
// GET /slurm/{v}/reservations/ and /slurm/{v}/partitions/, which need clusters.run.
func (c *Client) Pools(ctx context.Context) (flex.Pools, error) {
	s := &c.sources
	var (
		cluster   answered[platform.Cluster]
		instances answered[[]flex.Instance]
		requests  answered[[]flex.ResizeRequest]
		planned   answered[map[string]time.Time]
		wg        sync.WaitGroup
	)
	wg.Go(func() { cluster = s.resource.ask(ctx, c.opts.Now, c.fetchResource) })
	wg.Go(func() { instances = s.instances.ask(ctx, c.opts.Now, c.fetchInstances) })
	wg.Go(func() { requests = s.requests.ask(ctx, c.opts.Now, c.fetchRequests) })
	wg.Go(func() { planned = s.reservations.ask(ctx, c.opts.Now, c.fetchPlanned) })
	wg.Wait()
	pools, err := c.basis(ctx, cluster)
	if err != nil {
		return flex.Pools{}, err
	}
	if ctx.Err() != nil {
		return flex.Pools{}, givenUp(ctx).WithOp("list pools")
	}
	c.seeClock(ctx)
	if instances.has {
		instances.state.Note = noneNote(instances, pools)
		pools = platform.Merge(pools, believed(instances, cluster.fresh, pools))
	}
	for _, r := range requests.value {
		pools.Queued = append(pools.Queued, platform.Place(r, pools))
	}
	pools.Planned = planned.value
	pools.Sources = []flex.SourceState{cluster.state, instances.state, requests.state, planned.state}
	return c.withConfigured(pools), nil
}

// basis is what the rest is added to: the resource, now or as it was, or else the partitions.
func (c *Client) basis(ctx context.Context, cluster answered[platform.Cluster]) (flex.Pools, error) {
	if ofCredential(cluster.err) {
		return flex.Pools{}, cluster.err
	}
	if cluster.has {
		pools := cluster.value.Pools
		pools.AsOf = cluster.state.AsOf
		return pools, nil
	}
	if cluster.err != nil && !isOff(cluster.err) && !isNoCluster(cluster.err) {
		return flex.Pools{}, cluster.err
	}
	partitions, err := c.Partitions(ctx)
	if err != nil {
		return flex.Pools{}, err
	}
	pools := flex.OfPartitions(partitions.Items, cluster.state.Note)
	pools.AsOf = partitions.AsOf
	if target, ok := c.gw.Platform(); ok {
		pools.Cluster = target.Cluster
	}
	return pools, nil
}

// ofCredential reports whether an error is that of the credential: all calls will meet it, and the user has to act.
func ofCredential(err error) bool {
	k := fault.KindOf(err)
	return k == fault.Unauthenticated || k == fault.Credential || k == fault.Insecure
}

// isNoCluster reports whether what answered is no cluster resource; it may be mended, so that it is asked again.
func isNoCluster(err error) bool {
	switch fault.KindOf(err) {
	case fault.InvalidArgument, fault.Malformed:
		return true
	default:
		return false
	}
}

// believed leaves out of an old list the machines that the newer resource does not know (any more).
func believed(a answered[[]flex.Instance], isNewer bool, pools flex.Pools) []flex.Instance {
	if a.fresh || !isNewer {
		return a.value
	}
	return slices.DeleteFunc(slices.Clone(a.value), func(in flex.Instance) bool {
		_, ok := pools.Instances[in.Node]
		return !ok
	})
}

// noneNote says so if Compute Engine shows no machine at all of a cluster that has some: they are elsewhere.
func noneNote(a answered[[]flex.Instance], pools flex.Pools) string {
	if a.state.Note == "" && len(a.value) == 0 && len(pools.Instances) > 0 {
		return "none of the cluster's machines is in its project and region"
	}
	return a.state.Note
}

// withConfigured adds the pools of the config file, and says what is wrong with them.
func (c *Client) withConfigured(p flex.Pools) flex.Pools {
	if len(c.opts.Pools) == 0 {
		return p
	}
	state := flex.SourceState{Name: flex.SourceNameConfig, AsOf: c.opts.Now()}
	out, err := p.WithConfigured(c.opts.Pools)
	if err != nil {
		state.Note = err.Error()
	}
	out.Sources = append(slices.Clip(out.Sources), state)
	return out
}
