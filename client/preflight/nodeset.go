package preflight

import "flexq/client/slurm"

// nodeSet is a list of nodes in which each of a cluster's nodes is looked for.
type nodeSet struct {
	list  slurm.Hostlist
	names map[string]bool // of a long list, which would take long to read each time
}

// longList is from how many characters on the names of a list are kept.
const longList = 4096

func newNodeSet(list slurm.Hostlist) nodeSet {
	s := nodeSet{list: list}
	if len(list) < longList || hosts(list) == 0 {
		return s
	}
	s.names = make(map[string]bool, hosts(list))
	for name := range list.All() {
		s.names[name] = true
	}
	return s
}

func (s *nodeSet) has(name string) bool {
	if s.names != nil {
		return s.names[name]
	}
	return s.list != "" && s.list.Contains(name)
}
