package main

import (
	"context"
	"fmt"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/poll"
)

// follow looks at an operation until it is done, and says how far it is. When it is given up, the operation goes on:
// its name is said.
func (o *reportNodeOptions) follow(ctx context.Context, api service, op flex.Operation) (flex.Operation, error) {
	fmt.Fprintf(o.Err, "flexq: following the operation %s\n", op.Name)
	cadence := poll.New(poll.Policy{Base: operationEvery, Longest: time.Minute}, nil)
	said, failing := "", ""
	for {
		began := o.now()
		now, err := api.Operation(ctx, op.Name)
		result := poll.OK
		switch kind := fault.KindOf(err); {
		case err == nil:
			op, failing = now, ""
		case ctx.Err() == nil && (kind.Transient() || kind == fault.Malformed):
			result = poll.Failed
			if why := err.Error(); why != failing {
				failing = why
				fmt.Fprintf(o.Err, "flexq: %s; still trying\n", why)
			}
		default:
			return op, o.left(ctx, op, err)
		}
		if op.Progress != "" && op.Progress != said {
			said = op.Progress
			fmt.Fprintf(o.Err, "flexq: %s\n", said)
		}
		if op.Done {
			return op, nil
		}
		if err := o.sleep(ctx, cadence.Next(poll.Outcome{Result: result, Took: o.now().Sub(began)})); err != nil {
			return op, o.left(ctx, op, err)
		}
	}
}

// operationEvery is the pause between two looks at an operation: it takes minutes.
const operationEvery = 5 * time.Second

// left says, when the operation is not followed any more, that it goes on.
func (o *reportNodeOptions) left(ctx context.Context, op flex.Operation, err error) error {
	if ctx.Err() != nil {
		fmt.Fprintf(o.Err, "flexq: the operation goes on; follow it with `flexq report-node %s --operation %s`\n", o.report.Node, op.Name)
	}
	return err
}
