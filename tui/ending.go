package tui

import (
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// isEnding reports whether a cancel of ours is under way for a row: for the job itself, or for its whole array.
func (a *App) isEnding(key, array uint64) bool {
	if len(a.ending) == 0 {
		return false
	}
	if _, ok := a.ending[key]; ok {
		return true
	}
	_, ok := a.ending[columns.ArrayKey(array)]
	return ok && array != 0
}

// prove looks in a fresh list for jobs whose cancel was accepted: those that have ended, are ending or are gone
// need no mark of ours any more.
func (a *App) prove(list []slurm.Job) {
	if len(a.ending) == 0 {
		return
	}
	alive := map[uint64]bool{}
	for i := range list {
		j := &list[i]
		if j.State.IsFinal() || j.State.Has(slurm.JobCompleting) {
			continue
		}
		alive[j.ID] = true
		if j.Array.Job != 0 {
			alive[columns.ArrayKey(j.Array.Job)] = true
		}
	}
	for key := range a.ending {
		if !alive[key] {
			delete(a.ending, key)
		}
	}
}

// forgetEnding drops marks that no poll has proved for too long.
func (a *App) forgetEnding() {
	for key, since := range a.ending {
		if a.opt.Now().Sub(since) > endingFor {
			delete(a.ending, key)
			a.jobs.Touch()
			a.job.Touch()
		}
	}
}
