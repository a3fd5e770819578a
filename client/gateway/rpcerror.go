package gateway

import (
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/fault"
)

// rpcError is google.rpc.Status as the API's JSON shows it (https://google.aip.dev/193).
type rpcError struct {
	Code    int              `json:"code"`
	Message string           `json:"message"`
	Status  string           `json:"status"`
	Details []jsontext.Value `json:"details"`
	Errors  jsontext.Value   `json:"errors"` // the older form, in which Compute Engine gives the reason

	isRPC    bool
	reason   string            // ErrorInfo: SERVICE_DISABLED, ...
	metadata map[string]string // ErrorInfo: consumer, service, ...
	fields   []string          // BadRequest: names of the fields at fault
	delay    time.Duration     // RetryInfo
}

// rpcDetail is any of the details that are of use.
type rpcDetail struct {
	Reason     string            `json:"reason"`
	Metadata   map[string]string `json:"metadata"`
	RetryDelay string            `json:"retryDelay"`
	Violations []struct {
		Field string `json:"field"`
	} `json:"fieldViolations"`
}

// parseRPC reads an error page; one that is no API error gives isRPC false.
func parseRPC(page []byte) rpcError {
	text := strings.TrimSpace(string(page))
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]") // streaming methods put it in a list
	var doc struct {
		Error rpcError `json:"error"`
	}
	opts := json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := json.Unmarshal([]byte(text), &doc, opts); err != nil {
		return rpcError{}
	}
	e := doc.Error
	e.isRPC = e.Status != "" || e.Code != 0
	for _, raw := range e.Details {
		var d rpcDetail
		if err := json.Unmarshal(raw, &d, opts); err != nil {
			continue // a detail of another shape is none of ours
		}
		if d.Reason != "" && e.reason == "" {
			e.reason, e.metadata = d.Reason, d.Metadata
		}
		for _, v := range d.Violations {
			e.fields = append(e.fields, v.Field)
		}
		if delay, err := time.ParseDuration(d.RetryDelay); err == nil && delay > 0 {
			e.delay = min(delay, maxRetryAfter)
		}
	}
	var older []struct {
		Reason string `json:"reason"`
	}
	if json.Unmarshal(e.Errors, &older, opts) == nil { // in another shape they are none of ours
		for _, o := range older {
			e.older(o.Reason)
		}
	}
	return e
}

// older translates a reason of the older form. Compute Engine also says 403 to who asks too often.
func (e *rpcError) older(reason string) {
	switch reason {
	case "accessNotConfigured":
		if e.reason == "" {
			e.reason = "SERVICE_DISABLED"
		}
	case "rateLimitExceeded", "userRateLimitExceeded":
		e.Status = "RESOURCE_EXHAUSTED"
	}
}

// rpcKind is the kind of fault of a google.rpc status, or of the HTTP status if that is all there is.
func rpcKind(rpc string, status int) fault.Kind {
	switch rpc {
	case "UNAUTHENTICATED":
		return fault.Unauthenticated
	case "PERMISSION_DENIED":
		return fault.PermissionDenied
	case "NOT_FOUND", "UNIMPLEMENTED":
		return fault.NotFound
	case "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE", "ALREADY_EXISTS":
		return fault.InvalidArgument
	case "RESOURCE_EXHAUSTED":
		return fault.RateLimited
	case "UNAVAILABLE", "INTERNAL", "UNKNOWN", "ABORTED", "DATA_LOSS", "DEADLINE_EXCEEDED", "CANCELLED":
		return fault.Unavailable
	}
	switch {
	case status == http.StatusBadRequest:
		return fault.InvalidArgument
	case status == http.StatusUnauthorized:
		return fault.Unauthenticated
	case status == http.StatusForbidden:
		return fault.PermissionDenied
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusNotImplemented:
		return fault.NotFound
	case status == http.StatusRequestEntityTooLarge:
		return fault.TooLarge
	case status == http.StatusTooManyRequests:
		return fault.RateLimited
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status >= 499:
		return fault.Unavailable
	}
	return fault.Malformed
}
