package gateway

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// Why an attempt was ended by us. They never leave the package bare.
var (
	errFirstByte = errors.New("no answer began in time")
	errIdle      = errors.New("the answer stopped coming")
	errWhole     = errors.New("the answer took too long in all")
	errTooMuch   = errors.New("the answer is larger than allowed")
)

// watch ends an attempt when nothing happens for a while.
type watch struct {
	cancel context.CancelCauseFunc
	mu     sync.Mutex
	timer  *time.Timer
}

func newWatch(cancel context.CancelCauseFunc) *watch { return &watch{cancel: cancel} }

func (w *watch) start(d time.Duration, why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(d, func() { w.cancel(why) })
}

func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
}

// body reads an answer: counted, bounded, and never silent for longer than idle. The clock runs only while we wait
// for the other side, not while what came is being decoded.
type body struct {
	ctx   context.Context //nolint:containedctx // the life of one answer; io.Reader has no place for it
	from  io.Reader
	watch *watch
	idle  time.Duration
	left  int64
	n     int64
	err   error // the first failure but EOF
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	b.watch.start(b.idle, errIdle)
	n, err := b.from.Read(p)
	b.watch.stop()
	b.n += int64(n)
	b.left -= int64(n)
	switch {
	case b.left < 0:
		n, err = 0, errTooMuch
	case err != nil && !errors.Is(err, io.EOF) && b.ctx.Err() != nil:
		err = context.Cause(b.ctx)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.err = err
	}
	return n, err
}

// start reads up to n bytes, for an error page; what cannot be read is left out.
func (b *body) start(n int64) []byte {
	data, _ := io.ReadAll(io.LimitReader(b, n)) // b.err keeps the failure
	return data
}
