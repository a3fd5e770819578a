package gateway

import (
	"net/url"
	"strings"

	"flexq/client/fault"
)

// The rules of ids are the platform's where it publishes them; where it does not they only keep out what would
// change the meaning of an address.

func checkCluster(id string) *fault.Fault {
	const rule = "a cluster id has 1 to 10 characters a-z, 0-9 and -, begins with a letter and does not end with -"
	ok := len(id) >= 1 && len(id) <= 10 && isLower(id[0]) && id[len(id)-1] != '-'
	return idFault("cluster", id, rule, ok && only(id, isIDByte))
}

func checkRegion(id string) *fault.Fault {
	rule := "a region looks like us-central1"
	ok := len(id) >= 3 && len(id) <= 40 && isLower(id[0]) && isDigit(id[len(id)-1])
	if i := strings.LastIndexByte(id, '-'); i > 1 && i == len(id)-2 && isDigit(id[i-1]) && isLower(id[i+1]) {
		rule = "that is a zone; its region is " + id[:i]
	}
	return idFault("region", id, rule, ok && only(id, isIDByte))
}

func checkProject(id string) *fault.Fault {
	const rule = "a project id has 6 to 30 characters a-z, 0-9 and -; a project number will do too"
	ok := len(id) >= 3 && len(id) <= 100 && id[len(id)-1] != '-'
	isPart := func(c byte) bool { return isIDByte(c) || c == ':' || c == '.' } // example.com:project
	return idFault("project", id, rule, ok && only(id, isPart) && !strings.Contains(id, ".."))
}

func idFault(setting, id, rule string, ok bool) *fault.Fault {
	if ok {
		return nil
	}
	what := setting + " " + quote(id) + " is not valid: " + rule
	if id == "" {
		what = "no " + setting + " is set: " + rule
	}
	f := fault.New(fault.Usage, "", what)
	f.Cure = "set " + setting + " in the context, or give --" + setting
	return f
}

func only(s string, ok func(byte) bool) bool {
	for i := range len(s) {
		if !ok(s[i]) {
			return false
		}
	}
	return true
}

func isLower(c byte) bool  { return c >= 'a' && c <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isIDByte(c byte) bool { return isLower(c) || isDigit(c) || c == '-' }

// checkEndpoint accepts https anywhere, and http on this machine only: a Google token goes along with every call.
func checkEndpoint(setting, endpoint string) (*url.URL, *fault.Fault) {
	u, f := checkURL(setting, endpoint)
	if f != nil {
		return nil, f
	}
	if !fault.Secure(u) {
		return nil, fault.New(fault.Insecure, "", "the "+strings.ReplaceAll(setting, "_", " ")+" "+quote(endpoint)+" is not https; nothing was sent")
	}
	return u, nil
}

func checkURL(setting, address string) (*url.URL, *fault.Fault) {
	wrong := func(why string) *fault.Fault {
		f := fault.New(fault.Usage, "", setting+" "+why)
		f.Cure = "write it as in https://HOST:PORT"
		return f
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, wrong("is no address")
	case u.User != nil:
		return nil, wrong("must not hold a name or a password")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return nil, wrong(quote(address) + " is no http or https address")
	case u.RawQuery != "" || u.Fragment != "":
		return nil, wrong(quote(address) + " must end with its path")
	}
	return u, nil
}

const unixPrefix = "unix:"

func isUnix(address string) bool { return strings.HasPrefix(address, unixPrefix) }

// socketPath is the path in unix:PATH, which may also be written unix://PATH.
func socketPath(address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, unixPrefix), "//")
}

func checkSocket(address string) *fault.Fault {
	if socketPath(address) != "" {
		return nil
	}
	f := fault.New(fault.Usage, "", "url "+quote(address)+" names no socket")
	f.Cure = "write it as in unix:/run/slurmrestd.sock"
	return f
}
