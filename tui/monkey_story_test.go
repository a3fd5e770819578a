package tui_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// Whatever keys, clicks, sizes and failures come, the program lives and fits its terminal; read-only, it sends nothing.
func TestAnyKeysInAnyOrder(t *testing.T) {
	t.Parallel()
	sizes := [][2]int{{1, 1}, {20, 5}, {40, 12}, {60, 15}, {80, 24}, {120, 40}, {200, 60}}
	keys := strings.Fields("j k g G h l enter esc space v a c H R e x s S o O y Y r m t T 1 2 3 4 tab shift+tab ? : / D U F w f E + - " +
		"[ ] z b n i u p L A up down left right pgup pgdown ctrl+d ctrl+u backspace f1")
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			s := start(t, 80, 24, withNotices, func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly = seed%2 == 0 })
			size := [2]int{80, 24}
			for range 150 {
				switch what := r.IntN(30); what {
				case 0:
					size = sizes[r.IntN(len(sizes))]
					s.Resize(size[0], size[1])
				case 1:
					s.Advance(time.Duration(r.IntN(20)) * time.Second)
				case 2:
					s.Click(r.IntN(size[0]), r.IntN(size[1]))
				case 3:
					s.Paste("lease:<6h \x1b[31m")
				case 4:
					breakNode(s.cluster, fmt.Sprintf("a3u7-a3u-%d", r.IntN(20)))
				default:
					s.Press(keys[r.IntN(len(keys))])
				}
				if !s.Running() {
					break
				}
				checkScreen(t, fmt.Sprintf("seed %d", seed), s.View().Content, size, false)
			}
			c := s.cluster
			if n := len(c.NodeUpdates()) + len(c.Cancelled()) + len(c.Submitted()) + len(c.Reports()) + len(c.Updated()); n > 0 && seed%2 == 0 {
				t.Errorf("read-only, %d changes were sent", n)
			}
		})
	}
}

// The same for the submit form, with its drafts, its dialogs and an editor: no key is ever sent twice, and none without a
// draft that names it or the job that it became.
func TestAnyKeysInTheForm(t *testing.T) {
	t.Parallel()
	sizes := [][2]int{{20, 5}, {40, 12}, {60, 15}, {80, 24}, {120, 40}, {200, 60}}
	names := strings.Fields("a 4 : { } $ - = tab tab tab shift+tab enter enter esc up down left right home end pgup pgdown backspace delete space y y n " +
		"ctrl+s ctrl+s ctrl+s ctrl+p ctrl+o ctrl+e ctrl+t ctrl+x ctrl+a ctrl+k ctrl+u f1 s S r 1 4")
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 2))
			d := &cluster.Drafts{}
			s := start(t, 80, 24, keeping(d), func(o *tui.Options, c *cluster.Cluster) {
				o.ReadOnly, o.Access, o.Past = seed == 0, c, c
				o.Editor = &cluster.Editor{Edit: func(_, text string) (string, error) { return text + "# \x1b[31medited\n", nil }}
			})
			size := [2]int{80, 24}
			pick(s)
			for range 200 {
				switch what := r.IntN(30); what {
				case 0:
					size = sizes[r.IntN(len(sizes))]
					s.Resize(size[0], size[1])
				case 1:
					s.Advance(time.Duration(r.IntN(3000)) * time.Millisecond)
				case 2:
					s.Click(r.IntN(size[0]), r.IntN(size[1]))
				case 3:
					s.Paste("#SBATCH --time={{T}}\r\n#FLEXQ param T duration\n\x1b[31m")
				case 4:
					s.cluster.Lose(r.IntN(3) == 0)
				case 5, 6:
					s.Press("ctrl+s")
					s.answerYes()
				case 7:
					s.Press("esc", "esc", "4", "ctrl+o")
					s.Type("torchrun")
					s.Press("enter")
				default:
					s.Press(names[r.IntN(len(names))])
				}
				if !s.Running() {
					break
				}
				checkScreen(t, fmt.Sprintf("seed %d", seed), s.View().Content, size, false)
			}
			tui.Farewell(s.app)
			checkSent(t, s.cluster.Submitted(), d.Kept(), seed == 0)
		})
	}
}

func checkSent(t *testing.T, sent []slurm.Submission, kept []tui.Draft, readOnly bool) {
	t.Helper()
	if readOnly && len(sent) > 0 {
		t.Errorf("read-only, %d jobs were sent", len(sent))
	}
	seen := map[string]bool{}
	known := 0
	for _, draft := range kept {
		if draft.Sent() || draft.Key != "" {
			known++
		}
	}
	for i := range sent {
		if key := sent[i].Key; key == "" || seen[key] {
			t.Errorf("key %q was sent twice", key)
		}
		seen[sent[i].Key] = true
	}
	if len(sent) > 0 && known == 0 {
		t.Errorf("%d jobs were sent, and no draft knows of any", len(sent))
	}
}
