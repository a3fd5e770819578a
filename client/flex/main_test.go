package flex_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// usualChecks is how many cases each property is tried with unless -rapid.checks says another number: go test ./...
// is to take seconds. make properties tries more.
const usualChecks = "30"

func TestMain(m *testing.M) {
	flag.Parse()
	isSet := false
	flag.Visit(func(f *flag.Flag) { isSet = isSet || f.Name == "rapid.checks" })
	if !isSet {
		if err := flag.Set("rapid.checks", usualChecks); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	os.Exit(m.Run())
}
