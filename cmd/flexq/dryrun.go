package main

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
	"flexq/config"
)

// request is what a submit would send: to callSlurmRestApi as it is, to a slurmrestd its body alone.
type request struct {
	Method string         `json:"method"`
	Path   string         `json:"path"`
	Body   jsontext.Value `json:"body"`
}

// These stand for what is known only when the request is sent.
const (
	someVersion = "{version}"   // found by asking the cluster
	someKey     = "flexq:{key}" // new for each submit
)

// submitRequest makes the request without sending it.
func submitRequest(job slurm.Submission, s config.Settings) ([]byte, error) {
	job.Comment = strings.TrimSpace(job.Comment + " " + someKey)
	body, err := wire.EncodeSubmit(job)
	if err != nil {
		return nil, scriptFault(err.Error(), "")
	}
	r := request{Method: "HTTP_METHOD_POST", Path: "/slurm/" + or(s.SlurmVersion, someVersion) + "/job/submit", Body: body}
	if s.Target.Kind == config.SlurmrestdTarget {
		r.Method = http.MethodPost
	}
	out, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	if len(out) >= gateway.MaxRequest {
		return nil, fault.New(fault.TooLarge, "submit", "")
	}
	pretty := jsontext.Value(out)
	if err := pretty.Indent(jsontext.WithIndent("  ")); err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return pretty, nil
}

// printRequest is submit --dry-run: JSON alone on stdout.
func (o *submitOptions) printRequest(job slurm.Submission, s config.Settings) error {
	text, err := submitRequest(job, s)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(o.Out, "%s\n", text); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	fmt.Fprintf(o.Err, "flexq: nothing was sent; this would go to %s\n", s.Name())
	return nil
}
