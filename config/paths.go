package config

import (
	"errors"
	"path/filepath"
	"runtime"
)

// Dirs are the three folders of flexq. They need not exist.
type Dirs struct {
	Config string // settings and templates
	State  string // what should outlive the program: events, ledger, view settings
	Cache  string // what can be had again
}

// ErrNoHome is returned when no folder can be named because the environment has no home directory.
var ErrNoHome = errors.New("no home directory is known: set HOME, or XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME")

// FindDirs names the folders by the XDG rules, on every system alike: $XDG_CONFIG_HOME, else ~/.config, and so on.
// A relative XDG value is ignored, as those rules demand.
func FindDirs(getenv func(string) string) (Dirs, error) {
	home := homeDir(getenv)
	var missing bool
	find := func(env string, fallback ...string) string {
		if dir := getenv(env); filepath.IsAbs(dir) {
			return filepath.Join(dir, "flexq")
		}
		if home == "" {
			missing = true
			return ""
		}
		return filepath.Join(append(append([]string{home}, fallback...), "flexq")...)
	}
	dirs := Dirs{
		Config: find("XDG_CONFIG_HOME", ".config"),
		State:  find("XDG_STATE_HOME", ".local", "state"),
		Cache:  find("XDG_CACHE_HOME", ".cache"),
	}
	if missing {
		return dirs, ErrNoHome
	}
	return dirs, nil
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

// Locate finds the config file: the flag, else $FLEXQ_CONFIG, else config.toml in the config folder. It does not
// look whether the file exists. The path is "" when there is no folder to look in.
func Locate(flag string, getenv func(string) string, dirs Dirs) Location {
	if flag != "" {
		return Location{Path: flag, Origin: Origin{Kind: FromFlag, Name: "--config"}, Must: true}
	}
	if path := getenv("FLEXQ_CONFIG"); path != "" {
		return Location{Path: path, Origin: Origin{Kind: FromEnv, Name: "FLEXQ_CONFIG"}, Must: true}
	}
	if dirs.Config == "" {
		return Location{}
	}
	return Location{Path: filepath.Join(dirs.Config, "config.toml")}
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
