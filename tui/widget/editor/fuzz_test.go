package editor_test

import (
	"strings"
	"testing"

	"flexq/tui/tuitest"
	"flexq/tui/widget/editor"
)

func FuzzText(f *testing.F) {
	f.Add("#!/bin/bash\n#SBATCH -N 4\n\tsrun a\n", "x\ny", uint8(3), uint8(1))
	f.Add("a\r\nb\r\n\x1b[2J\xff\xe2\x82", "\u0301\u202e", uint8(30), uint8(0))
	f.Add("👩‍🚀🇫🇷\u0600\u200d", "🏻\r", uint8(1), uint8(2))
	f.Fuzz(func(t *testing.T, text, paste string, right, down uint8) {
		e := editor.New(mono())
		e.Resize(24, 4)
		e.SetFocused(true)
		e.SetText(text)
		if e.Text() != text {
			t.Fatalf("%q came back as %q", text, e.Text())
		}
		check(t, e, 24, 4)
		e.GoTo(int(down), int(right))
		if e.Paste(paste) == editor.Edited {
			if strings.Contains(paste, "\n") && len(e.Text()) != len(text)+len(paste) {
				t.Fatalf("%q with %q pasted became %q", text, paste, e.Text())
			}
			check(t, e, 24, 4)
			e.Input(tuitest.Key(t, "alt+u"))
		}
		if e.Text() != text {
			t.Fatalf("undoing a paste gives %q, want %q", e.Text(), text)
		}
		check(t, e, 24, 4)
	})
}
