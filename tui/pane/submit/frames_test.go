package submit_test

import (
	"fmt"
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
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
			s.choose("gemma on two").press("tab", "tab").write("00").press("tab", "tab", "tab").write("0").press("tab", "tab").write("x")
		}},
		{"lease", func(s *scene) {
			s.choose("gemma on two").press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "ctrl+u").write("8-00")
		}},
		{"offers", func(s *scene) { s.choose("gemma on two").press("tab", "ctrl+u") }},
		{"adding", func(s *scene) { s.choose("gemma on two").press("shift+tab", "shift+tab").write("--excl") }},
		{"unknown-option", func(s *scene) {
			s.choose("gemma on two").press("ctrl+t", "down", "end", "enter").write("#SBATCH --ntask-per-nod=4")
		}},
		{"refused", func(s *scene) {
			s.choose("gemma on two")
			s.Failed(s.ID(), refused())
		}},
		{"lost", func(s *scene) {
			s.choose("gemma on two").write("-2")
			s.Failed(s.ID(), &fault.Fault{
				Kind: fault.UnknownOutcome, Key: "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA", What: "the connection broke before the answer came",
				Cure: "look at the cluster before doing it again",
			})
		}},
		{"het", func(s *scene) {
			s.choose("empty").press("ctrl+t")
			s.Paste("#SBATCH --nodes=1 --time=1:00:00 --chdir=/home/alice\n#SBATCH hetjob\n#SBATCH --nodes=4 --gpus-per-node=8 --partition=a3u\nsrun ./all\n")
			s.press("tab", "right")
		}},
		{"sending", func(s *scene) {
			s.choose("gemma on two")
			s.Sending()
			s.Progress(s.ID(), "looking for its key, 2 of 4")
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

// refused is what Slurm says to an account that is not the user's.
func refused() error {
	return &fault.Fault{
		Kind: fault.Refused, What: "Slurm refused the job", Cure: "mend it and submit again",
		Problems: []slurm.Problem{{Number: 2045, Error: "Invalid account or account/partition combination specified", Description: "slurm_submit_batch_job() failed"}},
	}
}

// TestThemes keeps the looks in each kind of theme.
func TestThemes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		for _, f := range frames() {
			if f.name != "form" && f.name != "wrong" && f.name != "picker" {
				continue
			}
			for _, size := range [][2]int{{80, 21}, {120, 37}} {
				t.Run(fmt.Sprint(f.name, name, size[0]), func(t *testing.T) {
					t.Parallel()
					s := open(t, size[0], size[1])
					*s.theme = theme.New(name, name != theme.Light, false)
					f.play(s)
					tuitest.RequireANSI(t, fmt.Sprintf("submit/%s-%s-%dx%d", f.name, name, size[0], size[1]), s.View())
				})
			}
		}
	}
}
