// Command panic shows the screen on a cluster in memory that panics when a job is opened, for the test of what a panic
// does to a terminal.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

type broken struct{ tui.Service }

func (broken) Job(context.Context, slurm.Ref) (slurm.JobDetail, error) {
	panic("the detail is broken")
}

func main() {
	err := tui.Run(context.Background(), tui.Options{
		Service: broken{cluster.New(time.Now)}, Scripts: &cluster.Scripts{}, Now: time.Now, Context: "panic",
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
