package auth

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"flexq/client/fault"
)

// commandTimeout bounds a token command.
const commandTimeout = 30 * time.Second

// Command is a token that a program prints: bare, as SLURM_JWT=..., or as JSON with access_token and expiry. There
// is no shell; for one, let argv be sh, -c and the line. The program gets no input and 30 seconds. It runs for each
// token that is asked for: wrap it in Cached.
//
// An error shows what the program wrote to its standard error, cleaned, and never what it wrote to its output.
func Command(argv ...string) Source { return command{argv} }

type command struct{ argv []string }

func (s command) Token(ctx context.Context) (Token, error) {
	if len(s.argv) == 0 || s.argv[0] == "" {
		return Token{}, credentialFault("no token command is set", "set token_command")
	}
	limited, cancel := context.WithTimeout(ctx, commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(limited, s.argv[0], s.argv[1:]...)
	stdout, stderr := &limitedBuffer{limit: maxTokenText}, &limitedBuffer{limit: 4 << 10}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = 2 * time.Second // a child of the command may hold the pipes open
	err := cmd.Run()
	left := errors.Is(err, exec.ErrWaitDelay) && cmd.ProcessState.Success() // only the child is not done
	if err != nil && !left {
		return Token{}, s.failure(ctx, limited, err, stdout.String(), stderr.String())
	}
	t, wrong := parseToken(stdout.String())
	if stdout.over {
		wrong = "it printed more than 64 KiB"
	}
	if wrong != "" {
		return Token{}, credentialFault("the token command "+s.name()+" gave no token: "+wrong, commandCure)
	}
	return t, nil
}

const commandCure = "run the setting token_command in a shell to see what is wrong"

// name is the program without its arguments, which may hold secrets.
func (s command) name() string { return filepath.Base(s.argv[0]) }

func (s command) failure(ctx, limited context.Context, err error, stdout, stderr string) *fault.Fault {
	switch {
	case ctx.Err() != nil:
		return endedFault(ctx)
	case limited.Err() != nil:
		return credentialFault("the token command "+s.name()+" gave no token in 30 seconds", commandCure)
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return credentialFault("there is no program "+s.name()+" for the token command", "check the setting token_command")
	}
	// A command that fails half way may repeat its token to standard error.
	if out := strings.TrimSpace(stdout); len(out) >= 8 {
		stderr = strings.ReplaceAll(stderr, out, redacted)
	}
	what := "the token command " + s.name() + " failed: " + err.Error()
	if said := fault.Excerpt(stderr, maxWords); said != "" {
		what += ": " + said
	}
	return credentialFault(what, commandCure)
}

// limitedBuffer keeps the first bytes of what is written to it, and takes the rest.
type limitedBuffer struct {
	buf   bytes.Buffer
	limit int
	over  bool
}

// Write implements io.Writer.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	n := len(p)
	if room := b.limit - b.buf.Len(); n > room {
		p, b.over = p[:max(room, 0)], true
	}
	_, err := b.buf.Write(p)
	return n, err
}

func (b *limitedBuffer) String() string { return b.buf.String() }
