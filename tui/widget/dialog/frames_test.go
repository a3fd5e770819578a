package dialog_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/dialog"
)

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		th := theme.New(name, name != theme.Light, false)
		var under []string
		for i := range 24 {
			under = append(under, fmt.Sprintf("   %d  %-40s %s %s", 88200+i, "a job behind the dialog", th.Paint(theme.Good, "R  running"), th.Paint(theme.Dim, "a3u7-a3u-7")))
		}
		for i, line := range under {
			under[i] = line + strings.Repeat(" ", 8)
		}
		screen := strings.Join(under, "\n")
		d := dialog.New(th, dialog.Options{
			Title: "Cancel 3 jobs?", Tone: theme.Bad,
			Body: []dialog.Line{
				{{Text: "88214          "}, {Text: "llama-70b-pretrain  "}, {Text: "alice  ", Tone: theme.Dim}, {Text: "running 2d04h  ", Tone: theme.Good}, {Text: "128 GPUs"}},
				{{Text: "88290_[9-512]  "}, {Text: "sweep-lr            "}, {Text: "alice  ", Tone: theme.Dim}, {Text: "waiting  504 tasks"}},
				{{Text: "88317          "}, {Text: "gemma-sft           "}, {Text: "alice  ", Tone: theme.Dim}, {Text: "waiting"}},
			},
			Ask: "Type 3 to cancel them:", Type: "3", No: "keep them",
		})
		d.Resize(80, 24)
		d.Paste("2")
		d.Confirm()
		tuitest.RequireANSI(t, "dialog/cancel-"+name, d.Over(screen))

		q := dialog.New(th, dialog.Options{
			Title: "Leave while a request is under way?", Tone: theme.Title,
			Body: []dialog.Line{dialog.Text("Still running: submit gemma-sft"), {{Text: "What was sent goes on; its outcome will not be shown.", Tone: theme.Dim}}},
			Yes:  "leave", No: "stay",
		})
		q.Resize(80, 24)
		tuitest.RequireANSI(t, "dialog/leave-"+name, q.Over(screen))
	}
}
