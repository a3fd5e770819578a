package wire

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"

	"flexq/client/slurm"
)

// updateBody is the body of POST /slurm/{v}/job/{id}: a job description of which only the named parts change.
type updateBody struct {
	Hold      *bool   `json:"hold,omitempty"`
	Limit     *setNum `json:"time_limit,omitempty"`
	Partition *string `json:"partition,omitzero"`
	Name      *string `json:"name,omitzero"`
	Comment   *string `json:"comment,omitzero"`
	Priority  *setNum `json:"priority,omitempty"`
	QOS       *string `json:"qos,omitzero"`
	Nice      *int64  `json:"nice,omitempty"`
}

// EncodeUpdate gives the body that changes a job. It fails on text that is not UTF-8, and on a limit that is none:
// Slurm would take it for no time at all and end a running job.
func EncodeUpdate(u slurm.JobUpdate) ([]byte, error) {
	body := updateBody{
		Hold: u.Hold, Partition: u.Partition, Name: u.Name, Comment: u.Comment, QOS: u.QOS, Nice: u.Nice,
	}
	if u.Limit != nil {
		limit := setLimit(*u.Limit)
		if !limit.Set {
			return nil, errors.New("the new time limit is empty; write UNLIMITED for none")
		}
		body.Limit = &limit
	}
	if u.Priority != nil {
		body.Priority = &setNum{Set: true, Number: *u.Priority}
	}
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode the change: %w", err)
	}
	return b, nil
}
