package sim

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"flexq/client/sim/internal/shape"
)

// computePrefix is the path of the Compute Engine API, version 1.
const computePrefix = "/compute/v1/projects/"

// computeFault is an error of Compute Engine, which has a list of errors beside the fields of google.rpc.
type computeFault struct {
	code    int
	reason  string // of the first error, as in forbidden
	domain  string // "" means global
	message string
	field   string // details, in JSON; "" for none
}

// serveCompute is the part of Compute Engine that tells of the machines of a cluster: lists of instances, of managed
// instance groups and of their resize requests. The caller needs its own permissions there.
func (s *Sim) serveCompute(w http.ResponseWriter, r *http.Request) {
	f := s.faults.match(r.Method, r.URL.Path)
	out := newFaulty(w, r, f)
	if out.before() {
		return
	}
	defer out.finish()
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, computePrefix), "/")
	permission, kind := computeCall(parts[1:])
	problem := s.mayCompute(r, f, parts[0], permission)
	if problem == nil && (kind == "" || r.Method != http.MethodGet) {
		s.strict.say("%s %s: no such method of Compute Engine here", r.Method, r.URL.Path)
		problem = &computeFault{code: http.StatusNotFound, reason: "notFound", message: "Not found: " + r.URL.Path}
	}
	if problem == nil {
		problem = s.checkListing(r.URL.Query())
	}
	if problem != nil {
		writeComputeFault(out, problem)
		return
	}
	if out.after() {
		return
	}
	body, problem := s.computeAnswer(r.Context(), kind, parts[1:], r.URL.Query())
	if problem != nil {
		writeComputeFault(out, problem)
		return
	}
	writeJSON(out, http.StatusOK, body)
}

// computeCall finds what a path below the project asks for, and the permission that it takes.
func computeCall(path []string) (permission, kind string) {
	switch {
	case slices.Equal(path, []string{"aggregated", "instances"}):
		return "compute.instances.list", "instances"
	case slices.Equal(path, []string{"aggregated", "instanceGroupManagers"}):
		return "compute.instanceGroupManagers.list", "instanceGroupManagers"
	case len(path) == 5 && path[0] == "zones" && path[2] == "instanceGroupManagers" && path[4] == "resizeRequests":
		return "compute.instanceGroupManagers.get", "resizeRequests"
	default:
		return "compute.projects.get", ""
	}
}

// mayCompute checks the access token, the project, and the permission of the caller.
func (s *Sim) mayCompute(r *http.Request, f *Fault, project, permission string) *computeFault {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if f != nil && f.Expire {
		s.keys.expire(token)
	}
	user, valid := s.keys.userOf(token)
	if !ok || !valid {
		return &computeFault{
			code: http.StatusUnauthorized, reason: "authError",
			message: "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
		}
	}
	s.mu.Lock()
	off, barred := s.down.compute, s.noCompute[user]
	s.mu.Unlock()
	if off {
		return computeDisabled()
	}
	if project != s.cfg.Project && project != projectNumber || barred || s.fwd == nil && s.cluster.User(user) == nil {
		return &computeFault{
			code: http.StatusForbidden, reason: "forbidden",
			message: "Required '" + permission + "' permission for 'projects/" + project + "'",
		}
	}
	return nil
}

func computeDisabled() *computeFault {
	const page = "https://console.developers.google.com/apis/api/compute.googleapis.com/overview?project=" + projectNumber
	return &computeFault{
		code: http.StatusForbidden, reason: "accessNotConfigured", domain: "usageLimits",
		message: "Compute Engine API has not been used in project " + projectNumber + " before or it is disabled. Enable it by visiting " +
			page + " then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.",
		field: `[{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"Google developers console API activation","url":"` + page +
			`"}]},{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","domain":"googleapis.com","metadata":{"service":"compute.googleapis.com","consumer":"projects/` +
			projectNumber + `"}}]`,
	}
}

func invalidField(field, value, why string) *computeFault {
	return &computeFault{
		code: http.StatusBadRequest, reason: "invalid", message: "Invalid value for field '" + field + "': '" + value + "'. " + why,
	}
}

// checkListing refuses query parameters that lists do not have.
func (s *Sim) checkListing(query url.Values) *computeFault {
	for name := range query {
		switch name {
		case "filter", "fields", "maxResults", "pageToken", "orderBy", "returnPartialSuccess", "includeAllScopes", "prettyPrint", "alt", "quotaUser":
		default:
			s.strict.say("Compute Engine: query parameter %q", name)
			return &computeFault{
				code: http.StatusBadRequest, reason: "invalid",
				message: "Invalid JSON payload received. Unknown name \"" + name + "\": Cannot bind query parameter. Field '" + name + "' could not be found in request message.",
			}
		}
	}
	return nil
}

func (s *Sim) computeAnswer(ctx context.Context, kind string, path []string, query url.Values) ([]byte, *computeFault) {
	items, problem := s.computeItems(ctx, kind, path)
	if problem != nil {
		return nil, problem
	}
	if items, problem = filtered(items, query.Get("filter")); problem != nil {
		return nil, problem
	}
	page, next, problem := paged(items, query)
	if problem != nil {
		return nil, problem
	}
	body := s.aggregated(kind, page, next)
	if kind == "resizeRequests" {
		body = s.listed(page, next, path)
	}
	return masked(body, query.Get("fields"))
}

func (s *Sim) computeItems(ctx context.Context, kind string, path []string) ([]item, *computeFault) {
	if s.fwd != nil {
		return s.realItems(ctx, kind)
	}
	s.enter()
	defer s.mu.Unlock()
	switch kind {
	case "instances":
		return s.instances(), nil
	case "instanceGroupManagers":
		return s.groups(), nil
	default:
		return s.resizeRequests(path[1], path[3])
	}
}

func writeComputeFault(w http.ResponseWriter, f *computeFault) {
	domain := f.domain
	if domain == "" {
		domain = "global"
	}
	b := append([]byte(`{"error":{"code":`), itoa(f.code)...)
	b = append(b, `,"message":`...)
	b = shape.AppendString(b, f.message)
	b = append(b, `,"errors":[{"message":`...)
	b = shape.AppendString(b, f.message)
	b = append(b, `,"domain":"`+domain+`","reason":"`+f.reason+`"}]`...)
	switch f.code {
	case http.StatusUnauthorized:
		b = append(b, `,"status":"UNAUTHENTICATED"`...)
	case http.StatusForbidden:
		if f.field != "" {
			b = append(b, `,"status":"PERMISSION_DENIED"`...)
		}
	}
	if f.field != "" {
		b = append(b, `,"details":`+f.field...)
	}
	writeJSON(w, f.code, append(b, "}}\n"...))
}
