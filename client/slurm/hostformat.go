package slurm

import (
	"cmp"
	"slices"
	"strings"
)

// FormatHostlist compresses names into Slurm's form and order: sorted (numbers as numbers), each name once, runs
// of numbers as ranges that keep their padding.
func FormatHostlist(nodes []string) Hostlist {
	names := make([]hostName, 0, len(nodes))
	for _, n := range nodes {
		if n != "" {
			names = append(names, splitHost(n))
		}
	}
	slices.SortFunc(names, hostName.compare)
	names = slices.Compact(names)
	var b strings.Builder
	for len(names) > 0 {
		n := 1
		for n < len(names) && names[0].digits != "" && names[n].digits != "" && names[n].prefix == names[0].prefix {
			n++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		writeGroup(&b, names[:n])
		names = names[n:]
	}
	return Hostlist(b.String())
}

// hostName is a name as Slurm takes it apart: the digits at its end, and what stands before them.
type hostName struct{ prefix, digits string }

func splitHost(name string) hostName {
	i := len(name)
	for i > 0 && len(name)-i < maxDigits && name[i-1] >= '0' && name[i-1] <= '9' {
		i--
	}
	return hostName{prefix: name[:i], digits: name[i:]}
}

func (a hostName) compare(b hostName) int {
	if c := compareNatural(a.prefix, b.prefix); c != 0 {
		return c
	}
	// Within one width text and number have the same order.
	return cmp.Or(cmp.Compare(len(a.digits), len(b.digits)), strings.Compare(a.digits, b.digits))
}

// writeGroup writes names of one prefix: as prefix and bracket if they are many.
func writeGroup(b *strings.Builder, names []hostName) {
	b.WriteString(names[0].prefix)
	if len(names) == 1 {
		b.WriteString(names[0].digits)
		return
	}
	b.WriteByte('[')
	for i := 0; i < len(names); {
		j := i + 1
		for j < len(names) && follows(names[i], names[j-1], names[j]) {
			j++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(names[i].digits)
		if j-i > 1 {
			b.WriteByte('-')
			b.WriteString(names[j-1].digits)
		}
		i = j
	}
	b.WriteByte(']')
}

// follows reports whether a range that begins with first and goes on to last also yields next.
func follows(first, last, next hostName) bool {
	n, ok := parseDigits(last.digits)
	if !ok {
		return false
	}
	return string(appendPadded(nil, n+1, len(first.digits))) == next.digits
}
