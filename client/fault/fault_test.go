package fault_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
)

// kinds are all kinds; the test that counts them fails when one is added and not named.
func kinds() []fault.Kind {
	var all []fault.Kind
	for k := fault.Other; k <= fault.Usage; k++ {
		all = append(all, k)
	}
	return all
}

func TestEveryKindHasItsWords(t *testing.T) {
	t.Parallel()
	seen := map[string]fault.Kind{}
	for _, k := range kinds() {
		name, what, cure := k.String(), k.What(), k.Cure()
		for _, text := range []string{name, what} {
			if other, twice := seen[text]; twice {
				t.Errorf("%d and %d both say %q", k, other, text)
			}
			seen[text] = k
		}
		for _, text := range []string{what, cure} {
			if strings.HasSuffix(text, ".") || strings.Contains(text, "\n") || strings.TrimSpace(text) != text {
				t.Errorf("%v: %q is not one sentence without a full stop", k, text)
			}
		}
		if cure == "" && k != fault.Other && k != fault.Refused && k != fault.Cancelled && k != fault.Usage {
			t.Errorf("%v has no cure", k)
		}
	}
	if beyond := fault.Usage + 1; beyond.String() != "other" || beyond.What() != fault.Other.What() || beyond.Transient() {
		t.Errorf("a kind that does not exist is %v", beyond)
	}
}

func TestTransient(t *testing.T) {
	t.Parallel()
	want := map[fault.Kind]bool{
		fault.RateLimited: true, fault.Unavailable: true, fault.SlurmDown: true, fault.AccountingDown: true,
		fault.Unreachable: true, fault.TimedOut: true, fault.Cut: true,
	}
	for _, k := range kinds() {
		if k.Transient() != want[k] {
			t.Errorf("%v.Transient() = %v", k, k.Transient())
		}
	}
}

func TestConcernsOneJob(t *testing.T) {
	t.Parallel()
	want := map[fault.Kind]bool{
		fault.JobUnknown: true, fault.Refused: true, fault.UnknownOutcome: true, fault.TooLarge: true, fault.Usage: true,
		fault.AccountingDown: true,
	}
	for _, k := range append(kinds(), fault.Usage+1) {
		if k.ConcernsOneJob() != want[k] {
			t.Errorf("%v.ConcernsOneJob() = %v", k, k.ConcernsOneJob())
		}
	}
}

func TestErrorAndChain(t *testing.T) {
	t.Parallel()
	f := fault.New(fault.NotFound, "list jobs", "")
	f.Err = io.ErrUnexpectedEOF
	want := "list jobs: there is no such cluster; check the settings project, region and cluster"
	if f.Error() != want {
		t.Errorf("Error() = %q, want %q", f.Error(), want)
	}
	err := fmt.Errorf("above: %w", f)
	if fault.KindOf(err) != fault.NotFound || fault.From(err) != f || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the chain is broken: %v", err)
	}
	if fault.KindOf(io.EOF) != fault.Other || fault.From(io.EOF) != nil || fault.From(nil) != nil {
		t.Error("an error that is no fault became one")
	}
	own := fault.New(fault.Usage, "", "no")
	if got := own.WithOp("list jobs"); got.Op != "list jobs" || own.Op != "" {
		t.Errorf("WithOp changed its receiver: %q, %q", got.Op, own.Op)
	}
	if got := f.WithOp("other"); got.Op != "list jobs" {
		t.Errorf("WithOp replaced the op by %q", got.Op)
	}
}

