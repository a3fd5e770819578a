package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/platform"
	"flexq/client/poll"
	"flexq/config"
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

// checkOperation finds what does not go with --operation, and what is no operation.
func (o *reportNodeOptions) checkOperation() error {
	if o.report.Behavior != "" || o.report.Description != "" {
		return usagef("leave --behavior and --description out", "--operation follows an earlier report: it reports nothing")
	}
	if !platform.IsOperation(o.operation) {
		return usagef("it looks like projects/P/locations/R/operations/OP; `flexq report-node` prints it", "--operation: %q is not the name of an operation", o.operation)
	}
	return nil
}

// takeUp goes on with the operation of an earlier report: without --wait it looks at it once. Its end is told as that of
// the report, if that was made from here; otherwise nothing proves that the operation is about this node.
func (o *reportNodeOptions) takeUp(ctx context.Context, s config.Settings, api service) (flex.Operation, func(flex.Operation), error) {
	told, err := o.teller(s)
	if err != nil {
		return flex.Operation{}, nil, err
	}
	tell := func(op flex.Operation) {
		events, err := told.Events(ctx, time.Time{})
		if err != nil {
			fmt.Fprintf(o.Err, "flexq: warning: %s\n", whatAndCure(err))
		}
		begun := flex.ReportEvent(time.Time{}, o.report, flex.Operation{Name: o.operation}).ID
		i := slices.IndexFunc(events, func(e flex.Event) bool { return e.ID == begun })
		if i < 0 || !op.Done {
			return
		}
		e := flex.ReportEvent(api.ClusterNow(), o.report, op)
		e.Pool, e.Jobs = events[i].Pool, events[i].Jobs
		o.keep(ctx, told, e)
	}
	op := flex.Operation{Name: o.operation}
	if !o.wait {
		if op, err = api.Operation(ctx, o.operation); err == nil {
			tell(op)
		}
	}
	return op, tell, err
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
