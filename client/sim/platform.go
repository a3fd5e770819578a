package sim

import (
	"io"
	"net/http"
	"slices"
	"strings"
)

// maxRequest is the size that a request to the platform must stay below.
const maxRequest = 1_000_000

// servePlatform is the modelDevelopmentClusters resource.
func (s *Sim) servePlatform(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 4*maxRequest))
	if err != nil {
		return
	}
	name, verb, _ := strings.Cut(r.URL.Path, ":")
	switch {
	case verb == "callSlurmRestApi" && r.Method == http.MethodPost:
		s.serveCall(w, r, name, body)
		return
	case verb == "reportFaultyNodes" && r.Method == http.MethodPost:
		s.serveReport(w, r, name, body)
		return
	case isOperation(r.URL.Path):
		s.serveOperation(w, r)
		return
	}
	f := s.faults.match(r.Method, r.URL.Path)
	out := newFaulty(w, r, f)
	if out.before() {
		return
	}
	defer out.finish()
	_, refusal := s.authorize(r, name, f, AccessRun)
	switch {
	case refusal != nil:
		writeError(out, *refusal)
	case verb != "" || r.Method != http.MethodGet:
		s.strict.say("%s %s: no such method", r.Method, r.URL.Path)
		writeError(out, OuterError{Code: http.StatusNotFound, Status: "NOT_FOUND", Message: "Method not found."})
	case out.after():
	default:
		s.writeResource(r.Context(), out, name, r.URL.Query())
	}
}

// authorize checks the access token and the name of the cluster. barred are kinds of access that do not suffice.
func (s *Sim) authorize(r *http.Request, name string, f *Fault, barred ...Access) (user string, refusal *OuterError) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if f != nil && f.Expire {
		s.keys.expire(token)
	}
	user, valid := s.keys.userOf(token)
	if !ok || !valid {
		return "", &OuterError{
			Code: http.StatusUnauthorized, Status: "UNAUTHENTICATED",
			Message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
		}
	}
	project, region, cluster := splitName(name)
	if project != s.cfg.Project && project != projectNumber {
		return "", s.denied(name)
	}
	if !strings.HasPrefix(name, "/v1beta1/") || region != s.cfg.Region || cluster != "" && cluster != s.cfg.Cluster || !strings.Contains(name, "/modelDevelopmentClusters") {
		return "", &OuterError{
			Code: http.StatusNotFound, Status: "NOT_FOUND", Message: "Resource '" + strings.TrimPrefix(name, "/v1beta1/") + "' was not found.",
		}
	}
	if a := s.accessOf(user); a == AccessNone || slices.Contains(barred, a) || s.fwd == nil && s.cluster.User(user) == nil {
		return "", s.denied(name)
	}
	return user, nil
}

func (s *Sim) accessOf(user string) Access {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.access[user]
}

func (s *Sim) denied(name string) *OuterError {
	return &OuterError{
		Code: http.StatusForbidden, Status: "PERMISSION_DENIED",
		Message: "Permission denied on resource '" + strings.TrimPrefix(name, "/v1beta1/") + "' (or it may not exist).",
	}
}

// projectNumber is the number of the simulated project, which stands in names that the platform gives.
const projectNumber = "100000000001"

// splitName reads /v1beta1/projects/P/locations/R/modelDevelopmentClusters/C.
func splitName(name string) (project, region, cluster string) {
	parts := strings.Split(strings.Trim(name, "/"), "/")
	at := func(i int) string {
		if i < len(parts) {
			return parts[i]
		}
		return ""
	}
	return at(2), at(4), at(6)
}

// serveCall is callSlurmRestApi.
func (s *Sim) serveCall(w http.ResponseWriter, r *http.Request, name string, body []byte) {
	c, problem := s.readCall(r, body)
	f := s.faults.match(c.method, c.path)
	out := newFaulty(w, r, f)
	entry := Request{Method: c.method, Path: c.path, Body: c.body}
	note := s.noting(&entry)
	defer note()
	if out.before() {
		return
	}
	defer out.finish()
	user, refusal := s.authorize(r, name, f, AccessView)
	if refusal == nil {
		refusal = problem
	}
	if refusal != nil {
		writeError(out, *refusal)
		return
	}
	c.user, entry.User = s.linuxUser(user), user
	if out.f.Late > 0 {
		entry.Executed = true
		s.postpone(out, r, c)
		return
	}
	if s.fwd != nil && f.acts() {
		entry.Executed = true
		entry.Status = s.forward(out, r, c)
		return
	}
	a := s.answerOf(c, f)
	entry.Status, entry.Executed = a.status, f.acts()
	note() // whoever waits for its effect need not wait for an answer that a fault holds up
	if out.after() {
		a.drop()
		return
	}
	s.writeEnvelope(out, a)
}

