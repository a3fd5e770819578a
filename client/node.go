package client

import (
	"context"
	"net/http"
	"strings"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// UpdateNode drains a node or lets it work again, and returns what Slurm warns of. A drain needs a reason: it is what
// the node's users read. The request is sent once.
//
// POST /slurm/{v}/node/{name}. Needs clusters.run, and in Slurm an administrator: others are refused (number 2010), and
// operators too. A RESUME of a node that is neither drained nor down is refused (number 2028).
func (c *Client) UpdateNode(ctx context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error) {
	op := "change node " + node
	u.Reason = strings.TrimSpace(u.Reason)
	switch {
	case !isNodeName(node):
		return nil, usage("change node", "that is not the name of one node", "give the name as sinfo -N shows it")
	case u.State != slurm.OrderDrain && u.State != slurm.OrderResume:
		return nil, usage(op, "that is no order to a node", "it is DRAIN or RESUME")
	case u.State == slurm.OrderDrain && u.Reason == "":
		return nil, usage(op, "a drain needs a reason", "say why: others will read it")
	}
	body, err := wire.EncodeNodeUpdate(u)
	if err != nil {
		return nil, usage(op, err.Error(), "")
	}
	r := gateway.Request{Op: op, Method: http.MethodPost, Path: "/node/" + node, Body: body}
	a, err := c.slurm(ctx, r, wire.Fields{})
	if err != nil {
		return nil, ofNode(err)
	}
	return a.Payload.Warnings, nil
}

// ofNode gives the cures of refusals that are another matter with nodes than with jobs.
func ofNode(err error) error {
	f := fault.From(err)
	if f == nil || f.Kind != fault.Refused {
		return err
	}
	out := *f
	for _, p := range f.Problems {
		switch p.Number {
		case 2010:
			out.Cure = "only Slurm's administrators may change nodes: ask whoever runs the cluster"
		case 2028:
			out.Cure = "look at the node: it may be in that state already"
		}
	}
	return &out
}

// isNodeName keeps lists and patterns, which Slurm takes here too, from changing more than was meant.
func isNodeName(s string) bool {
	isPart := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
	}
	return s != "" && len(s) <= 255 && s[0] != '-' && s[0] != '.' &&
		strings.IndexFunc(s, func(r rune) bool { return !isPart(r) }) < 0
}
