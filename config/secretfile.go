package config

import (
	"fmt"
	"os"
	"runtime"
)

// Advice finds what will not work or is not safe although the settings are well formed: files with credentials
// that do not exist or that others can read. It looks at the disk.
func (s Settings) Advice() []Problem {
	var out []Problem
	for _, f := range []struct{ key, path string }{
		{"auth.token_file", s.Auth.File},
		{"auth.credentials_file", s.Auth.CredentialsFile},
	} {
		if f.path == "" {
			continue
		}
		if p, bad := secretFile(f.path); bad {
			p.Key = f.key
			out = append(out, p)
		}
	}
	return out
}

// secretFile reports a file that holds a secret and is missing or readable for others.
func secretFile(path string) (Problem, bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return Problem{Where: path, What: reason(err), Cure: "correct the path"}, true
	case info.IsDir():
		return Problem{Where: path, What: "is a directory", Cure: "name the file in it"}, true
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return Problem{
			Where: path,
			What:  fmt.Sprintf("can be read by others (mode %04o)", info.Mode().Perm()),
			Cure:  "chmod 600 " + path,
		}, true
	}
	return Problem{}, false
}
