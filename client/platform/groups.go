package platform

import (
	"cmp"
	"io"
	"net/url"
	"strings"
	"time"

	"flexq/client/flex"
)

// Group is a managed instance group.
type Group struct {
	Name    string
	Place   string // where it is: zones/us-central1-a, or regions/us-central1
	Created time.Time
}

// GroupsQuery asks for a page of the groups whose names begin with a cluster's id.
//
// GET /compute/v1/projects/P/aggregated/instanceGroupManagers
// (https://cloud.google.com/compute/docs/reference/rest/v1/instanceGroupManagers/aggregatedList).
func GroupsQuery(cluster, token string) url.Values {
	return listQuery(cluster, token, "items/*/instanceGroupManagers(name,creationTimestamp),"+aggregated)
}

// ReadGroups reads the answer to that. What could not be a group's name or place is left out: both go into a path.
func ReadGroups(r io.Reader) (Page[Group], error) {
	return readScopes(r, "list of instance groups", "instanceGroupManagers", func(scope string, o object) (Group, bool) {
		g := Group{Name: o.text("name"), Place: scope, Created: utc(o.time("creationTimestamp"))}
		kind, place, _ := strings.Cut(scope, "/")
		return g, isResourceName(g.Name) && isResourceName(place) && (kind == "zones" || kind == "regions")
	})
}

// isResourceName reports whether a text has the form of Compute Engine's names (RFC 1035).
func isResourceName(s string) bool {
	return s != "" && len(s) <= 63 && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// IsOf is IsOf for a group.
func (g Group) IsOf(cluster, region string) bool {
	return IsOf(cluster, region, g.Name, lastPart(g.Place))
}

// Path is where the resize requests of a group are, below the project.
func (g Group) Path() string {
	return "/" + g.Place + "/instanceGroupManagers/" + g.Name + "/resizeRequests"
}

// RequestsQuery asks for a page of the resize requests of a group. Items are asked for whole, and not by their fields:
// instances is younger than the rest, and a mask that names an unknown field is refused.
//
// GET /compute/v1/projects/P/zones/Z/instanceGroupManagers/G/resizeRequests, or regions/R in place of the zone
// (https://cloud.google.com/compute/docs/reference/rest/v1/instanceGroupManagerResizeRequests/list).
func RequestsQuery(token string) url.Values {
	return listQuery("", token, "items,nextPageToken,warning")
}

// ReadRequests reads the answer to that. PoolID and Job are for Place to fill in.
func ReadRequests(r io.Reader, g Group) (Page[flex.ResizeRequest], error) {
	root, _, err := readRoot(r, "list of resize requests")
	if err != nil {
		return Page[flex.ResizeRequest]{}, err
	}
	page := Page[flex.ResizeRequest]{Next: root.text("nextPageToken"), Missing: unreached(root)}
	for _, o := range root.objects("items") {
		status := o.object("status")
		req := flex.ResizeRequest{
			Name:        o.text("name"),
			Group:       g.Name,
			State:       enum(o.text("state"), "STATE_"),
			Count:       cmp.Or(o.count("resizeBy"), len(o.objects("instances"))), // slurm-gcp names its machines
			Created:     utc(o.time("creationTimestamp")),
			RunDuration: o.duration("requestedRunDuration"),
			Error:       cmp.Or(firstError(status.object("error")), firstError(status.object("lastAttempt").object("error"))),
		}
		if req.Name != "" {
			page.Items = append(page.Items, req)
		}
	}
	return page, nil
}

func firstError(o object) string {
	for _, e := range o.objects("errors") {
		code, message := e.text("code"), e.text("message")
		if code != "" && message != "" && !strings.Contains(message, code) {
			return code + ": " + message
		}
		if text := cmp.Or(message, code); text != "" {
			return text
		}
	}
	return ""
}

// IsOver reports whether nothing more will come of a request: its machines are there, or will never be.
func IsOver(r flex.ResizeRequest) bool {
	return r.State == "SUCCEEDED" || r.State == "CANCELLED" || r.State == "FAILED"
}

// Place finds out from the name of its group what a request is for: slurm-gcp names them CLUSTER-POOL-job-JOB-ID and
// CLUSTER-POOL-ID. Without known pools only the first form tells.
func Place(r flex.ResizeRequest, p flex.Pools) flex.ResizeRequest {
	rest, ok := strings.CutPrefix(r.Group, p.Cluster+"-")
	if !ok || p.Cluster == "" {
		return r
	}
	r.PoolID, r.Job = madeForJob(rest)
	if p.Origin != flex.FromResource {
		return r
	}
	if _, known := p.Pool(r.PoolID); known && r.PoolID != "" {
		return r
	}
	r.PoolID = ""
	for _, pool := range p.Pools {
		if len(pool.ID) > len(r.PoolID) && (rest == pool.ID || strings.HasPrefix(rest, pool.ID+"-")) {
			r.PoolID = pool.ID
		}
	}
	return r
}

// madeForJob takes POOL-job-JOB-ID apart; two empty texts for another form.
func madeForJob(name string) (pool, job string) {
	const mark = "-job-"
	i := strings.LastIndex(name, mark)
	if i <= 0 {
		return "", ""
	}
	job, id, ok := strings.Cut(name[i+len(mark):], "-")
	if !ok || job == "" || strings.Trim(job, "0123456789") != "" || id == "" || strings.Contains(id, "-") {
		return "", ""
	}
	return name[:i], job
}
