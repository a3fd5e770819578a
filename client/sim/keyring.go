package sim

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"flexq/client/sim/internal/shape"
)

// userKey is what a user has to get access tokens with.
type userKey struct {
	user, id, pem, refresh string
	private                *rsa.PrivateKey
	audiences              []string // where the key may be used
}

type issued struct {
	user    string
	expires time.Time
}

// keyring makes and checks the tokens of one Sim.
type keyring struct {
	life   time.Duration
	real   func() time.Time // nil: the simulated clock
	simNow func() time.Time
	secret []byte // of Slurm's own tokens

	mu     sync.Mutex
	keys   map[string]*userKey
	tokens map[string]issued
}

func newKeyring(life time.Duration, real, sim func() time.Time) keyring {
	return keyring{
		life: life, real: real, simNow: sim, secret: []byte(rand.Text() + rand.Text()), keys: map[string]*userKey{},
		tokens: map[string]issued{},
	}
}

func (k *keyring) now() time.Time {
	if k.real != nil {
		return k.real()
	}
	return k.simNow()
}

func (k *keyring) keyOf(user, audience string) (*userKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if key := k.keys[user]; key != nil {
		if !slices.Contains(key.audiences, audience) {
			key.audiences = append(key.audiences, audience)
		}
		return key, nil
	}
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("write a key: %w", err)
	}
	key := &userKey{
		user: user, id: rand.Text(), private: private, refresh: "1//sim-" + rand.Text(), audiences: []string{audience},
		pem: string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
	}
	k.keys[user] = key
	return key, nil
}

// issue returns a new access token.
func (k *keyring) issue(user string) string {
	now := k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	for t, i := range k.tokens {
		if now.After(i.expires.Add(time.Hour)) {
			delete(k.tokens, t)
		}
	}
	token := "ya29.sim-" + rand.Text()
	k.tokens[token] = issued{user: user, expires: now.Add(k.life)}
	return token
}

// userOf returns whose access token it is; false if there is none such, or its time is over.
func (k *keyring) userOf(token string) (string, bool) {
	now := k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	i, ok := k.tokens[token]
	return i.user, ok && now.Before(i.expires)
}

func (k *keyring) expire(token string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.tokens, token)
}

func (k *keyring) expireAll() {
	k.mu.Lock()
	defer k.mu.Unlock()
	clear(k.tokens)
}

func (k *keyring) checkRefresh(token string) (user, problem string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, key := range k.keys {
		if token != "" && key.refresh == token {
			return key.user, ""
		}
	}
	return "", "Bad Request"
}

// checkAssertion verifies a JWT that a service account signed: its signature (RS256), its issuer, its audience and
// its times.
func (k *keyring) checkAssertion(assertion string) (user, problem string) {
	head, claims, signed, sig, ok := splitJWT(assertion)
	if !ok {
		return "", "Assertion is not a JWT."
	}
	now := k.now()
	k.mu.Lock()
	defer k.mu.Unlock()
	var key *userKey
	issuer := textOf(claims, "iss")
	for _, x := range k.keys {
		if strings.HasPrefix(issuer, x.user+"@") {
			key = x
		}
	}
	kid := textOf(head, "kid")
	switch {
	case textOf(head, "alg") != "RS256":
		return "", "Invalid JWT: the algorithm must be RS256."
	case key == nil || kid != "" && kid != key.id:
		return "", "Invalid grant: account not found"
	}
	sum := sha256.Sum256([]byte(signed))
	if rsa.VerifyPKCS1v15(&key.private.PublicKey, crypto.SHA256, sum[:], sig) != nil {
		return "", "Invalid JWT Signature."
	}
	iat, exp := numberOf(claims, "iat"), numberOf(claims, "exp")
	switch {
	case !slices.Contains(key.audiences, textOf(claims, "aud")):
		return "", "Invalid JWT: the audience is not this token endpoint."
	case exp <= iat || exp-iat > 3700:
		return "", "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe."
	case k.real != nil && (exp < now.Unix() || iat > now.Unix()+300):
		return "", "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values."
	}
	return key.user, ""
}

func splitJWT(s string) (head, claims value, signed string, sig []byte, ok bool) {
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return head, claims, "", nil, false
	}
	var raw [3][]byte
	for i, p := range parts {
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(p, "="))
		if err != nil {
			return head, claims, "", nil, false
		}
		raw[i] = b
	}
	head, err1 := parseValue(raw[0])
	claims, err2 := parseValue(raw[1])
	return head, claims, parts[0] + "." + parts[1], raw[2], err1 == nil && err2 == nil
}

func textOf(v value, name string) string {
	f, _ := v.get(name)
	return f.text
}

func numberOf(v value, name string) int64 {
	f, _ := v.get(name)
	n, _ := f.integer()
	return n
}

// slurmToken returns a JWT as scontrol token makes it (HS256, claims exp, iat, sun).
func (k *keyring) slurmToken(user string, expires time.Time) string {
	claims := []byte(`{"exp":` + strconv.FormatInt(expires.Unix(), 10) + `,"iat":` + strconv.FormatInt(expires.Unix()-1800, 10) + `,"sun":`)
	claims = append(shape.AppendString(claims, user), '}')
	signed := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		base64.RawURLEncoding.EncodeToString(claims)
	return signed + "." + base64.RawURLEncoding.EncodeToString(k.mac(signed))
}

func (k *keyring) mac(s string) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte(s))
	return h.Sum(nil)
}

// slurmUser returns whose Slurm token it is; false if slurmctld would not take it.
func (k *keyring) slurmUser(token string) (string, bool) {
	_, claims, signed, sig, ok := splitJWT(token)
	if !ok || !hmac.Equal(sig, k.mac(signed)) || numberOf(claims, "exp") <= k.now().Unix() {
		return "", false
	}
	return textOf(claims, "sun"), true
}
