package sim

import (
	"strings"

	"flexq/client/sim/internal/cluster"
)

// runs leaves out the earlier runs of a job that was requeued, unless the query asks for them. Without any flag
// slurmrestd shows them, but one flag of a query takes the place of all that holds by itself.
func (c *call) runs(views []cluster.View) []cluster.View {
	if !c.hasFlag() || truth(c.query.Get("show_duplicates")) {
		return views
	}
	out := views[:0]
	for i := range views {
		if i+1 == len(views) || views[i+1].ID != views[i].ID { // the last of them
			out = append(out, views[i])
		}
	}
	return out
}

// hasFlag reports whether a query of accounting sets one of its flags.
func (c *call) hasFlag() bool {
	for _, name := range strings.Fields("scheduler_unset scheduled_on_submit scheduled_by_main scheduled_by_backfill job_started " +
		"show_duplicates skip_steps disable_truncate_usage_time whole_hetjob disable_whole_hetjob disable_wait_for_result " +
		"usage_time_as_submit_time show_batch_script show_job_environment") {
		if truth(c.query.Get(name)) {
			return true
		}
	}
	return false
}
