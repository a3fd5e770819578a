package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client"
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

// dryCurl is the form of --dry-run that is a command for a shell.
const dryCurl = "curl"

// someVersion stands for the data version while the cluster has not been asked for it.
const someVersion = "{version}"

// submitRequest makes the request without sending it. The key, which is new for each submit, is a mark.
func submitRequest(job slurm.Submission, s config.Settings) ([]byte, error) {
	r, err := requestOf(job, client.KeyMark, s)
	if err != nil {
		return nil, err
	}
	return pretty(r)
}

// requestOf is the request with a key, made as the client makes it when it sends it.
func requestOf(job slurm.Submission, key string, s config.Settings) (request, error) {
	body, err := client.SubmitBody(job, key, s.SlurmVersion)
	if err != nil {
		return request{}, err
	}
	r := request{Method: "HTTP_METHOD_POST", Path: "/slurm/" + or(s.SlurmVersion, someVersion) + "/job/submit", Body: body}
	if s.Target.Kind == config.SlurmrestdTarget {
		r.Method = http.MethodPost
	}
	return r, nil
}

// versionNote says what of a request is not known before the cluster was asked for its data version; "" if all is.
func versionNote(job slurm.Submission, s config.Settings) string {
	if s.SlurmVersion != "" {
		return ""
	}
	note := "the data version of the cluster is not known yet: " + someVersion + " stands for it"
	if more := wire.VersionDefault(job); more != "" {
		note += ", and what is sent also has " + more
	}
	return note
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
	return escapeUnseen(text), nil
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
	return tui.Preview{Lines: strings.Split(string(text), "\n"), Curl: curl, Note: versionNote(job, s)}, nil
}

// printRequest is submit --dry-run: JSON or a command alone on stdout.
func (s *submitting) printRequest(ctx context.Context) error {
	if s.defaults.NeedUser() && s.user == "" {
		if err := s.withoutUser(unasked); err != nil && s.dryRun == dryCurl { // it would be run
			return err
		}
		s.read(ctx, slurm.UserMark) // stays as it is
		s.warn("who you are on the cluster is not known without asking: %s stands for it", slurm.UserMark)
	}
	known := s.config
	if err := s.report(s.reading.For(known.SlurmVersion), false); err != nil {
		return err // as it would not be sent
	}
	if seen := s.recalled(s.config); known.SlurmVersion == "" && len(s.reading.For(seen)) == 0 {
		known.SlurmVersion = seen
	}
	p, err := preview(s.job, known, s.local)
	if err != nil {
		return err
	}
	lines := p.Lines
	if s.dryRun == dryCurl {
		lines = p.Curl
	}
	if _, err := fmt.Fprintln(s.Out, strings.Join(lines, "\n")); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	if p.Note != "" && s.dryRun != dryCurl { // the command says it itself
		s.warn("%s", p.Note)
	}
	if !s.quiet {
		fmt.Fprintf(s.Err, "flexq: nothing was sent; this would go to %s\n", s.config.Name())
	}
	return nil
}
