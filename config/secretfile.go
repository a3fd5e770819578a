package config

import (
	"fmt"
	"os"
	"runtime"
)

// SecretFiles looks at the files that hold credentials. A token file that everybody can read is refused: the
// token in it is not a secret any more. Whatever else is wrong is a warning.
func (s Settings) SecretFiles() (refused, warnings []Problem) {
	if s.Auth.File != "" {
		p, open := secretFile(s.Auth.File)
		p.Key = "auth.token_file"
		switch {
		case p.What == "":
		case open:
			refused = append(refused, p)
		default:
			warnings = append(warnings, p)
		}
	}
	if s.Auth.CredentialsFile != "" {
		p, _ := secretFile(s.Auth.CredentialsFile)
		p.Key = "auth.credentials_file"
		if p.What != "" {
			warnings = append(warnings, p)
		}
	}
	return refused, warnings
}

// secretFile reports a file that is missing or can be read by others; open is true when everybody can read it.
// A file that is well has no What.
func secretFile(path string) (p Problem, open bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return Problem{Where: path, What: reason(err), Cure: "correct the path"}, false
	case info.IsDir():
		return Problem{Where: path, What: "is a directory", Cure: "name the file in it"}, false
	case runtime.GOOS == "windows":
		return Problem{}, false
	}
	mode := info.Mode().Perm()
	who := "the group"
	switch {
	case mode&0o007 != 0:
		who = "everybody"
	case mode&0o070 == 0:
		return Problem{}, false
	}
	return Problem{
		Where: path,
		What:  fmt.Sprintf("is open to %s (mode %04o)", who, mode),
		Cure:  "chmod 600 " + path,
	}, mode&0o007 != 0
}
