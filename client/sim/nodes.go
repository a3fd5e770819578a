package sim

import (
	"net/http"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// data is an answer whose data was written under the lock.
func (c *call) data(head []byte) *answer {
	return &answer{status: c.flagged(), head: c.enc.AppendTail(head, c.tail())}
}

func (c *call) updated(b []byte, at int64) []byte {
	b = append(b, `,"last_update":`...)
	b = shape.AppendNum(b, at)
	return append(b, ',')
}

// unchanged answers a query with update_time, or returns nil when there is news. slurmrestd 24.11 cannot give the
// nodes unless the partitions have changed too, or when both have.
func (c *call) unchanged(s *Sim, since int64) *answer {
	_, nodes, parts, _, _ := s.cluster.Changed()
	switch {
	case since > nodes:
		return &answer{status: http.StatusNotModified, empty: true}
	case since > parts:
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: "Unable to query partitions", Number: -1, Error: "Unspecified error", Source: "_dump_nodes",
		})
		return bare(c.enc, http.StatusInternalServerError, c.tail())
	default:
		return nil
	}
}

func (c *call) badQueryTime(what, source string) *answer {
	c.parse.errors = append(c.parse.errors, rejected(what, source))
	return bare(c.enc, http.StatusInternalServerError, c.tail())
}

// flagged is the status of an answer that holds data all the same when a flag of the query was unknown.
func (c *call) flagged() int {
	if len(c.parse.errors) > 0 {
		return http.StatusInternalServerError
	}
	return http.StatusOK
}

// getNodes is GET /slurm/{v}/nodes/.
func getNodes(s *Sim, c *call) *answer {
	since := c.updateTime()
	if len(c.parse.errors) > 0 {
		return c.badQueryTime("query.", "_dump_nodes")
	}
	c.showFlags()
	c.checkQuery("OPENAPI_NODES_QUERY", "update_time", "flags")
	if a := c.unchanged(s, since); a != nil {
		return a
	}
	head := []byte(`{"nodes":[`)
	for i, n := range s.cluster.Nodes() {
		if i > 0 {
			head = append(head, ',')
		}
		head = c.enc.AppendNode(head, n)
	}
	return c.data(c.updated(append(head, ']'), s.cluster.Now()))
}

// getNode is GET /slurm/{v}/node/{name}. An unknown node is an error with status 200.
func getNode(s *Sim, c *call) *answer {
	since := c.updateTime()
	if len(c.parse.errors) > 0 {
		return c.badQueryTime("query.", "_dump_nodes")
	}
	c.showFlags()
	c.checkQuery("OPENAPI_NODES_QUERY", "update_time", "flags")
	if a := c.unchanged(s, since); a != nil {
		return a
	}
	n := s.cluster.Node(c.parts[1])
	if n == nil {
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: "Failure to query node " + c.parts[1], Error: "No error", Source: "_dump_nodes",
		})
		return bare(c.enc, http.StatusOK, c.tail())
	}
	head := c.enc.AppendOneNode([]byte(`{"nodes":[`), n)
	return c.data(c.updated(append(head, ']'), s.cluster.Now()))
}

// postNode is POST /slurm/{v}/node/{name}: drain, resume, power up and down.
func postNode(s *Sim, c *call) *answer {
	body, err := parseValue(c.body)
	if err != nil && len(c.body) > 0 {
		return plain(http.StatusBadRequest, badQuery)
	}
	var up cluster.NodeUpdate
	p := &c.parse
	for _, f := range body.fields {
		at := "#/" + f.name + "/"
		switch f.name {
		case "state":
			up.States = p.words(f.value, at)
		case "reason":
			if t, ok := p.str(f.value, at); ok {
				up.Reason = &t
			}
		case "comment":
			if t, ok := p.str(f.value, at); ok {
				up.Comment = &t
			}
		case "cpu_bind", "extra", "features", "features_act", "gres", "address", "hostname", "name", "reason_uid",
			"resume_after", "weight":
		default:
			p.unknown(f.name, f.value, "UPDATE_NODE_MSG", at)
		}
	}
	for i, w := range up.States {
		if !cluster.NodeStateKnown(w) {
			p.flag(w, "#/state["+itoa(i)+"]/")
		}
	}
	if err := s.cluster.UpdateNode(c.user, c.parts[1], up); err != nil {
		p.errors = append(p.errors, slurmError("Failure to update node "+c.parts[1], err, "_update_node"))
		return bare(c.enc, http.StatusInternalServerError, c.tail())
	}
	return bare(c.enc, http.StatusOK, c.tail())
}