func TestSlurmNumbers(t *testing.T) {
	t.Parallel()
	type verdict struct {
		Kind            fault.Kind
		NotDone, ToCome bool
	}
	tests := map[int]verdict{
		-1:   {fault.Refused, false, false}, // "Unspecified error"
		0:    {fault.Refused, false, false},
		1:    {fault.Refused, false, false},  // EPERM
		5:    {fault.Refused, false, true},   // EIO
		13:   {fault.Refused, false, false},  // EACCES
		22:   {fault.Refused, false, false},  // EINVAL
		104:  {fault.Refused, false, true},   // ECONNRESET
		110:  {fault.Refused, false, true},   // ETIMEDOUT
		1000: {fault.Refused, false, true},   // an answer of an unexpected kind
		1001: {fault.SlurmDown, true, false}, // never connected
		1002: {fault.SlurmDown, false, true},
		1003: {fault.SlurmDown, false, true},
		1004: {fault.SlurmDown, false, true},
		1005: {fault.Refused, false, true}, // version of the answer
		1007: {fault.TokenRejected, false, true},
		1008: {fault.Refused, false, true},
		1800: {fault.SlurmDown, true, false}, // never connected
		1801: {fault.SlurmDown, false, true},
		1802: {fault.SlurmDown, false, true},
		1805: {fault.SlurmDown, false, true},
		1999: {fault.Refused, false, true},
		2000: {fault.Refused, true, false},
		2002: {fault.Refused, true, false},
		2017: {fault.JobUnknown, true, false},
		2027: {fault.SlurmDown, true, false}, // in standby: does nothing
		2166: {fault.Refused, true, false},
		4003: {fault.Refused, true, false}, // slurmctld's: job_mgr.c
		4005: {fault.Refused, false, true}, // of a node
		5000: {fault.Refused, false, true},
		5003: {fault.SlurmDown, false, true},
		5004: {fault.SlurmDown, false, true}, // socket timed out
		5005: {fault.SlurmDown, false, true},
		6001: {fault.TokenRejected, false, true},
		7000: {fault.AccountingDown, true, false},
		8000: {fault.Refused, true, false},
		9000: {fault.Refused, true, false},
		9007: {fault.NoVersion, true, false},
		9008: {fault.TokenRejected, true, false},
		9202: {fault.Refused, true, false},
	}
	for number, want := range tests {
		got := verdict{fault.SlurmKind(number), fault.SlurmNotDone(number), fault.SlurmMayStillCome(number)}
		if got != want {
			t.Errorf("%d: %+v, want %+v", number, got, want)
		}
	}
	for number := range 10000 {
		if fault.SlurmNotDone(number) && fault.SlurmMayStillCome(number) {
			t.Errorf("%d was not done and may be yet", number)
		}
	}
	for number := range 10000 {
		if cure := fault.SlurmCure(number); cure != "" && (strings.HasSuffix(cure, ".") || len(cure) > 120) {
			t.Errorf("cure of %d: %q", number, cure)
		}
	}
	if cure := fault.SlurmCure(2038); !strings.Contains(cure, "may not exist") {
		t.Errorf("cure of a dependency on no job: %q", cure)
	}
	if fault.SlurmCure(2000) == "" || fault.SlurmCure(4242) != "" {
		t.Error("cures are not where they should be")
	}
}

func TestRedact(t *testing.T) {
	t.Parallel()
	const jwt = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTYwMDExMzMsInN1biI6ImFsaWNlIn0.c2lnbmF0dXJl-_x"
	tests := []struct{ name, in, want string }{
		{"nothing", "no partition a3u-1, see /mnt/x.y", "no partition a3u-1, see /mnt/x.y"},
		{"empty", "", ""},
		{"access token", "token ya29.a0AfH6SMBx_y-z1234567 is bad", "token [redacted] is bad"},
		{"web token", "X-SLURM-USER-TOKEN: " + jwt + ".", "X-SLURM-USER-TOKEN: [redacted]"},
		{"web token in quotes", `{"t":"` + jwt + `"}`, `{"t":"[redacted]"}`},
		{"after an equals sign", "SLURM_JWT=" + jwt, "SLURM_JWT=[redacted]"},
		{"glued to a path", "a/" + jwt, "[redacted]"},
		{"bearer", "Authorization: bearer opaque-token-1234", "Authorization: bearer [redacted]"},
		{"bearer as a word", "the bearer of this", "the bearer of this"},
		{"refresh token", "refresh 1//0gAbCdEfGhIjKlMn-op", "refresh [redacted]"},
		{"client secret", "GOCSPX-abcdefgh12345", "[redacted]"},
		{"api key", "key=AIzaSyA1234567890abcdef", "key=[redacted]"},
		{
			"private key", "before -----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- after",
			"before [redacted] after",
		},
		{"cut private key", "x -----BEGIN RSA PRIVATE KEY-----\nMIIE", "x [redacted]"},
		{"short lookalikes", "eyJx ya29. 1// AIza", "eyJx ya29. 1// AIza"},
		{"unicode stays", "größe 訓練 ✓", "größe 訓練 ✓"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tt.want, fault.Redact(tt.in)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		limit    int
		want     string
	}{
		{"plain", "no such file.", 50, "no such file"},
		{"dots that mean something", "see ../..", 50, "see ../.."},
		{"lines", "a\r\n\tb\n\nc", 50, "a b c"},
		{"colours", "\x1b[31mred\x1b[0m\x1b[2Jgone", 50, "redgone"},
		{"controls and reversal", "a\x00\x07b\u202ec\u200bd", 50, "abcd"},
		{"unfinished sequence", "x\x1b[12", 50, "x"},
		{"long", "abcdefghij", 5, "abcd…"},
		{"exactly", "abcde", 5, "abcde"},
		{"long in runes", "訓練訓練訓練", 4, "訓練訓…"},
		{"secret across the limit", "see ya29.abcdefghijklmnop", 12, "see [redact…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tt.want, fault.Excerpt(tt.in, tt.limit)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestRedactIsQuick(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("-----BEGIN x eyJ ya29. -----END x----- Bearer ", 20000)
	done := make(chan struct{})
	go func() { fault.Redact(text); close(done) }()
	select {
	case <-done:
	case <-time.After(3 * time.Minute):
		t.Fatal("an error page of 900 KB took minutes")
	}
}
