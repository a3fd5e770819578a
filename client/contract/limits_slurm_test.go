//go:build slurm

package contract_test

import (
	"os"
	"strconv"
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

// TestSlurmRandom holds the checks against jobs that nobody thought of.
func TestSlurmRandom(t *testing.T) {
	b := bed.Open(t)
	token := tokens(b)
	const jobs = 400
	seed := seedOf(t)
	refused, missed := contract.Random(t, func(t *testing.T) contract.Target {
		t.Helper()
		return real(direct(b.URL(), token), b)
	}, b, seed, jobs)
	for _, m := range missed {
		t.Log("not foreseen:", m)
	}
	t.Logf("of %d jobs of seed %d %d were refused, %d of them without an error of the checks", jobs, seed, refused, len(missed))
	if refused < jobs/10 || len(missed) > refused/10 {
		t.Errorf("of %d jobs %d were refused, %d of them without a word before", jobs, refused, len(missed))
	}
}

// seedOf is 1, or what the environment says, to look further.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	text := os.Getenv("FLEXQ_SEED")
	if text == "" {
		return 1
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return seed
}