// readCall reads {method, path, body}. A call that cannot be read is returned as far as it could be, with the
// platform's error.
func (s *Sim) readCall(r *http.Request, body []byte) (*call, *OuterError) {
	c := &call{contentType: "application/json"}
	if !isJSON(r.Header.Get("Content-Type")) {
		s.strict.say("callSlurmRestApi: content type %q", r.Header.Get("Content-Type"))
	}
	if len(body) >= maxRequest {
		s.strict.say("callSlurmRestApi: a request of %d bytes", len(body))
		return c, invalid("Request payload size exceeds the limit: 1000000 bytes.")
	}
	v, err := parseValue(body)
	if err != nil || v.kind != '{' {
		s.strict.say("callSlurmRestApi: the body is not a JSON object")
		return c, invalid("Invalid JSON payload received. Expected an object.")
	}
	var problem *OuterError
	for _, x := range v.fields {
		if p := s.callField(c, x); p != nil && problem == nil {
			problem = p
		}
	}
	switch {
	case problem != nil:
	case c.method == "":
		problem = invalid("method is required.")
	case !strings.HasPrefix(c.path, "/slurm/") && !strings.HasPrefix(c.path, "/slurmdb/"):
		s.strict.say("callSlurmRestApi: path %q", c.path)
		problem = invalid("path is not a valid Slurm REST API path: " + c.path)
	}
	return c, problem
}

func (s *Sim) callField(c *call, f field) *OuterError {
	switch f.name {
	case "method":
		method, known := strings.CutPrefix(f.value.text, "HTTP_METHOD_")
		if !known || !contains([]string{"GET", "POST", "DELETE"}, method) {
			s.strict.say("callSlurmRestApi: method %q", f.value.text)
			return invalid("Invalid value at 'method' (TYPE_ENUM), \"" + f.value.text + "\"")
		}
		c.method = method
	case "path":
		if f.value.kind != '"' {
			return invalid("Invalid value at 'path' (TYPE_STRING)")
		}
		c.path = f.value.text
	case "body":
		if f.value.kind == 'n' {
			return nil
		}
		if f.value.kind != '{' {
			s.strict.say("callSlurmRestApi: body is not an object")
			return invalid("Invalid value at 'body' (type.googleapis.com/google.protobuf.Struct)")
		}
		c.body = f.value.append(nil)
	default:
		s.strict.say("callSlurmRestApi: unknown field %q", f.name)
		return invalid("Invalid JSON payload received. Unknown name \"" + f.name + "\": Cannot find field.")
	}
	return nil
}

func invalid(message string) *OuterError {
	return &OuterError{Code: http.StatusBadRequest, Status: "INVALID_ARGUMENT", Message: message}
}

// writeEnvelope sends Slurm's answer inside the platform's. What of it is not JSON has no place in an object: the
// structured and the object form are then {}, and the text form is the text itself.
func (s *Sim) writeEnvelope(w http.ResponseWriter, a *answer) {
	if !a.json() {
		a = &answer{status: a.status, text: a.text, head: []byte("{}")}
		if s.cfg.Form == FormString {
			a.head = []byte(a.text)
		}
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if err := s.envelope(w, a.status, a.writeTo); err != nil {
		return // the client is gone, or a fault closed the connection
	}
}

// envelope writes {status, structuredBody} round a body.
func (s *Sim) envelope(w io.Writer, status int, body func(io.Writer) error) error {
	before, after := `{"status":`+itoa(status)+`,"structuredBody":`, "}\n"
	inner := w
	switch s.cfg.Form {
	case FormString:
		before, after = `{"status":`+itoa(status)+`,"body":"`, "\"}\n"
		inner = &escaper{w: w}
	case FormObject:
		before = `{"status":` + itoa(status) + `,"body":`
	case FormStructuredFirst:
		before, after = `{"structuredBody":`, `,"status":`+itoa(status)+"}\n"
	case FormStructured:
	}
	if _, err := io.WriteString(w, before); err != nil {
		return err
	}
	if err := body(inner); err != nil {
		return err
	}
	_, err := io.WriteString(w, after)
	return err
}
