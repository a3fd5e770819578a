package config

import (
	"slices"
	"strconv"
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
		}
	}
}
