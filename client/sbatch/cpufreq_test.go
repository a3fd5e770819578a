package sbatch_test

import (
	"strings"
	"testing"

	"flexq/client/sbatch"
)

// The values are those that sbatch 24.11 takes and refuses; slurmrestd refuses the same, with an error that proves little.
func TestCPUFrequency(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"low": "", "highm1": "", "5": "", "+5": "", "4294967295": "", "performance": "", "OnDemand": "", "low:userspace": "",
		"low-high:performance": "", "LOW-High:Performance": "", "low-low:ondemand": "", "high-highm1:ondemand": "", "low-highm1:ondemand": "",
		"5-low:ondemand": "", "5-high:ondemand": "", "medium-highm1:ondemand": "", "1000000-2000000:ondemand": "", "low-high:performance:x": "",

		"low-high":                  "needs a governor; add one, as in low-high:performance",
		"high-low":                  "needs a governor",
		"high-low:performance":      "begins above its end",
		"2000000-1000000:ondemand":  "begins above its end",
		"highm1-high:ondemand":      "begins above its end",
		"low-5:ondemand":            "begins above its end",
		"highm1-5:ondemand":         "begins above its end",
		"1000000-2000000:userspace": "takes none",
		"2000000-high:userspace":    "takes none",
		"low:performance":           "a governor that needs a range; write LEAST-MOST before the colon",
		"1000:performance":          "a governor that needs a range",
		"performance-high":          "is not a frequency",
		"low:x":                     "is not a frequency",
		"low:":                      "is not a frequency",
		":performance":              "is not a frequency",
		"low-:performance":          "is not a frequency",
		"-high:performance":         "is not a frequency",
		"1-2-3:ondemand":            "is not a frequency",
		"0":                         "is not a frequency",
		"0-5:ondemand":              "is not a frequency",
		"4294967296":                "is not a frequency",
		"5x":                        "is not a frequency",
	} {
		job, _, problems := sbatch.Parse(script("--cpu-freq="+value), sbatch.Options{})
		err := problems.Err()
		if want == "" && (err != nil || job.Tuning.CPUFreq != value) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q, %v, want %q", value, job.Tuning.CPUFreq, texts(problems), want)
		}
	}
	// An earlier one ends sbatch too, though a later one would count.
	if _, _, problems := sbatch.Parse(script("--cpu-freq=high-low"), sbatch.Options{Args: []string{"--cpu-freq=low"}}); problems.Err() == nil {
		t.Error("an overridden range is taken")
	}
}
