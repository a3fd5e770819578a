package sim

import (
	"net/http"
	"strconv"
	"time"

	"flexq/client/sim/internal/shape"
)

// Credentials are the two kinds of Application Default Credentials file for one user.
type Credentials struct {
	ServiceAccount []byte // a service-account key file with Mark; its key was made for this Sim
	AuthorizedUser []byte // as gcloud auth application-default login writes it
}

// Mark tells files that a simulated platform wrote from those that somebody needs.
const Mark = "Written by flexq sim"

// Credentials returns credential files for a Linux user ("" means alice); tokenURI is where this Sim's /token is
// reached. The private key is made when it is first asked for and lives only in this Sim and in what is returned.
func (s *Sim) Credentials(user, tokenURI string) (Credentials, error) {
	user = orAlice(user)
	key, err := s.keys.keyOf(user, tokenURI)
	if err != nil {
		return Credentials{}, err
	}
	email := s.email(user)
	sa := newDoc()
	sa.add("comment", Mark)
	sa.add("type", "service_account")
	sa.add("project_id", s.cfg.Project)
	sa.add("private_key_id", key.id)
	sa.add("private_key", key.pem)
	sa.add("client_email", email)
	sa.add("client_id", "100000000000000000001")
	sa.add("auth_uri", tokenURI)
	sa.add("token_uri", tokenURI)
	sa.add("universe_domain", "googleapis.com")
	au := newDoc()
	au.add("type", "authorized_user")
	au.add("client_id", clientID)
	au.add("client_secret", clientSecret)
	au.add("refresh_token", key.refresh)
	au.add("token_uri", tokenURI)
	au.add("quota_project_id", s.cfg.Project)
	return Credentials{ServiceAccount: sa.bytes(), AuthorizedUser: au.bytes()}, nil
}

func orAlice(user string) string {
	if user == "" {
		return "alice"
	}
	return user
}

func (s *Sim) email(user string) string {
	return user + "@" + s.cfg.Project + ".iam.gserviceaccount.com"
}

// AccessToken returns a fresh access token of the platform for a Linux user ("" means alice).
func (s *Sim) AccessToken(user string) string { return s.keys.issue(orAlice(user)) }

// SlurmToken returns a fresh token for X-SLURM-USER-TOKEN of a Linux user, for direct requests. As with Slurm's own,
// the name need not be known: such a user acts as nobody.
func (s *Sim) SlurmToken(user string) string {
	return s.keys.slurmToken(orAlice(user), s.keys.now().Add(s.keys.life))
}

// ExpiredSlurmToken returns a token for X-SLURM-USER-TOKEN whose time is over.
func (s *Sim) ExpiredSlurmToken(user string) string {
	return s.keys.slurmToken(orAlice(user), s.keys.now().Add(-time.Minute))
}

// ExpireTokens makes every access token issued so far invalid; refresh tokens and keys still work.
func (s *Sim) ExpireTokens() { s.keys.expireAll() }

// These two stand for the OAuth client of the gcloud command; they open nothing but this Sim.
const (
	clientID     = "flexq-sim.apps.googleusercontent.com"
	clientSecret = "not-a-secret"
)

// serveToken is the OAuth 2 token endpoint: JWT assertions (RFC 7523) and refresh tokens.
func (s *Sim) serveToken(w http.ResponseWriter, r *http.Request) {
	f := s.faults.match(r.Method, r.URL.Path)
	out := newFaulty(w, r, f)
	if out.before() {
		return
	}
	defer out.finish()
	if r.Method != http.MethodPost || r.ParseForm() != nil {
		tokenError(out, http.StatusBadRequest, "invalid_request", "expected a form by POST")
		return
	}
	var user, problem string
	switch grant := r.PostForm.Get("grant_type"); grant {
	case "urn:ietf:params:oauth:grant-type:jwt-bearer":
		user, problem = s.keys.checkAssertion(r.PostForm.Get("assertion"))
	case "refresh_token":
		if r.PostForm.Get("client_id") != clientID || r.PostForm.Get("client_secret") != clientSecret {
			tokenError(out, http.StatusUnauthorized, "invalid_client", "The OAuth client was not found.")
			return
		}
		user, problem = s.keys.checkRefresh(r.PostForm.Get("refresh_token"))
	default:
		tokenError(out, http.StatusBadRequest, "unsupported_grant_type", "Invalid grant_type: "+grant)
		return
	}
	if problem != "" {
		tokenError(out, http.StatusBadRequest, "invalid_grant", problem)
		return
	}
	doc := newDoc()
	doc.add("access_token", s.keys.issue(user))
	if out.after() {
		return
	}
	doc.raw("expires_in", strconv.Itoa(int(s.keys.life/time.Second)))
	doc.add("token_type", "Bearer")
	writeJSON(out, http.StatusOK, doc.bytes())
}

func tokenError(w http.ResponseWriter, status int, code, text string) {
	doc := newDoc()
	doc.add("error", code)
	doc.add("error_description", text)
	writeJSON(w, status, doc.bytes())
}

// doc writes a small JSON object.
type doc struct{ b []byte }

func newDoc() *doc { return &doc{b: []byte("{")} }

func (d *doc) key(k string) {
	if len(d.b) > 1 {
		d.b = append(d.b, ',')
	}
	d.b = shape.AppendString(d.b, k)
	d.b = append(d.b, ':')
}

func (d *doc) add(k, v string) {
	d.key(k)
	d.b = shape.AppendString(d.b, v)
}

func (d *doc) raw(k, json string) {
	d.key(k)
	d.b = append(d.b, json...)
}

func (d *doc) bytes() []byte { return append(d.b, '}') }
