package platform

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"flexq/client/flex"
)

// reportBody is the body of ...:reportFaultyNodes, which takes one node at a time.
type reportBody struct {
	NodeActions [1]nodeAction `json:"nodeActions"`
}

type nodeAction struct {
	NodeID string      `json:"nodeId"`
	Host   *faultyHost `json:"reportFaultyHost,omitempty"`
}

type faultyHost struct {
	Reasons [1]faultReason `json:"faultReasons"`
}

type faultReason struct {
	Behavior    string `json:"behavior"`
	Description string `json:"description"`
}

// Behaviors lists what the platform takes for a host's behaviour, in its order.
func Behaviors() []string {
	return []string{"PERFORMANCE", "SILENT_DATA_CORRUPTION", "UNRECOVERABLE_GPU_ERROR", "BEHAVIOR_UNSPECIFIED"}
}

// EncodeReport gives the body that reports a faulty node. It fails on a behaviour that the platform does not know, and
// on a description that would be lost or is missing.
func EncodeReport(r flex.FaultReport) ([]byte, error) {
	r.Description = strings.TrimSpace(r.Description)
	action := nodeAction{NodeID: r.Node}
	switch {
	case r.Node == "":
		return nil, errors.New("no node is named")
	case r.Behavior == "" && r.Description != "":
		return nil, errors.New("a description goes with a behaviour of the host only")
	case r.Behavior == "":
	case !slices.Contains(Behaviors(), r.Behavior):
		return nil, fmt.Errorf("behaviour %q is unknown: it is one of %s", r.Behavior, strings.Join(Behaviors(), ", "))
	case r.Description == "":
		return nil, errors.New("a report of the host needs a description")
	default:
		action.Host = &faultyHost{Reasons: [1]faultReason{{r.Behavior, r.Description}}}
	}
	b, err := json.Marshal(reportBody{NodeActions: [1]nodeAction{action}})
	if err != nil {
		return nil, fmt.Errorf("encode the report: %w", err)
	}
	return b, nil
}
