package sim

import (
	"net/http"
	"strconv"
	"strings"

	"flexq/client/sim/internal/cluster"
)

// report is what reportFaultyNodes asks for.
type report struct {
	node string
	host bool
}

// serveReport is reportFaultyNodes (docs: Cluster resiliency): one node at a time is deleted, or its host is reported.
func (s *Sim) serveReport(w http.ResponseWriter, r *http.Request, name string, body []byte) {
	f := s.faults.match(r.Method, r.URL.Path)
	out := newFaulty(w, r, f)
	if out.before() {
		return
	}
	defer out.finish()
	_, refusal := s.authorize(r, name, f, AccessRun, AccessView)
	var what report
	if refusal == nil {
		what, refusal = s.readReport(body)
	}
	if refusal != nil {
		writeError(out, *refusal)
		return
	}
	op, refusal := s.report(what)
	switch {
	case refusal != nil:
		writeError(out, *refusal)
	case out.after():
	default:
		writeJSON(out, http.StatusOK, op)
	}
}

// report begins an operation, or says why there can be none.
func (s *Sim) report(what report) ([]byte, *OuterError) {
	if s.fwd != nil {
		return nil, precondition("The nodes of this cluster are not the platform's.")
	}
	s.enter()
	defer s.mu.Unlock()
	n := s.cluster.Node(what.node)
	switch {
	case n == nil:
		return nil, &OuterError{Code: http.StatusNotFound, Status: "NOT_FOUND", Message: "Node '" + what.node + "' was not found in cluster '" + s.cfg.Cluster + "'."}
	case n.Instance == 0:
		return nil, precondition("Node '" + n.Name + "' has no VM.")
	case s.cluster.Busy() != nil:
		return nil, &OuterError{Code: http.StatusConflict, Status: "ABORTED", Message: "Another operation on the nodes of this cluster is in progress: " + s.operationName(s.cluster.Busy())}
	case what.host && !reportsHosts(n.Shape.MachineType):
		return nil, precondition("Reporting a faulty host is not supported for machine type '" + n.Shape.MachineType + "'.")
	case what.host && n.Status(s.cluster.Now()) != "RUNNING":
		return nil, precondition("Node '" + n.Name + "' is not RUNNING.")
	}
	return s.operation(s.cluster.ReportNode(n, what.host)), nil
}

// reportsHosts reports whether hosts of a machine type can be reported: A3 Ultra and A4.
func reportsHosts(machine string) bool {
	return strings.HasPrefix(machine, "a3-ultragpu-") || strings.HasPrefix(machine, "a4-")
}

func precondition(message string) *OuterError {
	return &OuterError{Code: http.StatusBadRequest, Status: "FAILED_PRECONDITION", Message: message}
}

// readReport reads the body: {"nodeActions":[{"nodeId":NODE,"reportFaultyHost":{"faultReasons":[{behavior,description}]}}]}.
func (s *Sim) readReport(body []byte) (report, *OuterError) {
	v, err := parseValue(body)
	if err != nil || v.kind != '{' {
		s.strict.say("reportFaultyNodes: the body is not a JSON object")
		return report{}, invalid("Invalid JSON payload received. Expected an object.")
	}
	var out report
	var problem *OuterError
	actions := 0
	s.eachField(v, &problem, "nodeActions", func(list value) {
		actions = len(list.items)
		for _, action := range list.items {
			s.eachField(action, &problem, "nodeId", func(x value) { out.node = x.text }, "reportFaultyHost", func(x value) {
				out.host = true
				s.readReasons(x, &problem)
			})
		}
	})
	switch {
	case problem != nil:
	case actions == 0 || out.node == "":
		problem = invalid("node_actions must name a node.")
	case actions > 1:
		problem = invalid("Only one node can be reported at a time.")
	}
	return out, problem
}

