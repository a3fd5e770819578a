package auth_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"flexq/client/auth"
)

// jwt is a token of Slurm's form that ends at a moment. Its signature is nonsense: nobody here checks one.
func jwt(end time.Time) string {
	enc := base64.RawURLEncoding.EncodeToString
	return enc([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		enc([]byte(`{"exp":`+strconv.FormatInt(end.Unix(), 10)+`,"sun":"alice"}`)) + "." + enc([]byte("signature"))
}

// hidden holds tokens as careless code would.
type hidden struct {
	Open   auth.Token
	closed auth.Token
	Many   []auth.Secret
	ByName map[string]auth.Secret
}

func TestSecretsDoNotShow(t *testing.T) {
	t.Parallel()
	token := auth.Token{Value: auth.NewSecret(secret), Expiry: time.Unix(1796001133, 0), QuotaProject: "p"}
	src := auth.Cached(auth.Fixed(secret), time.Now)
	if _, err := src.Token(context.Background()); err != nil {
		t.Fatal(err)
	}
	careless := hidden{token, token, []auth.Secret{token.Value}, map[string]auth.Secret{"a": token.Value}}
	values := map[string]any{
		"secret": token.Value, "pointer": &token.Value, "token": token, "pointer to token": &token,
		"struct": careless, "pointer to struct": &careless, "fixed": auth.Fixed(secret), "cached": src,
		"platform": auth.Platform(nil, src, ""), "slurm": auth.Slurm(nil, auth.Fixed(secret), "alice"),
	}
	for name, v := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T", "%p"} {
			if s := fmt.Sprintf(verb, v); shows(s) {
				t.Errorf("%s with %s: %s", name, verb, s)
			}
		}
		var text bytes.Buffer
		fmt.Fprintln(&text, v)
		for _, h := range []slog.Handler{slog.NewTextHandler(&text, nil), slog.NewJSONHandler(&text, nil)} {
			slog.New(h).Info("x", slog.Any("v", v))
		}
		if b, err := json.Marshal(v); err == nil {
			text.Write(b)
		}
		if b, err := xml.Marshal(v); err == nil {
			text.Write(b)
		}
		if err := gob.NewEncoder(&text).Encode(v); err == nil {
			t.Logf("gob takes %s", name)
		}
		if shows(text.String()) {
			t.Errorf("%s: %s", name, text.String())
		}
	}
	err := errors.Join(fmt.Errorf("a %v", token), fmt.Errorf("b %+v", careless))
	if shows(err.Error()) {
		t.Error(err)
	}
	if token.Value.Reveal() != secret {
		t.Error("the secret is lost")
	}
}

// shows also knows the token's bytes as fmt would print them.
func shows(s string) bool {
	return strings.Contains(s, secret) || strings.Contains(strings.ToLower(s), fmt.Sprintf("%x", secret)) ||
		strings.Contains(s, base64.StdEncoding.EncodeToString([]byte(secret)))
}

func TestSecretCompares(t *testing.T) {
	t.Parallel()
	a, b, none := auth.NewSecret("a"), auth.NewSecret("a"), auth.Secret{}
	if !a.Equal(b) || a.Equal(auth.NewSecret("b")) || a.Equal(none) || !none.Equal(auth.NewSecret("")) {
		t.Error("Equal is wrong")
	}
	if !none.IsZero() || !auth.NewSecret("").IsZero() || a.IsZero() || none.Reveal() != "" {
		t.Error("IsZero or Reveal is wrong")
	}
}
