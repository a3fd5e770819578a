package auth_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	cloudScope = "https://www.googleapis.com/auth/cloud-platform"
	robot      = "robot@my-project.iam.gserviceaccount.com"
	keyID      = "key-1"
)

// tokenServer is the part of Google that gives tokens: OAuth's token endpoint, the impersonation of service
// accounts, and the exchange of foreign tokens. It refuses what is not exactly as it should be.
type tokenServer struct {
	*httptest.Server

	mu     sync.Mutex
	given  int // tokens, each "token-N"
	answer func(w http.ResponseWriter) bool
}

func newTokenServer(t *testing.T) *tokenServer {
	t.Helper()
	s := &tokenServer{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", s.token)
	mux.HandleFunc("POST /v1/token", s.token)
	mux.HandleFunc("POST /v1/projects/-/serviceAccounts/{account}", s.impersonate)
	s.Server = httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// fails lets all that follows be answered with this.
func (s *tokenServer) fails(status int, kind, body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = func(w http.ResponseWriter) bool {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
		return true
	}
}

func (s *tokenServer) next() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.given++
	return s.given
}

func (s *tokenServer) failed(w http.ResponseWriter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answer != nil && s.answer(w)
}

func refuse(w http.ResponseWriter, code, about string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code, "error_description": about})
}

func (s *tokenServer) token(w http.ResponseWriter, r *http.Request) {
	if s.failed(w) {
		return
	}
	if err := r.ParseForm(); err != nil {
		refuse(w, "invalid_request", err.Error())
		return
	}
	grant := r.PostForm.Get("grant_type")
	var wrong string
	switch grant {
	case "urn:ietf:params:oauth:grant-type:jwt-bearer":
		wrong = s.checkAssertion(r.PostForm.Get("assertion"))
	case "refresh_token":
		if r.PostForm.Get("refresh_token") != "refresh-1" || r.PostForm.Get("client_id") != "client-1" || r.PostForm.Get("client_secret") != "client-secret-1" {
			wrong = "unknown client or refresh token"
		}
	case "urn:ietf:params:oauth:grant-type:token-exchange":
		if r.PostForm.Get("subject_token") != "foreign-1" || r.PostForm.Get("audience") != "//iam.googleapis.com/pool" || r.PostForm.Get("scope") != cloudScope {
			wrong = "unknown subject: " + r.PostForm.Encode()
		}
	default:
		wrong = "grant " + grant
	}
	if wrong != "" {
		refuse(w, "invalid_grant", wrong)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"access_token":"token-%d","expires_in":3600,"token_type":"Bearer","issued_token_type":"urn:ietf:params:oauth:token-type:access_token"}`, s.next())
}

// checkAssertion verifies a service account's signed claim as Google would.
func (s *tokenServer) checkAssertion(assertion string) string {
	parts := strings.Split(assertion, ".")
	if len(parts) != 3 {
		return "not a web token"
	}
	var head struct{ Alg, Kid string }
	var claims struct {
		Iss, Scope, Aud string
		Exp, Iat        int64
	}
	sign, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || decodePart(parts[0], &head) != nil || decodePart(parts[1], &claims) != nil {
		return "unreadable web token"
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err := rsa.VerifyPKCS1v15(&robotKey().PublicKey, crypto.SHA256, digest[:], sign); err != nil {
		return "bad signature"
	}
	now := time.Now().Unix()
	switch {
	case head.Alg != "RS256" || head.Kid != keyID:
		return "header " + head.Alg + " " + head.Kid
	case claims.Iss != robot || claims.Scope != cloudScope || claims.Aud != s.URL+"/token":
		return "claims " + claims.Iss + " " + claims.Scope + " " + claims.Aud
	case claims.Iat > now+60 || claims.Exp < now || claims.Exp > claims.Iat+3700:
		return "times"
	}
	return ""
}

func decodePart(part string, into any) error {
	raw, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, into)
}

func (s *tokenServer) impersonate(w http.ResponseWriter, r *http.Request) {
	if s.failed(w) {
		return
	}
	var req struct {
		Scope    []string `json:"scope"`
		Lifetime string   `json:"lifetime"`
	}
	err := json.NewDecoder(r.Body).Decode(&req)
	bearer := r.Header.Get("Authorization")
	if err != nil || r.PathValue("account") != robot+":generateAccessToken" || !strings.HasPrefix(bearer, "Bearer token-") ||
		len(req.Scope) != 1 || req.Scope[0] != cloudScope {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"accessToken":"robot-%d","expireTime":%q}`, s.next(), time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
}

// robotKey is made anew for each run of the tests.
var robotKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// serviceAccount writes a key file whose public half the server knows.
func (s *tokenServer) serviceAccount(t *testing.T, extra string) string {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(robotKey())
	if err != nil {
		t.Fatal(err)
	}
	text := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	return write(t, `{"type":"service_account","client_email":"`+robot+`","private_key_id":"`+keyID+`",`+
		`"private_key":`+strconv.Quote(text)+`,"token_uri":"`+s.URL+`/token"`+extra+`}`)
}

func user(tokenURI string) string {
	text := `{"type":"authorized_user","client_id":"client-1","client_secret":"client-secret-1","refresh_token":"refresh-1","quota_project_id":"billed-project"`
	if tokenURI != "" {
		text += `,"token_uri":"` + tokenURI + `"`
	}
	return text + `}`
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "credential.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// asGoogle is a client that has this server answer for all of Google, whose addresses some credential files
// and the library itself fix.
func (s *tokenServer) asGoogle() *http.Client {
	return &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Host, ".googleapis.com") && r.URL.Scheme == "https" {
			r = r.Clone(r.Context())
			r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(s.URL, "http://")
		}
		return http.DefaultTransport.RoundTrip(r)
	})}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
