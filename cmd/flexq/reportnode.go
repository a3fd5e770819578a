package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/platform"
	"flexq/config"
)

type reportNodeOptions struct {
	streams
	settings  func() (config.Settings, error)
	service   func(context.Context) (service, error)
	teller    func(config.Settings) (teller, error)
	sleep     func(context.Context, time.Duration) error
	now       func() time.Time
	output    outputFlags
	report    flex.FaultReport
	operation string // to be followed, without a report
	yes       bool
	wait      bool
}

// teller keeps events of what was done from here.
type teller interface {
	Tell(ctx context.Context, e flex.Event) error
	Events(ctx context.Context, since time.Time) ([]flex.Event, error)
}

func newReportNodeCmd(f *factory, runF func(context.Context, *reportNodeOptions) error) *cobra.Command {
	o := &reportNodeOptions{
		streams: f.streams, settings: f.target, service: f.service, teller: f.teller, sleep: f.sleep, now: f.now,
	}
	noWait := false
	cmd := &cobra.Command{
		Use:   "report-node NODE",
		Short: "Report a faulty node: the platform replaces its machine",
		Long: "Report a faulty node to the platform (reportFaultyNodes): it deletes the node's machine, with what runs there,\n" +
			"and makes a new one, at once for a static node, and for a dynamic one only while a job waits for it. With\n" +
			"--behavior the host under the machine is reported too, and leaves the pool until it is repaired.\n\n" +
			"It says what will happen and asks for the node's name; without a terminal it needs --yes. It is sent once, and\n" +
			"followed to its end: the exit code is 0 when the platform is done, 1 when it failed, 5 when it is at work on\n" +
			"something else, 6 when the node is in no state for it, as without a machine, 7 when nobody knows whether the\n" +
			"report arrived. --operation follows one that was begun before, or with --no-wait looks at it once, and reports\n" +
			"nothing. The result is done, failed or under way.",
		Args: arguments(1, 1, "the name of the node"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if noWait && cmd.Flags().Changed("wait") {
				return usagef("keep one of them", "--wait and --no-wait exclude each other")
			}
			o.report.Node = args[0]
			o.wait = o.wait && !noWait
			return orElse(runF, reportNodeRun)(cmd.Context(), o)
		},
	}
	addOutput(cmd, &o.output, reportFields())
	flags := cmd.Flags()
	flags.StringVar(&o.report.Behavior, "behavior", "", "what the host does wrong: performance, silent_data_corruption, unrecoverable_gpu_error or behavior_unspecified")
	flags.StringVar(&o.report.Description, "description", "", "of the fault, for the platform's people; goes with --behavior")
	flags.BoolVar(&o.wait, "wait", true, "follow the operation to its end")
	flags.BoolVar(&noWait, "no-wait", false, "do not")
	flags.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	flags.StringVar(&o.operation, "operation", "", "follow this operation of an earlier report")
	_ = cmd.RegisterFlagCompletionFunc("behavior", cobra.FixedCompletions(behaviors(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func behaviors() []string {
	var out []string
	for _, b := range platform.Behaviors() {
		out = append(out, strings.ToLower(b))
	}
	return out
}

func reportNodeRun(ctx context.Context, o *reportNodeOptions) error {
	l := listing[reportRow]{kind: "report", fields: reportFields(), whole: true}
	if err := errors.Join(l.check(o.output), o.checkReport()); err != nil {
		return err
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	if err := o.allowed(settings); err != nil {
		return err
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	op, tell, err := o.begin(ctx, settings, api)
	if err != nil {
		return err
	}
	if o.wait && !op.Done {
		if op, err = o.follow(ctx, api, op); err != nil {
			return err
		}
		tell(op)
	}
	l.context, l.asOf, l.items = settings.Name(), o.now(), []reportRow{{o.report.Node, op}}
	if err := l.print(o.streams, o.output); err != nil {
		return err
	}
	if op.Failed() {
		return &codeError{
			code: exitFailed, what: "the platform did not replace " + o.report.Node + ": " + op.Error,
			cure: "`flexq nodes --filter node:" + o.report.Node + "` shows how it is now",
		}
	}
	return nil
}

// begin reports the node, or takes up the operation of an earlier report. It returns what keeps the events of it.
func (o *reportNodeOptions) begin(ctx context.Context, s config.Settings, api service) (flex.Operation, func(flex.Operation), error) {
	if o.operation != "" {
		return o.takeUp(ctx, s, api)
	}
	tell, err := o.prepare(ctx, s, api)
	if err != nil {
		return flex.Operation{}, nil, err
	}
	op, err := api.ReportFaultyNode(ctx, o.report)
	if err != nil {
		return op, nil, o.notReported(err)
	}
	tell(op)
	return op, tell, nil
}

// checkReport finds what is wrong with the flags.
func (o *reportNodeOptions) checkReport() error {
	r := &o.report
	if names, err := nodeNames([]string{r.Node}); err != nil || len(names) != 1 {
		return usagef("report one node after the other", "%q is not the name of one node", r.Node)
	}
	r.Behavior = strings.ToUpper(strings.ReplaceAll(r.Behavior, "-", "_"))
	r.Description = strings.TrimSpace(r.Description)
	switch {
	case o.operation != "":
		return o.checkOperation()
	case r.Behavior == "" && r.Description != "":
		return usagef("add --behavior, or leave the description out", "--description goes with --behavior only: without it no host is reported")
	case r.Behavior == "":
	case !slices.Contains(platform.Behaviors(), r.Behavior):
		cure := "it is one of " + strings.Join(behaviors(), ", ")
		if near := config.Nearest(strings.ToLower(r.Behavior), behaviors()); near != "" {
			cure = "did you mean " + near + "? " + cure
		}
		return usagef(cure, "--behavior: there is no %q", strings.ToLower(r.Behavior))
	case r.Description == "":
		return usagef(`as in --description "NVLink errors since Monday"`, "--behavior needs a --description")
	}
	return nil
}

// allowed refuses what cannot be done with the target, before anything is asked.
func (o *reportNodeOptions) allowed(s config.Settings) error {
	switch {
	case s.Target.Kind == config.SlurmrestdTarget:
		return usagef("`flexq drain "+o.report.Node+" --reason WHY` keeps jobs away from it", "a plain slurmrestd cannot replace machines: only the platform can")
	case o.operation != "":
		return nil
	case s.ReadOnly:
		return fault.New(fault.ReadOnly, "report node "+o.report.Node, "")
	case !o.yes && !o.InTTY:
		return usagef("add --yes to do it without being asked", "cannot ask whether to report %s: the input is not a terminal", o.report.Node)
	}
	return nil
}

// prepare says what will happen, asks, and returns what keeps the events of the report.
func (o *reportNodeOptions) prepare(ctx context.Context, s config.Settings, api service) (func(flex.Operation), error) {
	var k look
	list, err := api.Nodes(ctx)
	switch {
	case err != nil && !o.yes:
		return nil, err
	case err != nil:
		k.lack("the nodes", err)
	default:
		k.setNodes(list)
	}
	k.askPools(ctx, api)
	k.askJobs(ctx, api)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	warn(o.Err, k.warnings())
	row, found := k.row(o.report.Node)
	if !found && err == nil {
		return nil, &codeError{code: exitNotFound, what: "there is no node " + o.report.Node, cure: "`flexq nodes -o name` lists the nodes"}
	}
	if found && !hasMachine(row.Node) && !row.Member.HasInstance {
		return nil, &codeError{
			code: exitRefused, what: "node " + o.report.Node + " has no machine: it is powered down, and there is nothing to replace",
			cure: "a new machine is made when a job needs the node",
		}
	}
	explainReport(o.Err, o.report, row)
	if !o.yes {
		if err := o.confirm(ctx); err != nil {
			return nil, err
		}
	}
	told, err := o.teller(s)
	if err != nil {
		return nil, err
	}
	return func(op flex.Operation) {
		e := flex.ReportEvent(api.ClusterNow(), o.report, op)
		e.Pool, e.Jobs = row.Pool.ID, row.JobIDs()
		o.keep(ctx, told, e)
	}, nil
}

// keep puts an event into the stream. That it cannot be kept is no failure of the report.
func (o *reportNodeOptions) keep(ctx context.Context, told teller, e flex.Event) {
	if err := told.Tell(ctx, e); err != nil {
		fmt.Fprintf(o.Err, "flexq: warning: %s\n", whatAndCure(err))
	}
}

// confirm wants the node's name typed; everything else, the end of the input too, is a no.
func (o *reportNodeOptions) confirm(ctx context.Context) error {
	fmt.Fprintf(o.Err, "Type the name of the node to report it: ")
	answer, err := readLine(ctx, o.In)
	if err != nil {
		return err
	}
	if strings.TrimSpace(answer) == o.report.Node {
		return nil
	}
	return &codeError{code: exitFailed, what: "nothing was reported"}
}

// notReported adds to a lost answer where to look.
func (o *reportNodeOptions) notReported(err error) error {
	f := fault.From(err)
	if f == nil || f.Kind != fault.UnknownOutcome {
		return err
	}
	out := *f
	out.Cure = fmt.Sprintf("look whether its machine is replaced before reporting it again: `flexq events --filter node:%s`", o.report.Node)
	return &out
}

// row is a node of the look, joined with what is known of it.
func (k *look) row(name string) (nodeRow, bool) {
	for _, r := range nodeRows(k, &flex.Outlook{}) {
		if r.Node.Name == name {
			return r, true
		}
	}
	return nodeRow{}, false
}
