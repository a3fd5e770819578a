package sim

import (
	"io"
	"net/http"
	"strings"

	"flexq/client/sim/internal/cluster"
)

// maxDirectBody is what slurmrestd reads of a request at most.
const maxDirectBody = 64 << 20

// serveDirect is a plain slurmrestd with rest_auth/jwt.
func (s *Sim) serveDirect(w http.ResponseWriter, r *http.Request) {
	path := r.URL.RequestURI()
	body, err := io.ReadAll(io.LimitReader(r.Body, maxDirectBody))
	if err != nil {
		return
	}
	f := s.faults.match(r.Method, path)
	out := newFaulty(w, r, f)
	c := &call{method: r.Method, path: path, body: body, contentType: r.Header.Get("Content-Type"), direct: true}
	entry := Request{Method: c.method, Path: path, Body: body, Direct: true}
	note := s.noting(&entry)
	defer note()
	if out.before() {
		return
	}
	defer out.finish()
	if !s.admit(c, r, f) {
		entry.Status = http.StatusUnauthorized
		writeText(out, entry.Status, noAuth)
		return
	}
	entry.User = c.user.Name
	if out.f.Late > 0 {
		entry.Executed = true
		s.postpone(out, r, c)
		return
	}
	a := s.answerOf(c, f)
	entry.Status, entry.Executed = a.status, f.acts()
	note()
	if out.after() {
		a.drop()
		return
	}
	writeDirect(out, a)
}

// admit finds the user of a direct request. Without any token slurmrestd shuts the door itself; a bad one is found
// by slurmctld, later.
func (s *Sim) admit(c *call, r *http.Request, f *Fault) bool {
	token := r.Header.Get("X-SLURM-USER-TOKEN")
	if token == "" {
		token, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	if token == "" {
		return false
	}
	name, ok := s.keys.slurmUser(token)
	if want := r.Header.Get("X-SLURM-USER-NAME"); want != "" && want != name {
		ok = false
	}
	c.badToken = !ok || f != nil && f.Expire
	c.user = s.linuxUser(name)
	return true
}

// linuxUser returns the account of a name; nobody if there is none.
func (s *Sim) linuxUser(name string) *cluster.User {
	if u := s.cluster.User(name); u != nil {
		return u
	}
	return s.cluster.Nobody()
}

func writeDirect(w http.ResponseWriter, a *answer) {
	switch {
	case a.empty:
		w.WriteHeader(a.status)
	case a.text != "":
		writeText(w, a.status, a.text)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(a.status)
		if err := a.writeTo(w); err != nil {
			return // the client is gone
		}
	}
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain")
	w.WriteHeader(status)
	if _, err := io.WriteString(w, text); err != nil {
		return // the client is gone
	}
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	if _, err := w.Write(body); err != nil {
		return // the client is gone
	}
}
