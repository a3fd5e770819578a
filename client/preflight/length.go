package preflight

import (
	"strconv"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Slurm refuses a job with a longer text (_test_job_desc_fields of src/slurmctld/job_mgr.c), and does not say which it is.
const (
	mostText = 1024 // bytes
	mostPath = 4096
)

// sized is a text of a job with what Slurm takes of it at most.
type sized struct {
	option, text string
	most         int
	isSure       bool // in each release that flexq speaks with
}

// sizedTexts are the texts of a job that slurmctld measures. The comment is measured where the key is added to it.
func sizedTexts(j *slurm.Submission) []sized {
	text := func(option, s string) sized { return sized{option, s, mostText, true} }
	path := func(option, s string) sized { return sized{option, s, mostPath, true} }
	asked := func(option, s string) sized { return sized{option, s, mostText, false} } // newer releases take more of some
	return []sized{
		text("--job-name", j.Name), text("--partition", j.Partition), text("--account", j.Account), text("--qos", j.QOS),
		text("--extra", j.Extra), text("--wckey", j.WCKey), text("--mail-user", j.MailUser), text("--mcs-label", j.Tuning.MCSLabel),
		text("--network", j.Network), text("--reservation", j.Reservation),
		path("--chdir", j.WorkDir), path("--input", j.StdIn), path("--output", j.StdOut), path("--error", j.StdErr),
		asked("--comment", j.Comment), asked("--licenses", j.Licenses), asked("--constraint", j.Features), asked("--prefer", j.Prefer),
		asked("--gres", j.TRESPerNode), asked("--gpus", j.TRESPerJob), asked("--tres-per-task", j.TRESPerTask),
		asked("--gpus-per-socket", j.TRESPerSocket), asked("--array", j.Array),
	}
}

// checkLengths looks for texts that are longer than Slurm takes.
func (c *checker) checkLengths() {
	for _, t := range sizedTexts(c.job) {
		if over := len(t.text) - t.most; over > 0 && t.isSure {
			c.tell(sbatch.Error, t.option, "it has "+strconv.Itoa(len(t.text))+" bytes, and Slurm takes "+strconv.Itoa(t.most),
				"shorten it by "+slurm.Plural(int64(over), "byte"))
		}
	}
}

// tooLong is Slurm's ESLURM_PATHNAME_TOO_LONG, which is not about paths alone.
const tooLong = 2012

// longest is the option whose text is over what Slurm takes, and by most; "" if none is known to be.
func longest(parts []slurm.Submission) string {
	option, most := "", 0
	for i := range parts {
		for _, t := range sizedTexts(&parts[i]) {
			if over := len(t.text) - t.most; over > most {
				option, most = t.option, over
			}
		}
	}
	return option
}
