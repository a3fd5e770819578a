package auth_test

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client/auth"
	"flexq/client/fault"
)

// counted is a Source that numbers its tokens.
type counted struct {
	mu    sync.Mutex
	n     int
	takes time.Duration
	life  func(n int) auth.Token // Expiry or Lifetime of the nth token
	fail  func(n int) error
}

func (c *counted) Token(ctx context.Context) (auth.Token, error) {
	c.mu.Lock()
	c.n++
	n := c.n
	c.mu.Unlock()
	if c.takes > 0 {
		timer := time.NewTimer(c.takes)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return auth.Token{}, ctx.Err()
		}
	}
	if c.fail != nil {
		if err := c.fail(n); err != nil {
			return auth.Token{}, err
		}
	}
	var tok auth.Token
	if c.life != nil {
		tok = c.life(n)
	}
	tok.Value = auth.NewSecret("token-" + strconv.Itoa(n))
	return tok, nil
}

func (c *counted) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func expiring(d time.Duration) func(int) auth.Token {
	return func(int) auth.Token { return auth.Token{Expiry: time.Now().Add(d)} }
}

func rest(d time.Duration) {
	timer := time.NewTimer(d)
	<-timer.C
	synctest.Wait()
}

// want asks for a token and compares its number.
func want(t *testing.T, src auth.Source, n int) {
	t.Helper()
	tok, err := src.Token(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := tok.Value.Reveal(); got != "token-"+strconv.Itoa(n) {
		t.Errorf("%s, want the token number %d", got, n)
	}
	synctest.Wait() // for a renewal in the background
}

func TestCacheRenewsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		src := &counted{life: expiring(time.Hour)}
		c := auth.Cached(src, time.Now)
		want(t, c, 1)
		rest(54 * time.Minute)
		want(t, c, 1)
		rest(90 * time.Second)
		want(t, c, 1) // good for more than four minutes, and the next is on its way
		want(t, c, 2)
		rest(70 * time.Minute)
		want(t, c, 3) // nobody asked in time: the caller waits
		if src.count() != 3 {
			t.Errorf("%d fetches, want 3", src.count())
		}
	})
}

func TestCacheKnowsLives(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		life       func(int) auth.Token
		good, gone time.Duration // still the first token; surely another
	}{
		{"short", expiring(time.Minute), 53 * time.Second, 55 * time.Second},
		{"from now on", func(int) auth.Token { return auth.Token{Lifetime: time.Minute} }, 53 * time.Second, 55 * time.Second},
		{"not known", nil, 4*time.Minute + 29*time.Second, 5 * time.Minute},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				src := &counted{life: tt.life}
				c := auth.Cached(src, time.Now)
				want(t, c, 1)
				rest(tt.good)
				want(t, c, 1)
				n := src.count()
				rest(tt.gone - tt.good)
				want(t, c, 2)
				if src.count() < n {
					t.Error("fetches went backwards")
				}
			})
		})
	}
	t.Run("over before it came", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c := auth.Cached(&counted{life: expiring(-time.Second)}, time.Now)
			want(t, c, 1) // the server is the judge, our clock may be wrong
			want(t, c, 2)
		})
	})
}

func TestCacheFetchesOnceForAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		src := &counted{takes: 3 * time.Second, life: expiring(time.Hour)}
		c := auth.Cached(src, time.Now)
		impatient, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		var group sync.WaitGroup
		var first error
		group.Go(func() { _, first = c.Token(impatient) })
		for range 20 {
			group.Go(func() {
				tok, err := c.Token(t.Context())
				if err != nil || tok.Value.Reveal() != "token-1" {
					t.Errorf("%v, %v", tok.Value.Reveal(), err)
				}
			})
		}
		start := time.Now()
		group.Wait()
		diff(t, "took", 3*time.Second, time.Since(start))
		diff(t, "who gave up", fault.Cancelled, fault.KindOf(first))
		if !errors.Is(first, context.Canceled) {
			t.Errorf("%v is not context.Canceled", first)
		}
		diff(t, "fetches", 1, src.count())
	})
}

