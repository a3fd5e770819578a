package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// checker gathers what is wrong with a file whose keys and kinds are right.
type checker struct {
	doc      *document
	name     rule // of contexts: there can be many
	problems []finding
}

// finding is a problem that knows its line.
type finding struct {
	Problem
	line int
}

// add notes a problem at a key.
func (c *checker) add(what, cure string, key ...string) {
	line := c.doc.line(key...)
	p := Problem{Where: place(c.doc.path, line), Key: dotted(key), What: what, Cure: cure}
	c.problems = append(c.problems, finding{Problem: p, line: line})
}

// value applies a rule to a value. An empty one counts as not set.
func (c *checker) value(value string, r rule, key ...string) {
	if value == "" {
		return
	}
	if what, cure := r(value); what != "" {
		c.add(what, cure, key...)
	}
}

// check finds values that cannot be. Problems come in the order of the file.
func (f *File) check() []Problem {
	c := &checker{doc: f.doc, name: contextNameRule()}
	for _, name := range f.ContextNames() {
		c.context(name, f.Contexts[name])
	}
	f.checkCurrent(c)
	c.ui(f.UI)
	c.keys(f.Keys)
	slices.SortStableFunc(c.problems, func(a, b finding) int { return cmp.Compare(a.line, b.line) })
	out := make([]Problem, len(c.problems))
	for i, p := range c.problems {
		out[i] = p.Problem
	}
	return out
}

// checkCurrent finds a current context that does not exist.
func (f *File) checkCurrent(c *checker) {
	if f.CurrentContext == "" {
		return
	}
	if _, ok := f.Contexts[f.CurrentContext]; !ok {
		what, cure := f.noContext(f.CurrentContext)
		c.add(what, cure, "current_context")
	}
}

// noContext says that a context does not exist and which one may have been meant.
func (f *File) noContext(name string) (what, cure string) {
	what = "there is no context " + quoted(name)
	names := f.ContextNames()
	if near := Nearest(name, names); near != "" {
		return what, fmt.Sprintf("did you mean %q?", near)
	}
	if len(names) == 0 {
		return what, "the config file defines none"
	}
	return what, "`flexq contexts` lists them"
}

func (c *checker) ui(ui UI) {
	c.value(ui.Theme, themeRule(), "ui", "theme")
	c.value(ui.Poll.Jobs, jobsPollRule(), "ui", "poll", "jobs")
	c.value(ui.Poll.Nodes, nodesPollRule(), "ui", "poll", "nodes")
	c.value(ui.Poll.Cluster, clusterPollRule(), "ui", "poll", "cluster")
}

func (c *checker) keys(keys map[string]KeyList) {
	for _, action := range slices.Sorted(maps.Keys(keys)) {
		c.emptyOrTwice(keys[action], "keys", action)
	}
}

// emptyOrTwice finds empty texts and repetitions in a list.
func (c *checker) emptyOrTwice(words []string, key ...string) {
	for i, word := range words {
		switch {
		case word == "":
			c.add("an empty text in the list", "remove it", key...)
		case slices.Contains(words[:i], word):
			c.add(quoted(word)+" stands twice in the list", "remove one", key...)
		}
	}
}
