package gateway

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"flexq/client/fault"
)

// MaxRequest is the size that a whole request must stay under, in bytes: the platform's documented 1 MB, kept for
// a plain slurmrestd too, so that what can be submitted to one can be submitted to the other.
const MaxRequest = 1_000_000

// Options are what both transports take. Transport and Now are needed; the zero value of the others is usable.
type Options struct {
	Transport http.RoundTripper // Base, which reaches the target, below what adds the credential (see client/auth)
	Now       func() time.Time

	// Sleep waits, and returns early with the context's error when that ends. Nil is the Sleep of this package.
	Sleep func(context.Context, time.Duration) error
	// Rand gives numbers in [0, 1) to spread retries. Nil gives 0.5 always.
	Rand func() float64

	ReadOnly    bool  // refuse whatever may change the cluster
	Retry       Retry // of reads
	OnRetry     func(RetryNotice)
	Timeouts    Timeouts
	MaxResponse int64        // bytes of one answer, after decompression; 0 is 4 GiB
	Log         *slog.Logger // one debug line an attempt; nil logs nothing
	Version     string       // of flexq, for the User-Agent; "" is "dev"
}

// Retry says how often and how long a read is tried again. Writes are never repeated.
type Retry struct {
	Attempts int           // in all, the first included; 0 is 4, below 0 is 1
	First    time.Duration // pause before the second attempt, doubled each time; 0 is 500 ms
	Longest  time.Duration // pause before any attempt; 0 is 15 s
	Budget   time.Duration // from the start of the call to the start of its last attempt; 0 is 45 s
}

// RetryNotice says that a read failed and when it is tried again.
type RetryNotice struct {
	Op      string
	Attempt int           // that failed, from 1
	Wait    time.Duration // until the next
	Cause   error         // a *fault.Fault
}

// Timeouts bound what one attempt may take. There is none on the whole of an answer that keeps coming but Whole.
type Timeouts struct {
	Connect   time.Duration // name, connection and TLS; 0 is 10 s
	FirstByte time.Duration // from the start of an attempt to the head of the answer, a fresh token included; 0 is 60 s
	Idle      time.Duration // silence inside an answer; 0 is 30 s
	Whole     time.Duration // all of one attempt; 0 is 10 min
}

func (t Timeouts) orDefaults() Timeouts {
	t.Connect = or(t.Connect, 10*time.Second)
	t.FirstByte = or(t.FirstByte, time.Minute)
	t.Idle = or(t.Idle, 30*time.Second)
	t.Whole = or(t.Whole, 10*time.Minute)
	return t
}

func (r Retry) orDefaults() Retry {
	switch {
	case r.Attempts == 0:
		r.Attempts = 4
	case r.Attempts < 0:
		r.Attempts = 1
	}
	r.First = or(r.First, 500*time.Millisecond)
	r.Longest = or(r.Longest, 15*time.Second)
	r.Budget = or(r.Budget, 45*time.Second)
	return r
}

func or(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

func (o Options) orDefaults() (Options, *fault.Fault) {
	switch {
	case o.Transport == nil:
		return o, fault.New(fault.Usage, "", "the gateway was given no transport")
	case o.Now == nil:
		return o, fault.New(fault.Usage, "", "the gateway was given no clock")
	}
	if o.Sleep == nil {
		o.Sleep = Sleep
	}
	if o.Rand == nil {
		o.Rand = func() float64 { return 0.5 }
	}
	if o.OnRetry == nil {
		o.OnRetry = func(RetryNotice) {}
	}
	if o.MaxResponse <= 0 {
		o.MaxResponse = 4 << 30
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Version == "" {
		o.Version = "dev"
	}
	o.Retry = o.Retry.orDefaults()
	o.Timeouts = o.Timeouts.orDefaults()
	return o, nil
}

// Sleep waits on a timer, and returns early with the context's error when that ends.
func Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