func TestCacheSurvivesFaults(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		down := fault.New(fault.Unavailable, "", "down")
		src := &counted{life: expiring(time.Hour), fail: func(n int) error {
			if n >= 2 && n <= 4 {
				return down
			}
			return nil
		}}
		c := auth.Cached(src, time.Now)
		want(t, c, 1)
		rest(56 * time.Minute)
		for range 10 {
			want(t, c, 1) // the second fetch fails behind the scenes, and is not tried again at once
		}
		diff(t, "fetches", 2, src.count())
		rest(31 * time.Second)
		want(t, c, 1)
		diff(t, "fetches after a pause", 3, src.count())
		rest(5 * time.Minute)
		_, err := c.Token(t.Context())
		diff(t, "when the old one is over", "down", briefly(t, err).What)
		want(t, c, 5)
	})
}

func TestCacheForeignErrorsAndTimeouts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := auth.Cached(&counted{fail: func(int) error { return errors.New("no luck with ya29.a0AfH6SMBx123456.") }}, time.Now)
		_, err := c.Token(t.Context())
		diff(t, "fault", brief{fault.Credential, "no credential could be had: no luck with [redacted]", fault.Credential.Cure()}, briefly(t, err))

		slow := auth.Cached(&counted{takes: time.Hour}, time.Now)
		start := time.Now()
		_, err = slow.Token(t.Context())
		diff(t, "slow source", fault.TimedOut, fault.KindOf(err))
		diff(t, "took", time.Minute, time.Since(start))

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = slow.Token(ctx)
		diff(t, "deadline", fault.TimedOut, fault.KindOf(err))
		rest(time.Hour) // the fetch that outlived its caller

		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = slow.Token(gone)
		diff(t, "gone", fault.Cancelled, fault.KindOf(err))
	})
}

// A write does not set out with a token that is about to end, if another can be had.
func TestWritesWaitForTheNextToken(t *testing.T) {
	t.Parallel()
	first := errors.New("not now")
	tests := []struct {
		name  string
		age   time.Duration // of the first token, which lives an hour
		takes time.Duration // to have another
		fail  error
		read  string
		write string
		took  time.Duration // of the write
	}{
		{"young", 54 * time.Minute, time.Second, nil, "token-1", "token-1", 0},
		{"about to end", 56 * time.Minute, time.Second, nil, "token-1", "token-2", time.Second},
		{"another cannot be had", 56 * time.Minute, time.Second, first, "token-1", "token-1", time.Second},
		{"another takes too long", 56 * time.Minute, 30 * time.Second, nil, "token-1", "token-1", 10 * time.Second},
		{"over", 61 * time.Minute, 3 * time.Second, nil, "token-2", "token-2", 3 * time.Second},
	}
	for _, tt := range tests {
		for _, method := range []string{"GET", "DELETE"} {
			t.Run(tt.name+", "+method, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					src := &counted{life: expiring(time.Hour)}
					sent := ""
					rt := auth.Slurm(roundTrip(func(r *http.Request) (*http.Response, error) {
						sent = r.Header.Get("X-Slurm-User-Token")
						return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
					}), auth.Cached(src, time.Now), "")
					send(t, rt, "GET", "https://slurm.test/", "")
					rest(tt.age)
					src.takes = tt.takes
					src.fail = func(int) error { return tt.fail }
					start := time.Now()
					send(t, rt, method, "https://slurm.test/", "")
					if method == "GET" {
						diff(t, "token of a read", tt.read, sent)
					} else {
						diff(t, "token of a write", tt.write, sent)
						diff(t, "took", tt.took, time.Since(start))
					}
					rest(time.Minute) // for a fetch that nobody waits for
				})
			})
		}
	}
}
