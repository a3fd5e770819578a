package gateway

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"

	"flexq/client/fault"
	"flexq/client/wire"
)

// connectionFault says why there was no answer at all.
func connectionFault(ctx context.Context, err error) *fault.Fault {
	if f := endedFault(ctx); f != nil {
		f.Err = err
		return f
	}
	if f := fault.From(err); f != nil { // of the transport: no token, or no safe way to send it
		g := *f
		return &g
	}
	kind, what := fault.Unreachable, ""
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var timeout net.Error
	switch {
	case errors.As(err, &dns):
		what = "the name " + quote(dns.Name) + " has no address here"
		if dns.IsTemporary || dns.IsTimeout {
			what = "the name server does not answer for " + quote(dns.Name)
		}
	case errors.As(err, &cert), isCertificate(err):
		what = "the other side's certificate is not trusted: " + tidy(rootCause(err))
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		what = "the other side does not speak https on that port"
	case errors.Is(err, syscall.ECONNREFUSED):
		what = "nothing listens at the address: connection refused"
	case errors.Is(err, os.ErrNotExist):
		what = "there is no such socket file"
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EACCES):
		what = "the socket may not be opened by this user"
	case errors.As(err, &timeout) && timeout.Timeout():
		kind, what = fault.TimedOut, "no connection in time"
	case isBroken(err):
		kind, what = fault.Cut, "the connection broke before the answer"
	default:
		what = "no connection: " + tidy(rootCause(err))
	}
	f := fault.New(kind, "", what)
	f.Err = err
	return f
}

// bodyFault says why an answer that began could not be read to its end, or not be understood.
func bodyFault(rep *reply, err error) *fault.Fault {
	if rep.body.err != nil {
		err = rep.body.err
	}
	f := endedFault(rep.body.ctx)
	switch {
	case f != nil:
	case errors.Is(err, errTooMuch):
		f = fault.New(fault.Malformed, "", errTooMuch.Error())
		f.Cure = "ask for less at a time"
	case rep.body.err != nil, errors.Is(err, io.ErrUnexpectedEOF):
		f = fault.New(fault.Cut, "", "")
	case errors.Is(err, wire.ErrMalformed):
		f = fault.New(fault.Malformed, "", "the answer is not readable: "+tidy(err.Error()))
	default:
		f = fault.New(fault.Malformed, "", "the answer could not be used: "+tidy(err.Error()))
	}
	f.Err, f.Status = err, rep.status
	return f
}

// endedFault says why the attempt's context has ended, if it has.
func endedFault(ctx context.Context) *fault.Fault {
	if ctx.Err() == nil {
		return nil
	}
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, errFirstByte), errors.Is(cause, errIdle), errors.Is(cause, errWhole):
		return fault.New(fault.TimedOut, "", cause.Error())
	case errors.Is(cause, context.DeadlineExceeded):
		return fault.New(fault.TimedOut, "", "")
	default:
		return fault.New(fault.Cancelled, "", "")
	}
}

// lasting reports whether a fault that passes by itself as a rule will not do so in seconds.
func lasting(f *fault.Fault) bool {
	var dns *net.DNSError
	switch {
	case f.Kind != fault.Unreachable:
		return false
	case errors.As(f.Err, &dns):
		return dns.IsNotFound
	}
	var cert *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	return errors.As(f.Err, &cert) || errors.As(f.Err, &record) || isCertificate(f.Err) ||
		errors.Is(f.Err, os.ErrNotExist) || errors.Is(f.Err, os.ErrPermission)
}

func isCertificate(err error) bool {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	return errors.As(err, &unknown) || errors.As(err, &name) || errors.As(err, &invalid)
}

func isBroken(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, net.ErrClosed)
}

// rootCause drops the wrappers that repeat method and address.
func rootCause(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}
