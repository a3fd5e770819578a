package auth_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/client/auth"
	"flexq/client/fault"
)

func env(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func TestADCOfEachKind(t *testing.T) {
	t.Parallel()
	s := newTokenServer(t)
	subject := filepath.Join(t.TempDir(), "subject")
	if err := os.WriteFile(subject, []byte("foreign-1"), 0o600); err != nil {
		t.Fatal(err)
	}
	external := `{"type":"external_account","audience":"//iam.googleapis.com/pool","subject_token_type":"urn:ietf:params:oauth:token-type:jwt",` +
		`"token_url":"https://sts.googleapis.com/v1/token","credential_source":{"file":"` + subject + `"}}`
	const impersonationURL = "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/" + robot + ":generateAccessToken"
	tests := []struct {
		name, path    string
		prefix, quota string
	}{
		{"service account", s.serviceAccount(t, ""), "token-", ""},
		{"service account with a quota project", s.serviceAccount(t, `,"quota_project_id":"billed-project"`), "token-", "billed-project"},
		// The library honours token_uri in a login too (golang.org/x/oauth2 v0.38.0); gcloud writes none.
		{"login with token_uri", write(t, user(s.URL+"/token")), "token-", "billed-project"},
		{"login as gcloud writes it", write(t, user("")), "token-", "billed-project"},
		{"impersonated", write(t, `{"type":"impersonated_service_account","service_account_impersonation_url":"`+impersonationURL+`","source_credentials":`+user("")+`,"quota_project_id":"q"}`), "robot-", "q"},
		{"external account", write(t, external), "token-", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			src := auth.ADC(auth.AdcOptions{CredentialsFile: tt.path, HTTPClient: s.asGoogle()})
			var values []string
			for range 2 {
				tok, err := src.Token(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(tok.Value.Reveal(), tt.prefix) {
					t.Errorf("token = %s", tok.Value.Reveal())
				}
				if left := time.Until(tok.Expiry); left < 55*time.Minute || left > 61*time.Minute {
					t.Errorf("the token ends in %v, want an hour", left)
				}
				diff(t, "quota project", tt.quota, tok.QuotaProject)
				values = append(values, tok.Value.Reveal())
			}
			if values[0] == values[1] {
				t.Error("the second token is one that the library had kept; a refused token would come back")
			}
		})
	}
}

// What the library says in words comes out as faults, by the codes of the answers behind them.
func TestADCThatFails(t *testing.T) {
	t.Parallel()
	const (
		login   = "run `gcloud auth application-default login`"
		anyCure = "run `gcloud auth application-default login`, or set GOOGLE_APPLICATION_CREDENTIALS to a credential file"
		kind    = "application/json"
	)
	impersonated := `{"type":"impersonated_service_account","service_account_impersonation_url":"https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/x","source_credentials":` + user("") + `}`
	tests := []struct {
		name   string
		file   func(*testing.T, *tokenServer) string
		status int
		kind   string
		body   string
		want   brief
	}{
		{
			"login over", asLogin, 400, kind, `{"error":"invalid_grant","error_description":"Token has been expired or revoked."}`,
			brief{fault.Credential, "the Google login has expired or was withdrawn (status 400, invalid_grant): Token has been expired or revoked", login},
		},
		{
			"reauthentication wanted", asLogin, 400, kind, `{"error":"invalid_grant","error_description":"reauth related error (invalid_rapt)","error_subtype":"invalid_rapt"}`,
			brief{fault.Credential, "the Google login has expired or was withdrawn (status 400, invalid_grant): reauth related error (invalid_rapt)", login},
		},
		{
			"key deleted", asRobot, 400, kind, `{"error":"invalid_grant","error_description":"Invalid JWT Signature."}`,
			brief{
				fault.Credential, "Google does not accept the key of " + robot + " (status 400, invalid_grant): Invalid JWT Signature",
				"check that the key in PATH still exists (`gcloud iam service-accounts keys list`), and this machine's clock",
			},
		},
		{
			"client unknown", asLogin, 401, kind, `{"error":"invalid_client","error_description":"The OAuth client was not found."}`,
			brief{fault.Credential, "oauth2.googleapis.com gives no token (status 401, invalid_client): The OAuth client was not found", anyCure},
		},
		{
			"server down", asLogin, 503, "text/html", `<h1>503</h1>`,
			brief{fault.Unavailable, "oauth2.googleapis.com gives no token (status 503)", "wait a little and try again"},
		},
		{
			"too many", asLogin, 429, kind, `{}`,
			brief{fault.RateLimited, "oauth2.googleapis.com gives no token (status 429)", fault.RateLimited.Cure()},
		},
		{
			"redirected", asLogin, 302, "text/html", "",
			brief{fault.Credential, "oauth2.googleapis.com gives no token (status 302)", anyCure},
		},
		{
			"may not act as", func(t *testing.T, _ *tokenServer) string { t.Helper(); return write(t, impersonated) }, 403, kind,
			`{"error":{"code":403,"message":"Permission 'iam.serviceAccounts.getAccessToken' denied","status":"PERMISSION_DENIED"}}`,
			brief{
				fault.Credential, "the credential may not act as the service account that it names (status 403, PERMISSION_DENIED): Permission 'iam.serviceAccounts.getAccessToken' denied",
				"ask for the role roles/iam.serviceAccountTokenCreator (permission iam.serviceAccounts.getAccessToken) on it",
			},
		},
		{
			"no such account", func(t *testing.T, _ *tokenServer) string { t.Helper(); return write(t, impersonated) }, 404, kind,
			`{"error":{"code":404,"message":"Not found","status":"NOT_FOUND"}}`,
			brief{fault.Credential, "there is no such service account as the credential names (status 404, NOT_FOUND): Not found", "make the credential anew"},
		},
		{
			"success that is none", asLogin, 200, kind, `{"token_type":"Bearer"}`,
			brief{fault.Credential, "the credential file PATH cannot be used: oauth2: server response missing access_token", anyCure},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newTokenServer(t)
			path := tt.file(t, s)
			s.fails(tt.status, tt.kind, tt.body)
			_, err := auth.ADC(auth.AdcOptions{CredentialsFile: path, HTTPClient: s.asGoogle()}).Token(t.Context())
			got := briefly(t, err)
			got.What = strings.ReplaceAll(strings.ReplaceAll(got.What, path, "PATH"), strings.TrimPrefix(s.URL, "http://"), "HOST")
			got.Cure = strings.ReplaceAll(got.Cure, path, "PATH")
			diff(t, "fault", tt.want, got)
		})
	}
}

