package submit_test

import (
	"fmt"
	"testing"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
)

// sizes are those of the screens of 80x24, 120x40 and 200x60 without header and footer, and of 40x12.
func sizes() [][2]int { return [][2]int{{40, 10}, {80, 21}, {120, 37}, {200, 57}} }

// choose opens the form from the picker.
func (s *scene) choose(search string) *scene {
	s.t.Helper()
	return s.write(search).press("enter")
}

func frames() []struct {
	name string
	play func(s *scene)
} {
	return []struct {
		name string
		play func(s *scene)
	}{
		{"picker", func(*scene) {}},
		{"picker-search", func(s *scene) { s.write("flex") }},
		{"form", func(s *scene) { s.choose("torchrun-flex") }},
		{"plain", func(s *scene) { s.choose("gemma on two") }},
		{"wrong", func(s *scene) {
			s.choose("gemma on two").press("tab").write("x").press("tab", "tab", "tab", "tab").write("0").press("tab", "tab").write("x")
		}},
		{"script", func(s *scene) { s.choose("torchrun-flex").press("ctrl+t", "up", "up", "up") }},
	}
}

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, f := range frames() {
		for _, size := range sizes() {
			name := fmt.Sprintf("%s-%dx%d", f.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s := open(t, size[0], size[1])
				f.play(s)
				tuitest.RequireFrame(t, "submit/"+name, s.View())
			})
		}
	}
}

var _ = theme.Dark
