package auth_test

import (
	"net/http"
	"strings"
	"testing"

	"flexq/client/auth"
	"flexq/client/fault"
)

// A secret goes over plain http to this machine and to the metadata services of clouds; other addresses of the link
// are other machines.
func TestSecretsGoOverHTTPSOnly(t *testing.T) {
	t.Parallel()
	for host, secure := range map[string]bool{
		"http://127.0.0.1:1":         true,
		"http://169.254.169.254":     true,
		"http://[fd00:ec2::254]":     true,
		"https://token.test":         true,
		"http://169.254.169.253":     false,
		"http://169.254.1.1":         false,
		"http://[fe80::1]":           false,
		"http://[fd00:ec2::255]":     false,
		"http://10.0.0.1":            false,
		"http://token.test":          false,
		"http://169.254.169.254.oo/": false,
	} {
		t.Run(host, func(t *testing.T) {
			t.Parallel()
			asked := ""
			line := roundTrip(func(r *http.Request) (*http.Response, error) {
				asked = r.URL.Scheme + "://" + r.URL.Host
				if r.GetBody != nil {
					t.Error("the request can be sent again without our knowing")
				}
				return &http.Response{StatusCode: 404, Body: http.NoBody, Header: http.Header{}}, nil
			})
			_, err := auth.ADC(auth.AdcOptions{
				CredentialsFile: write(t, user(host+"/token")),
				HTTPClient:      &http.Client{Transport: line},
			}).Token(t.Context())
			insecure := fault.KindOf(err) == fault.Insecure
			if insecure == secure || (asked != "") != secure {
				t.Errorf("asked %q, error %v", asked, err)
			}
			if secure && !strings.HasPrefix(asked, strings.TrimSuffix(host, "/")) {
				t.Errorf("asked %q", asked)
			}
		})
	}
}
