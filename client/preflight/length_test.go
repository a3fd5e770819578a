package preflight_test

import (
	"strconv"
	"strings"
	"testing"

	"flexq/client/preflight"
	"flexq/client/slurm"
)

// longTexts sets each text of a job that Slurm 24.11 takes so much of, and no more.
func longTexts() map[string]struct {
	most int
	set  func(*slurm.Submission, string)
} {
	type row = struct {
		most int
		set  func(*slurm.Submission, string)
	}
	return map[string]row{
		"--job-name":    {1024, func(s *slurm.Submission, v string) { s.Name = v }},
		"--extra":       {1024, func(s *slurm.Submission, v string) { s.Extra = v }},
		"--wckey":       {1024, func(s *slurm.Submission, v string) { s.WCKey = v }},
		"--mail-user":   {1024, func(s *slurm.Submission, v string) { s.MailUser = v }},
		"--mcs-label":   {1024, func(s *slurm.Submission, v string) { s.Tuning.MCSLabel = v }},
		"--network":     {1024, func(s *slurm.Submission, v string) { s.Network = v }},
		"--reservation": {1024, func(s *slurm.Submission, v string) { s.Reservation = v }},
		"--account":     {1024, func(s *slurm.Submission, v string) { s.Account = v }},
		"--partition":   {1024, func(s *slurm.Submission, v string) { s.Partition = v }},
		"--qos":         {1024, func(s *slurm.Submission, v string) { s.QOS = v }},
		"--chdir":       {4096, func(s *slurm.Submission, v string) { s.WorkDir = v }},
		"--input":       {4096, func(s *slurm.Submission, v string) { s.StdIn = v }},
		"--output":      {4096, func(s *slurm.Submission, v string) { s.StdOut = v }},
		"--error":       {4096, func(s *slurm.Submission, v string) { s.StdErr = v }},
	}
}

func TestTooLongTexts(t *testing.T) {
	t.Parallel()
	for option, row := range longTexts() {
		s := job(func(s *slurm.Submission) { row.set(s, strings.Repeat("x", row.most)) })
		wantTexts(t, preflight.Check(s, preflight.World{}))
		s = job(func(s *slurm.Submission) { row.set(s, strings.Repeat("x", row.most+2)) })
		most := strconv.Itoa(row.most)
		wantTexts(t, preflight.Check(s, preflight.World{}),
			"error "+option+": it has "+strconv.Itoa(row.most+2)+" bytes, and Slurm takes "+most+"; shorten it by 2 bytes")
		if got, ok := preflight.OptionOf(slurm.Problem{Number: 2012}, s); got != option || !ok {
			t.Errorf("a refusal for %s is put at %q", option, got)
		}
	}
}

// Slurm does not say what is too long: it is what is, in any part of the job, or nobody knows.
func TestOptionOfATooLongText(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		job  slurm.Submission
		want string
	}{
		"none":          {job(nil), ""},
		"licences":      {job(func(s *slurm.Submission) { s.Licenses = strings.Repeat("x", 1100) }), "--licenses"},
		"another part":  {job(func(s *slurm.Submission) { s.Parts = []slurm.Submission{{QOS: strings.Repeat("x", 1100)}} }), "--qos"},
		"the longer":    {job(func(s *slurm.Submission) { s.Name, s.Extra = strings.Repeat("x", 1100), strings.Repeat("x", 1101) }), "--extra"},
		"a path is not": {job(func(s *slurm.Submission) { s.WorkDir = "/" + strings.Repeat("x", 1100) }), ""},
	} {
		if got, ok := preflight.OptionOf(slurm.Problem{Number: 2012}, tt.job); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: %q, %v, want %q", name, got, ok, tt.want)
		}
	}
}
