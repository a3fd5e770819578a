package fault

import (
	"net/netip"
	"net/url"
)

// Secure reports whether a credential may go to an address: over https anywhere, over anything else only to this
// machine. Where it says no, the fault is Insecure.
func Secure(u *url.URL) bool {
	if u.Scheme == "https" {
		return true
	}
	host := u.Hostname()
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
