//go:build slurm

package contract_test

import (
	"testing"

	"flexq/client/contract"
	"flexq/client/contract/bed"
)

// TestSlurmLimits holds the checks before a submit against partitions, accounts and QOS with limits.
func TestSlurmLimits(t *testing.T) {
	b := bed.Open(t)
	token := tokens(b)
	contract.Limits(t, func(t *testing.T) contract.Target {
		t.Helper()
		return real(direct(b.URL(), token), b)
	}, b)
}
