package slurm

import "cmp"

// compareNatural orders text as people do: runs of digits as numbers, the rest byte by byte.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		if !isDigit(a[0]) || !isDigit(b[0]) {
			if c := cmp.Compare(a[0], b[0]); c != 0 {
				return c
			}
			a, b = a[1:], b[1:]
			continue
		}
		var na, nb string
		na, a = cutDigits(a)
		nb, b = cutDigits(b)
		if c := compareDigits(na, nb); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareDigits compares by value; of two that are equal in value, the one with more padding comes first.
func compareDigits(a, b string) int {
	va, vb := trimZeros(a), trimZeros(b)
	return cmp.Or(cmp.Compare(len(va), len(vb)), cmp.Compare(va, vb), cmp.Compare(len(b), len(a)))
}

func cutDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

func trimZeros(s string) string {
	for s != "" && s[0] == '0' {
		s = s[1:]
	}
	return s
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
