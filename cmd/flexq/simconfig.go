package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"flexq/client/sim"
	"flexq/config"
)

// writeSimConfig writes a config file with one context, "sim", and beside it the credential that it names.
func writeSimConfig(path string, line simLine, user string, credential []byte) error {
	name := simCredentials(path)
	if err := config.WriteFile(name, credential); err != nil {
		return err
	}
	return config.WriteFile(path, simConfig(line, user, filepath.Base(name)))
}

// simCredentials is where the credential for a config file is written.
func simCredentials(path string) string {
	return strings.TrimSuffix(path, ".toml") + "-credentials.json"
}

// simConfig is the text of a config file that reaches a simulated platform.
func simConfig(line simLine, user, credentialsFile string) []byte {
	q := strconv.Quote
	return fmt.Appendf(nil, `# %s: reaches the simulated platform while that runs.
current_context = "sim"

[contexts.sim]
project = %s
region = %s
cluster = %s
endpoint = %s
compute_endpoint = %s
user = %s
work_dir = %s
[contexts.sim.auth]
credentials_file = %s
`, sim.Mark, q(line.Project), q(line.Region), q(line.Cluster), q(line.Endpoint), q(computeOf(line.Endpoint)), q(user), q("/home/"+user), q(credentialsFile))
}

// mayWrite refuses to write a config file, or the credential beside it, over a file that flexq sim did not write.
func mayWrite(path string) error {
	for _, name := range []string{path, simCredentials(path)} {
		ours, err := isMarked(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return usagef("name another file", "--write-config: %v", err)
		case !ours:
			return usagef("name another file, or add --force", "--write-config: %s is there already, and flexq sim did not write it", name)
		}
	}
	return nil
}

// isMarked reports whether a file bears the mark of flexq sim at its beginning.
func isMarked(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 100))
	return strings.Contains(string(head), sim.Mark), err
}
