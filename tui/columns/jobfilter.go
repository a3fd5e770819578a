package columns

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
)

// JobFieldNames are the keys that JobFields knows.
func JobFieldNames() []string { return []string{"risk", "lease"} }

// JobFields is the grammar of the job list's filter: risk:killed,tight and lease:<6h.
func JobFields(key, value string) (known bool, err error) {
	switch key {
	case "risk":
		_, err = riskKinds(value)
	case "lease":
		_, err = parseLeft(value)
	default:
		return false, nil
	}
	return true, err
}

// LeaseTerms are the fields of a filter that ask for what leases mean for a job. The zero value lets every job through.
type LeaseTerms struct {
	risks []riskTerm
	left  []leftTerm
}

type riskTerm struct {
	kinds uint // bits, by flex.RiskKind
	not   bool
}

// leftTerm compares what is left of the lease that ends first.
type leftTerm struct {
	than       time.Duration
	more, same bool
	not        bool
}

// TermsOfLease picks from a filter that JobFields has read what it asks of leases.
func TermsOfLease(f Filter) LeaseTerms {
	var t LeaseTerms
	for _, field := range f.Fields() {
		switch field.Key {
		case "risk":
			kinds, _ := riskKinds(field.Value) // it was looked at when it was typed
			t.risks = append(t.risks, riskTerm{kinds, field.Not})
		case "lease":
			left, _ := parseLeft(field.Value)
			left.not = field.Not
			t.left = append(t.left, left)
		}
	}
	return t
}

// Any reports whether anything is asked.
func (t LeaseTerms) Any() bool { return len(t.risks)+len(t.left) > 0 }

// Match reports whether a risk lets its job through. A job without a lease end that is known has none that is less or
// more than anything.
func (t LeaseTerms) Match(r flex.Risk, now time.Time) bool {
	for _, term := range t.risks {
		if (term.kinds&(1<<r.Kind) != 0) == term.not {
			return false
		}
	}
	left, known := r.Lease.Left(now)
	for _, term := range t.left {
		if (known && term.holds(left)) == term.not {
			return false
		}
	}
	return true
}

func (t leftTerm) holds(left time.Duration) bool {
	switch {
	case left == t.than:
		return t.same
	case t.more:
		return left > t.than
	}
	return left < t.than
}

// riskWords name the kinds of risk in filters; the beginning of a word is enough.
func riskWords() []struct {
	word string
	kind flex.RiskKind
} {
	return []struct {
		word string
		kind flex.RiskKind
	}{
		{"killed", flex.WillBeKilled},
		{"tight", flex.Tight},
		{"cannot", flex.CannotFit},
		{"fits", flex.Fits},
		{"unknown", flex.RiskUnknown},
		{"none", flex.NoLease},
	}
}

var errRisk = errors.New("risk: takes killed, tight, cannot, fits, unknown or none, with commas between several")

func riskKinds(value string) (kinds uint, err error) {
	for part := range strings.SplitSeq(value, ",") {
		found := false
		for _, w := range riskWords() {
			if part != "" && strings.HasPrefix(w.word, part) {
				kinds, found = kinds|1<<w.kind, true
			}
		}
		if !found {
			return 0, errRisk
		}
	}
	return kinds, nil
}

var errLeft = errors.New("lease: takes < or > and a time: lease:<6h, lease:>2d12h")

func parseLeft(value string) (leftTerm, error) {
	var t leftTerm
	switch {
	case strings.HasPrefix(value, "<"):
	case strings.HasPrefix(value, ">"):
		t.more = true
	default:
		return t, errLeft
	}
	value = value[1:]
	value, t.same = strings.CutPrefix(value, "=")
	var err error
	t.than, err = parseSpan(value)
	return t, err
}

// mostSpan is more than any lease lasts; what is longer counts as that.
const mostSpan = 100 * 365 * 24 * time.Hour

// parseSpan reads a time as LeaseSpan writes it: 90m, 2h14m, 1d06h.
func parseSpan(text string) (time.Duration, error) {
	var total time.Duration
	n, digits := int64(0), 0
	for _, c := range text {
		unit := unitOf(c)
		switch {
		case '0' <= c && c <= '9' && digits < 6:
			n, digits = n*10+int64(c-'0'), digits+1
		case unit > 0 && digits > 0:
			total = min(mostSpan, total+time.Duration(min(n, int64(mostSpan/unit)))*unit)
			n, digits = 0, 0
		default:
			return 0, fmt.Errorf("%q is no time; %w", text, errLeft)
		}
	}
	if digits > 0 || text == "" {
		return 0, errLeft
	}
	return total, nil
}

func unitOf(c rune) time.Duration {
	switch c {
	case 'd':
		return 24 * time.Hour
	case 'h':
		return time.Hour
	case 'm':
		return time.Minute
	case 's':
		return time.Second
	}
	return 0
}
