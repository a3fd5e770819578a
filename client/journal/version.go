package journal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
)

// Version is which data version a cluster spoke, for a later run to begin with. What it means is the client's to say.
type Version struct {
	Version string `json:"version"`
	Release string `json:"release,omitzero"`
	Newest  string `json:"newest"`
}

// versionFile is what version.json holds.
type versionFile struct {
	Format int `json:"v"`
	Version
}

// Bounds of version.json: what is waited for it, since all can be done without it, and how long it may be.
const (
	versionWait    = time.Second
	longestVersion = 4 << 10
)

// LoadVersion returns what SaveVersion kept in a cluster's folder; nothing if there is none, if it cannot be read, or if
// the disk does not answer within a second.
func LoadVersion(dir string) Version {
	if dir == "" {
		return Version{}
	}
	v, err := inTime(versionWait, func() (Version, error) {
		f, err := openFile(versionPath(dir))
		if err != nil {
			return Version{}, err
		}
		defer f.Close()
		data, err := io.ReadAll(io.LimitReader(f, longestVersion))
		if err != nil {
			return Version{}, err
		}
		var v versionFile
		if err := json.Unmarshal(data, &v, jsonOptions()); err != nil || v.Format != format {
			return Version{}, err
		}
		return v.Version, nil
	})
	if err != nil {
		return Version{}
	}
	return v
}

// SaveVersion keeps v in a cluster's folder, which it makes if it is missing. A reader sees the old file or the new one.
// A disk that does not answer within a second is left to itself.
func SaveVersion(dir string, v Version) error {
	data, err := json.Marshal(versionFile{Format: format, Version: v}, jsonOptions())
	if err != nil || dir == "" {
		return err
	}
	_, err = inTime(versionWait, func() (struct{}, error) {
		if err := guard(dir); err != nil {
			return struct{}{}, err
		}
		return struct{}{}, putFile(versionPath(dir), append(data, '\n'))
	})
	return onDisk("keep the data version", "the data version cannot be kept", "the next run asks for it again", err)
}

func versionPath(dir string) string { return filepath.Join(dir, "version.json") }

// putFile writes a file whole or not at all, without a lock: of several programs the last one counts. It may be gone
// after a crash of the system.
func putFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
