package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/config"
)

// nodeChangeOptions are those of drain and resume.
type nodeChangeOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	now      func() time.Time
	output   outputFlags
	names    []string
	update   slurm.NodeUpdate
}

func newDrainCmd(f *factory, runF func(context.Context, *nodeChangeOptions) error) *cobra.Command {
	cmd, o := nodeChangeCmd(f, runF, slurm.OrderDrain)
	cmd.Use, cmd.Short = "drain NODE...", "Let nodes take no more work"
	cmd.Long = "Let nodes take no more work; jobs that run there may end. NODE is a name or a host list, as in\n" +
		"a3u7-a3u-[0-3].\n" + administratorWords + cmd.Long
	cmd.Flags().StringVar(&o.update.Reason, "reason", "", "why, for all to read (needed)")
	return cmd
}

func newResumeCmd(f *factory, runF func(context.Context, *nodeChangeOptions) error) *cobra.Command {
	cmd, _ := nodeChangeCmd(f, runF, slurm.OrderResume)
	cmd.Use, cmd.Short = "resume NODE...", "Let drained or failed nodes take work again"
	cmd.Long = "Let nodes that are drained or down take work again. NODE is a name or a host list, as in a3u7-a3u-[0-3].\n" +
		administratorWords + cmd.Long
	return cmd
}

// administratorWords say who may change nodes: an operator (AdminLevel=Operator) may not (slurmctld/proc_req.c,
// _slurm_rpc_update_node).
const administratorWords = `Slurm takes this from administrators only (root, SlurmUser, AdminLevel=Admin), so on a training cluster mostly
not from you: its refusal is shown, and the exit code is then 6.

The result of a node is accepted, refused, not found, failed, outcome unknown, or not sent when an earlier one met
what all would meet; state is what Slurm has then.`

func nodeChangeCmd(
	f *factory, runF func(context.Context, *nodeChangeOptions) error, order slurm.NodeOrder,
) (*cobra.Command, *nodeChangeOptions) {
	o := &nodeChangeOptions{streams: f.streams, settings: f.target, service: f.service, now: f.now}
	o.update.State = order
	cmd := &cobra.Command{
		Args: arguments(1, -1, "the name of a node"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return orElse(runF, nodeChangeRun)(cmd.Context(), o)
		},
	}
	cmd.Long = "\n"
	addOutput(cmd, &o.output, nodeChangeFields())
	cmd.Long = cmd.Long[1:]
	return cmd, o
}

// nodeChangeRow is what became of one node.
type nodeChangeRow struct {
	node, result, message string
	state                 string // as Slurm has it now; "" if it was not asked or does not know
}

func nodeChangeFields() []field[nodeChangeRow] {
	return []field[nodeChangeRow]{
		{key: "node", title: "NODE", shown: inTable, value: func(r nodeChangeRow) any { return r.node }},
		{key: "result", title: "RESULT", shown: inTable, value: func(r nodeChangeRow) any { return r.result }},
		{key: "state", title: "STATE", shown: inTable, value: func(r nodeChangeRow) any { return textOrNil(r.state) }},
		{key: "message", title: "MESSAGE", shown: inTable, value: func(r nodeChangeRow) any { return r.message }},
	}
}

func nodeChangeRun(ctx context.Context, o *nodeChangeOptions) error {
	l := listing[nodeChangeRow]{kind: "nodeChanges", fields: nodeChangeFields(), empty: "nothing was changed", whole: true}
	if err := l.check(o.output); err != nil {
		return err
	}
	if o.update.State == slurm.OrderDrain && o.update.Reason == "" {
		return usagef(`as in --reason "GPU 3 fell off the bus"; others will read it`, "--reason is missing: a drain needs one")
	}
	names, err := nodeNames(o.names)
	if err != nil {
		return err
	}
	api, settings, err := openToChange(ctx, "change nodes", o.settings, o.service)
	if err != nil {
		return err
	}
	there, rows, failure := known(ctx, api, names)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	changed, warnings, err := o.each(ctx, api, there)
	if exitCode(err) > exitCode(failure) {
		failure = err
	}
	rows = inOrder(names, append(rows, changed...))
	rows = withStates(ctx, api, rows)
	l.context, l.asOf, l.items, l.warnings = settings.Name(), o.now(), rows, warnings
	if err := l.print(o.streams, o.output); err != nil {
		return err
	}
	return failure
}

// mostNamed is how many nodes one command changes at most: more is a slip.
const mostNamed = 1000

// nodeNames expands host lists; a node that is named twice counts once.
func nodeNames(lists []string) ([]string, error) {
	var out []string
	for _, list := range lists {
		if err := slurm.Hostlist(list).Valid(); err != nil || strings.TrimSpace(list) == "" {
			return nil, usagef("as in a3u7-a3u-0 or a3u7-a3u-[0-3]", "%q names no nodes", list)
		}
		names, err := slurm.Hostlist(list).Expand(mostNamed)
		if err != nil {
			return nil, usagef("", "%q names too many nodes: at most %d go in one command", list, mostNamed)
		}
		out = append(out, names...)
	}
	if out = distinct(out); len(out) > mostNamed {
		return nil, usagef("", "%d nodes are too many: at most %d go in one command", len(out), mostNamed)
	}
	return out, nil
}

