package sim

import (
	"net/http"
	"net/url"
	"strings"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// call is one Slurm request, however it came.
type call struct {
	user        *cluster.User
	badToken    bool // slurmctld does not take the token
	method      string
	path        string // with query, as received
	body        []byte
	contentType string
	direct      bool

	// Found by route.
	enc   *shape.Encoder
	db    bool
	parts []string // of the path behind the version
	query url.Values
	parse parser
}

// handler answers a call of which everything before it is known to be right. It runs under the lock of the Sim.
type handler func(s *Sim, c *call) *answer

// execute answers a Slurm request.
func (s *Sim) execute(c *call) *answer {
	s.strict.checkCall(c)
	h, refusal := s.route(c)
	if refusal != nil {
		return refusal
	}
	s.enter()
	defer s.mu.Unlock()
	if a := s.refuse(c); a != nil {
		return a
	}
	a := h(s, c)
	s.strict.checkParse(c)
	return a
}

// route finds the handler of a call, or the plain answer that slurmrestd gives when there is none.
func (s *Sim) route(c *call) (handler, *answer) {
	path, query, _ := strings.Cut(c.path, "?")
	if strings.ContainsAny(path, "+, ") {
		return nil, plain(http.StatusBadRequest, badPath)
	}
	if strings.ContainsAny(query, ", ") {
		return nil, plain(http.StatusBadRequest, badQuery)
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, plain(http.StatusBadRequest, badQuery)
	}
	c.query = values
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) < 3 {
		return nil, plain(http.StatusNotFound, noURL)
	}
	for i, p := range parts {
		if parts[i], err = url.PathUnescape(p); err != nil {
			return nil, plain(http.StatusBadRequest, badQuery)
		}
	}
	c.enc, c.parts, c.db = s.encoders[parts[1]], parts[2:], parts[0] == "slurmdb"
	h := s.find(c)
	if c.enc != nil && h == nil {
		s.strict.say("%s %s: no such method and path", c.method, c.path) // an unknown version may be a probe
	}
	if c.enc == nil || h == nil {
		return nil, plain(http.StatusNotFound, noURL)
	}
	if len(c.body) > 0 && c.method == http.MethodPost && !isJSON(c.contentType) {
		return nil, plain(http.StatusBadRequest, badQuery)
	}
	return h, nil
}

func (s *Sim) find(c *call) handler {
	if c.db {
		return findDB(c)
	}
	key := c.method + " " + c.parts[0]
	if len(c.parts) == 2 {
		key += "/*"
		if c.parts[1] == "submit" || c.parts[1] == "state" {
			key = c.method + " " + c.parts[0] + "/" + c.parts[1]
		}
	}
	if len(c.parts) > 2 {
		return nil
	}
	switch key {
	case "GET ping":
		return getPing
	case "GET diag":
		return getDiag
	case "GET licenses":
		return getLicenses
	case "GET reservations", "GET reservation/*":
		return getReservations
	default:
		return findJobsOrNodes(key)
	}
}

func findJobsOrNodes(key string) handler {
	switch key {
	case "GET jobs":
		return getJobs
	case "DELETE jobs":
		return deleteJobs
	case "GET jobs/state":
		return getStates
	case "GET job/*":
		return getJob
	case "POST job/*":
		return postJob
	case "DELETE job/*":
		return deleteJob
	case "POST job/submit":
		return postSubmit
	case "GET nodes":
		return getNodes
	case "GET node/*":
		return getNode
	case "POST node/*":
		return postNode
	case "DELETE node/*":
		return deleteNode
	case "GET partitions":
		return getPartitions
	case "GET partition/*":
		return getPartition
	default:
		return nil
	}
}

// checkQuery warns of parameters that a handler does not know.
func (c *call) checkQuery(table string, known ...string) {
	for _, pair := range strings.Split(rawQuery(c.path), "&") {
		name, _, _ := strings.Cut(pair, "=")
		if name == "" || contains(known, name) {
			continue
		}
		c.parse.unknown(name, value{kind: '"'}, table, "#/"+name+"/")
	}
}

func rawQuery(path string) string {
	_, q, _ := strings.Cut(path, "?")
	return q
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// updateTime reads the update_time of a query; 0 if there is none.
func (c *call) updateTime() int64 {
	s := c.query.Get("update_time")
	if s == "" {
		return 0
	}
	t, ok := parseTime(s, c.enc.Now())
	if !ok {
		c.parse.errors = append(c.parse.errors, badTime(s, "#/update_time/"))
	}
	return t
}

func badTime(s, at string) shape.Problem {
	return shape.Problem{
		Description: "Parsing of " + s + " for timestamp failed", Number: errConvert, Error: "Unable to convert Data type", Source: at,
	}
}

// showFlags reads flags=; unknown ones are errors, and yet the list is given.
func (c *call) showFlags() (all bool) {
	for i, f := range c.query["flags"] {
		switch f {
		case "ALL", "LOCAL":
			all = true
		case "DETAIL", "MIXED", "SIBLING", "FEDERATION", "FUTURE":
		default:
			c.parse.flag(f, "#/flags["+itoa(i)+"]/")
		}
	}
	return all
}
