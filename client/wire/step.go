package wire

import "flexq/client/slurm"

type step = slurm.Step

func stepFields() fields[step] {
	return fields[step]{
		"state":     func(r *reader, s *step) { r.jobState(&s.State) },
		"exit_code": func(r *reader, s *step) { r.exit(&s.Exit) },
		"time": nested(fields[step]{
			"start":   func(r *reader, s *step) { r.moment(&s.Start) },
			"end":     func(r *reader, s *step) { r.moment(&s.End) },
			"elapsed": func(r *reader, s *step) { r.i64(&s.Elapsed) },
			"total": nested(fields[step]{
				"seconds": func(r *reader, s *step) { r.i64(&s.TotalCPU) },
			}),
		}),
		"nodes": nestedOr(fields[step]{
			"range": func(r *reader, s *step) { r.hostlist(&s.Nodes) },
			"count": func(r *reader, s *step) { r.u32(&s.NodeCount) },
		}, func(r *reader, s *step) { r.hostlist(&s.Nodes) }),
		"tasks": nestedOr(fields[step]{
			"count": func(r *reader, s *step) { r.u32(&s.Tasks) },
		}, func(r *reader, s *step) { r.u32(&s.Tasks) }),
		"step": nested(fields[step]{
			"id":   nestedOr(stepID(), func(r *reader, s *step) { r.text(&s.ID) }),
			"name": func(r *reader, s *step) { r.text(&s.Name) },
		}),
		"tres": nested(fields[step]{
			"requested": nested(fields[step]{"max": readPeak}),
		}),
	}
}

// stepID reads the id in the form of older versions, an object.
func stepID() fields[step] {
	part := func(r *reader, s *step) {
		var id string
		r.text(&id)
		if s.ID != "" {
			id = s.ID + "." + id
		}
		s.ID = id
	}
	return fields[step]{"job_id": part, "step_id": part}
}

func finishStep(s *step) bool {
	if s.NodeCount == 0 {
		s.NodeCount = uint32(s.Nodes.Count())
	}
	s.Exit.Set = ended(s.State, s.Exit)
	return true
}

// readPeak finds the peak resident memory in a step's list of maxima. There, unlike in a job's TRES, memory counts
// in bytes.
func readPeak(r *reader, s *step) {
	var items []tresItem
	list(r, tresFields(), &items, nil)
	for _, t := range items {
		if t.kind == "mem" && t.count.set && !t.count.negative && t.count.abs < 1<<62 {
			s.MaxRSS = int64(t.count.abs)
		}
	}
}
