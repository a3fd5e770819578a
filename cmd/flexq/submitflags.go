package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flexq/client/sbatch"
)

// addSbatchOptions makes the options of sbatch known to completion. They are not read by pflag, which knows neither
// names cut short nor values that are joined to a letter: see splitSubmit.
func addSbatchOptions(cmd *cobra.Command) {
	for _, r := range shownOptions() {
		flag := cmd.Flags().VarPF(&sbatchValue{row: r}, r.Name, r.Short, r.Words)
		if !needsValue(r) {
			flag.NoOptDefVal = "true"
		}
	}
}

// shownOptions are the options of sbatch that submit takes, by name. Not among them is --context, which is flexq's own
// and means something else to sbatch.
func shownOptions() []sbatch.Row {
	var out []sbatch.Row
	for _, r := range sbatch.Table() {
		if r.Class != sbatch.Refused && r.Name != "context" {
			r.Words = or(ownWords(r.Name), r.Words)
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b sbatch.Row) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// ownWords says what an option does that flexq carries out itself, "" of another.
func ownWords(name string) string {
	switch name {
	case "parsable":
		return "print the id alone, as is done anyway"
	case "quiet":
		return "print errors alone, and as with sbatch not the id either"
	case "verbose":
		return "say on the standard error what is done; given twice, show the request too"
	case "test-only":
		return "hold the job against what the cluster says, and submit nothing"
	case "wait":
		return "wait until the job has ended; the code is then that of the command wait"
	case "wrap":
		return "submit this command in place of a script"
	}
	return ""
}

// sbatchValue is an option of sbatch among the flags of a command.
type sbatchValue struct{ row sbatch.Row }

// Set implements pflag.Value. The options are read by splitSubmit.
func (v *sbatchValue) Set(string) error { return nil }

// String implements pflag.Value. It is the default, and there is none.
func (v *sbatchValue) String() string { return "" }

// Type implements pflag.Value: the word in the help.
func (v *sbatchValue) Type() string { return or(v.row.Value, "bool") }

// submitUsage is cobra's usage with the options of sbatch in a list of their own.
func submitUsage(cmd *cobra.Command) error {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if _, isSbatch := flag.Value.(*sbatchValue); !isSbatch {
			own.AddFlag(flag)
		}
	})
	_, err := fmt.Fprintf(cmd.OutOrStderr(), "Usage:\n  %s\n\nFlags:\n%s\nOptions of sbatch:\n%s\nGlobal Flags:\n%s",
		cmd.UseLine(), own.FlagUsages(), optionUsages(), cmd.InheritedFlags().FlagUsages())
	return err
}

// optionUsages lists the options of sbatch as sbatch writes them.
func optionUsages() string {
	const column = 38
	var b strings.Builder
	for _, r := range shownOptions() {
		head := "      --" + r.Name
		if r.Short != "" {
			head = "  -" + r.Short + ", --" + r.Name
		}
		switch {
		case r.Optional:
			head += "[=" + r.Value + "]"
		case r.Value != "":
			head += "=" + r.Value
		}
		if len(head) >= column {
			head += "\n" + strings.Repeat(" ", column)
		}
		fmt.Fprintf(&b, "%-*s %s\n", column, head, r.Words)
	}
	return b.String()
}
