package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteFile writes a file of settings whole or not at all: a reader sees the old text or the new one, also when
// the machine stops in between. The file gets mode 0600, folders that are missing get 0700. Where the path is a
// symbolic link, the file that it points to is written and the link stays.
func WriteFile(path string, data []byte) error {
	target, err := followLinks(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	dir := filepath.Dir(target)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	// os.CreateTemp makes files with 0600.
	tmp, err := os.CreateTemp(dir, "."+filepath.Base(target)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := fillAndRename(tmp, target, data); err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(tmp.Name())))
	}
	return nil
}

func fillAndRename(tmp *os.File, target string, data []byte) error {
	_, err := tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), target)
}

// followLinks returns the file behind a chain of symbolic links, which need not exist yet.
func followLinks(path string) (string, error) {
	const longest = 40 // as Linux allows
	for range longest {
		next, err := os.Readlink(path)
		if err != nil { // not a link, or nothing there: both are for the writer to meet
			return path, nil
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", errors.New("too many symbolic links")
}
