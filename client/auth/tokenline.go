package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"strconv"
	"sync"

	"flexq/client/fault"
)

// tokenLine carries the requests of Google's library for a token, and notes how the last one failed. The library's
// own errors hold whole answers, and say in words only what the answers say in codes.
type tokenLine struct {
	base http.RoundTripper
	ctx  context.Context //nolint:containedctx // some of the library's requests have no context of their own

	mu   sync.Mutex
	fail *tokenFailure
}

// tokenFailure is an answer that gave no token, or why there was none.
type tokenFailure struct {
	host   string
	status int
	code   string // OAuth's: invalid_grant; or google.rpc's: PERMISSION_DENIED
	about  string // for people
	err    error
}

// RoundTrip implements http.RoundTripper.
func (l *tokenLine) RoundTrip(req *http.Request) (*http.Response, error) {
	if !fault.Secure(req.URL) && !isMetadata(req.URL.Hostname()) {
		closeBody(req)
		f := fault.New(fault.Insecure, "", "the credential file would send its secret to "+req.URL.Host+" over plain "+req.URL.Scheme)
		f.Cure = "use a credential file whose addresses are https"
		l.note(&tokenFailure{host: req.URL.Host, err: f})
		return nil, f
	}
	out := req.WithContext(l.ctx)
	out.GetBody = nil // or net/http repeats it over HTTP/2, without bound
	resp, err := l.base.RoundTrip(out)
	if err != nil {
		l.note(&tokenFailure{host: req.URL.Host, err: err})
		return nil, err
	}
	if resp.StatusCode >= http.StatusOK && resp.StatusCode < http.StatusMultipleChoices {
		return resp, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxTokenText))
	resp.Body.Close()
	if err != nil {
		body = nil // the status says enough
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	fail := &tokenFailure{host: req.URL.Host, status: resp.StatusCode}
	fail.code, fail.about = failureCode(body)
	l.note(fail)
	return resp, nil
}

func (l *tokenLine) note(f *tokenFailure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fail = f
}

// failureCode reads both forms of an error: {"error": "code", "error_description": ...} of OAuth, and
// {"error": {"status": ..., "message": ...}} of Google's APIs.
func failureCode(body []byte) (code, about string) {
	var oauth struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}
	if json.Unmarshal(body, &oauth) == nil {
		return oauth.Error, oauth.Description
	}
	var api struct {
		Error struct {
			Status  string `json:"status"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &api) == nil {
		return api.Error.Status, api.Error.Message
	}
	return "", ""
}

// fault says why there is no token.
func (l *tokenLine) fault(ctx context.Context, c credentialFile, err error) *fault.Fault {
	l.mu.Lock()
	fail := l.fail
	l.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return endedFault(ctx)
	case fail == nil:
		return credentialFault("the credential file "+c.path+" cannot be used: "+fault.Excerpt(err.Error(), maxWords), "")
	case fault.From(fail.err) != nil:
		return fault.From(fail.err)
	case fail.err != nil:
		f := fault.New(fault.Unreachable, "", "no connection to "+fail.host+", which gives the tokens: "+
			fault.Excerpt(fail.err.Error(), maxWords))
		return f
	}
	return fail.fault(c)
}

func (t *tokenFailure) fault(c credentialFile) *fault.Fault {
	f := credentialFault(t.host+" gives no token", "")
	f.Status, f.RPC = t.status, fault.Excerpt(t.code, maxWords)
	switch {
	case t.status == http.StatusTooManyRequests:
		f.Kind, f.Cure = fault.RateLimited, fault.RateLimited.Cure()
	case t.status >= http.StatusInternalServerError:
		f.Kind, f.Cure = fault.Unavailable, fault.Unavailable.Cure()
	case t.code == "invalid_grant" && c.Email != "":
		f.What = "Google does not accept the key of " + c.Email
		f.Cure = "check that the key in " + c.path + " still exists (`gcloud iam service-accounts keys list`), and this machine's clock"
	case t.code == "invalid_grant":
		f.What = "the Google login has expired or was withdrawn"
		f.Cure = "run `gcloud auth application-default login`"
	case t.code == "PERMISSION_DENIED":
		f.What = "the credential may not act as the service account that it names"
		f.Cure = "ask for the role roles/iam.serviceAccountTokenCreator (permission iam.serviceAccounts.getAccessToken) on it"
	case t.code == "NOT_FOUND":
		f.What = "there is no such service account as the credential names"
		f.Cure = "make the credential anew"
	}
	f.What += " (status " + strconv.Itoa(t.status)
	if f.RPC != "" {
		f.What += ", " + f.RPC
	}
	f.What += ")"
	if about := fault.Excerpt(t.about, maxWords); about != "" {
		f.What += ": " + about
	}
	return f
}

// isMetadata knows the metadata services of clouds, which give an external account its own token, over plain http
// and without leaving the host. Other addresses of a link are other machines.
func isMetadata(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip == netip.AddrFrom4([4]byte{169, 254, 169, 254}) || ip == netip.MustParseAddr("fd00:ec2::254"))
}
