package main

import (
	"github.com/spf13/cobra"
)

// completeSubmit completes what stands behind a flag of submit whose values are known; elsewhere files.
func (f *factory) completeSubmit(cmd *cobra.Command, words []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(words) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	switch words[len(words)-1] {
	case "--template":
		return f.templates().names(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
	case "--context":
		return contextNames(f), cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}
