package auth

import (
	"crypto/subtle"
	"fmt"
	"io"
	"log/slog"
)

const redacted = "[redacted]"

// Secret is a text that does not show itself: no verb of fmt, no logger and no encoder gets more than "[redacted]".
// The zero value is empty.
type Secret struct {
	// A pointer to a string, so that a Secret in an unexported field, which fmt prints without asking its methods,
	// shows an address. A pointer to a struct would not do: with a wrong verb fmt follows that.
	text *string
}

// NewSecret hides s.
func NewSecret(s string) Secret { return Secret{text: &s} }

// Reveal returns the text. Its only right place is the header of a request.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// IsZero reports whether there is no text.
func (s Secret) IsZero() bool { return s.text == nil || *s.text == "" }

// Equal compares in constant time.
func (s Secret) Equal(t Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(t.Reveal())) == 1
}

// String implements fmt.Stringer without the text.
func (s Secret) String() string { return redacted }

// GoString implements fmt.GoStringer without the text.
func (s Secret) GoString() string { return "auth.Secret(" + redacted + ")" }

// Format implements fmt.Formatter without the text, for every verb.
func (s Secret) Format(w fmt.State, _ rune) {
	_, _ = io.WriteString(w, redacted) // a fmt.State does not fail
}

// LogValue implements slog.LogValuer without the text.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText implements encoding.TextMarshaler without the text.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
