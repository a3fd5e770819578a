package slurm

import (
	"errors"
	"iter"
	"strconv"
	"strings"
)

// maxBrackets bounds what one name can cost; real ones have three at most.
const maxBrackets = 8

// hostItem is one comma-separated part of a list: text, bracket, text, bracket, ... A plain name is one part.
type hostItem struct {
	parts []hostPart
	err   error // the item is not well formed; parts hold it as plain text
}

type hostPart struct {
	text   string
	ranges []hostRange // the bracket behind the text; empty only for the last part
}

type hostRange struct {
	lo, hi uint64
	width  int // of lo as written: shorter numbers are padded with zeros
}

func (h Hostlist) items() iter.Seq[hostItem] {
	return func(yield func(hostItem) bool) {
		if h == "None assigned" || h == "(null)" {
			return
		}
		for rest := string(h); rest != ""; {
			var item string
			item, rest = cutItem(rest)
			if item != "" && !yield(parseItem(item)) {
				return
			}
		}
	}
}

// cutItem cuts at the first separator that is not inside a bracket. An open bracket swallows the rest.
func cutItem(s string) (item, rest string) {
	open := false
	for i := range len(s) {
		switch s[i] {
		case '[':
			open = true
		case ']':
			open = false
		case ',', ' ', '\t', '\n', '\r':
			if !open {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

func parseItem(s string) hostItem {
	if r, ok := parseRange(s); ok && strings.Contains(s, "-") {
		return hostItem{parts: []hostPart{{ranges: []hostRange{r}}}}
	}
	parts, err := parseParts(s)
	if err != nil {
		return hostItem{parts: []hostPart{{text: s}}, err: err}
	}
	return hostItem{parts: parts}
}

func parseParts(s string) ([]hostPart, error) {
	parts := make([]hostPart, 0, 2)
	for {
		text, tail, bracket := strings.Cut(s, "[")
		if strings.Contains(text, "]") {
			return nil, errors.New("a ] closes nothing")
		}
		if !bracket {
			return append(parts, hostPart{text: text}), nil
		}
		if len(parts) == maxBrackets {
			return nil, errors.New("a name has more than " + strconv.Itoa(maxBrackets) + " brackets")
		}
		inside, tail, closed := strings.Cut(tail, "]")
		if !closed {
			return nil, errors.New("a [ is not closed")
		}
		ranges, err := parseRanges(inside)
		if err != nil {
			return nil, err
		}
		parts = append(parts, hostPart{text: text, ranges: ranges})
		if tail == "" {
			return parts, nil
		}
		s = tail
	}
}

func parseRanges(s string) ([]hostRange, error) {
	out := make([]hostRange, 0, 1+strings.Count(s, ","))
	for part := range strings.SplitSeq(s, ",") {
		r, ok := parseRange(part)
		if !ok {
			return nil, errors.New(quote(part) + " in brackets is neither a number nor a range such as 1-8")
		}
		out = append(out, r)
	}
	return out, nil
}

func parseRange(s string) (hostRange, bool) {
	first, last, ranged := strings.Cut(s, "-")
	lo, ok := parseDigits(first)
	if !ok {
		return hostRange{}, false
	}
	hi := lo
	if ranged {
		if hi, ok = parseDigits(last); !ok || hi < lo {
			return hostRange{}, false
		}
	}
	return hostRange{lo: lo, hi: hi, width: len(first)}, true
}

// maxDigits keeps all numbers within 64 bits.
const maxDigits = 18

func parseDigits(s string) (uint64, bool) {
	if s == "" || len(s) > maxDigits {
		return 0, false
	}
	var n uint64
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + uint64(s[i]-'0')
	}
	return n, true
}
