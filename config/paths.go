package config

import (
	"errors"
	"path/filepath"
	"runtime"
)

// ErrNoHome is returned when no folder can be named because the environment has no home directory.
var ErrNoHome = errors.New("no home directory is known: set HOME or XDG_CONFIG_HOME")

// Dir names the folder of the settings and templates by the XDG rules, on every system alike: flexq in
// $XDG_CONFIG_HOME, else in ~/.config. It need not exist. A relative XDG value is ignored, as those rules demand. The
// error is ErrNoHome.
func Dir(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "flexq"), nil
	}
	if home := homeDir(getenv); home != "" {
		return filepath.Join(home, ".config", "flexq"), nil
	}
	return "", ErrNoHome
}

func homeDir(getenv func(string) string) string {
	if home := getenv("HOME"); home != "" {
		return home
	}
	if runtime.GOOS == "windows" {
		return getenv("USERPROFILE")
	}
	return ""
}

// Location says where the config file is looked for.
type Location struct {
	Path   string
	Origin Origin
	// Must is true when the file was asked for by name: then it is an error that it does not exist.
	Must bool
}

// Locate finds the config file: the flag, else $FLEXQ_CONFIG, else config.toml in Dir. It does not look whether the
// file exists. The path is "" when there is no folder to look in.
func Locate(flag string, getenv func(string) string) Location {
	if flag != "" {
		return Location{Path: flag, Origin: Origin{Kind: FromFlag, Name: "--config"}, Must: true}
	}
	if path := getenv("FLEXQ_CONFIG"); path != "" {
		return Location{Path: path, Origin: Origin{Kind: FromEnv, Name: "FLEXQ_CONFIG"}, Must: true}
	}
	dir, err := Dir(getenv)
	if err != nil {
		return Location{}
	}
	return Location{Path: filepath.Join(dir, "config.toml")}
}

// absolute turns a path of the file into one that works from anywhere: "~/" is the home directory, and a
// relative path is relative to the config file, so that a folder with both can be moved as a whole.
func absolute(path, configFile string, getenv func(string) string) string {
	switch {
	case path == "" || filepath.IsAbs(path):
		return path
	case path == "~" || len(path) > 1 && path[0] == '~' && (path[1] == '/' || path[1] == filepath.Separator):
		if home := homeDir(getenv); home != "" {
			return filepath.Join(home, path[1:])
		}
		return path
	default:
		return filepath.Join(filepath.Dir(configFile), path)
	}
}
