package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersionCmd(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  arguments(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			if _, err := fmt.Fprint(f.Out, versionLine()); err != nil {
				return fmt.Errorf("write the output: %w", err)
			}
			return nil
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("flexq %s (%s, %s/%s)\n", programVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// programVersion is the version of the release, else what the Go toolchain wrote into the program.
func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
