package tui_test

import (
	"os"
	"testing"
	"time"
)

// TestMain makes the zone of this machine UTC: people read their own, and the golden frames are in that.
func TestMain(m *testing.M) {
	time.Local = time.UTC //nolint:gosmopolitan // see above
	os.Exit(m.Run())
}
