package sim

import "flexq/client/sim/internal/cluster"

// dbViews are the records that GET /slurmdb/{v}/jobs/ is about: those of the ids in step, else those of the query. Of a
// het job an id is that of one component.
func (s *Sim) dbViews(c *call, q cluster.Query) []cluster.View {
	ids := splitAll(c.query["step"])
	if len(ids) == 0 {
		return s.cluster.History(q)
	}
	var out []cluster.View
	for _, id := range ids {
		r, ok := parseRef(id)
		switch {
		case !ok:
		case r.isTask:
			out = append(out, s.cluster.HistoryOfTask(r.job, r.tasks[0])...)
		default:
			for _, v := range s.cluster.HistoryOf(r.job) {
				if v.ID == r.job && r.offset < 0 || v.Array != nil || v.Het != nil && int(v.ID-r.job) == r.offset {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// withScripts shows the scripts of the records where they are asked for. As in 24.11.5, whoever asks for them and names
// no id gets nothing, and of the records only his own, unless he is an operator.
func (s *Sim) withScripts(c *call, views []cluster.View) []cluster.View {
	if !truth(c.query.Get("show_batch_script")) {
		return views
	}
	var out []cluster.View
	for _, v := range views {
		if c.query.Has("step") && (v.User == c.user || c.user.Operator) {
			v.Shown = v.Script
			out = append(out, v)
		}
	}
	return out
}
