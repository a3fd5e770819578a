package gateway

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// judge decides whether Slurm's answer is a fault: by its own errors first, whatever the status, and by the status
// after that. Slurm's error numbers mean the same in every release, its statuses do not.
func judge(r Request, status int, p wire.Payload) *fault.Fault {
	switch {
	case len(p.Errors) > 0:
	case status >= http.StatusBadRequest:
		return plainFault(r, status, p.Text)
	case status == http.StatusNotModified && r.asksForChange():
		return nil
	case status >= http.StatusMultipleChoices, p.Empty && r.IsRead():
		f := fault.New(fault.Malformed, "", "status "+strconv.Itoa(status)+" came without an answer")
		f.Status = status
		return f
	default:
		return nil
	}
	main := principal(p.Errors)
	f := fault.New(problemKind(r, status, main), "", "")
	f.Status, f.Problems = status, p.Errors
	words := describe(main)
	if more := len(p.Errors) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more)", more)
	}
	switch f.Kind {
	case fault.JobUnknown:
		aboutUnknownJob(f, r)
	case fault.Refused:
		f.What = "Slurm refused: " + words
		f.Cure = fault.SlurmCure(main.Number)
		if f.Cure == "" && status == http.StatusForbidden {
			f.Cure = fault.SlurmCure(accessDenied)
		}
	default:
		f.What += ": " + words
	}
	return f
}

// firstOfSlurm is Slurm's lowest error number; those below are the system's, or of a server in front that repeats its
// status.
const firstOfSlurm = 1000

// accessDenied is Slurm's ESLURM_ACCESS_DENIED.
const accessDenied = 2002

// problemKind is the kind of fault that the main problem of an answer makes it.
func problemKind(r Request, status int, p slurm.Problem) fault.Kind {
	kind := fault.SlurmKind(p.Number)
	switch {
	case kind == fault.AccountingDown && isBadTokenOfAccounting(p):
		return fault.TokenRejected
	case kind == fault.Refused && status == http.StatusUnauthorized && p.Number < firstOfSlurm:
		return fault.TokenRejected
	case kind == fault.JobUnknown && !r.aboutJob():
		return fault.Refused
	case kind != fault.Refused || !fault.SlurmGeneric(p.Number):
		return kind
	}
	switch status {
	case http.StatusUnauthorized, http.StatusNetworkAuthenticationRequired:
		return fault.TokenRejected
	case http.StatusTooManyRequests:
		return fault.RateLimited
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		if r.accounting() {
			return fault.AccountingDown
		}
		return fault.SlurmDown
	}
	return fault.Refused
}

// turnedAway reports whether a status says that a write did not get past the check of its token: Slurm's own 511, or
// 401 of slurmrestd before it looks at a call. The error number alone does not: it is also that of an answer of
// slurmctld whose credential slurmrestd does not accept. But an answer to a token carries none.
func turnedAway(r Request, status int) bool {
	return !r.IsRead() && (status == http.StatusUnauthorized || status == http.StatusNetworkAuthenticationRequired)
}

// isBadTokenOfAccounting tells a token that slurmdbd rejects from a slurmdbd that is down. Both are 502 with number
// 7000; slurmrestd sets them apart by this ending of the description (24.11, 25.05) or not at all (26.05).
func isBadTokenOfAccounting(p slurm.Problem) bool {
	return strings.HasSuffix(p.Description, ", authentication error")
}

// principal is the problem that says most: the first whose number is not only "it failed".
func principal(problems []slurm.Problem) slurm.Problem {
	for _, p := range problems {
		if !fault.SlurmGeneric(p.Number) {
			return p
		}
	}
	return problems[0]
}

// describe puts a problem into one phrase: what was being done, Slurm's text for the number, the number, and the
// place in the request if there is one.
func describe(p slurm.Problem) string {
	var parts []string
	if d := tidy(p.Description); d != "" {
		parts = append(parts, d)
	}
	// The texts of generic numbers ("No error", "Query empty or not RFC7320 compliant") explain nothing.
	said := len(parts) > 0 && (fault.SlurmGeneric(p.Number) || strings.Contains(parts[0], tidy(p.Error)))
	if e := tidy(p.Error); e != "" && p.Number != 0 && !said {
		parts = append(parts, e)
	}
	text := strings.Join(parts, ": ")
	if text == "" {
		text = "no reason given"
	}
	if place := tidy(p.Source); strings.HasPrefix(place, "#/") {
		text += " at " + strings.Trim(place, "#/")
	}
	if p.Number > 0 {
		text += " (Slurm error " + strconv.Itoa(p.Number) + ")"
	}
	return text
}

func aboutUnknownJob(f *fault.Fault, r Request) {
	id := quote(lastSegment(r.Path))
	f.What = "Slurm has no job " + id + " in its queue"
	f.Cure = "check the id; a job that has ended is in the history"
	if r.accounting() {
		f.What = "Slurm's accounting has no job " + id
		f.Cure = fault.JobUnknown.Cure()
	}
}

// plainFault is for a failure without errors of Slurm's own: by slurmrestd before it looks at a call, by something
// in front of it, or by a Slurm that says nothing. The text is for reading only.
func plainFault(r Request, status int, text string) *fault.Fault {
	kind, what := fault.Refused, "Slurm refused with status "+strconv.Itoa(status)
	switch status {
	case http.StatusUnauthorized, http.StatusNetworkAuthenticationRequired:
		kind, what = fault.TokenRejected, fault.TokenRejected.What()
	case http.StatusForbidden:
		kind, what = fault.PermissionDenied, "access to Slurm is forbidden"
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		kind, what = fault.NoVersion, "slurmrestd has nothing for "+r.Method+" "+tidy(r.Path)
	case http.StatusRequestEntityTooLarge:
		kind, what = fault.TooLarge, "the request is larger than slurmrestd takes"
	case http.StatusTooManyRequests:
		kind, what = fault.RateLimited, fault.RateLimited.What()
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout: // 500 too: when Slurm itself fails it says why
		kind, what = fault.Unavailable, "slurmrestd cannot be reached for now: status "+strconv.Itoa(status)
	}
	f := fault.New(kind, "", what)
	f.Status = status
	switch {
	case kind == fault.PermissionDenied:
		f.Cure = "ask whoever runs the cluster for access to its slurmrestd"
	case text != "" && kind != fault.NoVersion:
		f.What += ": " + tidy(text)
	case kind == fault.Refused:
		f.What += " and did not say why"
	}
	return f
}
