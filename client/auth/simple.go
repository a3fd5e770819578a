package auth

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Fixed is a token that was given as text, as from an environment variable. It cannot be renewed.
func Fixed(value string) Source { return fixed{NewSecret(value)} }

type fixed struct{ value Secret }

func (s fixed) Token(context.Context) (Token, error) {
	t, wrong := parseToken(s.value.Reveal())
	if wrong != "" {
		return Token{}, credentialFault("the given token cannot be used: "+wrong, "set it anew")
	}
	return t, nil
}

// File is a token in a file that another program renews: a bare token, SLURM_JWT=..., or JSON with access_token. The
// file is read for each request, so that a renewed token counts at once; there is nothing to gain in Cached.
func File(path string) Source { return file{path} }

type file struct{ path string }

func (s file) Token(ctx context.Context) (Token, error) {
	const cure = "check the setting token_file"
	text, err := readFile(ctx, s.path, maxTokenText)
	switch {
	case err != nil && ctx.Err() != nil:
		return Token{}, err // given up
	case err != nil:
		return Token{}, credentialFault("the token file "+s.path+" cannot be read: "+reason(err), cure)
	}
	t, wrong := parseToken(string(text))
	if wrong != "" {
		return Token{}, credentialFault("the token file "+s.path+" holds no token: "+wrong, cure)
	}
	return t, nil
}

var errLargeFile = errors.New("it is too large for what it should be")

// readFile reads a small file. It may be a pipe into which nobody writes, which cannot be told to stop: when ctx ends,
// the reading is left behind.
func readFile(ctx context.Context, path string, limit int64) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data, err := readAll(path, limit)
		done <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		return r.data, r.err
	}
}

func readAll(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errLargeFile
	}
	return data, err
}

// reason is an error of the file system without the path, which our sentence has already.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
