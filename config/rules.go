package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A rule looks at one value and returns what is wrong with it and the cure, or "" for a good one. It is the same
// for values of the file, the environment and the flags.
type rule func(value string) (what, cure string)

// matches makes a rule of a pattern.
func matches(pattern, noun, cure string) rule {
	// Made when it is first needed: a check of many contexts makes many rules that it does not use.
	re := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) })
	return func(value string) (string, string) {
		if re().MatchString(value) {
			return "", ""
		}
		return fmt.Sprintf("%s is not %s", quoted(value), noun), cure
	}
}

// quoted shows a value in an error, never at full length.
func quoted(value string) string {
	const most = 60
	if r := []rune(value); len(r) > most {
		value = string(r[:most]) + "..."
	}
	return fmt.Sprintf("%q", value)
}

func contextNameRule() rule {
	return matches(`[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}`, "a context name",
		"use up to 64 letters, digits, '-', '_' and '.', not beginning with '-'")
}

// projectRule takes project ids, domain-scoped ones too, and project numbers.
func projectRule() rule {
	return matches(`([a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]|[0-9]{5,20}`, "a project id",
		"use 6 to 30 lower-case letters, digits and '-', beginning with a letter")
}

func regionRule() rule {
	form := matches(`[a-z]+-[a-z]+[0-9]+`, "a region", "use a form such as europe-west4")
	zone := regexp.MustCompile(`^([a-z]+-[a-z]+[0-9]+)-[a-z]$`)
	return func(value string) (string, string) {
		if m := zone.FindStringSubmatch(value); m != nil {
			return fmt.Sprintf("%q is a zone", value), fmt.Sprintf("the region is %q", m[1])
		}
		return form(value)
	}
}

func clusterRule() rule {
	return matches(`[a-z]([a-z0-9-]{0,8}[a-z0-9])?`, "a cluster id",
		"use 1 to 10 lower-case letters and digits, beginning with a letter: the id, not the display name")
}

func slurmVersionRule() rule {
	return matches(`v0\.0\.[0-9]{2}`, "a version of Slurm's REST data", "use a form such as v0.0.42")
}

// userRule keeps what could never be a Slurm user out of a header.
func userRule() rule {
	return matches(`[!-~]{1,128}`, "a user name", "use the name of a Slurm user")
}

// envNameRule never repeats the value: a token that was put in place of a name must not be shown.
func envNameRule() rule {
	form := matches(`[A-Za-z_][A-Za-z0-9_]*`, "", "")
	return func(value string) (string, string) {
		if what, _ := form(value); what != "" {
			return "is not the name of an environment variable", "give the name, not the token itself"
		}
		return "", ""
	}
}

// endpointRule takes the base URL of the platform: https, or http to this machine.
func endpointRule() rule {
	return func(value string) (string, string) {
		u, what, cure := parseURL(value)
		if what != "" {
			return what, cure
		}
		if u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())) {
			return fmt.Sprintf("%q would carry a token without encryption", value), "use https; http is for this machine only"
		}
		return "", ""
	}
}

// slurmrestdRule takes http(s)://HOST:PORT and unix:PATH.
func slurmrestdRule() rule {
	return func(value string) (string, string) {
		if path, ok := strings.CutPrefix(value, "unix:"); ok {
			if !strings.HasPrefix(path, "/") {
				return fmt.Sprintf("%q names no absolute path", value), "use a form such as unix:/run/slurmrestd.sock"
			}
			return "", ""
		}
		u, what, cure := parseURL(value)
		if what == "" && strings.HasSuffix(strings.ToLower(u.Hostname()), ".googleapis.com") {
			return fmt.Sprintf("%s is Google's platform and no slurmrestd", quoted(value)), "name the cluster by project, region and cluster"
		}
		return what, cure
	}
}

