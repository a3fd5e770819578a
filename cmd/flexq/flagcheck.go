package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flexq/client/wire"
)

// flagError says in plain words what is wrong with the flags of a command line.
func flagError(cmd *cobra.Command, err error) error {
	list := fmt.Sprintf("`%s --help` lists the flags", cmd.CommandPath())
	var (
		bad     *pflag.InvalidValueError
		unknown *pflag.NotExistError
	)
	switch {
	case errors.As(err, &bad):
		return badValue(bad)
	case errors.As(err, &unknown) && isNumber(unknown.GetSpecifiedShortnames()):
		return usagef("ids of jobs are numbers from 1 on; "+list, "-%s is neither a flag nor the id of a job", unknown.GetSpecifiedShortnames())
	}
	return usagef(list, "%s", wire.Clean(err.Error()))
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// badValue is the error of a value that is not of the kind of its flag.
func badValue(err *pflag.InvalidValueError) error {
	var usage *usageError
	if errors.As(err, &usage) { // of our own kinds of values
		return usage
	}
	flag := err.GetFlag()
	wrong := func(cure, what string) error {
		return usagef(cure, "--%s: %q %s", flag.Name, err.GetValue(), what)
	}
	switch flag.Value.Type() {
	case "bool":
		return wrong(fmt.Sprintf("write --%s, or --%s=false", flag.Name, flag.Name), "is neither true nor false")
	case "int", "int64":
		if errors.Is(err, strconv.ErrRange) {
			return wrong("", "is too large a number")
		}
		return wrong(fmt.Sprintf("as in --%s %s", flag.Name, flag.DefValue), "is not a whole number")
	case "float64":
		return wrong(fmt.Sprintf("as in --%s 2.5", flag.Name), "is not a number")
	case "duration":
		return wrong(fmt.Sprintf("write it with a unit, as in --%s 30m, 90s or 1h30m", flag.Name), "is not a span of time")
	}
	return wrong("", errors.Unwrap(err).Error())
}

// errEmpty is a flag that was given without a value: mostly a variable of a script that is not set. To take it for
// one that was not given would do something else than was meant, as cancelling a job in the place of a signal.
func errEmpty(name string) error {
	return usagef("give it a value, or leave it out; a variable of a script may be empty", "--%s is empty", name)
}

// checkFlags refuses values that no flag of their kind can have.
func checkFlags(cmd *cobra.Command, _ []string) error {
	first := checkMine(cmd)
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Changed && first == nil {
			first = checkFlag(flag)
		}
	})
	return first
}

// checkMine refuses --mine where it would mean nothing: a list of nodes would look like one of those with own jobs.
func checkMine(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup("mine")
	if flag == nil || !flag.Changed || flag.Value.String() != "true" {
		return nil
	}
	switch cmd.Name() {
	case cmd.Root().Name(), "jobs", "demo", "show": // `config show` says what the settings are
		return nil
	case "nodes", "events":
		return usagef("filter by the ids, as in --filter job:1234", "--mine is for jobs and the screen: %s takes no account of it", cmd.CommandPath())
	}
	return usagef("leave it out", "--mine is for jobs and the screen: %s takes no account of it", cmd.CommandPath())
}

func checkFlag(flag *pflag.Flag) error {
	value := flag.Value.String()
	switch flag.Value.Type() {
	case "string":
		if strings.TrimSpace(value) == "" && flag.Name != "filter" {
			return errEmpty(flag.Name)
		}
	case "duration":
		if d, err := time.ParseDuration(value); err == nil && d <= 0 {
			return usagef(fmt.Sprintf("as in --%s 30m", flag.Name), "--%s: %s is no time to wait: it must be more than 0", flag.Name, value)
		}
	}
	return nil
}
