package pools_test

import (
	"fmt"
	"testing"

	"flexq/client/flex"
	"flexq/tui/action"
	"flexq/tui/pane/pools"
	"flexq/tui/theme"
	"flexq/tui/tuitest"
)

// sizes are those of the screens of 80x24, 120x40 and 200x60 without header and footer.
func sizes() [][2]int { return [][2]int{{80, 21}, {120, 37}, {200, 57}} }

func frames() []struct {
	name   string
	change func(s *scene)
	play   func(p *pools.Pane)
} {
	return []struct {
		name   string
		change func(s *scene)
		play   func(p *pools.Pane)
	}{
		{"night", nil, nil},
		{"other-form", nil, func(p *pools.Pane) { p.Handle(action.Timeline) }},
		{"zoomed", nil, func(p *pools.Pane) {
			for _, a := range []action.Action{action.ZoomIn, action.ZoomIn, action.ZoomIn, action.Later} {
				p.Handle(a)
				p.View()
			}
		}},
		{"pool-folded", nil, func(p *pools.Pane) { p.Handle(action.Fold) }},
		{"sources-missing", func(s *scene) {
			s.pools.Sources = []flex.SourceState{
				{Name: flex.SourceNameResource, AsOf: night()},
				{Name: flex.SourceNameCompute, Off: true, Note: "forbidden: needs compute.instances.list (roles/compute.viewer)"},
				{Name: flex.SourceNameReservations, AsOf: night()},
			}
			s.pools.Queued[0].Error = "ZONE_RESOURCE_POOL_EXHAUSTED: the zone does not have enough resources"
			for name, l := range s.leases {
				if l.Provenance == flex.Exact {
					l.Provenance, l.Source = flex.Estimate, flex.SourceCreated
					s.leases[name] = l
				}
			}
		}, nil},
		{"partitions-only", func(s *scene) {
			s.pools = flex.OfPartitions(nil, "")
			for _, id := range []string{"a3u", "cpu", "flex"} {
				s.pools.Pools = append(s.pools.Pools, flex.Pool{ID: id, Max: 8, Partitions: []string{id}, FromPartition: true})
			}
			s.pools.Note = "a plain slurmrestd has no pools and no leases: describe them in the config file (contexts.NAME.pools)"
			s.leases = leases{}
			for i := range s.nodes {
				s.leases[s.nodes[i].Name] = flex.Lease{Why: "how long its machine may live is not known"}
			}
		}, nil},
	}
}

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, f := range frames() {
		for _, size := range sizes() {
			name := fmt.Sprintf("%s-%dx%d", f.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := example()
				if f.change != nil {
					f.change(s)
				}
				p := s.pane(t, size[0], size[1], theme.New(theme.Dark, true, false))
				p.View()
				if f.play != nil {
					f.play(p)
				}
				tuitest.RequireFrame(t, "pools/"+name, p.View())
			})
		}
	}
}

// TestThemes keeps the looks in each kind of theme, and without colour in ASCII.
func TestThemes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		for _, size := range [][2]int{{80, 21}, {120, 37}} {
			t.Run(fmt.Sprint(name, size[0]), func(t *testing.T) {
				t.Parallel()
				p := example().pane(t, size[0], size[1], theme.New(name, name != theme.Light, false))
				if size[0] == 80 {
					p.View()
					p.Handle(action.Timeline)
				}
				tuitest.RequireANSI(t, fmt.Sprintf("pools/night-%s-%dx%d", name, size[0], size[1]), p.View())
			})
		}
	}
	p := example().pane(t, 120, 37, theme.New(theme.Mono, true, true).ASCII())
	tuitest.RequireFrame(t, "pools/night-ascii-120x37", p.View())
}
