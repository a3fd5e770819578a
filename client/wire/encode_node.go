package wire

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"

	"flexq/client/slurm"
)

// nodeBody is the body of POST /slurm/{v}/node/{name}. All versions from v0.0.40 on take the state as a list.
type nodeBody struct {
	State  []string `json:"state"`
	Reason string   `json:"reason,omitempty"`
}

// EncodeNodeUpdate gives the body that changes a node. It fails on text that is not UTF-8, and on a change without a
// state.
func EncodeNodeUpdate(u slurm.NodeUpdate) ([]byte, error) {
	if u.State == "" {
		return nil, errors.New("the node's new state is empty")
	}
	b, err := json.Marshal(nodeBody{State: []string{string(u.State)}, Reason: u.Reason})
	if err != nil {
		return nil, fmt.Errorf("encode the change: %w", err)
	}
	return b, nil
}