func (s *Sim) readReasons(host value, problem **OuterError) {
	n := 0
	s.eachField(host, problem, "faultReasons", func(list value) {
		for _, reason := range list.items {
			n++
			s.eachField(reason, problem, "behavior", func(x value) {
				if !contains([]string{"PERFORMANCE", "SILENT_DATA_CORRUPTION", "UNRECOVERABLE_GPU_ERROR", "BEHAVIOR_UNSPECIFIED"}, x.text) {
					s.strict.say("reportFaultyNodes: behavior %q", x.text)
					*problem = invalid("Invalid value at 'node_actions[0].report_faulty_host.fault_reasons[0].behavior' (TYPE_ENUM), \"" + x.text + "\"")
				}
			}, "description", func(value) {})
		}
	})
	if n == 0 && *problem == nil {
		*problem = invalid("report_faulty_host must give a fault reason.")
	}
}

// eachField calls the function that follows the name of each field of an object. Names may be written in either of
// the two ways that JSON of protocol buffers has. An unknown field is a problem.
func (s *Sim) eachField(v value, problem **OuterError, known ...any) {
	for _, f := range v.fields {
		found := false
		for i := 0; i+1 < len(known); i += 2 {
			if name, ok := known[i].(string); ok && (f.name == name || f.name == snake(name)) {
				if use, ok := known[i+1].(func(value)); ok {
					use(f.value)
					found = true
				}
			}
		}
		if !found {
			s.strict.say("reportFaultyNodes: unknown field %q", f.name)
			*problem = invalid("Invalid JSON payload received. Unknown name \"" + f.name + "\": Cannot find field.")
		}
	}
}

// snake writes a name in lower case with underscores.
func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (s *Sim) operationName(o *cluster.Operation) string {
	return "projects/" + projectNumber + "/locations/" + s.cfg.Region + "/operations/" + strconv.FormatUint(o.ID, 10)
}

// operation writes an operation as google.longrunning has it.
func (s *Sim) operation(o *cluster.Operation) []byte {
	d := newDoc()
	d.add("name", s.operationName(o))
	m := newDoc()
	m.add("@type", "type.googleapis.com/google.cloud.aiplatform.v1beta1.ReportFaultyNodesOperationMetadata")
	m.raw("genericMetadata", `{"createTime":"`+stamp(o.Created)+`","updateTime":"`+stamp(o.Updated)+`"}`)
	m.add("progressMessage", o.Progress)
	d.raw("metadata", string(m.bytes()))
	switch {
	case !o.Done:
	case o.Err != "":
		d.raw("done", "true")
		x := newDoc()
		x.raw("code", "9")
		x.add("message", o.Err)
		d.raw("error", string(x.bytes()))
	default:
		d.raw("done", "true")
		d.raw("response", `{"@type":"type.googleapis.com/google.cloud.aiplatform.v1beta1.ReportFaultyNodesResponse"}`)
	}
	return d.bytes()
}

// serveOperation is GET .../operations/OP.
func (s *Sim) serveOperation(w http.ResponseWriter, r *http.Request) {
	f := s.faults.match(r.Method, r.URL.Path)
	out := newFaulty(w, r, f)
	if out.before() {
		return
	}
	defer out.finish()
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	// Whoever may use the cluster in any way may look at its operations.
	here := "/v1beta1/" + strings.Join(parts[1:5], "/") + "/modelDevelopmentClusters"
	_, refusal := s.authorize(r, here, f)
	if refusal == nil && r.Method != http.MethodGet {
		s.strict.say("%s %s: no such method", r.Method, r.URL.Path)
		refusal = &OuterError{Code: http.StatusNotFound, Status: "NOT_FOUND", Message: "Method not found."}
	}
	if refusal != nil {
		writeError(out, *refusal)
		return
	}
	s.enter()
	var body []byte
	if id, err := strconv.ParseUint(parts[6], 10, 64); err == nil {
		if o := s.cluster.Operation(id); o != nil {
			body = s.operation(o)
		}
	}
	s.mu.Unlock()
	switch {
	case body == nil:
		writeError(out, OuterError{Code: http.StatusNotFound, Status: "NOT_FOUND", Message: "Operation '" + strings.Join(parts[1:], "/") + "' was not found."})
	case out.after():
	default:
		writeJSON(out, http.StatusOK, body)
	}
}

// isOperation reports whether a path names an operation: /VERSION/projects/P/locations/R/operations/OP.
func isOperation(path string) bool {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	return len(parts) == 7 && parts[1] == "projects" && parts[3] == "locations" && parts[5] == "operations"
}
