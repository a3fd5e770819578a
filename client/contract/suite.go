package contract

import "testing"

// testCase is one promise. Those that are alone change what the others see, or need that nothing changes; the
// rest share one cluster at the same time.
type testCase struct {
	name  string
	alone bool
	run   func(t *testing.T, c *cluster)
}

// Run runs the whole suite. Open is called once for each case; it may return the same cluster each time.
func Run(t *testing.T, open func(t *testing.T) Target) {
	t.Helper()
	var cases []testCase
	for _, list := range [][]testCase{
		listCases(), submitCases(), refusalCases(), cancelCases(), signalCases(), updateCases(), arrayCases(), partCases(),
		endCases(), accountingCases(), scriptCases(), queryCases(), newsCases(), nodeCases(), serviceCases(),
		checkCases(),
	} {
		cases = append(cases, list...)
	}
	if open(t).Door != nil {
		cases = append(cases, doorCases()...)
	}
	for _, k := range cases {
		if k.alone {
			t.Run(k.name, func(t *testing.T) { k.run(t, newCluster(t, open)) })
		}
	}
	t.Run("together", func(t *testing.T) {
		for _, k := range cases {
			if k.alone {
				continue
			}
			t.Run(k.name, func(t *testing.T) {
				t.Parallel()
				k.run(t, newCluster(t, open))
			})
		}
	})
}
