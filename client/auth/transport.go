package auth

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"flexq/client/fault"
)

// Platform adds a Google token to each request, and the project that it is billed to: quota if that is not empty,
// else what the credential names. A token goes over https, or to this machine; anything else is refused with
// fault.Insecure before it is sent.
//
// When the token of a read is answered with 401, one more is asked for and the request sent once again; a Source
// that has no other leaves it at that. A write is never sent again: its 401 is handed on, and the token dropped, so
// that the next request has another. That this is rare, a write does not set out with a token that is about to end
// (see Cached). A read is a GET without a body, or a POST whose body can be had again (GetBody); anything else counts
// as a write.
func Platform(base http.RoundTripper, src Source, quota string) http.RoundTripper {
	return &transport{
		base:     base,
		src:      src,
		rejected: func(status int) bool { return status == http.StatusUnauthorized },
		apply: func(h http.Header, t Token) {
			h.Set("Authorization", "Bearer "+t.Value.Reveal())
			if quota != "" {
				t.QuotaProject = quota
			}
			if t.QuotaProject != "" {
				h.Set("X-Goog-User-Project", t.QuotaProject)
			}
		},
	}
}

// Slurm adds Slurm's token to each request, and the name of the user if that is not empty, which slurmrestd needs
// of tokens that may act for others only. The rules are those of Platform; a token is not accepted when the answer
// is 401 or Slurm's own 511. src is nil for a slurmrestd that knows its callers by themselves, as on a unix socket.
func Slurm(base http.RoundTripper, src Source, user string) http.RoundTripper {
	return &transport{
		base: base,
		src:  src,
		rejected: func(status int) bool {
			return status == http.StatusUnauthorized || status == http.StatusNetworkAuthenticationRequired
		},
		apply: func(h http.Header, t Token) {
			if !t.Value.IsZero() {
				h.Set("X-SLURM-USER-TOKEN", t.Value.Reveal())
			}
			if user != "" {
				h.Set("X-SLURM-USER-NAME", user)
			}
		},
	}
}

type transport struct {
	base     http.RoundTripper
	src      Source
	apply    func(http.Header, Token)
	rejected func(status int) bool
}

// Format implements fmt.Formatter: a Source changes while others print it.
func (t *transport) Format(w fmt.State, _ rune) {
	_, _ = io.WriteString(w, "auth.RoundTripper") // a fmt.State does not fail
}

// renewer is a Source that can have another token than the one it gave.
type renewer interface {
	Forget(Token)
	// Lasting is Token for a request that is sent once only.
	Lasting(ctx context.Context) (Token, error)
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	token, err := t.token(req)
	if err != nil {
		closeBody(req)
		return nil, err
	}
	resp, err := t.send(req, token)
	if err != nil || t.src == nil || !t.rejected(resp.StatusCode) {
		return resp, err
	}
	if r, ok := t.src.(renewer); ok {
		r.Forget(token)
	}
	again, fresh := t.renewed(req, token)
	if again == nil {
		return resp, nil
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // so that the connection can be used again
	resp.Body.Close()
	return t.send(again, fresh)
}

// isRead reports whether a request may be sent twice.
func isRead(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet:
		return req.Body == nil || req.Body == http.NoBody
	case http.MethodPost: // the platform's reads
		return req.GetBody != nil
	}
	return false
}

// CloseIdleConnections lets http.Client.CloseIdleConnections reach the transport below.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func (t *transport) token(req *http.Request) (Token, error) {
	if t.src == nil {
		return Token{}, nil
	}
	if !fault.Secure(req.URL) {
		return Token{}, fault.New(fault.Insecure, "",
			"a token would go to "+req.URL.Host+" over plain "+req.URL.Scheme+"; nothing was sent")
	}
	fetch := t.src.Token
	if r, ok := t.src.(renewer); ok && !isRead(req) {
		fetch = r.Lasting
	}
	tok, err := fetch(bare{req.Context()}) //nolint:contextcheck // it is the same, without its values
	if err != nil {
		return Token{}, asFault(err)
	}
	return tok, nil
}

// renewed returns a read once more with another token, or nil if there is none; nil for a write.
func (t *transport) renewed(req *http.Request, old Token) (*http.Request, Token) {
	if !isRead(req) {
		return nil, Token{}
	}
	again := req.Clone(req.Context())
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, Token{}
		}
		again.Body = body
	}
	fresh, err := t.src.Token(bare{req.Context()}) //nolint:contextcheck // it is the same, without its values
	if err != nil || fresh.Value.Equal(old.Value) {
		closeBody(again)
		return nil, Token{}
	}
	return again, fresh
}

// send sets the headers on a copy: a RoundTripper may not change its request.
func (t *transport) send(req *http.Request, token Token) (*http.Response, error) {
	out := req.Clone(req.Context())
	t.apply(out.Header, token)
	return t.base.RoundTrip(out)
}

// bare is a context without its values. The request's context may carry an httptrace, and requests for a token
// must not be taken for progress of the request itself: whether a write may have happened depends on that.
type bare struct{ context.Context }

// Value implements context.Context.
func (bare) Value(any) any { return nil }

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}
