package cluster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ExpandHosts returns the names of a host list with one bracket a name ("a-[0-3,7],b-1").
func ExpandHosts(list string) []string {
	var out []string
	for _, item := range splitHosts(list) {
		open := strings.IndexByte(item, '[')
		if open < 0 || !strings.HasSuffix(item, "]") {
			out = append(out, item)
			continue
		}
		for _, r := range strings.Split(item[open+1:len(item)-1], ",") {
			from, to, ranged := strings.Cut(r, "-")
			if !ranged {
				to = from
			}
			lo, err1 := strconv.Atoi(from)
			hi, err2 := strconv.Atoi(to)
			for i := lo; err1 == nil && err2 == nil && i <= hi && i < lo+65536; i++ {
				out = append(out, fmt.Sprintf("%s%0*d", item[:open], len(from), i))
			}
		}
	}
	return out
}

func splitHosts(list string) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, list[from:i])
				from = i + 1
			}
		}
	}
	if from < len(list) {
		out = append(out, list[from:])
	}
	return out
}

// HostList returns Slurm's compressed form of some nodes.
func (c *Cluster) HostList(nodes []int32) string {
	if len(nodes) == 0 {
		return ""
	}
	if len(nodes) == 1 {
		return c.nodes[nodes[0]].Name
	}
	sorted := slices.Sorted(slices.Values(nodes))
	var out []byte
	for i := 0; i < len(sorted); {
		pool := c.nodes[sorted[i]].Pool
		k := i
		for k < len(sorted) && c.nodes[sorted[k]].Pool == pool {
			k++
		}
		if len(out) > 0 {
			out = append(out, ',')
		}
		out = c.appendHosts(out, sorted[i:k])
		i = k
	}
	return string(out)
}

// appendHosts writes the nodes of one pool.
func (c *Cluster) appendHosts(out []byte, nodes []int32) []byte {
	first := c.nodes[nodes[0]]
	if len(nodes) == 1 {
		return append(out, first.Name...)
	}
	out = append(out, first.Name[:strings.LastIndexByte(first.Name, '-')+1]...)
	out = append(out, '[')
	for i := 0; i < len(nodes); {
		k := i
		for k+1 < len(nodes) && c.nodes[nodes[k+1]].Number == c.nodes[nodes[k]].Number+1 {
			k++
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(c.nodes[nodes[i]].Number), 10)
		if k > i {
			out = append(out, '-')
			out = strconv.AppendInt(out, int64(c.nodes[nodes[k]].Number), 10)
		}
		i = k + 1
	}
	return append(out, ']')
}

// NodesOf returns the indices of an allocation.
func NodesOf(alloc []Alloc) []int32 {
	out := make([]int32, len(alloc))
	for i, a := range alloc {
		out[i] = a.Node
	}
	return out
}
