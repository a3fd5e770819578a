package sim

import (
	"strings"

	"flexq/client/sim/internal/cluster"
)

// descReader reads one job description of a submit or an update.
type descReader struct {
	p    *parser
	at   string
	d    *cluster.Desc
	env  bool
	user string
	seen map[string]bool
	now  int64
}

func (r *descReader) read(v value) {
	r.seen = map[string]bool{}
	if v.kind != '{' {
		if v.kind != 'n' && v.kind != 0 {
			r.p.mismatch("type=object (Slurm type=dictionary)", v, r.at)
		}
		return
	}
	for _, f := range v.fields {
		at := r.at + f.name + "/"
		if f.value.kind == 'n' || r.text(f.name, f.value, at) || r.number(f.name, f.value, at) || r.special(f.name, f.value, at) {
			r.seen[f.name] = true
			continue
		}
		if !ignoredField(f.name) {
			r.p.unknown(f.name, f.value, "JOB_DESC_MSG", at)
		}
	}
	if r.d.MinNodes == 0 && r.d.MaxNodes > 0 {
		r.d.MinNodes = 1
	}
}

// text reads the fields that are strings; lists of names may also be JSON lists.
func (r *descReader) text(name string, v value, at string) bool {
	d := r.d
	dst := map[string]*string{
		"name": &d.Name, "partition": &d.Partition, "account": &d.Account, "qos": &d.QOS,
		"current_working_directory": &d.WorkDir, "standard_input": &d.StdIn, "standard_output": &d.StdOut,
		"standard_error": &d.StdErr, "comment": &d.Comment, "extra": &d.Extra, "admin_comment": &d.AdminComment,
		"constraints": &d.Features, "licenses": &d.Licenses, "reservation": &d.Reservation,
		"network": &d.Network, "wckey": &d.WCKey, "tres_per_node": &d.TRESPerNode, "tres_per_job": &d.TRESPerJob,
		"tres_per_task": &d.TRESPerTask, "tres_per_socket": &d.TRESPerSocket, "mail_user": &d.MailUser, "container": &d.Container,
		"script": &d.Script, "array": &d.Array, "user_id": &r.user,
	}[name]
	if dst == nil {
		return false
	}
	if s, ok := r.p.str(v, at); ok {
		*dst = s
	}
	d.OwnAccount = d.OwnAccount || name == "account"
	d.OwnQOS = d.OwnQOS || name == "qos"
	return true
}

// number reads the fields that are plain integers, or numbers that may be unset.
func (r *descReader) number(name string, v value, at string) bool {
	d := r.d
	if dst := map[string]*uint32{
		"tasks": &d.Tasks, "cpus_per_task": &d.CPUsPerTask, "tasks_per_node": &d.TasksPerNode, "minimum_cpus": &d.MinCPUs,
		"minimum_cpus_per_node": &d.NodeCPUs, "minimum_nodes": &d.MinNodes, "maximum_nodes": &d.MaxNodes,
	}[name]; dst != nil {
		if n, ok := r.p.int(v, 32, at); ok {
			*dst = clamp(n)
		}
		return true
	}
	switch name {
	case "time_limit":
		d.Limit = r.num(v, at, d.Limit)
	case "time_minimum":
		d.LimitMin = r.num(v, at, d.LimitMin)
	case "memory_per_node":
		d.MemPerNode, d.MemSet = uint64(r.num(v, at, 0)), true
	case "memory_per_cpu":
		d.MemPerCPU, d.MemSet = uint64(r.num(v, at, 0)), true
	case "begin_time":
		r.begin(v, at)
	case "deadline":
		d.Deadline, _ = r.p.int(v, 64, at)
	case "nice":
		n, _ := r.p.int(v, 32, at)
		d.Nice = int32(n)
	default:
		return false
	}
	return true
}

func (r *descReader) num(v value, at string, otherwise uint32) uint32 {
	if n, ok := r.p.num(v, at); ok {
		return n
	}
	return otherwise
}

// special reads the fields of other types.
func (r *descReader) special(name string, v value, at string) bool {
	d := r.d
	switch name {
	case "environment":
		list, ok := r.p.list(v, at)
		r.env = ok && len(list) > 0
	case "argv":
		if argv, ok := r.p.list(v, at); ok {
			d.Command = strings.Join(argv, " ")
		}
	case "nodes":
		if s, ok := r.p.str(v, at); ok {
			if d.MinNodes, d.MaxNodes = nodeRange(s); d.MinNodes == 0 {
				r.p.convert("Unknown format: "+v.slurmText(), at)
			}
		}
	case "required_nodes":
		d.ReqNodes, _ = r.p.csv(v, at)
	case "excluded_nodes":
		d.ExcNodes, _ = r.p.csv(v, at)
	case "hold":
		d.Hold, _ = r.p.bool(v, at)
	case "contiguous":
		d.Contiguous, _ = r.p.bool(v, at)
	case "requeue":
		if on, ok := r.p.bool(v, at); ok {
			d.Requeue = on
		}
	case "shared", "exclusive":
		for _, w := range r.p.words(v, at) {
			d.Exclusive = d.Exclusive || w == "none" || w == "true"
		}
	case "mail_type":
		d.MailType = r.p.words(v, at)
	case "dependency":
		if s, ok := r.p.str(v, at); ok {
			r.dependency(s)
		}
	default:
		return false
	}
	return true
}

// begin reads begin_time, which may also be a text that says a time: "now+1hour".
func (r *descReader) begin(v value, at string) {
	if v.kind == '"' {
		if t, ok := parseTime(v.text, r.now); ok {
			r.d.Begin = t
			return
		}
	}
	r.d.Begin = int64(r.num(v, at, 0))
}

// dependency keeps an unreadable dependency as one that Submit refuses.
func (r *descReader) dependency(s string) {
	deps, ok := cluster.ParseDeps(s)
	if !ok {
		deps = []cluster.Dep{{Kind: cluster.DepAfterAny, Job: cluster.NoVal}}
	}
	r.d.Deps = deps
}

// ignoredField reports whether Slurm knows a field of job_desc_msg that the simulation does not heed.
func ignoredField(name string) bool {
	return contains(strings.Fields("account_gather_frequency allocation_node_list allocation_node_port batch_features "+
		"burst_buffer clusters cluster_constraint container_id core_specification thread_specification cpu_binding "+
		"cpu_binding_flags cpu_frequency cpus_per_tres crontab delay_boot end_time rlimits flags group_id hetjob_group immediate "+
		"job_id kill_on_node_fail mcs_label memory_binding memory_binding_type memory_per_tres oom_kill_step open_mode "+
		"reserve_ports overcommit distribution_plane_size power_flags prefer priority profile reboot site_factor "+
		"spank_environment distribution tres_bind tres_freq wait_all_nodes kill_warning_flags kill_warning_signal "+
		"kill_warning_delay maximum_cpus minimum_boards_per_node minimum_sockets_per_board sockets_per_node threads_per_core "+
		"tasks_per_socket tasks_per_core tasks_per_board ntasks_per_tres temporary_disk_per_node "+
		"selinux_context required_switches segment_size wait_for_switch x11 x11_magic_cookie x11_target_host x11_target_port "+
		"oversubscribe cores_per_socket resv_mpi_ports minimum_switches"), name)
}
