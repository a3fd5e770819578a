package client

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/client/platform"
)

func (c *Client) fetchResource(ctx context.Context) (platform.Cluster, string, error) {
	var cluster platform.Cluster
	err := c.gw.Resource(ctx, func(r io.Reader) error {
		var err error
		cluster, err = platform.ReadCluster(r)
		return err
	})
	return cluster, "", err
}

func (c *Client) fetchInstances(ctx context.Context) ([]flex.Instance, string, error) {
	target, _ := c.gw.Platform()
	page, err := platform.Follow(func(token string) (platform.Page[flex.Instance], error) {
		return compute(ctx, c, "list instances", "/aggregated/instances", platform.InstancesQuery(target.Cluster, token),
			c.sources.instances.needs, platform.ReadInstances)
	})
	page.Items = slices.DeleteFunc(page.Items, func(in flex.Instance) bool {
		return !platform.IsOf(target.Cluster, target.Region, in.Node, in.Zone)
	})
	return page.Items, missingNote(page.Missing), err
}

func (c *Client) fetchPlanned(ctx context.Context) (map[string]time.Time, string, error) {
	list, err := c.Reservations(ctx)
	return platform.Planned(list.Items), "", err
}

// compute gets one page of a list of Compute Engine.
func compute[T any](
	ctx context.Context, c *Client, op, path string, q url.Values, needs gateway.Permission,
	read func(io.Reader) (platform.Page[T], error),
) (platform.Page[T], error) {
	var page platform.Page[T]
	err := c.gw.Google(ctx, gateway.GoogleCall{
		Op: op, Service: gateway.ServiceCompute, Method: http.MethodGet, Path: path, Query: q, Needs: needs,
	}, func(r io.Reader) error {
		var err error
		page, err = read(r)
		return err
	})
	return page, err
}

// missingNote says what a list lacks.
func missingNote(places []string) string {
	if len(places) == 0 {
		return ""
	}
	const most = 3
	text := fault.Excerpt(strings.Join(places[:min(most, len(places))], ", "), 120) // others' words
	if len(places) > most {
		text += ", ..."
	}
	return "not complete: no answer from " + text
}

// isGone reports whether an error says that what was asked for is not there any more.
func isGone(err error) bool { return fault.KindOf(err) == fault.NotFound }
