package client

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// Update is Change for those who do not want Slurm's warnings.
func (c *Client) Update(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) error {
	_, err := c.Change(ctx, ref, change)
	return err
}

// Change changes a job: holds or releases it, changes its limit, partition, name, comment, priority, QOS or nice value.
// It returns what Slurm warns of. Several tasks of an array are changed one after the other, up to the first that Slurm
// refuses. Tasks that have not started can be changed only all together. The number of an array stands for its tasks
// that wait; if there are none, for the task that has this number as its own.
//
// POST /slurm/{v}/job/{id}, after GET /slurm/{v}/job/{id} for tasks and components. Needs clusters.run, and in Slurm
// that the job is one's own; only operators may raise a limit or a priority.
func (c *Client) Change(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) ([]slurm.Problem, error) {
	op := "change job " + ref.String()
	if change == (slurm.JobUpdate{}) {
		return nil, usage(op, "there is nothing to change", "")
	}
	body, err := wire.EncodeUpdate(change)
	if err != nil {
		return nil, usage(op, err.Error(), "")
	}
	targets, err := c.updateTargets(ctx, op, ref)
	if err != nil {
		return nil, err
	}
	var warnings []slurm.Problem
	for i, t := range targets {
		said, err := c.updateOne(ctx, op, t.id, body)
		if err != nil {
			return warnings, partly(err, t.ref, "changed", i, i+1, len(targets))
		}
		warnings = append(warnings, said...)
	}
	return warnings, nil
}

// target is a record to change: Slurm's own number of it, and how people call it.
type target struct {
	id  uint64
	ref slurm.Ref
}

// updateTargets finds what to change. Slurm takes only the own numbers of records here: it refuses a task, and instead
// of the component of a het job it changes the first.
func (c *Client) updateTargets(ctx context.Context, op string, ref slurm.Ref) ([]target, error) {
	asked, err := checkRef(op, ref)
	if err != nil {
		return nil, err
	}
	if ref.Task == "" && ref.Het < 0 {
		return []target{{ref.Job, ref}}, nil
	}
	d, err := c.liveJob(ctx, ref)
	if err != nil {
		f := *fault.From(err)
		f.Op = op
		return nil, &f
	}
	var out []target
	found := 0
	for i := range d.Jobs {
		j := &d.Jobs[i]
		if ref.Task != "" && !j.Array.HasTask {
			waiting, err := slurm.ParseTaskSet(j.Array.Tasks)
			if err != nil || !asked.Holds(waiting) {
				return nil, notStarted(op, ref, j)
			}
			found += waiting.Count() - 1
		}
		found++
		out = append(out, target{j.ID, j.Ref()})
	}
	switch {
	case len(out) == 0, ref.Task != "" && found < asked.Count():
		f := fault.New(fault.JobUnknown, op, "Slurm has not all of "+ref.String()+" in its queue; nothing was changed")
		return nil, f
	case len(out) > maxTasks:
		return nil, tooManyTasks(op, ref)
	}
	slices.SortFunc(out, func(a, b target) int { return cmp.Compare(a.id, b.id) })
	return out, nil
}

// notStarted is the fault of a change of some of the tasks that one record stands for.
func notStarted(op string, ref slurm.Ref, folded *slurm.Job) *fault.Fault {
	together := folded.Ref().String()
	if folded.TasksCut() {
		together = "as " + strconv.FormatUint(folded.ID, 10)
	}
	return usage(op, "tasks that have not started can only be changed all together, and "+ref.String()+" names some of them",
		"change all that wait, "+together+", or wait until these have started")
}

func (c *Client) updateOne(ctx context.Context, op string, id uint64, body []byte) ([]slurm.Problem, error) {
	var reply wire.UpdateReply
	r := gateway.Request{Op: op, Method: http.MethodPost, Path: "/job/" + strconv.FormatUint(id, 10), Body: body}
	a, err := c.slurm(ctx, r, reply.Fields())
	if err != nil {
		return nil, err
	}
	// An array can be changed in part: 200, and what went wrong is in the list.
	var problems []slurm.Problem
	for _, res := range reply.Results {
		if res.Code != 0 {
			problems = append(problems, slurm.Problem{Number: res.Code, Error: res.Message, Description: res.Why, Source: res.Step})
		}
	}
	if len(problems) == 0 {
		return a.Payload.Warnings, nil
	}
	f := fault.New(fault.Refused, op, "Slurm refused a part: "+problems[0].Error)
	f.Cure, f.Problems, f.Warnings, f.Status = fault.SlurmCure(problems[0].Number), problems, a.Payload.Warnings, a.Status
	return nil, f
}
