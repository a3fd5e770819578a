package journal

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// lines is a file of JSON lines. Its first line names the generation: a new one each time that the file is replaced.
// Changes need the lock; reading does not.
type lines struct {
	path string
	max  int64 // bytes beyond which the file is to be replaced by a shorter one
}

// cursor is how far a reader has come.
type cursor struct {
	head   string // the first line of the file that was read, whole
	offset int64
}

// chunk is what has been added since a cursor.
type chunk struct {
	lines [][]byte // without the ends of lines; empty ones are left out
	whole bool     // the file is another one than before: lines are all of it
	torn  bool     // after the last whole line there is part of one
	cut   bool     // the file is far too long: of its lines only the first and the last are there
	next  cursor
}

// longestHead bounds the first line.
const longestHead = 1024

// read returns what has been added since c. A file that is not there is an empty one.
func (l lines) read(c cursor) (chunk, error) {
	f, err := openFile(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return chunk{whole: c.head != ""}, nil
	}
	if err != nil {
		return chunk{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return chunk{}, err
	}
	head, err := firstLine(f)
	if err != nil {
		return chunk{}, err
	}
	if head == c.head && info.Size() >= c.offset && head != "" {
		return l.rest(f, chunk{next: c}, info.Size())
	}
	return l.rest(f, chunk{whole: true, next: cursor{head: head}}, info.Size())
}

// firstLine returns the first line of a file, without its end, or what there is of one that is too long to be a head: it
// tells files apart all the same. It is "" if the line is not whole yet.
func firstLine(f *os.File) (string, error) {
	buf := make([]byte, longestHead)
	n, err := f.ReadAt(buf, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	line, _, found := bytes.Cut(buf[:n], []byte("\n"))
	if !found && n < longestHead {
		return "", nil
	}
	return string(line), nil
}

// rest reads from the cursor of c to the end. Of a file that is far too long, since something else has written to it,
// only the end is read.
func (l lines) rest(f *os.File, c chunk, size int64) (chunk, error) {
	from := c.next.offset
	c.cut = size-from > 4*l.max
	if c.cut {
		from = size - 4*l.max
	}
	data, err := io.ReadAll(io.NewSectionReader(f, from, size-from))
	if err != nil {
		return chunk{}, err
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	c.torn = end < len(data)
	c.next.offset = from + int64(end)
	data = data[:end]
	if c.cut {
		_, data, _ = bytes.Cut(data, []byte("\n"))
		c.lines = append(c.lines, []byte(c.next.head))
	}
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) > 0 {
			c.lines = append(c.lines, line)
		}
	}
	return c, nil
}

// append adds lines, each with its end, to the file; head begins it if it is new or empty. It returns the file's size.
// Nothing is left of what could not be written whole. If sync is wished, it returns only when the disk has the data.
func (l lines) append(head, data []byte, sync bool) (int64, error) {
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return 0, err
	}
	size, err := appendTo(f, head, data)
	if err == nil && sync {
		err = f.Sync()
	}
	return size, errors.Join(err, f.Close())
}

func appendTo(f *os.File, head, data []byte) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if info.Mode()&othersMay != 0 {
		if err := f.Chmod(0o600); err != nil {
			return 0, err
		}
	}
	size := info.Size()
	if size == 0 {
		data = append(bytes.Clone(head), data...)
	} else {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err != nil {
			return size, err
		}
		if last[0] != '\n' { // a crash has cut the last line
			data = append([]byte("\n"), data...)
		}
	}
	n, err := f.Write(data)
	if err != nil {
		return size, errors.Join(err, f.Truncate(size))
	}
	return size + int64(n), nil
}

// replace puts data in the place of the whole file: a reader sees the old one or the new one.
func (l lines) replace(data []byte) error { return replaceFile(l.path, data) }

// replaceFile writes a file whole or not at all, with mode 0600. It needs the lock: what a crash left of an earlier try
// is removed.
func replaceFile(path string, data []byte) error {
	tmp := path + ".new"
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return nil
}
