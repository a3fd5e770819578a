package tui_test

import (
	"context"
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// Why a form was not sent is about that form: it ends with the edit that mends it, and with another form in its place.
func TestWhyItWasNotSentEnds(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24, func(o *tui.Options, _ *cluster.Cluster) { o.Defaults.WorkDir = "/home/alice" })
	pick(s)
	field(s, "time")
	s.Type("1-99x")
	s.Press("ctrl+s")
	s.See("not sent: line 6: --time:")
	s.Press("ctrl+o")
	s.Type("mine")
	s.Press("enter")
	s.See("mine")
	s.NotSee("not sent")
	s.Press("ctrl+p")
	s.NotSee("not sent")
	s.Press("esc", "shift+tab", "shift+tab")
	s.Type("--nice=5")
	s.Press("ctrl+s")
	seeWords(t, s, "not sent: --nice=5 is not in the script yet: enter adds it, ctrl-u clears it")
	s.Press("enter")
	s.See("#SBATCH --nice=5")
	s.NotSee("not sent")
}

// halfAccess is accounting that is down, while Slurm tells all of its partitions.
type halfAccess struct{ of *cluster.Cluster }

// Access implements tui.Access.
func (h halfAccess) Access(ctx context.Context, user string) (slurm.Access, error) {
	list, err := h.of.Partitions(ctx)
	if err != nil {
		return slurm.Access{}, err
	}
	return slurm.Access{User: user, Partitions: list.Items}, &fault.Fault{Kind: fault.AccountingDown, What: "slurmdbd is down"}
}

// What comes with an error of accounting counts: a partition that is not among all that there are is an error.
func TestPartitionsWithoutAccounting(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) { o.Access = halfAccess{c} })
	pick(s)
	field(s, "partition")
	s.Type("nosuch")
	s.See("checks: 1 error")
	s.NotSee("unless it is hidden")
}

// An account of others is an error where the queue proves that limits are enforced, else a warning.
func TestQueueProvesThatLimitsHold(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]string{"Priority": "checks: 1 warning", "AssocGrpGRES": "checks: 1 error"} {
		s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
			o.Access = c
			c.Change(func(jobs *[]slurm.Job) {
				for i := range *jobs {
					if j := &(*jobs)[i]; j.State.IsPending() {
						j.Reason = reason
					}
				}
			})
		})
		pick(s)
		field(s, "account")
		s.Type("nosuch")
		s.See(want, "alice may not charge the account")
	}
}
