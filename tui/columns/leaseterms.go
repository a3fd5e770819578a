package columns

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
)

// LeaseTerms are the fields of a filter that ask for what leases mean for a job. The zero value lets every job through.
type LeaseTerms struct {
	risks []riskTerm
	left  []leftTerm
}

type riskTerm struct {
	kinds uint // bits, by flex.RiskKind
	not   bool
}

// leftTerm compares what is left of the lease that ends first, or asks whether there is one.
type leftTerm struct {
	than          time.Duration
	more, same    bool
	unknown, none bool // instead: that the end is not known, that there is none
	not           bool
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
			left, _ := parseJobLease(field.Value)
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
		holds := known && term.holds(left)
		switch {
		case term.unknown:
			holds = r.Kind == flex.RiskUnknown
		case term.none:
			holds = r.Kind == flex.NoLease
		}
		if holds == term.not {
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

func riskKinds(value string) (kinds uint, err error) {
	for part := range strings.SplitSeq(value, ",") {
		found := false
		for _, w := range riskWords() {
			if part != "" && strings.HasPrefix(w.word, part) {
				kinds, found = kinds|1<<w.kind, true
			}
		}
		if !found {
			return 0, &FieldError{"risk: takes killed, tight, cannot, fits, unknown or none, with commas between several", exampleOf("risk")}
		}
	}
	return kinds, nil
}

const leaseTakes = "lease: takes <6h, >1d12h, ? (not known) or none"

func errLeft() error { return &FieldError{leaseTakes, exampleOf("lease")} }

// parseJobLease reads what lease: asks of a job.
func parseJobLease(value string) (leftTerm, error) {
	unknown, none := asksLease(value)
	if unknown || none {
		return leftTerm{unknown: unknown, none: none}, nil
	}
	return parseLeft(value)
}

// asksLease tells the words of lease: that stand for no time.
func asksLease(value string) (unknown, none bool) {
	return value == "?" || value == "unknown", value == "none" || value == "-"
}

func parseLeft(value string) (leftTerm, error) {
	var t leftTerm
	switch {
	case strings.HasPrefix(value, "<"):
	case strings.HasPrefix(value, ">"):
		t.more = true
	default:
		return t, errLeft()
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
			return 0, fmt.Errorf("%q is no time; %w", text, errLeft())
		}
	}
	if digits > 0 || text == "" {
		return 0, errLeft()
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
