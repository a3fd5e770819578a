package client

import (
	"context"
	"net/http"
	"strings"

	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// UpdateNode drains a node or lets it work again, and returns what Slurm warns of. A drain needs a reason: it is what
// the node's users read. The request is sent once.
//
// POST /slurm/{v}/node/{name}. Needs clusters.run, and in Slurm an operator: others are refused (number 2010).
func (c *Client) UpdateNode(ctx context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error) {
	op := "change node " + node
	u.Reason = strings.TrimSpace(u.Reason)
	switch {
	case !isNodeName(node):
		return nil, usage("change node", "that is not the name of one node", "give the name as sinfo -N shows it")
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
		return nil, err
	}
	return a.Payload.Warnings, nil
}

// isNodeName keeps lists and patterns, which Slurm takes here too, from changing more than was meant.
func isNodeName(s string) bool {
	isPart := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
	}
	return s != "" && len(s) <= 255 && s[0] != '-' && s[0] != '.' &&
		strings.IndexFunc(s, func(r rune) bool { return !isPart(r) }) < 0
}
