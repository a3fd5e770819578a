package columns

import (
	"strings"

	"flexq/client/slurm"
)

// nodeNames is what node: asks for: names of nodes, or parts of them, or of lists of nodes as Slurm writes them.
type nodeNames struct {
	parts []string
	named map[string]bool // by the lists, in lower case; also the ends of nodes' names count
}

// The most that the lists of a filter may name, and that a job's list may for its nodes to be looked at one by one: a list
// that names more is no true one.
const (
	mostNamed = 20_000
	mostNodes = 200_000
)

func namesOf(value string) (nodeNames, error) {
	n := nodeNames{named: map[string]bool{}}
	if err := checkWords("node", value); err != nil {
		return n, err
	}
	for _, part := range splitHosts(value) {
		list := slurm.Hostlist(part)
		if !strings.ContainsAny(part, "[]") {
			n.parts = append(n.parts, part)
			continue
		}
		if err := list.Valid(); err != nil {
			return n, &FieldError{"node: " + err.Error(), "node:a3u-[0-3]"}
		}
		names, err := list.Expand(mostNamed - len(n.named))
		if err != nil {
			return n, &FieldError{"node: " + err.Error(), "node:a3u-[0-3]"}
		}
		for _, name := range names {
			n.named[name] = true
		}
	}
	return n, nil
}

// splitHosts splits at the commas that are in no bracket.
func splitHosts(value string) []string {
	depth := 0
	return strings.FieldsFunc(value, func(r rune) bool {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		}
		return r == ',' && depth <= 0
	})
}

// has reports whether a node is asked for.
func (n *nodeNames) has(node string) bool {
	for _, part := range n.parts {
		if hasName(node, part) {
			return true
		}
	}
	if len(n.named) == 0 {
		return false
	}
	node = strings.ToLower(node)
	for i := range node {
		if (i == 0 || !isDigit(node[i]) || !isDigit(node[i-1])) && n.named[node[i:]] {
			return true
		}
	}
	return false
}

// hasAny reports whether a node of a list is asked for.
func (n *nodeNames) hasAny(list slurm.Hostlist) bool {
	if list == "" || list.Count() > mostNodes {
		return false
	}
	for node := range list.All() {
		if n.has(node) {
			return true
		}
	}
	return false
}

// isOnNode reports whether a word of a filter, in lower case, is in the name of a node of a list. A word as the list itself
// is written counts as well. Most words cost nothing: what of them is no number stands in the list as it is.
func isOnNode(list slurm.Hostlist, word string) bool {
	text := string(list)
	if text == "" || word == "" {
		return false
	}
	switch {
	case strings.ContainsAny(word, "[],"):
		return hasFold(text, word)
	case !strings.ContainsAny(text, "[,"):
		return hasName(text, word)
	}
	letters := strings.FieldsFunc(word, func(r rune) bool { return '0' <= r && r <= '9' })
	if len(letters) == 0 {
		return false // a number alone is the id of a job
	}
	for _, l := range letters {
		if !hasFold(text, l) {
			return false
		}
	}
	if !isDigit(word[len(word)-1]) && len(letters) == 1 && word == letters[0] {
		return true
	}
	names := nodeNames{parts: []string{word}}
	return names.hasAny(list)
}
