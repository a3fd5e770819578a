package auth

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"flexq/client/fault"
)

// Token is what a request carries.
type Token struct {
	Value        Secret
	Expiry       time.Time     // zero if not known
	Lifetime     time.Duration // from now on, if the source says that instead; 0 if not known
	QuotaProject string        // project to bill the request to, if the credential names one
}

// Source gives tokens. The error is a *fault.Fault.
type Source interface {
	Token(ctx context.Context) (Token, error)
}

// maxTokenText bounds what is read of a file or a command's output.
const maxTokenText = 64 << 10

// parseToken takes what commands and files hold: the bare token, SLURM_JWT=token as scontrol prints it, or a JSON
// object with access_token (or token) and, optionally, expiry (or token_expiry, or expires_in, seconds from now).
// It says what is wrong without repeating any of it.
func parseToken(text string) (Token, string) {
	text = strings.TrimSpace(text)
	text = strings.TrimPrefix(text, "SLURM_JWT=")
	switch {
	case text == "":
		return Token{}, "it is empty"
	case strings.HasPrefix(text, "{"):
		return parseTokenJSON(text)
	}
	return bareToken(text)
}

func bareToken(text string) (Token, string) {
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' {
			return Token{}, "it is not one word"
		}
	}
	return Token{Value: NewSecret(text), Expiry: jwtExpiry(text)}, ""
}

func parseTokenJSON(text string) (Token, string) {
	var doc struct {
		AccessToken string  `json:"access_token"`
		Token       string  `json:"token"`
		Expiry      string  `json:"expiry"`
		TokenExpiry string  `json:"token_expiry"`
		ExpiresIn   float64 `json:"expires_in"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return Token{}, "it is not valid JSON"
	}
	value := doc.AccessToken
	if value == "" {
		value = doc.Token
	}
	if value == "" {
		return Token{}, "it has no access_token"
	}
	t, wrong := bareToken(value)
	if wrong != "" {
		return Token{}, wrong
	}
	for _, s := range []string{doc.Expiry, doc.TokenExpiry} {
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			t.Expiry = at
		}
	}
	if doc.ExpiresIn > 0 && doc.ExpiresIn < 1<<32 {
		t.Lifetime = time.Duration(doc.ExpiresIn * float64(time.Second))
	}
	return t, ""
}

// jwtExpiry reads the end of a JSON web token, such as Slurm's. It checks nothing: that is the server's task.
func jwtExpiry(text string) time.Time {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return time.Time{}
	}
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return time.Time{}
	}
	var claims struct {
		Exp float64 `json:"exp"`
	}
	if json.Unmarshal(raw, &claims) != nil || claims.Exp <= 0 || claims.Exp > 1<<40 {
		return time.Time{}
	}
	return time.Unix(int64(claims.Exp), 0)
}

// credentialFault is a fault of kind Credential with the given two sentences.
func credentialFault(what, cure string) *fault.Fault {
	f := fault.New(fault.Credential, "", what)
	if cure != "" {
		f.Cure = cure
	}
	return f
}

// asFault makes sure that an error of a Source of another's making is a fault too.
func asFault(err error) *fault.Fault {
	if f := fault.From(err); f != nil {
		return f
	}
	return credentialFault("no credential could be had: "+fault.Excerpt(err.Error(), maxWords), "")
}

// maxWords bounds others' text in a sentence of ours, in characters.
const maxWords = 200
