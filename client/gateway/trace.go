package gateway

import (
	"context"
	"log/slog"
	"time"

	"flexq/client/fault"
)

// The keys of the log. Headers, queries and bodies are never logged: they hold tokens, names, scripts and environments.
const (
	keyOp          = "op"
	keyMethod      = "method"
	keyPath        = "path"
	keyStatus      = "status"
	keySlurmStatus = "slurm_status"
	keyOut         = "bytes_out"
	keyIn          = "bytes_in"
	keyTook        = "took"
	keyAttempt     = "attempt"
	keyFault       = "fault"
	keyWhat        = "what"
)

// trace is what the log says of one attempt.
type trace struct {
	call        call
	attempt     int
	status      int
	slurmStatus int
	in          int64
	took        time.Duration
	fault       *fault.Fault
}

func (g *Gateway) log(ctx context.Context, t trace) {
	method, path := t.call.slurmMethod, t.call.slurmPath
	if path == "" {
		method, path = t.call.method, t.call.shown
	}
	attrs := []slog.Attr{
		slog.String(keyOp, t.call.op),
		slog.String(keyMethod, method),
		slog.String(keyPath, tidy(path)),
		slog.Int(keyAttempt, t.attempt),
		slog.Int(keyStatus, t.status),
		slog.Int(keySlurmStatus, t.slurmStatus),
		slog.Int(keyOut, len(t.call.body)),
		slog.Int64(keyIn, t.in),
		slog.Duration(keyTook, t.took),
	}
	if t.fault != nil {
		attrs = append(attrs, slog.String(keyFault, t.fault.Kind.String()), slog.String(keyWhat, tidy(t.fault.What)))
	}
	g.opts.Log.LogAttrs(ctx, slog.LevelDebug, "request", attrs...)
}

// logRefusal says that nothing was sent, and why.
func (g *Gateway) logRefusal(ctx context.Context, r Request, f *fault.Fault) {
	g.opts.Log.LogAttrs(ctx, slog.LevelDebug, "request not sent",
		slog.String(keyOp, r.Op),
		slog.String(keyMethod, r.Method),
		slog.String(keyPath, tidy(r.Path)),
		slog.String(keyFault, f.Kind.String()),
		slog.String(keyWhat, tidy(f.What)),
	)
}
