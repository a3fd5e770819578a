package sim

import (
	"fmt"
	"net/http"
	"strings"
)

// strictness reports requests that are not of the protocol.
type strictness struct {
	on     bool
	report func(string)
}

func (s *strictness) say(format string, args ...any) {
	if s.on && s.report != nil {
		s.report(fmt.Sprintf(format, args...))
	}
}

// checkCall looks at a Slurm request before it is answered.
func (s *strictness) checkCall(c *call) {
	if !s.on {
		return
	}
	what := c.method + " " + c.path
	if len(c.body) > 0 && c.method == http.MethodGet {
		s.say("%s: a GET has no body", what)
	}
	if len(c.body) > 0 && c.method == http.MethodDelete && !c.direct {
		s.say("%s: the platform takes no body with a DELETE", what)
	}
	if len(c.body) == 0 && c.method == http.MethodPost {
		s.say("%s: a POST needs a body", what)
	}
	if c.direct && len(c.body) > 0 && !isJSON(c.contentType) {
		s.say("%s: content type %q", what, c.contentType)
	}
	if _, query, ok := strings.Cut(c.path, "?"); ok && (strings.Contains(query, ",") || strings.Contains(strings.ToUpper(query), "%2C")) {
		s.say("%s: a list in a query is the parameter repeated, not commas", what)
	}
}

// checkParse looks at what Slurm's parser said of a request.
func (s *strictness) checkParse(c *call) {
	if !s.on {
		return
	}
	for _, e := range c.parse.errors {
		if e.Number == errConvert || e.Number == errFlag || e.Number == errList {
			s.say("%s %s: %s: %s", c.method, c.path, e.Source, e.Description)
		}
	}
	for _, w := range c.parse.warnings {
		if strings.HasPrefix(w.Description, "Ignoring unknown field") || strings.HasPrefix(w.Description, "Expected OpenAPI") {
			s.say("%s %s: %s: %s", c.method, c.path, w.Source, w.Description)
		}
	}
}

func isJSON(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.TrimSpace(kind) == "application/json"
}
