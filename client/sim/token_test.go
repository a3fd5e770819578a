package sim_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"flexq/client/sim"
)

type keyFile struct {
	Type         string `json:"type"`
	Email        string `json:"client_email"`
	KeyID        string `json:"private_key_id"`
	Key          string `json:"private_key"`
	TokenURI     string `json:"token_uri"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	Refresh      string `json:"refresh_token"`
	Quota        string `json:"quota_project_id"`
}

func readKey(t *testing.T, file []byte) keyFile {
	t.Helper()
	var k keyFile
	if err := json.Unmarshal(file, &k); err != nil {
		t.Fatal(err)
	}
	return k
}

// assertion signs a JWT as Google's libraries do.
func assertion(t *testing.T, k keyFile, alg, audience string, iat, exp int64) string {
	t.Helper()
	block, _ := pem.Decode([]byte(k.Key))
	if block == nil {
		t.Fatal("no PEM block in private_key")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		t.Fatalf("key is %T", parsed)
	}
	enc := base64.RawURLEncoding.EncodeToString
	signed := enc(fmt.Appendf(nil, `{"alg":%q,"typ":"JWT","kid":%q}`, alg, k.KeyID)) + "." +
		enc(fmt.Appendf(nil, `{"iss":%q,"aud":%q,"scope":"https://www.googleapis.com/auth/cloud-platform","iat":%d,"exp":%d}`, k.Email, audience, iat, exp))
	sum := sha256.Sum256([]byte(signed))
	sig, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return signed + "." + enc(sig)
}

func (s *service) token(form url.Values) reply {
	s.t.Helper()
	return s.do("POST", "/token", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
}

func byJWT(jwt string) url.Values {
	return url.Values{"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"}, "assertion": {jwt}}
}

func TestServiceAccountToken(t *testing.T) {
	t.Parallel()
	real := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	s := serve(t, sim.Config{Now: func() time.Time { return real }, TokenLife: 90 * time.Second})
	cred, err := s.Credentials("bob", s.url+"/token")
	if err != nil {
		t.Fatal(err)
	}
	k, now := readKey(t, cred.ServiceAccount), real.Unix()
	if k.Type != "service_account" || k.TokenURI != s.url+"/token" || k.Email != "bob@flexq-demo.iam.gserviceaccount.com" {
		t.Errorf("key file %+v", k)
	}
	r := s.token(byJWT(assertion(t, k, "RS256", k.TokenURI, now, now+3600)))
	token, _ := r.at("access_token").(string)
	if r.status != 200 || token == "" || r.at("token_type") != "Bearer" || r.at("expires_in") != 90.0 {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if r := s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+token); r.status != 200 {
		t.Errorf("with the token: %d %s", r.status, r.body)
	}
	other, err := sim.New(sim.Config{})
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := other.Credentials("bob", s.url+"/token")
	if err != nil {
		t.Fatal(err)
	}
	stranger := readKey(t, foreign.ServiceAccount)
	sameID := stranger
	sameID.KeyID = k.KeyID
	for name, jwt := range map[string]string{
		"a key of another":         assertion(t, stranger, "RS256", k.TokenURI, now, now+3600),
		"a wrong signature":        assertion(t, sameID, "RS256", k.TokenURI, now, now+3600),
		"another algorithm":        assertion(t, k, "HS256", k.TokenURI, now, now+3600),
		"for another endpoint":     assertion(t, k, "RS256", "https://elsewhere.example/token", now, now+3600),
		"out of time":              assertion(t, k, "RS256", k.TokenURI, now-7200, now-3600),
		"of too long a life":       assertion(t, k, "RS256", k.TokenURI, now, now+86400),
		"from the future":          assertion(t, k, "RS256", k.TokenURI, now+1000, now+2000),
		"not a JWT":                "abc",
		"a JWT with a broken body": "e30.!!.e30",
	} {
		if r := s.token(byJWT(jwt)); r.status != 400 || r.at("error") != "invalid_grant" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	if r := s.token(url.Values{"grant_type": {"password"}}); r.status != 400 || r.at("error") != "unsupported_grant_type" {
		t.Errorf("another grant: %d %s", r.status, r.body)
	}
}

func TestUserToken(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	cred, err := s.Credentials("", s.url+"/token")
	if err != nil {
		t.Fatal(err)
	}
	k := readKey(t, cred.AuthorizedUser)
	if k.Type != "authorized_user" || k.TokenURI != s.url+"/token" || k.Quota != "flexq-demo" {
		t.Errorf("credential file %+v", k)
	}
	form := url.Values{"grant_type": {"refresh_token"}, "client_id": {k.ClientID}, "client_secret": {k.ClientSecret}, "refresh_token": {k.Refresh}}
	r := s.token(form)
	token, _ := r.at("access_token").(string)
	if r.status != 200 || token == "" {
		t.Fatalf("%d %s", r.status, r.body)
	}
	form.Set("refresh_token", "1//nosuch")
	if r := s.token(form); r.status != 400 || r.at("error") != "invalid_grant" {
		t.Errorf("an unknown refresh token: %d %s", r.status, r.body)
	}
	form.Set("client_secret", "x")
	if r := s.token(form); r.status != 401 || r.at("error") != "invalid_client" {
		t.Errorf("an unknown client: %d %s", r.status, r.body)
	}
	get := func() reply { return s.do("GET", clusters+"/hcsdemo", "", "Authorization", "Bearer "+token) }
	if r := get(); r.status != 200 {
		t.Errorf("%d %s", r.status, r.body)
	}
	s.Advance(2 * time.Hour)
	if r := get(); r.status != 401 || r.at("error", "status") != "UNAUTHENTICATED" {
		t.Errorf("with an expired token: %d %s", r.status, r.body)
	}
}

func TestTokensActAsTheirUsers(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	if r := s.call("bob", "POST", "/slurm/v0.0.42/job/submit", sleeper); r.at("structuredBody", "job_id") != 1.0 {
		t.Fatal(r.body)
	}
	if r := s.call("alice", "DELETE", "/slurm/v0.0.42/job/1", ""); r.status != 200 || r.at("status") != 200.0 {
		t.Errorf("%d %s", r.status, r.body)
	}
	s.Advance(2 * time.Second)
	requests := s.Requests()
	if len(requests) != 2 || requests[0].User != "bob" || requests[1].User != "alice" || !requests[1].Executed {
		t.Errorf("requests %+v", requests)
	}
	if r := s.direct("bob", "GET", "/slurm/v0.0.42/jobs/state/", ""); r.status != 200 || r.at("jobs") == nil {
		t.Errorf("%d %s", r.status, r.body)
	}
	token := s.AccessToken("bob")
	s.ExpireTokens()
	if r := s.do("GET", clusters, "", "Authorization", "Bearer "+token); r.status != 401 {
		t.Errorf("after ExpireTokens: %d", r.status)
	}
}