// known tells the nodes that Slurm lists from those that it does not, which have their outcome already: asked to change
// one, Slurm would first say that one may not. Where the list cannot be had, all are tried.
func known(ctx context.Context, api service, names []string) ([]string, []nodeChangeRow, error) {
	list, err := api.Nodes(ctx)
	if err != nil || len(list.Items) == 0 {
		return names, nil, nil
	}
	listed := make(map[string]bool, len(list.Items))
	for i := range list.Items {
		listed[list.Items[i].Name] = true
	}
	var there []string
	var rows []nodeChangeRow
	for _, name := range names {
		if listed[name] {
			there = append(there, name)
			continue
		}
		rows = append(rows, nodeChangeRow{node: name, result: resultUnknown, message: "Slurm lists no such node"})
		if err == nil {
			err = noNode(name)
		}
	}
	return there, rows, err
}

func noNode(name string) *codeError {
	return &codeError{code: exitNotFound, what: "Slurm knows no node " + name, cure: "`flexq nodes -o name` lists the nodes"}
}

// inOrder puts outcomes into the order in which the nodes were named.
func inOrder(names []string, rows []nodeChangeRow) []nodeChangeRow {
	place := make(map[string]int, len(names))
	for i, name := range names {
		place[name] = i
	}
	slices.SortStableFunc(rows, func(a, b nodeChangeRow) int { return cmp.Compare(place[a.node], place[b.node]) })
	return rows
}

// each changes one node after the other. A failure that is about one node lets the others go on. The error is the
// worst of what happened.
func (o *nodeChangeOptions) each(ctx context.Context, api service, names []string) ([]nodeChangeRow, []slurm.Problem, error) {
	var rows []nodeChangeRow
	var warnings []slurm.Problem
	var worst error
	for i, name := range names {
		said, err := api.UpdateNode(ctx, name, o.update)
		warnings = append(warnings, said...)
		rows = append(rows, nodeChangeOutcome(name, err))
		if err = nodeRefusal(name, err); exitCode(err) > exitCode(worst) {
			worst = err
		}
		if err != nil && !concernsOneJob(err) {
			for _, rest := range names[i+1:] {
				rows = append(rows, nodeChangeRow{node: rest, result: resultNotSent})
			}
			break
		}
	}
	return rows, warnings, worst
}

// Slurm's error numbers about nodes (slurm/slurm_errno.h).
const (
	numberNotAllowed   = 2010 // ESLURM_USER_ID_MISSING
	numberUnknownNode  = 2018 // ESLURM_INVALID_NODE_NAME
	numberInvalidState = 2028 // ESLURM_INVALID_NODE_STATE
)

func nodeChangeOutcome(name string, err error) nodeChangeRow {
	row := nodeChangeRow{node: name, result: resultAccepted}
	f := fault.From(err)
	if f == nil {
		return row
	}
	row.result, row.message = resultFailed, slurmWords(f)
	switch f.Kind {
	case fault.Refused:
		row.result = resultRefused
		if hasNumber(f, numberUnknownNode) {
			row.result = resultUnknown
		}
	case fault.UnknownOutcome:
		row.result = resultUncertain
	default:
	}
	return row
}

// nodeRefusal gives an error about one node the code and the cure that fit a node: Slurm's numbers mean jobs first.
func nodeRefusal(name string, err error) error {
	f := fault.From(err)
	if f == nil || f.Kind != fault.Refused {
		return err
	}
	out := &codeError{code: exitRefused, what: fmt.Sprintf("Slurm refused to change %s: %s", name, slurmWords(f)), cure: f.Cure}
	switch {
	case hasNumber(f, numberUnknownNode):
		return noNode(name)
	case hasNumber(f, numberNotAllowed):
		out.cure = "only Slurm's administrators may change nodes: ask whoever runs the cluster, or see `flexq report-node`"
	case hasNumber(f, numberInvalidState):
		out.cure = "a node that is neither drained nor down has nothing to resume from"
	}
	return out
}

// slurmWords are Slurm's own where it has given some.
func slurmWords(f *fault.Fault) string {
	if len(f.Problems) > 0 && f.Kind == fault.Refused {
		return f.Problems[0].String()
	}
	return f.What
}

func hasNumber(f *fault.Fault, number int) bool {
	for _, p := range f.Problems {
		if p.Number == number {
			return true
		}
	}
	return false
}

// withStates adds the states that the nodes have now. That they cannot be had is no failure of the change.
func withStates(ctx context.Context, api service, rows []nodeChangeRow) []nodeChangeRow {
	accepted := false
	for i := range rows {
		accepted = accepted || rows[i].result == resultAccepted
	}
	if !accepted {
		return rows
	}
	list, err := api.Nodes(ctx)
	if err != nil {
		return rows
	}
	states := make(map[string]string, len(list.Items))
	for i := range list.Items {
		states[list.Items[i].Name] = list.Items[i].State.String()
	}
	for i := range rows {
		rows[i].state = states[rows[i].node]
	}
	return rows
}
