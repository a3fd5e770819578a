package tui_test

import "testing"

// What runs on a node is found by its name, though the list of the job's nodes is written in short; so are the jobs of a
// pool, as soon as the pools are known; and what only another list knows is said to be wrong, not looked for.
func TestFilterJobsByNodeAndPool(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	for _, c := range []struct {
		filter    string
		see, gone []string
	}{
		{"a3u7-a3u-3", []string{"88214"}, []string{"88340", "88301"}},
		{"node:a3u-3", []string{"88214"}, []string{"88340", "88301"}},
		{"node:a3u7-a3u-[3,16]", []string{"88214", "88340"}, []string{"88301", "88320"}},
		{"pool:a3u", []string{"88214", "88340"}, []string{"88301", "88320"}},
		{"user:bob state:running", []string{"88301"}, []string{"88214", "88320"}},
		{"sev:info", []string{"jobs have no field sev:", "they have risk: lease: node:"}, nil},
	} {
		s.Press("/")
		s.Type(c.filter)
		s.Press("enter")
		s.See(c.see...)
		for _, gone := range c.gone {
			s.NotSee(gone)
		}
		s.Press("esc", "esc")
		s.See("88214", "88301")
	}
}
