package main

import (
	"path/filepath"
	"slices"
	"strings"

	"flexq/client/slurm"
	"flexq/client/wire"
	"flexq/config"
)

// bodyEnd ends the body of the request in a curl command. No line of JSON is like it.
const bodyEnd = "END_OF_JOB"

// curlCommand is the request as a command to paste into bash or zsh, one line an element. It holds no secret: a token
// is asked for when the command runs, and goes to curl by a pipe, so that no list of processes shows it. The job has no
// submission key, as flexq has no part in it.
func curlCommand(job slurm.Submission, s config.Settings) ([]string, error) {
	r, err := requestOf(job, "", s)
	if err != nil {
		return nil, err
	}
	var sent any = r
	if s.Target.Kind == config.SlurmrestdTarget {
		sent = r.Body
	}
	body, err := pretty(sent)
	if err != nil {
		return nil, err
	}
	var out []string
	if s.SlurmVersion == "" {
		out = append(out, "# Write the data version that the cluster speaks in the place of "+someVersion+", as in v0.0.42.")
		if more := wire.VersionDefault(job); more != "" {
			out = append(out, "# flexq would send in each job "+more+".")
		}
	}
	token, remark := tokenWord(s.Auth)
	if remark != "" {
		out = append(out, "# "+remark)
	}
	out = append(out, curlHead(s, r, token)+" <<'"+bodyEnd+"'")
	out = append(out, strings.Split(string(body), "\n")...)
	return append(out, bodyEnd), nil
}

// curlHead is the command without its body.
func curlHead(s config.Settings, r request, token string) string {
	words := []string{"curl", "--fail-with-body", "--silent", "--show-error"}
	header := func(name, value string) {
		words = append(words, "--header", shellQuote(name+": "+value))
	}
	secret := func(name string) {
		if token != "" {
			words = append(words, "--header", `@<(echo "`+name+token+`")`)
		}
	}
	address := ""
	if s.Target.Kind == config.SlurmrestdTarget {
		address = strings.TrimSuffix(s.Target.URL, "/") + r.Path
		if path, ok := strings.CutPrefix(s.Target.URL, "unix:"); ok {
			words = append(words, "--unix-socket", shellQuote(absolute(path)))
			address = "http://localhost" + r.Path
		}
		secret("X-SLURM-USER-TOKEN: ")
		if s.User != "" {
			header("X-SLURM-USER-NAME", s.User)
		}
	} else {
		t := s.Target
		address = strings.TrimSuffix(or(t.Endpoint, "https://"+t.Region+"-aiplatform.googleapis.com"), "/") + "/v1beta1/projects/" + t.Project +
			"/locations/" + t.Region + "/modelDevelopmentClusters/" + t.Cluster + ":callSlurmRestApi"
		secret("Authorization: Bearer ")
		if s.Auth.QuotaProject != "" {
			header("X-Goog-User-Project", s.Auth.QuotaProject)
		}
	}
	header("Content-Type", "application/json")
	return strings.Join(append(words, "--data-binary", "@-", shellQuote(address)), " ")
}

// tokenWord is what gives the token in a shell, "" where none is needed, and what is to be said of it.
func tokenWord(c config.Credential) (word, remark string) {
	switch c.Kind {
	case config.ADC:
		if c.CredentialsFile != "" {
			return "$(GOOGLE_APPLICATION_CREDENTIALS=" + shellQuote(absolute(c.CredentialsFile)) + " gcloud auth application-default print-access-token)", ""
		}
		return "$(gcloud auth application-default print-access-token)", ""
	case config.TokenCommand:
		if words := strings.Join(c.Command[1:], " "); filepath.Base(c.Command[0]) == "gcloud" && slices.Contains(gcloudTokens(), words) {
			return "$(gcloud " + words + ")", ""
		}
		return "$TOKEN", "Set TOKEN to what the token_command of the context prints."
	case config.TokenFile:
		return "$(cat " + shellQuote(absolute(c.File)) + ")", ""
	case config.TokenEnv:
		return "$" + c.Env, ""
	case config.NoCredential:
	}
	return "", ""
}

// gcloudTokens are what to ask gcloud for a token. A command with more words is not shown: they may be secrets, and
// without them it would give a token of somebody else.
func gcloudTokens() []string {
	return []string{"auth print-access-token", "auth application-default print-access-token"}
}

// hiddenRemark says in a curl command for what to write the values that were left out; nil if there are none.
func hiddenRemark(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	return []string{"# Write the values in the place of {" + strings.Join(names, "}, {") + "}: they are of this machine, and not shown."}
}

// absolute is a path that holds in whatever folder the command is pasted.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// shellQuote makes one word of a shell of a text.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
