package main

import (
	"context"
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
	"flexq/tui"
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
	r, err := requestOf(job, s)
	if err != nil {
		return nil, err
	}
	return pretty(r)
}

func requestOf(job slurm.Submission, s config.Settings) (request, error) {
	body, err := wire.EncodeSubmit(job)
	if err != nil {
		return request{}, scriptFault(err.Error(), "")
	}
	r := request{Method: "HTTP_METHOD_POST", Path: "/slurm/" + or(s.SlurmVersion, someVersion) + "/job/submit", Body: body}
	if s.Target.Kind == config.SlurmrestdTarget {
		r.Method = http.MethodPost
	}
	return r, nil
}

// pretty writes what is sent with line ends. What is too large to be sent is no request.
func pretty(v any) ([]byte, error) {
	out, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	if len(out) >= gateway.MaxRequest {
		return nil, fault.New(fault.TooLarge, "submit", "")
	}
	text := jsontext.Value(out)
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return text, nil
}

// preview shows the request of a job, as it is and as curl. The values of hiddenNames are left out.
func preview(job slurm.Submission, s config.Settings, hiddenNames []string) (tui.Preview, error) {
	job = hidden(job, hiddenNames)
	text, err := submitRequest(job, s)
	if err != nil {
		return tui.Preview{}, err
	}
	curl, err := curlCommand(job, s)
	if err != nil {
		return tui.Preview{}, err
	}
	curl = append(hiddenRemark(hiddenIn(job, hiddenNames)), curl...)
	return tui.Preview{Lines: strings.Split(string(text), "\n"), Curl: curl}, nil
}

// printRequest is submit --dry-run: JSON or a command alone on stdout.
func (s *submitting) printRequest(ctx context.Context) error {
	if s.defaults.NeedUser() && s.user == "" {
		s.read(ctx, slurm.UserMark) // stays as it is
		s.warn("who you are on the cluster is not known without asking: %s stands for it", slurm.UserMark)
	}
	p, err := preview(s.job, s.config, s.local)
	if err != nil {
		return err
	}
	lines := p.Lines
	if s.dryRun == "curl" {
		lines = p.Curl
	}
	if _, err := fmt.Fprintln(s.Out, strings.Join(lines, "\n")); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	if !s.quiet {
		fmt.Fprintf(s.Err, "flexq: nothing was sent; this would go to %s\n", s.config.Name())
	}
	return nil
}
