package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// poolScenes are the pools, the timeline and the detail of a node, each as it looks with colours and without.
func poolScenes() []scene {
	none := func(*tui.Options, *cluster.Cluster) {}
	return []scene{
		{"pools", none, func(s *stage) { s.Press("2") }},
		{"pools-timeline", none, func(s *stage) { s.Press("2"); s.timeline() }},
		{"pools-zoomed", none, func(s *stage) { s.Press("2"); s.timeline(); s.Press("+", "+", "+", "right") }},
		{"node", none, func(s *stage) { s.Press("2", "/"); s.Type("node:a3u-3"); s.Press("enter", "enter") }},
		{"pools-plain", plainSlurm, func(s *stage) { s.Press("2") }},
	}
}

// timeline shows the timeline where the screen is too narrow for it to be there by itself.
func (s *stage) timeline() {
	if !strings.Contains(s.Screen.Screen(), " now ") {
		s.Press("b")
	}
}

// plainSlurm is a cluster of which only Slurm tells.
func plainSlurm(_ *tui.Options, c *cluster.Cluster) {
	c.ChangePools(func(p *flex.Pools) {
		*p = flex.OfPartitions([]slurm.Partition{
			{Name: "a3u", Nodes: "a3u7-a3u-[0-27]", NodeCount: 28}, {Name: "cpu", Nodes: "a3u7-cpu-[0-1]", NodeCount: 2}, {Name: "flex", Nodes: "a3u7-flex-[0-11]", NodeCount: 12},
		}, "a plain Slurm has no pools: describe them in the config file to see leases")
	})
}

// TestPoolFrames keeps the contents in three sizes; with colours and all spaces in each kind of theme what tells most.
func TestPoolFrames(t *testing.T) {
	t.Parallel()
	for _, sc := range poolScenes() {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			name := fmt.Sprintf("%s-%dx%d", sc.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := start(t, size[0], size[1], sc.before)
				sc.play(s)
				s.RequireFrame("pools-screen/" + name)
			})
		}
	}
}

// TestPoolThemes keeps the timeline and the node with their looks.
func TestPoolThemes(t *testing.T) {
	t.Parallel()
	for _, sc := range poolScenes() {
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			for _, th := range []string{"dark", "light", "mono"} {
				if sc.name != "pools-timeline" && sc.name != "node" {
					continue
				}
				name := fmt.Sprintf("%s-%s-%dx%d", sc.name, th, size[0], size[1])
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					s := start(t, size[0], size[1], sc.before, func(o *tui.Options, _ *cluster.Cluster) { o.Theme = th })
					sc.play(s)
					s.RequireANSI("pools-screen/" + name)
				})
			}
		}
	}
}
