package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// errDeclined is a question that was answered with no.
func errDeclined() error {
	return &codeError{code: exitFailed, what: "nothing was cancelled"}
}

// confirmCancel shows the jobs and asks. One job is confirmed by y, several by their number; everything else,
// the end of the input too, is a no.
func confirmCancel(ctx context.Context, st streams, api service, refs []slurm.Ref, signal string) error {
	total := 0
	for _, ref := range refs {
		tasks, err := describe(ctx, st.Err, api, ref)
		if err != nil {
			return err
		}
		total += tasks
	}
	verb := "Cancel"
	if signal != "" {
		verb = "Send " + signal + " to"
	}
	want := "y"
	if total == 1 {
		fmt.Fprintf(st.Err, "%s this job? [y/N] ", verb)
	} else {
		want = strconv.Itoa(total)
		fmt.Fprintf(st.Err, "%s these %d jobs? Type %d to do it: ", verb, total, total)
	}
	answer, err := readLine(ctx, st.In)
	if err != nil {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer == want || want == "y" && answer == "yes" {
		return nil
	}
	return errDeclined()
}

// describe prints one line for each job behind an id and returns for how many jobs they stand.
func describe(ctx context.Context, w io.Writer, api service, ref slurm.Ref) (int, error) {
	detail, err := api.Job(ctx, ref)
	switch {
	case fault.KindOf(err) == fault.JobUnknown:
		fmt.Fprintf(w, "  %s  (Slurm knows no such job)\n", ref)
		return 1, nil
	case err != nil:
		return 0, err
	}
	total := 0
	for i := range detail.Jobs {
		j := &detail.Jobs[i]
		if j.State.IsFinal() && len(detail.Jobs) > 1 {
			continue
		}
		fmt.Fprintf(w, "  %s  %s  %s  %s\n", j.DisplayID(), j.Name, j.User, j.State)
		total += j.TaskCount()
	}
	return max(total, 1), nil
}

// readLine reads a line, and gives up when the context ends: a terminal would wait for ever.
func readLine(ctx context.Context, r io.Reader) (string, error) {
	line, err := unlessEnded(ctx.Done(), func() (string, error) { return bufio.NewReader(r).ReadString('\n') })
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return line, nil
	case ctx.Err() != nil:
		return "", err
	}
	return "", fmt.Errorf("read the answer: %w", err)
}
