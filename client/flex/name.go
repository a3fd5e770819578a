package flex

import (
	"strconv"
	"strings"
)

// SplitName takes a node's name apart by the platform's rule CLUSTER-POOL-INDEX. The pool's id may have dashes, the
// cluster's has none. With an empty cluster any cluster will do. It reports false for a name of another form.
func SplitName(cluster, node string) (pool string, index int, ok bool) {
	prefix, rest, found := strings.Cut(node, "-")
	if !found || prefix == "" || cluster != "" && prefix != cluster {
		return "", 0, false
	}
	dash := strings.LastIndexByte(rest, '-')
	if dash <= 0 {
		return "", 0, false
	}
	index, ok = parseIndex(rest[dash+1:])
	if !ok {
		return "", 0, false
	}
	return rest[:dash], index, true
}

// indexOf returns the number at the end of a node's name, -1 if there is none.
func indexOf(node string) int {
	digits := node[len(strings.TrimRight(node, "0123456789")):]
	if n, ok := parseIndex(digits); ok {
		return n
	}
	return -1
}

func parseIndex(digits string) (int, bool) {
	n, err := strconv.ParseUint(digits, 10, 31)
	return int(n), err == nil
}
