package flex

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
)

// maxGlobs bounds into how many names one part of a pattern with a * may unfold: each of them is tried for a node.
const maxGlobs = 1000

// pattern is a host list in which * stands for anything, made ready to be asked about many names.
type pattern struct {
	list  slurm.Hostlist // the parts without a *
	globs []string
}

// parsePattern reads a host list in which * stands for any text, also for none: "a3u-[0-15],flex-*".
func parsePattern(s string) (pattern, error) {
	if err := slurm.Hostlist(s).Valid(); err != nil {
		return pattern{}, err
	}
	var p pattern
	var plain []string
	for item := range items(s) {
		if !strings.Contains(item, "*") {
			plain = append(plain, item)
			continue
		}
		globs, err := slurm.Hostlist(item).Expand(maxGlobs)
		if err != nil {
			return pattern{}, fmt.Errorf("with a * in it: %w", err)
		}
		p.globs = append(p.globs, globs...)
	}
	p.list = slurm.Hostlist(strings.Join(plain, ","))
	return p, nil
}

// items yields the parts of a list, cut at the commas that are not in brackets.
func items(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		depth, start := 0, 0
		for i := range len(s) {
			switch s[i] {
			case '[':
				depth++
			case ']':
				depth--
			case ',', ' ':
				if depth == 0 {
					if i > start && !yield(s[start:i]) {
						return
					}
					start = i + 1
				}
			}
		}
		if start < len(s) {
			yield(s[start:])
		}
	}
}

func (p pattern) matches(name string) bool {
	for _, g := range p.globs {
		if glob(g, name) {
			return true
		}
	}
	return p.list != "" && p.list.Contains(name)
}

// glob reports whether * in the pattern can stand for such text that it becomes the name.
func glob(pattern, name string) bool {
	head, rest, found := strings.Cut(pattern, "*")
	if !found {
		return pattern == name
	}
	name, ok := strings.CutPrefix(name, head)
	if !ok {
		return false
	}
	for { // each piece as early as it comes leaves most for the next
		piece, after, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(name, piece)
		}
		i := strings.Index(name, piece)
		if i < 0 {
			return false
		}
		name, rest = name[i+len(piece):], after
	}
}
