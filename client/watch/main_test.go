package watch_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often: a story keeps little and throws away gigabytes.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
