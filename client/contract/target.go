package contract

import (
	"context"
	"net/http"
	"testing"

	"flexq/client"
)

// Target is one way to reach one cluster, whose partitions, nodes and users are those of the bed in testdata/slurm.
type Target struct {
	// Client returns the facade as one user: alice, bob, carol or root.
	Client func(t *testing.T, user string) *client.Client
	// Raw returns the exchange below the facade as one user.
	Raw func(t *testing.T, user string) Exchange
	// Door is a bare slurmrestd with whatever headers the caller sends; nil where the platform keeps the door.
	Door func(header http.Header) Exchange
	// Token returns a token of slurmrestd for Door.
	Token func(t *testing.T, user string) string
	// Step lets a little time pass on the cluster, a second or less.
	Step func(t *testing.T)
	// Forget makes the cluster forget finished jobs soon; accounting still knows them.
	Forget func(t *testing.T)
	// Version is the data version of raw paths, as in v0.0.42.
	Version string
}

// Exchange is one Slurm call: the body is JSON text or "". An error is a failure to exchange, not Slurm's.
type Exchange func(ctx context.Context, method, path, body string) (Reply, error)
