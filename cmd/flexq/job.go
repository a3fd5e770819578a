package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

type jobOptions struct {
	reading
	judging
	id string
}

func newJobCmd(f *factory, runF func(context.Context, *jobOptions) error) *cobra.Command {
	o := &jobOptions{reading: newReading(f), judging: newJudging(f)}
	cmd := &cobra.Command{
		Use:   "job ID",
		Short: "Show one job, from the queue or from accounting",
		Long: "Show one job, or the tasks of an array, or the parts of a het job. A job that has left the queue is looked\n" +
			"for in accounting.",
		Args:   arguments(1, 1, "the id of the job"),
		PreRun: func(_ *cobra.Command, args []string) { o.id = args[0] },
	}
	return readingCmd(cmd, o, &o.reading, jobFields(), orElse(runF, jobRun))
}

func jobRun(ctx context.Context, o *jobOptions) error {
	l := listing[jobRow]{kind: "job", fields: jobFields(), grammar: columns.JobFields, matcher: matchJobs, empty: "no such job"}
	refs, err := parseRefs([]string{o.id})
	if err != nil {
		return err
	}
	api, settings, err := open(ctx, &o.reading, &l)
	if err != nil {
		return err
	}
	detail, err := api.Job(ctx, refs[0])
	if err != nil {
		return err
	}
	l.asOf = detail.AsOf
	l.items = jobRows(detail.Jobs, slurm.TimeOf(detail.AsOf))
	slices.SortStableFunc(l.items, byID)
	l.warnings = withSkipped(detail.Warnings, detail.Skipped)
	if !allFinal(detail.Jobs) && (o.output.filter() != "" || isSheet(o.output.format) || l.shows(o.output, keysOf(jobLeaseFields())...)) {
		k := look{jobs: slurm.List[slurm.Job]{Items: detail.Jobs, AsOf: detail.AsOf}}
		k.askPools(ctx, api)
		k.askNodes(ctx, api)
		outlook, err := o.judge(ctx, settings, api, &k)
		if err != nil {
			return err
		}
		judgeRows(l.items, outlook, &k)
		l.warnings = append(l.warnings, k.warnings()...)
	}
	if isSheet(o.output.format) && len(o.output.filters) == 0 && len(l.items) == 1 {
		warn(o.Err, l.warnings)
		return writeSheet(o.Out, l.fields, l.items[0])
	}
	return l.print(o.streams, o.output)
}

// isSheet reports whether one job is shown as lines of title and text.
func isSheet(format string) bool { return format == "table" || format == "" }

// writeSheet writes one item as lines of title and text; what is empty is left out.
func writeSheet[T any](w io.Writer, fields []field[T], item T) error {
	width := 0
	for _, f := range fields {
		if f.shown >= inSheet {
			width = max(width, len(f.title))
		}
	}
	var b strings.Builder
	for _, f := range fields {
		if text := oneLine(f.words(item)); text != "" && f.shown >= inSheet {
			fmt.Fprintf(&b, "%-*s  %s\n", width, f.title, text)
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// maxJob is the largest id that Slurm gives: ids have 32 bits, and the last two values mean other things.
const maxJob = 1<<32 - 3

// parseRefs reads ids; the first that is none ends it.
func parseRefs(ids []string) ([]slurm.Ref, error) {
	refs := make([]slurm.Ref, 0, len(ids))
	for _, s := range ids {
		ref, err := slurm.ParseRef(s)
		if err != nil {
			return nil, usagef("", "%v", err)
		}
		if ref.Job > maxJob {
			return nil, usagef("", "%q is not a job id: the largest that Slurm can have is %d", s, maxJob)
		}
		refs = append(refs, ref)
	}
	return refs, nil
}
