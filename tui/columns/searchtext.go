package columns

import (
	"strings"

	"flexq/client/slurm"
)

// searchText is all text of all jobs in which filters look, in lower case, in one piece: looking through it in one go is
// several times faster than through the fields of each job, and costs some hundred bytes a job.
type searchText struct {
	text string
	ends []uint32 // of each job's part
}

// separator stands after each field. No field has it, being a control character, so that no word is found across two.
const separator = "\x00"

func newSearchText(jobs []slurm.Job) searchText {
	s := searchText{ends: make([]uint32, len(jobs))}
	var b []byte
	for i := range jobs {
		for _, field := range searched(&jobs[i]) {
			if field != "" {
				b = append(appendLower(b, field), separator...)
			}
		}
		s.ends[i] = uint32(len(b))
	}
	s.text = string(b) // without the room that was left to grow
	return s
}

// each looks for a word. It tells of each job that has it, and of those in between that have it not, as from and to.
func (s *searchText) each(word string, without func(from, to int), with func(i int)) {
	job, at := 0, 0
	for job < len(s.ends) && !strings.Contains(word, separator) {
		n := strings.Index(s.text[at:], word)
		if n < 0 {
			break
		}
		from := job
		for int(s.ends[job]) <= at+n {
			job++
		}
		without(from, job)
		with(job)
		at = int(s.ends[job])
		job++
	}
	without(job, len(s.ends))
}

// appendLower appends what strings.ToLower makes of s.
func appendLower(dst []byte, s string) []byte {
	from := len(dst)
	for i := range len(s) {
		if s[i] >= 0x80 {
			return append(dst[:from], strings.ToLower(s)...)
		}
		dst = append(dst, lower(s[i]))
	}
	return dst
}
