package auth

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"

	"flexq/client/fault"
)

// scope is what callSlurmRestApi asks of a token.
const scope = "https://www.googleapis.com/auth/cloud-platform"

// AdcOptions say where to look for Application Default Credentials.
type AdcOptions struct {
	CredentialsFile string              // looked at first, if not empty
	Getenv          func(string) string // nil knows no variable
	HTTPClient      *http.Client        // whose Transport asks for tokens; nil is one for HTTP/1.1 by the proxy of the environment
}

// ADC is Google's Application Default Credentials (https://cloud.google.com/docs/authentication/application-default-credentials):
// the file in o, else that of GOOGLE_APPLICATION_CREDENTIALS, else gcloud's own, else the metadata server. The file
// may be a service account's key, a user's login, an impersonated service account, or an external account.
//
// Nothing is looked for before a token is wanted, and all of it again for each: a new login counts at once. Wrap it
// in Cached. QuotaProject of the token is GOOGLE_CLOUD_QUOTA_PROJECT, else what the file names.
func ADC(o AdcOptions) Source {
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.HTTPClient == nil {
		o.HTTPClient = &http.Client{}
	}
	if o.HTTPClient.Transport == nil {
		o.HTTPClient = &http.Client{Transport: tokenTransport()}
	}
	return adc{o}
}

// tokenTransport speaks HTTP/1.1 only: over HTTP/2 the standard library repeats a request without bound when its
// stream is reset.
func tokenTransport() *http.Transport {
	h1 := new(http.Protocols)
	h1.SetHTTP1(true)
	return &http.Transport{
		Protocols: h1, Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 30 * time.Second,
	}
}

type adc struct{ o AdcOptions }

// Token implements Source.
func (s adc) Token(ctx context.Context) (Token, error) {
	found, f := s.find(ctx)
	if f != nil {
		return Token{}, f
	}
	var t Token
	if found.data == nil {
		t, f = fromMetadata(ctx)
	} else {
		t, f = s.fromFile(ctx, found)
	}
	if f != nil {
		return Token{}, f
	}
	t.QuotaProject = found.QuotaProject
	if q := s.o.Getenv("GOOGLE_CLOUD_QUOTA_PROJECT"); q != "" {
		t.QuotaProject = q
	}
	return t, nil
}

// credentialFile is what a credential file says that we need to know ourselves.
type credentialFile struct {
	Type         string `json:"type"`
	QuotaProject string `json:"quota_project_id"`
	Email        string `json:"client_email"`

	path string
	data []byte // nil: there is no file
}

// find looks for the file. One that is named must be there; gcloud's own need not.
func (s adc) find(ctx context.Context) (credentialFile, *fault.Fault) {
	path, from := s.o.CredentialsFile, "the setting credentials_file"
	if path == "" {
		path, from = s.o.Getenv("GOOGLE_APPLICATION_CREDENTIALS"), "the variable GOOGLE_APPLICATION_CREDENTIALS"
	}
	if path != "" {
		return readCredential(ctx, path, "check "+from)
	}
	for _, path := range s.wellKnown() {
		c, f := readCredential(ctx, path, "run `gcloud auth application-default login` anew")
		if f != nil && errors.Is(f.Err, fs.ErrNotExist) {
			continue
		}
		return c, f
	}
	return credentialFile{}, nil
}

// wellKnown is where gcloud writes its login.
func (s adc) wellKnown() []string {
	const name = "application_default_credentials.json"
	var paths []string
	add := func(variable string, below ...string) {
		if dir := s.o.Getenv(variable); dir != "" {
			paths = append(paths, filepath.Join(append(append([]string{dir}, below...), name)...))
		}
	}
	add("CLOUDSDK_CONFIG")
	add("APPDATA", "gcloud")
	add("HOME", ".config", "gcloud")
	return paths
}

func readCredential(ctx context.Context, path, cure string) (credentialFile, *fault.Fault) {
	c := credentialFile{path: path}
	data, err := readFile(ctx, path, 1<<20)
	if err != nil {
		f := credentialFault("the credential file "+path+" cannot be read: "+reason(err), cure)
		f.Err = err
		return c, f
	}
	if err := json.Unmarshal(data, &c); err != nil || c.Type == "" {
		return c, credentialFault("the credential file "+path+" is not one of Google's: it names no type", cure)
	}
	c.data = data
	return c, nil
}

// fromFile lets Google's library make a token of a file. It starts anew each time, so that a token that was refused
// is never had again from a cache of the library's.
func (s adc) fromFile(ctx context.Context, c credentialFile) (Token, *fault.Fault) {
	line := &tokenLine{base: s.o.HTTPClient.Transport, ctx: ctx}
	// The library takes its client from the context, and only from there.
	inner := context.WithValue(ctx, oauth2.HTTPClient, &http.Client{
		Transport:     line,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	params := google.CredentialsParams{Scopes: []string{scope}}
	creds, err := google.CredentialsFromJSONWithTypeAndParams(inner, c.data, google.CredentialsType(c.Type), params)
	if err != nil {
		return Token{}, credentialFault("the credential file "+c.path+" cannot be used: "+fault.Excerpt(err.Error(), maxWords), "")
	}
	t, err := creds.TokenSource.Token()
	if err != nil {
		return Token{}, line.fault(ctx, c, err)
	}
	return tokenOf(t), nil
}

// fromMetadata asks the machine's metadata server, which the library looks for in its own time.
func fromMetadata(ctx context.Context) (Token, *fault.Fault) {
	type result struct {
		token *oauth2.Token
		err   error
	}
	done := make(chan result, 1)
	go func() {
		t, err := google.ComputeTokenSource("", scope).Token()
		done <- result{t, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return Token{}, credentialFault("no Google credential was found: no file, and this machine's metadata server gives none", "")
		}
		return tokenOf(r.token), nil
	case <-ctx.Done():
		return Token{}, endedFault(ctx)
	}
}

func tokenOf(t *oauth2.Token) Token {
	return Token{Value: NewSecret(t.AccessToken), Expiry: t.Expiry}
}
