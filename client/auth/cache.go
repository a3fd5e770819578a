package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"flexq/client/fault"
)

const (
	fetchTimeout  = 60 * time.Second // for one token, whoever waits
	earliest      = 5 * time.Minute  // before a token's end, to ask for the next
	lastMoment    = 10 * time.Second // before a token's end, when it is not used any more
	unknownLife   = 5 * time.Minute  // of a token that does not say when it ends
	pauseOnFaults = 30 * time.Second // between early renewals that fail
	patience      = 10 * time.Second // of a write with a token that is good yet, for the next
)

// Cached remembers the token of a Source. It fetches once for all who ask at the same time, asks for the next token
// in the background five minutes (or a tenth of its life, if that is less) before the one at hand ends, and goes on
// with that one while it is good. A write, which cannot be sent again when its token has just ended, waits for the
// next token in that time, up to ten seconds. A token that does not say when it ends is kept for five minutes.
func Cached(src Source, now func() time.Time) Source { return &cache{src: src, now: now} }

type cache struct {
	src   Source
	now   func() time.Time
	group singleflight.Group

	mu      sync.Mutex
	token   Token
	have    bool
	end     time.Time // when token is not used any more
	renewal time.Time // when the next one is asked for
}

// Format implements fmt.Formatter: what is inside changes while others print it, and is nobody's business.
func (c *cache) Format(w fmt.State, _ rune) {
	_, _ = io.WriteString(w, "auth.Cached") // a fmt.State does not fail
}

// Token implements Source.
func (c *cache) Token(ctx context.Context) (Token, error) { return c.get(ctx, 0) }

// Lasting is Token, but waits for the next token while the one at hand is about to end.
func (c *cache) Lasting(ctx context.Context) (Token, error) { return c.get(ctx, patience) }

// get returns the token, or the next one if that is due and comes within wait.
func (c *cache) get(ctx context.Context, wait time.Duration) (Token, error) {
	if ctx.Err() != nil {
		return Token{}, endedFault(ctx)
	}
	t, good, due := c.look()
	if good && !due {
		return t, nil
	}
	done := c.fetch(ctx)
	if !good {
		return await(ctx, done)
	}
	if wait > 0 {
		limited, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		if fresh, err := await(limited, done); err == nil {
			return fresh, nil
		}
		if ctx.Err() != nil {
			return Token{}, endedFault(ctx)
		}
	}
	return t, nil
}

func await(ctx context.Context, done <-chan singleflight.Result) (Token, error) {
	select {
	case r := <-done:
		if r.Err != nil {
			return Token{}, r.Err
		}
		fresh, ok := r.Val.(Token)
		if !ok {
			return Token{}, credentialFault("no credential could be had", "")
		}
		return fresh, nil
	case <-ctx.Done():
		return Token{}, endedFault(ctx)
	}
}

func (c *cache) look() (t Token, good, due bool) {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token, c.have && now.Before(c.end), !now.Before(c.renewal)
}

// fetch asks the source, once for all. The fetch outlives a caller that gives up: others may wait for it.
func (c *cache) fetch(ctx context.Context) <-chan singleflight.Result {
	return c.group.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
		defer cancel()
		t, err := c.src.Token(ctx)
		if err != nil {
			c.mu.Lock()
			c.renewal = c.now().Add(pauseOnFaults)
			c.mu.Unlock()
			if ctx.Err() != nil {
				return nil, endedFault(ctx)
			}
			return nil, asFault(err)
		}
		return c.keep(t), nil
	})
}

func (c *cache) keep(t Token) Token {
	now := c.now()
	life := unknownLife
	switch {
	case !t.Expiry.IsZero():
		life = t.Expiry.Sub(now)
	case t.Lifetime > 0:
		life = t.Lifetime
		t.Expiry = now.Add(life)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.token, c.have = t, true
	c.end = now.Add(life - min(lastMoment, max(life/10, 0)))
	c.renewal = now.Add(life - min(earliest, max(life/10, 0)))
	return t
}

// Forget drops a token that was not accepted, unless another has taken its place already.
func (c *cache) Forget(t Token) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.have && c.token.Value.Equal(t.Value) {
		c.token, c.have = Token{}, false
	}
}

// endedFault says that the caller gave up or ran out of time while it waited for a token.
func endedFault(ctx context.Context) *fault.Fault {
	kind, what := fault.Cancelled, "given up while waiting for a token"
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		kind, what = fault.TimedOut, "no token came in time"
	}
	f := fault.New(kind, "", what)
	f.Err = context.Cause(ctx)
	return f
}
