package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// snapshot keeps the last whole list, so that an answer of "nothing changed" can be made good.
type snapshot[T any] struct {
	mu    sync.Mutex
	list  slurm.List[T]
	whole wholeness
}

func (s *snapshot[T]) get() slurm.List[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list
}

func (s *snapshot[T]) set(list slurm.List[T]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = list
}

// Nodes lists all nodes. If nothing has changed since this client's last list, the items of that are handed out
// again, and only AsOf is new. Every ten minutes, and after Refresh, the whole list is asked for all the same.
//
// GET /slurm/{v}/nodes/[?update_time=]. Needs clusters.run.
func (c *Client) Nodes(ctx context.Context) (slurm.List[slurm.Node], error) {
	var reply wire.NodesReply
	return list(ctx, c, &c.nodes, "list nodes", "/nodes/", reply.Fields(), func() ([]slurm.Node, slurm.Time) {
		return reply.Nodes, reply.LastUpdate
	})
}

// Partitions lists all partitions that the user may see. As with Nodes, an unchanged list is handed out again.
//
// GET /slurm/{v}/partitions/[?update_time=]. Needs clusters.run.
func (c *Client) Partitions(ctx context.Context) (slurm.List[slurm.Partition], error) {
	var reply wire.PartitionsReply
	return list(ctx, c, &c.partitions, "list partitions", "/partitions/", reply.Fields(), func() ([]slurm.Partition, slurm.Time) {
		return reply.Partitions, reply.LastUpdate
	})
}

// Reservations lists all reservations. As with Nodes, an unchanged list is handed out again.
//
// GET /slurm/{v}/reservations/[?update_time=]. Needs clusters.run.
func (c *Client) Reservations(ctx context.Context) (slurm.List[slurm.Reservation], error) {
	var reply wire.ReservationsReply
	return list(ctx, c, &c.reservations, "list reservations", "/reservations/", reply.Fields(), func() ([]slurm.Reservation, slurm.Time) {
		return reply.Reservations, reply.LastUpdate
	})
}

// list asks for news of a list, and for the whole of it when the cluster does not answer that: up to 25.11 Slurm
// fails with "Unable to query partitions" when nodes have changed and partitions have not.
func list[T any](
	ctx context.Context, c *Client, kept *snapshot[T], op, path string, f wire.Fields, read func() ([]T, slurm.Time),
) (slurm.List[T], error) {
	old := kept.get()
	if old.LastUpdate != 0 && c.habits.takes(paramNews+path) && !kept.whole.due(c.opts.Now()) {
		q := url.Values{paramNews: {strconv.FormatInt(int64(old.LastUpdate), 10)}}
		a, err := c.slurm(ctx, gateway.Request{Op: op, Path: path, Query: q}, f)
		items, last := read()
		switch {
		case err == nil && (a.Status == http.StatusNotModified || len(items) == 0 && last == 0):
			old.AsOf = a.AsOf
			return old, nil
		case err == nil:
			return keep(c, kept, a, items, last, path, q), nil
		case !isRefusal(err):
			return slurm.List[T]{}, err
		}
	}
	a, err := c.slurm(ctx, gateway.Request{Op: op, Path: path}, f)
	if err != nil {
		return slurm.List[T]{}, err
	}
	items, last := read()
	return keep(c, kept, a, items, last, path, nil), nil
}

func keep[T any](
	c *Client, kept *snapshot[T], a gateway.Answer, items []T, last slurm.Time, path string, q url.Values,
) slurm.List[T] {
	if ignored(q, paramNews, a.Payload.Warnings) {
		c.habits.drop(paramNews + path)
	}
	out := slurm.List[T]{
		Items: items, LastUpdate: last, AsOf: a.AsOf, Warnings: a.Payload.Warnings, Skipped: a.Payload.Skipped,
	}
	kept.set(out)
	kept.whole.note(c.opts.Now(), q)
	return out
}
