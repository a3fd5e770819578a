package sim

import (
	"net/http"

	"flexq/client/sim/internal/shape"
)

// refuse answers for daemons that are down, and for tokens that they do not take.
func (s *Sim) refuse(c *call) *answer {
	switch {
	case c.db && s.down.database:
		return dbRefusal(c, "Failed to open slurmdbd connection")
	case c.db && c.badToken:
		return dbRefusal(c, "Failed to open slurmdbd connection, authentication error")
	case c.db:
		return nil
	case s.down.controller:
		return controllerRefusal(c, http.StatusBadGateway, 1800, "Unable to contact slurm controller (connect failure)")
	case c.badToken:
		return controllerRefusal(c, http.StatusNetworkAuthenticationRequired, 1007, "Protocol authentication error")
	default:
		return nil
	}
}

func dbRefusal(c *call, what string) *answer {
	return bare(c.enc, http.StatusBadGateway, shape.Tail{DBD: true, Errors: []shape.Problem{{
		Description: what, Number: 7000, Error: "Unable to connect to database", Source: "openapi_get_db_conn",
	}}})
}

// controllerRefusal is what each request answers when slurmctld gives slurmrestd an error instead of data. Ping says
// so in its data; partitions lose the error on the way.
func controllerRefusal(c *call, status, number int, text string) *answer {
	tail := func(what, source string) shape.Tail {
		return shape.Tail{Errors: []shape.Problem{{Description: what, Number: number, Error: text, Source: source}}}
	}
	with := func(data string, t shape.Tail) *answer {
		return &answer{status: status, head: c.enc.AppendTail([]byte(data), t)}
	}
	name := ""
	if len(c.parts) > 1 {
		name = c.parts[1]
	}
	switch key := c.method + " " + c.parts[0]; {
	case key == "GET ping":
		return ping(c, false)
	case key == "GET jobs" && name == "state":
		return with(`{"jobs":null,`, tail("Unable to query job states", "slurm_load_job_state()"))
	case key == "GET jobs":
		return noJobs(c, status, tail("Unable to query jobs", "slurm_load_jobs()"))
	case key == "GET job":
		return noJobs(c, status, tail("Unable to query JobId="+name, "_handle_job_get"))
	case key == "DELETE job", key == "DELETE jobs":
		return with(`{"status":[],`, tail("Signal request failed", "slurm_kill_jobs()"))
	case key == "POST job" && name == "submit":
		return bare(c.enc, status, tail("Batch job submission failed", "slurm_submit_batch_job()"))
	case key == "POST job":
		return with(`{"results":null,`, tail("Job update requested failed", "slurm_update_job2()"))
	case key == "GET partitions":
		return bare(c.enc, status, shape.Tail{})
	default:
		return refusedElse(c, status, key, name, tail)
	}
}

func refusedElse(c *call, status int, key, name string, tail func(what, source string) shape.Tail) *answer {
	switch key {
	case "GET nodes":
		return bare(c.enc, status, tail("Failure to query nodes", "_dump_nodes"))
	case "GET node":
		return bare(c.enc, status, tail("Failure to query node "+name, "_dump_nodes"))
	case "POST node", "DELETE node":
		return bare(c.enc, status, tail("Failure to update node "+name, "_update_node"))
	case "GET diag":
		return bare(c.enc, status, tail("slurm_get_statistics() failed to get slurmctld statistics", "op_handler_diag"))
	case "GET licenses":
		return bare(c.enc, status, tail("slurm_load_licenses() was unable to load licenses", "op_handler_licenses"))
	case "GET reservations", "GET reservation":
		return bare(c.enc, status, tail("Unable to query reservations", "slurm_load_reservations()"))
	default:
		return bare(c.enc, status, tail("Unable to query "+c.parts[0]+"s", "op_handler_"+c.parts[0]))
	}
}
