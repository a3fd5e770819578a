package columns_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
)

func TestLeaseTerms(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	ends := func(k flex.RiskKind, in time.Duration) flex.Risk {
		return flex.Risk{Kind: k, Lease: flex.Lease{Provenance: flex.Exact, End: now.Add(in)}}
	}
	risks := map[string]flex.Risk{
		"killed": ends(flex.WillBeKilled, 2*time.Hour), "tight": ends(flex.Tight, 6*time.Hour), "fits": ends(flex.Fits, 50*time.Hour),
		"cannot": {Kind: flex.CannotFit}, "unknown": {Kind: flex.RiskUnknown}, "none": {},
	}
	for filter, want := range map[string]string{
		"":                                    "cannot fits killed none tight unknown",
		"risk:killed":                         "killed",
		"risk:k,t":                            "killed tight",
		"RISK:Cannot":                         "cannot",
		"-risk:none -risk:fits":               "cannot killed tight unknown",
		"lease:<6h":                           "killed",
		"lease:<=6h":                          "killed tight",
		"lease:>2d01h59m":                     "fits",
		"lease:>=6h lease:<1d":                "tight",
		"-lease:<6h":                          "cannot fits none tight unknown",
		"risk:tight,fits lease:<7h":           "tight",
		"lease:<999999d":                      "fits killed tight",
		"lease:>999999d":                      "",
		"lease:<999999d999999d999999d999999d": "fits killed tight",
	} {
		f, err := columns.ParseFields(filter, columns.JobFields)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		terms := columns.TermsOfLease(f)
		var got []string
		for _, name := range []string{"cannot", "fits", "killed", "none", "tight", "unknown"} {
			if terms.Match(risks[name], now) {
				got = append(got, name)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q lets %q through, want %q", filter, got, want)
		}
	}
}

func TestJobFieldsThatAreWrong(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]string{
		"risk:": "risk: takes killed", "risk:x": "risk: takes killed", "risk:killed,": "risk: takes killed",
		"lease:": "lease: takes <6h", "lease:6h": "lease: takes <6h", "lease:<": "lease: takes <6h",
		"lease:<6": "lease: takes <6h", "lease:<6x": `"6x" is no time`, "lease:<h": `"h" is no time`,
	} {
		_, err := columns.ParseFields(filter, columns.JobFields)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", filter, err, want)
		}
	}
}

// A colon in a word that is no field, or in quotes, is text like any other.
func TestColonsThatAreText(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{`xid:79`, `"risk:killed"`, `http://host:80`} {
		f, err := columns.ParseFields(filter, columns.JobFields)
		if err != nil || len(f.Fields()) != 0 || f.Empty() {
			t.Errorf("%s: %v, fields %v", filter, err, f.Fields())
		}
		if !f.Match("XID:79 risk:killed http://host:80/") {
			t.Errorf("%s does not match", filter)
		}
	}
}