func asLogin(t *testing.T, _ *tokenServer) string { t.Helper(); return write(t, user("")) }

func asRobot(t *testing.T, s *tokenServer) string { t.Helper(); return s.serviceAccount(t, "") }

func TestADCFilesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const check = "check the setting credentials_file"
	missing := filepath.Join(t.TempDir(), "none.json")
	garbage := write(t, "not json "+secret)
	kindless := write(t, `{"client_secret":"`+secret+`"}`)
	alien := write(t, `{"type":"magic","client_secret":"`+secret+`"}`)
	keyless := write(t, `{"type":"service_account","client_email":"`+robot+`","private_key":"`+secret+`","token_uri":"https://oauth2.googleapis.com/token"}`)
	open := write(t, user("http://tokens.test/token"))
	tests := []struct {
		name, path string
		want       brief
	}{
		{"missing", missing, brief{fault.Credential, "the credential file " + missing + " cannot be read: no such file or directory", check}},
		{"garbage", garbage, brief{fault.Credential, "the credential file " + garbage + " is not one of Google's: it names no type", check}},
		{"no type", kindless, brief{fault.Credential, "the credential file " + kindless + " is not one of Google's: it names no type", check}},
		{"unknown type", alien, brief{fault.Credential, `the credential file ` + alien + ` cannot be used: unknown credential type: "magic"`, fault.Credential.Cure()}},
		{"no key", keyless, brief{
			fault.Credential, "the credential file " + keyless + " cannot be used: private key should be a PEM or plain PKCS1 or PKCS8; parse error: asn1: structure error: tags don't match (16 vs {class:1 tag:15 length:112 isCompound:true})", fault.Credential.Cure(),
		}},
		{"secret in the open", open, brief{
			fault.Insecure, "the credential file would send its secret to tokens.test over plain http", "use a credential file whose addresses are https",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			client := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				t.Errorf("a request left for %s", r.URL.Host)
				return nil, errors.New("no")
			})}
			_, err := auth.ADC(auth.AdcOptions{CredentialsFile: tt.path, HTTPClient: client}).Token(t.Context())
			got := briefly(t, err)
			if tt.name == "no key" { // asn1's words follow the bytes of the key
				before, _, _ := strings.Cut(got.What, "asn1: ")
				wanted, _, _ := strings.Cut(tt.want.What, "asn1: ")
				got.What, tt.want.What = before, wanted
			}
			diff(t, "fault", tt.want, got)
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the secret shows: %v", err)
			}
		})
	}
}

