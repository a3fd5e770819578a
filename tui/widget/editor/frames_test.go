package editor_test

import (
	"testing"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

// script is a batch script with a little of everything.
const script = `#!/bin/bash
#SBATCH --job-name=gemma-sft
#SBATCH --partition=a3u --nodes=4 --gpus-per-node=8
#SBATCH --output=/home/alice/logs/%x-%j.out --requeue --signal=B:USR1@300 --open-mode=append

# 学習 starts again from the last checkpoint
if [ -e latest ]; then
	resume="--resume latest"	# a tab
fi
` + "windows line\r\n" + "escape \x1b[31m and \xff\n" + `srun python train.py $resume
`

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Mono} {
		th := theme.New(name, true, false)
		e := editor.New(th)
		e.Resize(64, 15)
		e.SetText(script)
		e.SetFocused(true)
		e.GoTo(7, 1)
		tuitest.RequireANSI(t, "editor/script-"+name, e.View())
		e.GoTo(3, 80)
		tuitest.RequireFrame(t, "editor/long-"+name, e.View())
		e.SetFocused(false)
		e.SetTheme(th.ASCII())
		e.GoTo(0, 0)
		tuitest.RequireFrame(t, "editor/ascii-"+name, e.View())
	}
}