func parseURL(value string) (u *url.URL, what, cure string) {
	const form = "use a form such as http://127.0.0.1:6820 or unix:/run/slurmrestd.sock"
	u, err := url.Parse(value)
	switch {
	case err != nil:
		// The parser's own message would repeat the value, and with it a password.
		return nil, "is not a URL", form
	case u.User != nil:
		return nil, "the URL holds a user name or a password", "put the credential into auth, not into the URL"
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Sprintf("%s has no scheme http or https", quoted(value)), form
	case u.Hostname() == "":
		return nil, fmt.Sprintf("%s names no host", quoted(value)), form
	case u.RawQuery != "" || u.Fragment != "":
		return nil, "the URL has a query or a fragment", form
	}
	return u, "", ""
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// oneOf makes a rule of a few words.
func oneOf(words ...string) rule {
	return func(value string) (string, string) {
		for _, w := range words {
			if w == value {
				return "", ""
			}
		}
		cure := "use one of " + strings.Join(words, ", ")
		if near := Nearest(value, words); near != "" {
			cure = fmt.Sprintf("did you mean %q? %s", near, cure)
		}
		return quoted(value) + " is unknown", cure
	}
}

// between makes a rule for a duration.
func between(least, most time.Duration, form, tooShort, tooLong string) rule {
	return func(value string) (string, string) {
		d, err := parseDuration(value)
		switch {
		case err != nil:
			return quoted(value) + " is not a duration", "use a form such as " + form
		case d < least:
			return fmt.Sprintf("%s is under the minimum of %s", value, plainSpan(least)), tooShort
		case d > most:
			return fmt.Sprintf("%s is over the maximum of %s", value, plainSpan(most)), tooLong
		}
		return "", ""
	}
}

// plainSpan writes a bound as users would: 7d, 30s, 1h.
func plainSpan(d time.Duration) string {
	const day = 24 * time.Hour
	if d >= day && d%day == 0 {
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// parseDuration takes Go's form of a duration, and whole days before it: 7d, 1d12h.
func parseDuration(value string) (time.Duration, error) {
	const day = 24 * time.Hour
	days, rest, found := strings.Cut(value, "d")
	if !found {
		return time.ParseDuration(value)
	}
	n, err := strconv.ParseUint(days, 10, 16)
	if strings.HasPrefix(rest, "-") {
		return 0, errors.New("a part of a duration is negative")
	}
	if err != nil || rest == "" {
		return time.Duration(n) * day, err
	}
	d, err := time.ParseDuration(rest)
	sum := time.Duration(n)*day + d
	if err == nil && sum < d {
		return 0, errors.New("a duration is longer than 292 years")
	}
	return sum, err
}

func pollRule(least time.Duration) rule {
	return between(least, time.Hour, "5s or 1m30s", "a shorter interval would burden the cluster's controller", "use a shorter interval")
}

func jobsPollRule() rule    { return pollRule(time.Second) }
func nodesPollRule() rule   { return pollRule(2 * time.Second) }
func clusterPollRule() rule { return pollRule(10 * time.Second) }

func leaseMarginRule() rule {
	return between(time.Minute, 7*24*time.Hour, "1h or 30m", "use a longer margin", "use a shorter margin")
}

// lifeRule takes what a Flex Start machine may live: 30 s to 7 days.
func lifeRule() rule {
	const cure = "a Flex Start machine lives 30s to 7d"
	return between(30*time.Second, 7*24*time.Hour, "7d or 12h", cure, cure)
}

func modelRule() rule { return oneOf("flex_start", "on_demand", "reservation", "spot") }

// poolNameRule takes the names of Slurm's partitions too: a pool may say what a partition of its name is.
func poolNameRule() rule {
	return matches(`[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}`, "the name of a pool", "use letters, digits, '-', '_' and '.'")
}

// poolNodesRule takes a Slurm host list with * for anything.
func poolNodesRule() rule {
	const cure = "use a form such as a3u-[0-7] or a3u-*"
	form := matches(`([A-Za-z0-9._*-]|\[[0-9,-]+\])+(,([A-Za-z0-9._*-]|\[[0-9,-]+\])+)*`, "a list of nodes", cure)
	inBrackets := regexp.MustCompile(`\[([0-9,-]+)\]`)
	return func(value string) (string, string) {
		if what, cure := form(value); what != "" {
			return what, cure
		}
		for _, m := range inBrackets.FindAllStringSubmatch(value, -1) {
			for part := range strings.SplitSeq(m[1], ",") {
				if !isRange(part) {
					return fmt.Sprintf("%s has [%s] in it, which is no range", quoted(value), m[1]), cure
				}
			}
		}
		return "", ""
	}
}

// isRange reports whether a part of what is in brackets is a number or goes up from one to another.
func isRange(part string) bool {
	first, last, found := strings.Cut(part, "-")
	a, err := strconv.ParseUint(first, 10, 32)
	if err != nil || !found {
		return err == nil
	}
	b, err := strconv.ParseUint(last, 10, 32)
	return err == nil && a <= b
}

func themeRule() rule { return oneOf("auto", "dark", "light", "ansi", "mono") }
