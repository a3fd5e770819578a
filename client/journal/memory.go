package journal

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/flex"
)

// memoryFile is what memory.json holds. AsOf stands before the rest, so that it can be read alone.
type memoryFile struct {
	Version int         `json:"v"`
	AsOf    time.Time   `json:"asOf"`
	Memory  flex.Memory `json:"memory"`
}

// staleAfter is the longest time by which a memory on disk can be newer than another program's. What lies further in
// the future was written by a wrong clock.
const staleAfter = 24 * time.Hour

// LoadMemory returns what an earlier run remembered of the cluster; nothing if there was none. A file that is damaged
// is an error and nothing remembered: the program begins anew, and the next SaveMemory writes over it.
func (j *Journal) LoadMemory(_ context.Context) (flex.Memory, error) {
	if j.opts.Dir == "" {
		return flex.Memory{}, nil
	}
	const op, meanwhile = "load the memory of nodes", "flexq begins anew"
	f, err := openFile(j.memoryPath())
	if errors.Is(err, fs.ErrNotExist) {
		return flex.Memory{}, nil
	}
	if err != nil {
		return flex.Memory{}, onDisk(op, "the memory of nodes cannot be read", meanwhile, err)
	}
	defer f.Close()
	var m memoryFile
	if err := json.UnmarshalRead(bufio.NewReader(f), &m, memoryOptions()); err != nil {
		return flex.Memory{}, damaged(op, f.Name(), err)
	}
	return m.Memory, nil
}

// SaveMemory keeps what is remembered as of a moment of the cluster's clock. It leaves a newer one alone that another
// program has written.
func (j *Journal) SaveMemory(ctx context.Context, asOf time.Time, m flex.Memory) error {
	if j.opts.Dir == "" {
		return nil
	}
	data, err := json.Marshal(memoryFile{Version: format, AsOf: asOf.UTC(), Memory: m}, memoryOptions())
	if err == nil {
		err = j.lock.locked(ctx, j.opts.Dir, func() error {
			if newer := j.memoryAsOf().Sub(asOf); newer > 0 && newer < staleAfter {
				return nil
			}
			return replaceFile(j.memoryPath(), append(data, '\n'))
		})
	}
	return onDisk("keep the memory of nodes", "the memory of nodes cannot be written",
		"after a restart some events may be told twice", err)
}

func (j *Journal) memoryPath() string { return filepath.Join(j.opts.Dir, "memory.json") }

// memoryAsOf reads of which moment the memory on disk is; zero if there is none that can be read.
func (j *Journal) memoryAsOf() time.Time {
	f, err := openFile(j.memoryPath())
	if err != nil {
		return time.Time{}
	}
	defer f.Close()
	d := jsontext.NewDecoder(bufio.NewReader(f))
	for range 8 { // it is the fourth token after the opening brace
		t, err := d.ReadToken()
		if err != nil {
			return time.Time{}
		}
		if at, err := time.Parse(time.RFC3339Nano, t.String()); err == nil {
			return at
		}
	}
	return time.Time{}
}

// memoryOptions write durations as nanoseconds, and leave out what is zero. A moment that cannot be written down is no
// reason to keep nothing.
func memoryOptions() json.Options {
	return json.JoinOptions(
		jsonOptions(),
		json.OmitZeroStructFields(true),
		json.WithMarshalers(json.JoinMarshalers(
			json.MarshalToFunc(func(e *jsontext.Encoder, d time.Duration) error {
				return e.WriteToken(jsontext.Int(int64(d)))
			}),
			json.MarshalToFunc(func(e *jsontext.Encoder, t time.Time) error {
				return e.WriteToken(jsontext.String(writable(t.UTC()).Format(time.RFC3339Nano)))
			}),
		)),
		json.WithUnmarshalers(json.UnmarshalFromFunc(func(dec *jsontext.Decoder, d *time.Duration) error {
			var n int64
			err := json.UnmarshalDecode(dec, &n)
			*d = time.Duration(n)
			return err
		})),
	)
}
