package tui_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

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
