package sbatch_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

func TestBegin(t *testing.T) {
	t.Parallel()
	for when, want := range map[string]string{ // what sbatch 24.11 made of them at this moment
		"now":                 "2026-11-30T02:37:15",
		"now+1":               "2026-11-30T02:37:16",
		"nOw+1Hours":          "2026-11-30T03:37:15",
		"now+2days":           "2026-12-02T02:37:15",
		"now+1week":           "2026-12-07T02:37:15",
		"now+90minutes":       "2026-11-30T04:07:15",
		"now-1hour":           "2026-11-30T01:37:15",
		"today":               "2026-11-30T00:00:00",
		"tomorrow":            "2026-12-01T00:00:00",
		"midnight":            "2026-12-01T00:00:00",
		"noon":                "2026-11-30T12:00:00",
		"fika":                "2026-11-30T15:00:00",
		"teatime":             "2026-11-30T16:00:00",
		"elevenses":           "2026-11-30T11:00:00",
		"16:00":               "2026-11-30T16:00:00",
		"01:00":               "2026-12-01T01:00:00",
		"1:30PM":              "2026-11-30T13:30:00",
		"16:00:30":            "2026-11-30T16:00:30",
		"2027-01-02":          "2027-01-02T00:00:00",
		"2027-01-02T03:04":    "2027-01-02T03:04:00",
		"2027-01-02T03:04:05": "2027-01-02T03:04:05",
		"010227":              "2027-01-02T00:00:00",
		"01/02/27":            "2027-01-02T00:00:00",
		"01.02.27":            "2027-01-02T00:00:00",
		"01/02/27-03:04":      "2027-01-02T03:04:00",
		"01/02-03:04":         "2027-01-02T03:04:00",
		"12/31":               "2026-12-31T00:00:00",
		"0102":                "2027-01-02T00:00:00",
		`tomorrow\ noon`:      "2026-12-01T12:00:00",
		`16:00\ tomorrow`:     "2026-12-01T16:00:00",
		`2027-01-02\ 03:04`:   "2027-01-02T03:04:00",
		"uts1796009999":       "2026-11-30T03:39:59",
	} {
		job, _, problems := sbatch.Parse(script("--begin="+when), sbatch.Options{Now: now()})
		if got := job.Begin.Std().UTC().Format("2006-01-02T15:04:05"); got != want || len(problems) > 0 {
			t.Errorf("%s is %s, want %s; %v", when, got, want, texts(problems))
		}
	}
	for _, when := range []string{
		"now+1h", "now+1min", "now+5x", "now+s", "now5", "now+", "now+99999999999", "13:30pm", "2027-13-01", "25:00", "2027-1-2", "1796009999", "2027-01-02T03:04:05Z",
		"16:00-17:00", `16:00\ 17:00`, `noon\ noon`, `today\ tomorrow`, `''`, "utsx", "uts", "-", "T", "2027-01-02T", "T10:00", "2027-01-02-x",
	} {
		job, _, problems := sbatch.Parse(script("--begin="+when), sbatch.Options{Now: now()})
		if job.Begin != 0 || len(problems) != 1 || !strings.Contains(problems[0].String(), "is not a time; write 2027-01-31T08:00") {
			t.Errorf("%s is %v; %v", when, job.Begin.Std().UTC(), texts(problems))
		}
	}
}

func TestBeginInZone(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("here", 3600)
	job, _, _ := sbatch.Parse(script("--begin=03:00 --deadline=2027-01-02"), sbatch.Options{Now: now().In(zone)}) // 03:37 there
	if want := slurm.TimeOf(time.Date(2026, 12, 1, 3, 0, 0, 0, zone)); job.Begin != want {
		t.Errorf("begin %v", job.Begin.Std().In(zone))
	}
	if want := slurm.TimeOf(time.Date(2027, 1, 2, 0, 0, 0, 0, zone)); job.Deadline != want {
		t.Errorf("deadline %v", job.Deadline.Std().In(zone))
	}
}

func TestBeginWithoutAClock(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"now", "now+1hour", "16:00", "tomorrow", "12/31"} {
		job, _, problems := sbatch.Parse(script("--begin="+when), sbatch.Options{})
		if job.Begin != 0 || len(problems) != 1 || !strings.Contains(problems[0].What, "depends on the present moment") {
			t.Errorf("%s: %v", when, texts(problems))
		}
	}
	job, _, problems := sbatch.Parse(script("--begin=2027-01-02T03:04"), sbatch.Options{})
	if job.Begin != 1798859040 || len(problems) > 0 {
		t.Errorf("a full date is %v; %v", job.Begin, texts(problems))
	}
}
