package fault_test

import (
	"net/url"
	"testing"

	"flexq/client/fault"
)

func TestSecure(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://api.test/":        true,
		"https://10.0.0.1":         true,
		"http://localhost:80/":     true,
		"http://127.0.0.1/":        true,
		"http://127.9.9.9/":        true,
		"http://[::1]:1/":          true,
		"http://api.test/":         false,
		"http://10.0.0.1/":         false,
		"http://169.254.169.254/":  false,
		"http://[fd00:ec2::254]/":  false,
		"http://localhost.evil/":   false,
		"http://127.0.0.1.evil/":   false,
		"http://0x7f000001/":       false,
		"http://127.1/":            false,
		"http://0.0.0.0/":          false,
		"ftp://api.test/":          false,
		"http://localhost@evil:1/": false,
		"//api.test/":              false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := fault.Secure(u); got != want {
			t.Errorf("Secure(%s) = %v", address, got)
		}
	}
}
