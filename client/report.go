package client

import (
	"context"
	"io"
	"net/http"

	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/client/platform"
)

// ReportFaultyNode asks the platform to delete the machine of a node, or with a Behavior to report its host as faulty.
// It returns the operation that does so: ask for its progress with Operation. The request is sent once; if nobody knows
// whether it arrived, the fault is UnknownOutcome.
//
// POST .../modelDevelopmentClusters/ID:reportFaultyNodes. A plain slurmrestd has no such thing: fault.Usage.
func (c *Client) ReportFaultyNode(ctx context.Context, r flex.FaultReport) (flex.Operation, error) {
	const op = "report node"
	if !isNodeName(r.Node) {
		return flex.Operation{}, usage(op, "that is not the name of one node", "give the name as sinfo -N shows it")
	}
	body, err := platform.EncodeReport(r)
	if err != nil {
		return flex.Operation{}, usage(op+" "+r.Node, err.Error(), "")
	}
	var out flex.Operation
	err = c.gw.Google(ctx, gateway.GoogleCall{
		Op: op + " " + r.Node, Service: gateway.ServiceCluster, Method: http.MethodPost, Path: ":reportFaultyNodes", Body: body,
	}, func(r io.Reader) error {
		var err error
		out, err = platform.ReadOperation(r)
		return err
	})
	return out, err
}

// Operation looks at a long-running operation once, by the name that the platform gave it.
//
// GET /v1/projects/P/locations/R/operations/OP.
func (c *Client) Operation(ctx context.Context, name string) (flex.Operation, error) {
	const op = "get operation"
	if !platform.IsOperation(name) {
		return flex.Operation{}, usage(op, "that is not the name of an operation", "it looks like projects/P/locations/R/operations/OP")
	}
	var out flex.Operation
	err := c.gw.Google(ctx, gateway.GoogleCall{
		Op: op, Service: gateway.ServicePlatform, Method: http.MethodGet, Path: "/" + name,
	}, func(r io.Reader) error {
		var err error
		out, err = platform.ReadOperation(r)
		return err
	})
	return out, err
}
