package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"flexq/client/gateway"
	"flexq/client/wire"
)

// readNamed reads a file of this machine that an option of sbatch names. A number is a file descriptor, as to sbatch's
// --export-file. It goes into the request, so that it can be no larger than that; it ends with ctx, as whoever writes
// into a pipe may keep it waiting.
func readNamed(ctx context.Context, name string) ([]byte, error) {
	path := name
	if _, err := strconv.ParseUint(name, 10, 16); err == nil {
		path = "/dev/fd/" + name
	}
	data, err := unlessEnded(ctx.Done(), func() ([]byte, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return io.ReadAll(io.LimitReader(f, gateway.MaxRequest+1))
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", wire.Clean(name), reasonOf(err))
	case len(data) > gateway.MaxRequest:
		return nil, fmt.Errorf("%s is larger than a request can be", wire.Clean(name))
	}
	return data, nil
}
