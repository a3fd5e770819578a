package submit

import (
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Of a context that names {user}, and of one without a directory. The command line says the same.
const (
	userMarked  = "the context says " + slurm.UserMark
	userUntold  = ", and who you are on the cluster is not known: the cluster does not tell, and no job was submitted from here yet"
	userUnheard = ", and who you are on the cluster is not known yet: the cluster has not answered"
	userCure    = `set user = "NAME" in the context`
	userLearned = "; flexq learns it from the first job that is submitted from here"
	dirUnknown  = "nobody says in which directory the job is to run"
	dirCure     = "add #SBATCH --chdir=DIR, or set work_dir in the context: a directory on the cluster, as in /home/" + slurm.UserMark
	optionChdir = "--chdir"
)

// leftOpen is what the context should say of a job and does not: nobody knows the user on whom it depends, or it names no
// directory. Without it the job would be another one than the context asks for.
func (p *Pane) leftOpen(job slurm.Submission) sbatch.Problems {
	d := p.settings.defaults()
	var out sbatch.Problems
	for i, part := range append([]slurm.Submission{job}, job.Parts...) {
		marked := d.MarkedFor(part)
		for _, f := range [][2]string{ // in the order of the fields: the first says it whole
			{"--partition", marked.Partition}, {"--account", marked.Account}, {"--qos", marked.QOS}, {optionChdir, marked.WorkDir},
		} {
			if f[1] != "" {
				out = append(out, p.withoutUser(i, f[0], "", len(out) == 0))
			}
		}
		if len(marked.Env) > 0 {
			out = append(out, p.withoutUser(i, "", " in env ("+strings.Join(marked.Env, ", ")+")", len(out) == 0))
		}
		if part.WorkDir == "" && d.WorkDir == "" {
			out = append(out, sbatch.Problem{Level: sbatch.Error, Part: i, Option: optionChdir, What: dirUnknown, Cure: dirCure})
		}
	}
	return out
}

// withoutUser is the error of what depends on a user whom nobody knows; whole says why, which is the same for all.
func (p *Pane) withoutUser(part int, option, where string, whole bool) sbatch.Problem {
	q := sbatch.Problem{Level: sbatch.Error, Part: part, Option: option, What: userMarked + where + " too"}
	if !whole {
		return q
	}
	q.What = userMarked + where + userUntold
	if p.version == "" {
		q.What = userMarked + where + userUnheard
	}
	q.Cure = userCure
	if option != "" {
		q.Cure += ", or give " + option
	}
	q.Cure += userLearned
	return q
}
