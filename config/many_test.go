package config_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/config"
)

func manyContexts(tb testing.TB, n int) *config.File {
	tb.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[contexts.c%05d]\nurl = \"unix:/run/%d.sock\"\n", i, i)
	}
	f, err := config.Parse("c.toml", []byte(b.String()))
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// To settle on one context costs the same however many there are: `config check` and `contexts` do it for each.
//
//nolint:paralleltest // AllocsPerRun counts what all goroutines allocate
func TestResolveDoesNotCostByTheContext(t *testing.T) {
	flags := config.Flags{"context": "c00001"}
	cost := func(f *config.File) float64 {
		return testing.AllocsPerRun(10, func() {
			if _, err := f.Resolve(flags, env()); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := cost(manyContexts(t, 2)), cost(manyContexts(t, 5000))
	if many > few+10 { // the runtime itself allocates now and then, more so under the race detector
		t.Errorf("%v allocations with 5000 contexts, %v with 2", many, few)
	}
}

func TestLinesOfALongFile(t *testing.T) {
	t.Parallel()
	f := manyContexts(t, 5000)
	s, err := f.Resolve(config.Flags{"context": "c04999"}, env())
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Row("url").Origin.Name; got != "c.toml:10000" {
		t.Errorf("got %s, want line 10000", got)
	}
}

func BenchmarkParseManyContexts(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				manyContexts(b, n)
			}
		})
	}
}
