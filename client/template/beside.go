package template

import (
	"path"
	"slices"
	"strings"

	"flexq/client/sbatch"
)

// beside are the options of a command line of sbatch, for each part of the job.
type beside [][]sbatch.Option

// part are those of a part. Where the line has one part they are for all.
func (b beside) part(i int) []sbatch.Option {
	switch {
	case len(b) == 1:
		return b[0]
	case i < len(b):
		return b[i]
	}
	return nil
}

// besideOf reads a command line as accounting keeps it, its words joined by blanks: a value that had blanks is cut at
// the first, and what stands behind it is taken for the name of the script, where options end.
func besideOf(line string) beside {
	words := strings.Fields(line)
	if len(words) == 0 || path.Base(words[0]) != "sbatch" {
		return nil
	}
	sent := make(map[string]bool)
	for _, row := range sbatch.Table() {
		sent[row.Name] = row.Class == sbatch.Sent
	}
	var out beside
	for rest := words[1:]; ; {
		i := slices.Index(rest, ":")
		group := rest
		if i >= 0 {
			group = rest[:i]
		}
		out = append(out, wordsAsOptions(group, sent))
		if i < 0 {
			return out
		}
		rest = rest[i+1:]
	}
}

// wordsAsOptions reads words as sbatch reads a line of them.
func wordsAsOptions(words []string, sent map[string]bool) []sbatch.Option {
	text := "#!/bin/sh\n#SBATCH"
	for _, w := range words {
		text += " " + quoted(w, 0)
	}
	var out []sbatch.Option
	for _, o := range optionsOf(text+"\n", 0) {
		if sent[o.Name] {
			out = append(out, o)
		}
	}
	return out
}
