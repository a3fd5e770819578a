package main

import "github.com/spf13/cobra"

// tameBuiltins makes the commands that cobra brings along, help and completion, refuse what they do not know, as all
// others do: by themselves they print some help and report success.
func tameBuiltins(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Run, cmd.RunE = nil, helpRun
		case "completion":
			cmd.Args = noCommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			for _, shell := range cmd.Commands() {
				shell.Args = arguments(0, 0, "")
			}
		}
	}
}

// helpRun shows the help of the command that the words name.
func helpRun(help *cobra.Command, words []string) error {
	cmd, rest, err := help.Root().Find(words)
	if err != nil {
		return err
	}
	if err := noCommand(cmd, rest); err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	return cmd.Help()
}
