package main

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"flexq/config"
)

// writeSimConfig writes a config file with one context, "sim", and beside it the credential that it names.
func writeSimConfig(path string, line simLine, user string, credential []byte) error {
	name := strings.TrimSuffix(path, ".toml") + "-credentials.json"
	if err := config.WriteFile(name, credential); err != nil {
		return err
	}
	return config.WriteFile(path, simConfig(line, user, filepath.Base(name)))
}

// simConfig is the text of a config file that reaches a simulated platform.
func simConfig(line simLine, user, credentialsFile string) []byte {
	q := strconv.Quote
	return fmt.Appendf(nil, `# Written by flexq sim: reaches the simulated platform while that runs.
current_context = "sim"

[contexts.sim]
project = %s
region = %s
cluster = %s
endpoint = %s
user = %s
work_dir = %s
[contexts.sim.auth]
credentials_file = %s
`, q(line.Project), q(line.Region), q(line.Cluster), q(line.Endpoint), q(user), q("/home/"+user), q(credentialsFile))
}
