package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// maxFile is far more than a hundred contexts need; whatever is larger was named by mistake.
const maxFile = 1 << 20

// Load reads and checks the config file. A file that does not exist is an empty one, unless it was asked for by
// name (Location.Must). Errors are *Error for what is wrong inside the file, with each line named.
func Load(loc Location) (*File, error) {
	if loc.Path == "" {
		return &File{}, nil
	}
	data, err := read(loc.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !loc.Must:
		return &File{}, nil
	case err != nil:
		return nil, failed([]Problem{{Where: loc.Path, What: reason(err), Cure: cureOf(err, loc)}})
	}
	return Parse(loc.Path, data)
}

// read takes the whole file, up to maxFile bytes. It does not insist on a plain file: a pipe will do.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, errTooLarge
	}
	return data, nil
}

var errTooLarge = fmt.Errorf("larger than %d bytes: this cannot be a config file", maxFile)

// reason gives the system's own words without the path, which the problem names already.
func reason(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return "cannot be read: " + pathErr.Err.Error()
	}
	return err.Error()
}

func cureOf(err error, loc Location) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it was named by " + loc.Origin.String()
	case errors.Is(err, fs.ErrPermission):
		return "make it readable for you"
	}
	return "name a file in TOML form"
}

// Parse reads and checks the text of a config file. The path is for messages, and for what is relative to it.
func Parse(path string, data []byte) (*File, error) {
	doc, err := scan(path, data)
	if err != nil {
		return nil, err
	}
	if err := failed(doc.unknown(shapeOf(reflect.TypeFor[File]()))); err != nil {
		return nil, err
	}
	file := &File{path: path, doc: doc}
	if err := toml.Unmarshal(data, file); err != nil {
		return nil, decodeProblem(path, err)
	}
	file.names = slices.Sorted(maps.Keys(file.Contexts))
	if err := failed(file.check()); err != nil {
		return nil, err
	}
	return file, nil
}

// decodeProblem reports what the scan lets pass: a key that is set twice, an impossible escape or number.
func decodeProblem(path string, err error) error {
	var bad *toml.DecodeError
	if !errors.As(err, &bad) {
		return fmt.Errorf("read %s: %w", path, err)
	}
	line, _ := bad.Position()
	return failed([]Problem{{
		Where: place(path, line),
		Key:   dotted(bad.Key()),
		What:  strings.TrimPrefix(bad.Error(), "toml: "),
	}})
}

// Path returns the path of the file that was read, and "" if there was none.
func (f *File) Path() string { return f.path }

// ContextNames lists the contexts in alphabetical order. The list is shared: it must not be changed.
func (f *File) ContextNames() []string { return slices.Clip(f.names) }
