package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"flexq/config"
)

// The groups of `flexq help`.
const (
	groupSee      = "see"
	groupChange   = "change"
	groupSettings = "settings"
	groupSim      = "sim"
)

func newRootCmd(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "flexq",
		Short: "Watch, explain, cancel and submit Slurm jobs",
		Long: "flexq watches, explains, cancels and submits the jobs of Slurm clusters on Google Cloud's training clusters\n" +
			"or behind a plain slurmrestd. Without a command it opens the screen.",
		Args:              noCommand,
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRunE: checkFlags,
		RunE:              func(cmd *cobra.Command, _ []string) error { return orElse(nil, screenRun)(cmd.Context(), f) },
	}
	addGlobalFlags(cmd, f)
	cmd.SetFlagErrorFunc(flagError)
	cmd.Version = programVersion()
	cmd.SetVersionTemplate(versionLine())
	cmd.Flags().Bool("version", false, "print the version")
	cmd.AddGroup(
		&cobra.Group{ID: groupSee, Title: "See:"},
		&cobra.Group{ID: groupChange, Title: "Change:"},
		&cobra.Group{ID: groupSettings, Title: "Settings:"},
		&cobra.Group{ID: groupSim, Title: "Without a cluster:"},
	)
	for group, cmds := range map[string][]*cobra.Command{
		groupSee:      {newJobsCmd(f, nil), newJobCmd(f, nil), newWaitCmd(f, nil), newNodesCmd(f, nil), newPoolsCmd(f, nil), newEventsCmd(f, nil)},
		groupChange:   {newSubmitCmd(f, nil), newCancelCmd(f, nil), newHoldCmd(f, nil), newReleaseCmd(f, nil), newDrainCmd(f, nil), newResumeCmd(f, nil), newReportNodeCmd(f, nil), newLedgerCmd(f)},
		groupSettings: {newTemplatesCmd(f), newConfigCmd(f), newContextsCmd(f, nil), newUseCmd(f, nil)},
		groupSim:      {newDemoCmd(f, nil), newSimCmd(f, nil)},
	} {
		for _, c := range cmds {
			c.GroupID = group
			cmd.AddCommand(c)
		}
	}
	cmd.AddCommand(newVersionCmd(f))
	tameBuiltins(cmd)
	narrowHelp(cmd)
	return cmd
}

func addGlobalFlags(cmd *cobra.Command, f *factory) {
	flags := cmd.PersistentFlags()
	flags.String("context", "", "named context of the config file")
	flags.String("project", "", "Google Cloud project of the cluster")
	flags.String("region", "", "region of the cluster, as in europe-west4")
	flags.String("cluster", "", "id of the cluster")
	flags.String("endpoint", "", "base URL of the service; without project, region and cluster that of a slurmrestd")
	flags.String("slurm-version", "", "version of Slurm's REST data, as in v0.0.42 (default: found by asking)")
	flags.String("config", "", "config file")
	flags.Bool("read-only", false, "let nothing but reads leave the program")
	flags.Bool("mine", false, "only my own jobs")
	flags.String("log-file", "", "append a log of the requests to this file, as JSON lines")
	flags.Bool("no-color", false, "no colours")
	f.flags = flags
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("context", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return contextNames(f), cobra.ShellCompDirectiveNoFileComp
	})
}

// contextNames lists the contexts for completion; what is wrong with the file is not the place to say here.
func contextNames(f *factory) []string {
	file, err := f.file()
	if err != nil {
		return nil
	}
	return file.ContextNames()
}

// noCommand refuses a word that is no command, and names the nearest.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.Name() == args[0] {
			return usagef(fmt.Sprintf("write `%s %s`", cmd.CommandPath(), args[0]), "the command %s stands after --", args[0])
		}
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	cure := "`" + cmd.CommandPath() + " --help` lists the commands"
	if near := config.Nearest(args[0], names); near != "" {
		cure = fmt.Sprintf("did you mean `%s %s`?", cmd.CommandPath(), near)
	}
	return usagef(cure, "there is no command %q", args[0])
}

// arguments says how many arguments a command takes, and what they are when there are too few.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		cure := fmt.Sprintf("`%s --help` says more", cmd.CommandPath())
		switch {
		case len(args) < least:
			return usagef(cure, "%s is missing", what)
		case most >= 0 && len(args) > most && most == 0:
			return usagef(cure, "%s takes no arguments, but there is %q", cmd.CommandPath(), args[0])
		case most >= 0 && len(args) > most:
			return usagef(cure, "there is one argument too many: %q", args[most])
		}
		return nil
	}
}