func TestADCWithoutNetwork(t *testing.T) {
	t.Parallel()
	client := &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) { return nil, errors.New("no route") })}
	_, err := auth.ADC(auth.AdcOptions{CredentialsFile: write(t, user("")), HTTPClient: client}).Token(t.Context())
	diff(t, "fault", brief{fault.Unreachable, "no connection to oauth2.googleapis.com, which gives the tokens: no route", fault.Unreachable.Cure()}, briefly(t, err))
}

func TestADCGivingUp(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not notice that the client is gone
		close(held)
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	s := &tokenServer{Server: server}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-held; cancel() }()
	// The library's request for a service account's token has no context of its own.
	_, err := auth.ADC(auth.AdcOptions{CredentialsFile: s.serviceAccount(t, "")}).Token(ctx)
	diff(t, "kind", fault.Cancelled, fault.KindOf(err))
}

// The places are looked through in order, each time anew.
func TestADCPlaces(t *testing.T) {
	t.Parallel()
	s := newTokenServer(t)
	home, sdk, apps := t.TempDir(), t.TempDir(), t.TempDir()
	const name = "application_default_credentials.json"
	login := func(quota string, dir ...string) string {
		path := filepath.Join(append(dir, name)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(user(s.URL+"/token"), "billed-project", quota, 1)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	vars := map[string]string{"HOME": home}
	o := auth.AdcOptions{Getenv: env(vars)}
	wantQuota := func(want string) {
		t.Helper()
		tok, err := auth.ADC(o).Token(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "quota project", want, tok.QuotaProject)
	}
	login("home", home, ".config", "gcloud")
	wantQuota("home")
	login("home again", home, ".config", "gcloud")
	wantQuota("home again")
	vars["APPDATA"] = apps
	login("apps", apps, "gcloud")
	wantQuota("apps")
	vars["CLOUDSDK_CONFIG"] = filepath.Join(sdk, "not there")
	wantQuota("apps")
	vars["CLOUDSDK_CONFIG"] = sdk
	login("sdk", sdk)
	wantQuota("sdk")
	vars["GOOGLE_APPLICATION_CREDENTIALS"] = login("named", t.TempDir())
	wantQuota("named")
	o.CredentialsFile = login("set", t.TempDir())
	wantQuota("set")
	vars["GOOGLE_CLOUD_QUOTA_PROJECT"] = "variable"
	wantQuota("variable")

	o.CredentialsFile = ""
	vars["GOOGLE_APPLICATION_CREDENTIALS"] = filepath.Join(home, "none")
	_, err := auth.ADC(o).Token(t.Context())
	diff(t, "a named file that is missing", brief{
		fault.Credential, "the credential file " + filepath.Join(home, "none") + " cannot be read: no such file or directory",
		"check the variable GOOGLE_APPLICATION_CREDENTIALS",
	}, briefly(t, err))

	delete(vars, "GOOGLE_APPLICATION_CREDENTIALS")
	if err := os.WriteFile(filepath.Join(sdk, name), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = auth.ADC(o).Token(t.Context())
	diff(t, "gcloud's own file that is broken", "run `gcloud auth application-default login` anew", briefly(t, err).Cure)
}

// The library finds the metadata server by this variable alone, for the whole process.
func TestADCFromMetadata(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path+" "+r.URL.Query().Get("scopes")+" "+r.Header.Get("Metadata-Flavor"))
		w.Header().Set("Metadata-Flavor", "Google")
		if len(asked) > 1 {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = w.Write([]byte(`{"access_token":"of-the-machine","expires_in":1200,"token_type":"Bearer"}`))
	}))
	defer server.Close()
	t.Setenv("GCE_METADATA_HOST", strings.TrimPrefix(server.URL, "http://"))
	src := auth.ADC(auth.AdcOptions{Getenv: env(map[string]string{"HOME": t.TempDir(), "GOOGLE_CLOUD_QUOTA_PROJECT": "q"})})
	tok, err := src.Token(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "token", []string{"of-the-machine", "q"}, []string{tok.Value.Reveal(), tok.QuotaProject})
	diff(t, "asked", []string{"GET /computeMetadata/v1/instance/service-accounts/default/token " + cloudScope + " Google"}, asked)

	_, err = src.Token(t.Context())
	diff(t, "none", brief{fault.Credential, "no Google credential was found: no file, and this machine's metadata server gives none", fault.Credential.Cure()}, briefly(t, err))

	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = src.Token(gone)
	if k := fault.KindOf(err); k != fault.Cancelled && k != fault.Credential { // whichever came first
		t.Errorf("given up: %v", err)
	}
}