// deleteNode is DELETE /slurm/{v}/node/{name}, which is for administrators and dynamic nodes; there are none.
func deleteNode(_ *Sim, c *call) *answer {
	err := cluster.ErrUser
	if c.user.Administrator {
		err = cluster.ErrNodeState
	}
	c.parse.errors = append(c.parse.errors, slurmError("Failure to update node "+c.parts[1], err, "op_handler_node"))
	return bare(c.enc, http.StatusInternalServerError, c.tail())
}

// words reads flags: a list of words, or one.
func (p *parser) words(v value, at string) []string {
	if v.kind == '"' {
		return []string{v.text}
	}
	list, _ := p.list(v, at)
	return list
}

// getPartitions is GET /slurm/{v}/partitions/.
func getPartitions(s *Sim, c *call) *answer {
	since := c.updateTime()
	if len(c.parse.errors) > 0 {
		return c.badQueryTime("query", "op_handler_partitions")
	}
	c.showFlags()
	c.checkQuery("OPENAPI_PARTITIONS_QUERY", "update_time", "flags")
	_, _, changed, _, _ := s.cluster.Changed()
	if since > changed {
		return &answer{status: http.StatusNotModified, empty: true}
	}
	head := []byte(`{"partitions":[`)
	for i, p := range s.cluster.Partitions() {
		if i > 0 {
			head = append(head, ',')
		}
		head = c.enc.AppendPartition(head, p)
	}
	return c.data(c.updated(append(head, ']'), s.cluster.Now()))
}

// getPartition is GET /slurm/{v}/partition/{name}.
func getPartition(s *Sim, c *call) *answer {
	c.checkQuery("OPENAPI_PARTITIONS_QUERY", "update_time", "flags")
	p := s.cluster.Partition(c.parts[1])
	if p == nil {
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: "Unable to find partition " + c.parts[1], Number: errQuery, Error: queryText, Source: "op_handler_partition",
		})
		return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
	}
	head := c.enc.AppendPartition([]byte(`{"partitions":[`), p)
	return c.data(c.updated(append(head, ']'), s.cluster.Now()))
}

// getReservations is GET /slurm/{v}/reservations/, and /reservation/{name}.
func getReservations(s *Sim, c *call) *answer {
	since := c.updateTime()
	if len(c.parse.errors) > 0 {
		return c.badQueryTime("query", "op_handler_reservations")
	}
	c.checkQuery("OPENAPI_RESERVATION_QUERY", "update_time")
	_, _, _, changed, _ := s.cluster.Changed()
	if since > changed {
		return &answer{status: http.StatusNotModified, empty: true}
	}
	head := []byte(`{"reservations":[`)
	for _, r := range s.reservations() {
		if len(c.parts) > 1 && r.Name != c.parts[1] {
			continue
		}
		if head[len(head)-1] != '[' {
			head = append(head, ',')
		}
		head = c.enc.AppendReservation(head, r)
	}
	if len(c.parts) > 1 && head[len(head)-1] == '[' {
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: "Unable to query reservations", Error: "No error", Source: "slurm_load_reservations()",
		})
		return bare(c.enc, http.StatusOK, c.tail())
	}
	return c.data(c.updated(append(head, ']'), s.cluster.Now()))
}

// getLicenses is GET /slurm/{v}/licenses/.
func getLicenses(s *Sim, c *call) *answer {
	all, used := s.cluster.Licenses()
	if len(all) == 0 {
		c.parse.warnings = append(c.parse.warnings, shape.Problem{Description: "Zero licenses to dump"})
	}
	head := []byte(`{"licenses":[`)
	for i, l := range all {
		if i > 0 {
			head = append(head, ',')
		}
		head = c.enc.AppendLicense(head, l, used[l.Name])
	}
	return c.data(c.updated(append(head, ']'), s.cluster.Now()))
}

// getPing is GET /slurm/{v}/ping/.
func getPing(_ *Sim, c *call) *answer { return ping(c, true) }

func ping(c *call, up bool) *answer {
	head := c.enc.AppendPing([]byte(`{"pings":[`), up)
	return &answer{status: http.StatusOK, head: c.enc.AppendTail(append(head, "],"...), c.tail())}
}

// getDiag is GET /slurm/{v}/diag/.
func getDiag(_ *Sim, c *call) *answer {
	head := c.enc.AppendDiag([]byte(`{"statistics":`), c.user.Name)
	return c.data(append(head, ','))
}
