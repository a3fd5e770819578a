package client_test

import (
	"bytes"
	"regexp"
	"testing"
	"testing/iotest"
	"time"

	"flexq/client"
)

func TestKeySource(t *testing.T) {
	t.Parallel()
	clock := time.UnixMilli(1469918176385) // the example of the ULID specification: 01ARYZ6S41...
	next := client.KeySource(func() time.Time { return clock }, bytes.NewReader(bytes.Repeat([]byte{0xff}, 10)))
	if got, want := next(), "flexq:01ARYZ6S41ZZZZZZZZZZZZZZZZ"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	clock = clock.Add(time.Millisecond)
	if got, want := next(), "flexq:01ARYZ6S420000000000000001"; got != want { // no entropy is left
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestKeySourceWithoutEntropy(t *testing.T) {
	t.Parallel()
	next := client.KeySource(now, iotest.ErrReader(iotest.ErrTimeout))
	seen := map[string]bool{}
	for range 200 {
		k := next()
		if seen[k] || !regexp.MustCompile(`^flexq:[0-9A-HJKMNP-TV-Z]{26}$`).MatchString(k) {
			t.Fatalf("%s came twice or is no key", k)
		}
		seen[k] = true
	}
}
