package gateway

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/fault"
)

// Request is one call of Slurm's REST interface.
type Request struct {
	Op     string     // what it is for, in words: "list jobs"; begins every error
	Method string     // GET, POST or DELETE
	Path   string     // not yet escaped: /slurm/v0.0.42/jobs/
	Query  url.Values // a list is the same name several times; Slurm takes no commas
	Body   []byte     // a JSON object, with POST only, and then always
	Once   bool       // a read is not tried again: whoever asks can do without the answer
}

// IsRead reports whether the call can change nothing. Slurm has calls of method GET that do: reconfigure, and the
// requeue of a job.
func (r Request) IsRead() bool {
	if r.Method != http.MethodGet {
		return false
	}
	last := lastSegment(r.Path)
	return last != "reconfigure" && last != "requeue"
}

// aboutJob reports whether the path names one job, so that "no such job" can be the answer.
func (r Request) aboutJob() bool {
	parts := segments(r.Path)
	return len(parts) >= 4 && parts[2] == "job" && parts[3] != "submit" && parts[3] != "allocate"
}

// asksForChange reports whether "nothing has changed" can be the answer.
func (r Request) asksForChange() bool { return r.IsRead() && r.Query.Get("update_time") != "" }

// accounting reports whether the path is one of slurmdbd's.
func (r Request) accounting() bool { return strings.HasPrefix(r.Path, "/slurmdb/") }

// target is the escaped path with its query, as Slurm is to see it.
func (r Request) target() string {
	// slurmrestd refuses a bare plus sign in a path, as in the component 21+1 of a het job.
	path := strings.ReplaceAll((&url.URL{Path: r.Path}).EscapedPath(), "+", "%2B")
	if len(r.Query) == 0 {
		return path
	}
	// slurmrestd undoes %20 and leaves a plus sign alone.
	return path + "?" + strings.ReplaceAll(r.Query.Encode(), "+", "%20")
}

// check refuses what is no call of Slurm before it gets anywhere.
func (r Request) check() *fault.Fault {
	usage := func(what string) *fault.Fault { return fault.New(fault.Usage, r.Op, what) }
	switch r.Method {
	case http.MethodGet, http.MethodDelete:
		if r.Body != nil {
			return usage("a " + r.Method + " takes no body")
		}
	case http.MethodPost:
		// Before 25.05.1 an empty body makes slurmrestd crash.
		if v := jsontext.Value(r.Body); v.Kind() != '{' || !v.IsValid(jsontext.AllowDuplicateNames(true)) {
			return usage("the body of a POST must be a JSON object")
		}
	default:
		return usage("there is no Slurm call of method " + quote(r.Method))
	}
	if !strings.HasPrefix(r.Path, "/slurm/") && !strings.HasPrefix(r.Path, "/slurmdb/") {
		return usage("not a Slurm path: " + quote(r.Path))
	}
	for _, s := range segments(r.Path) {
		if s == "." || s == ".." {
			return usage("not a Slurm path: " + quote(r.Path))
		}
	}
	return nil
}

func segments(path string) []string { return strings.Split(strings.Trim(path, "/"), "/") }

func lastSegment(path string) string {
	s := segments(path)
	return s[len(s)-1]
}
