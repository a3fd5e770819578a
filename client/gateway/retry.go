package gateway

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"flexq/client/fault"
)

// withRetries makes a call, and makes it again while it is a read that may be repeated, the fault may pass by itself, and attempts and
// budget last.
func (g *Gateway) withRetries(ctx context.Context, c call, read func(*reply) *fault.Fault) *fault.Fault {
	if ctx.Err() != nil {
		return givenUp(ctx, c.op, ctx.Err())
	}
	limits, start := g.opts.Retry, g.opts.Now()
	var last *fault.Fault // of the attempt before
	for attempt := 1; ; attempt++ {
		f := g.attempt(ctx, c, attempt, read)
		if f == nil {
			return nil
		}
		f = f.WithOp(c.op)
		if ctx.Err() != nil && last != nil {
			return after(f, last)
		}
		if c.isWrite || c.once || !f.Kind.Transient() || lasting(f) || attempt >= limits.Attempts || ctx.Err() != nil {
			return f
		}
		wait := g.pause(attempt, f.RetryAfter)
		if g.opts.Now().Sub(start)+wait > limits.Budget {
			return f
		}
		g.opts.OnRetry(RetryNotice{Op: c.op, Attempt: attempt, Wait: wait, Cause: f})
		if err := g.opts.Sleep(ctx, wait); err != nil {
			return after(givenUp(ctx, c.op, err), f)
		}
		last = f
	}
}

// after makes the fault of a caller who gave up say why it had to wait.
func after(f, cause *fault.Fault) *fault.Fault {
	f.What += ", after this: " + cause.What
	f.Cure, f.Err = cause.Cure, cause
	return f
}

// pause is how long to wait after the given attempt: twice as long each time and up to half of it random, so that
// many clients that failed together do not come back together. What the server asks for is the least.
func (g *Gateway) pause(attempt int, asked time.Duration) time.Duration {
	limits := g.opts.Retry
	d := limits.First
	for i := 1; i < attempt && d < limits.Longest; i++ {
		d *= 2
	}
	d = min(d, limits.Longest)
	spread := time.Duration(g.opts.Rand() * float64(d/2))
	if asked > 0 {
		return asked + min(spread, asked)
	}
	return d/2 + spread
}

// maxRetryAfter bounds what a server may ask for, so that a wrong clock over there cannot silence us for days.
const maxRetryAfter = 10 * time.Minute

// retryAfter reads the header in both of its forms, seconds and a date; a date is taken by the server's own clock
// when it shows that.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0
	}
	if n, err := strconv.ParseInt(v, 10, 64); err == nil {
		if n > int64(maxRetryAfter/time.Second) {
			return maxRetryAfter
		}
		return max(time.Duration(n)*time.Second, 0)
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	if theirs, err := http.ParseTime(h.Get("Date")); err == nil {
		now = theirs
	}
	return min(max(at.Sub(now), 0), maxRetryAfter)
}

// givenUp is the fault of a caller that does not want to wait any longer.
func givenUp(ctx context.Context, op string, err error) *fault.Fault {
	kind := fault.Cancelled
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		kind = fault.TimedOut
	}
	f := fault.New(kind, op, "")
	f.Err = err
	return f
}
