package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/config"
)

func TestCurlCommand(t *testing.T) {
	t.Parallel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const curl = "curl --fail-with-body --silent --show-error "
	const after = " --header 'Content-Type: application/json' --data-binary @- "
	platform := config.Target{Kind: config.PlatformTarget, Project: "my-project", Region: "europe-west4", Cluster: "a3u7"}
	const call = "/v1beta1/projects/my-project/locations/europe-west4/modelDevelopmentClusters/a3u7:callSlurmRestApi' <<'END_OF_JOB'"
	tests := map[string]struct {
		s    config.Settings
		want string
	}{
		"the platform": {
			config.Settings{Target: platform, Auth: config.Credential{Kind: config.ADC}},
			curl + `--header @<(echo "Authorization: Bearer $(gcloud auth application-default print-access-token)")` + after +
				"'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"a key file, a project to bill": {
			config.Settings{Target: platform, Auth: config.Credential{Kind: config.ADC, CredentialsFile: "/k/it's", QuotaProject: "bills"}},
			curl + `--header @<(echo "Authorization: Bearer $(GOOGLE_APPLICATION_CREDENTIALS='/k/it'\''s' gcloud auth application-default print-access-token)")` +
				` --header 'X-Goog-User-Project: bills'` + after + "'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"gcloud": {
			config.Settings{
				Target: platform, Auth: config.Credential{Kind: config.TokenCommand, Command: []string{"/bin/gcloud", "auth", "print-access-token"}},
			},
			curl + `--header @<(echo "Authorization: Bearer $(gcloud auth print-access-token)")` + after + "'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"gcloud for programs": {
			config.Settings{Target: platform, Auth: config.Credential{
				Kind: config.TokenCommand, Command: []string{"gcloud", "auth", "application-default", "print-access-token"},
			}},
			curl + `--header @<(echo "Authorization: Bearer $(gcloud auth application-default print-access-token)")` + after +
				"'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"gcloud for somebody else": {
			config.Settings{Target: platform, Auth: config.Credential{
				Kind: config.TokenCommand, Command: []string{"gcloud", "auth", "print-access-token", "--impersonate-service-account=s3cret"},
			}},
			"# Set TOKEN to what the token_command of the context prints.\n" +
				curl + `--header @<(echo "Authorization: Bearer $TOKEN")` + after + "'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"another command": {
			config.Settings{Target: platform, Auth: config.Credential{Kind: config.TokenCommand, Command: []string{"/bin/token", "s3cret"}}},
			"# Set TOKEN to what the token_command of the context prints.\n" +
				curl + `--header @<(echo "Authorization: Bearer $TOKEN")` + after + "'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"a slurmrestd": {
			config.Settings{
				Target: config.Target{Kind: config.SlurmrestdTarget, URL: "http://127.0.0.1:6820/"}, User: "alice",
				Auth: config.Credential{Kind: config.TokenEnv, Env: "SLURM_JWT"},
			},
			curl + `--header @<(echo "X-SLURM-USER-TOKEN: $SLURM_JWT") --header 'X-SLURM-USER-NAME: alice'` + after +
				"'http://127.0.0.1:6820/slurm/v0.0.42/job/submit' <<'END_OF_JOB'",
		},
		"a socket": {
			config.Settings{Target: config.Target{Kind: config.SlurmrestdTarget, URL: "unix:/run/s.sock"}},
			curl + "--unix-socket '/run/s.sock'" + after + "'http://localhost/slurm/v0.0.42/job/submit' <<'END_OF_JOB'",
		},
		"files of this folder": {
			config.Settings{Target: platform, Auth: config.Credential{Kind: config.ADC, CredentialsFile: "sim-credentials.json"}},
			curl + `--header @<(echo "Authorization: Bearer $(GOOGLE_APPLICATION_CREDENTIALS='` + here + `/sim-credentials.json' gcloud auth application-default print-access-token)")` +
				after + "'https://europe-west4-aiplatform.googleapis.com" + call,
		},
		"a token and a socket of this folder": {
			config.Settings{
				Target: config.Target{Kind: config.SlurmrestdTarget, URL: "unix:run/s.sock"}, Auth: config.Credential{Kind: config.TokenFile, File: "../t"},
			},
			curl + "--unix-socket '" + here + `/run/s.sock' --header @<(echo "X-SLURM-USER-TOKEN: $(cat '` + filepath.Dir(here) + `/t')")` + after +
				"'http://localhost/slurm/v0.0.42/job/submit' <<'END_OF_JOB'",
		},
		"a token in a file": {
			config.Settings{
				Target: config.Target{Kind: config.SlurmrestdTarget, URL: "https://h"}, Auth: config.Credential{Kind: config.TokenFile, File: "/t"},
			},
			curl + `--header @<(echo "X-SLURM-USER-TOKEN: $(cat '/t')")` + after + "'https://h/slurm/v0.0.42/job/submit' <<'END_OF_JOB'",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.s.SlurmVersion = "v0.0.42"
			lines, err := curlCommand(slurm.Submission{Script: "#!/bin/sh\nEND_OF_JOB\n", Env: []string{"PATH=/bin"}}, tt.s)
			if err != nil {
				t.Fatal(err)
			}
			head, body, _ := strings.Cut(strings.Join(lines, "\n"), "\n{\n")
			if diff := cmp.Diff(tt.want, head); diff != "" {
				t.Error(diff)
			}
			if !strings.HasSuffix(body, "\n}\nEND_OF_JOB") || strings.Count("\n"+body, "\nEND_OF_JOB") != 1 {
				t.Errorf("the body is %s", body)
			}
		})
	}
}
