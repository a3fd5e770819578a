package client_test

import (
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

const nodePath = "POST /slurm/v0.0.42/node/hcsdemo-cpunodeset-1"

func TestUpdateNode(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		s.on(nodePath, file("v0.0.42/update-ok.json"))
		said, err := c.UpdateNode(t.Context(), "hcsdemo-cpunodeset-1", slurm.NodeUpdate{State: slurm.OrderDrain, Reason: " fan is loud "})
		if err != nil || len(said) != 0 || s.lastBody() != `{"state":["DRAIN"],"reason":"fan is loud"}` {
			t.Errorf("sent %s: %v, %v", s.lastBody(), said, err)
		}
		if _, err := c.UpdateNode(t.Context(), "hcsdemo-cpunodeset-1", slurm.NodeUpdate{State: slurm.OrderResume}); err != nil || s.lastBody() != `{"state":["RESUME"]}` {
			t.Errorf("sent %s: %v", s.lastBody(), err)
		}
		s.on(nodePath, answer{status: 500, text: `{"errors": [{"description": "Failure to update node", "error_number": 2010, "error": "Invalid user id", "source": "_update_node"}]}`})
		_, err = c.UpdateNode(t.Context(), "hcsdemo-cpunodeset-1", slurm.NodeUpdate{State: slurm.OrderResume})
		if f := asKind(t, err, fault.Refused); len(f.Problems) != 1 || f.Problems[0].Number != 2010 || !f.Settled || f.Cure != "only Slurm's administrators may change nodes: ask whoever runs the cluster" {
			t.Errorf("refused with %+v", f)
		}
		s.on(nodePath, answer{status: 500, text: `{"errors": [{"description": "Failure to update node", "error_number": 2028, "error": "Invalid node state specified", "source": "_update_node"}]}`})
		_, err = c.UpdateNode(t.Context(), "hcsdemo-cpunodeset-1", slurm.NodeUpdate{State: slurm.OrderResume})
		if f := asKind(t, err, fault.Refused); f.Cure != "look at the node: it may be in that state already" {
			t.Errorf("refused with %+v", f)
		}
		s.on(nodePath, answer{status: 200, cut: true})
		s.asked()
		_, err = c.UpdateNode(t.Context(), "hcsdemo-cpunodeset-1", slurm.NodeUpdate{State: slurm.OrderResume})
		wantKind(t, err, fault.UnknownOutcome)
		wantCalls(t, s, nodePath)
	})
}

func TestUpdateNodeRefusesItself(t *testing.T) {
	t.Parallel()
	s, c := open(t, false, nil)
	for name, u := range map[string]slurm.NodeUpdate{
		"no reason": {State: slurm.OrderDrain, Reason: "\t"}, "no state": {Reason: "x"}, "another state": {State: "POWER_DOWN_FORCE", Reason: "x"}, "in lower case": {State: "drain", Reason: "x"},
		"not text": {State: slurm.OrderDrain, Reason: "\xff"},
	} {
		if _, err := c.UpdateNode(t.Context(), "n1", u); fault.KindOf(err) != fault.Usage {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, node := range []string{"", "n[1-2]", "n1,n2", "ALL nodes", "a/b", "..", "n*", "n\x07", "-n", "n?x=1", "n%2f"} {
		if _, err := c.UpdateNode(t.Context(), node, slurm.NodeUpdate{State: slurm.OrderResume}); fault.KindOf(err) != fault.Usage {
			t.Errorf("%q: %v", node, err)
		}
	}
	wantCalls(t, s)
}
