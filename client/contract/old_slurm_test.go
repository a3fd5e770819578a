//go:build slurm

package contract_test

import (
	"testing"

	"flexq/client/contract"
	"flexq/client/contract/bed"
)

func TestSlurmOldVersions(t *testing.T) {
	b := bed.Open(t)
	token := tokens(b)
	for _, version := range oldVersions() {
		t.Run(version, func(t *testing.T) {
			contract.RunOld(t, func(t *testing.T) contract.Target {
				t.Helper()
				return pinned(real(direct(b.URL(), token), b), b.URL(), version, token)
			})
		})
	}
}
