package config

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// pools finds what cannot be in the pools of a context.
func (c *checker) pools(pools []Pool, key func(...string) []string) {
	var names []string
	for i, p := range pools {
		at := func(rest ...string) []string { return key(append([]string{"pools", strconv.Itoa(i + 1)}, rest...)...) }
		for _, part := range []struct{ name, value string }{{"name", p.Name}, {"nodes", p.Nodes}} {
			if part.value == "" {
				c.add(part.name+" is missing", "a pool has a name, and nodes such as a3u-[0-7] or a3u-*", at()...)
			}
		}
		if p.Name != "" && slices.Contains(names, p.Name) {
			c.add("there are two pools of the name "+quoted(p.Name), "give each its own", at("name")...)
		}
		names = append(names, p.Name)
		c.value(p.Name, poolNameRule(), at("name")...)
		c.value(p.Nodes, poolNodesRule(), at("nodes")...)
		c.value(p.Model, modelRule(), at("model")...)
		c.value(p.Duration, lifeRule(), at("duration")...)
		if p.Duration != "" && p.Model != "" && p.Model != "flex_start" {
			c.add("does not go with a model that has no end", `say model = "flex_start"`, at("duration")...)
		}
		if p.Min < 0 || p.Min > 100_000 {
			c.add(strconv.Itoa(p.Min)+" is no number of machines", "use 0 or more", at("min")...)
		} else if n, known := countNodes(p.Nodes); known && p.Min > n {
			what := fmt.Sprintf("%d is more than the %d nodes that nodes names", p.Min, n)
			c.add(what, "min counts the nodes that are always there", at("min")...)
		}
	}
}

// countNodes counts the nodes of a host list. It reports false for one with a *, and for what is no list.
func countNodes(list string) (n int, known bool) {
	if what, _ := poolNodesRule()(list); what != "" || strings.Contains(list, "*") {
		return 0, false
	}
	total, each := 0, 1
	for _, part := range inBrackets().FindAllString(list+",", -1) {
		if part == "," {
			total, each = min(total+each, mostNodes), 1
			continue
		}
		sum := 0
		for part := range strings.SplitSeq(strings.Trim(part, "[]"), ",") {
			sum = min(sum+lengthOf(part), mostNodes)
		}
		each = min(each*sum, mostNodes)
	}
	return total, true
}

// mostNodes bounds the count: no product of two overflows.
const mostNodes = 1 << 30

// inBrackets finds the ranges of a host list and the commas between its parts.
func inBrackets() *regexp.Regexp { return regexp.MustCompile(`\[[^]]*\]|,`) }

// lengthOf is how many numbers a range has.
func lengthOf(part string) int {
	first, last, found := strings.Cut(part, "-")
	if !found {
		return 1
	}
	a, _ := strconv.Atoi(first) // isRange has looked at both
	b, _ := strconv.Atoi(last)
	return min(b-a+1, mostNodes)
}
