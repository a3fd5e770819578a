package sbatch_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/client/sbatch"
)

// longScript has as many #SBATCH lines and, below them, as many bytes of commands.
func longScript(lines, bytes int) string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	options := []string{"--time=1-12", "-N 2-4", "--mem=64G", "--gres=gpu:nvidia_h200:8", "-J train", "--export=A=1,B='two words'", "--signal=B:USR1@120", "--array=0-99%8"}
	for i := range lines {
		fmt.Fprintf(&b, "#SBATCH %s # line %d\n", options[i%len(options)], i)
	}
	for b.Len() < bytes {
		b.WriteString("srun python train.py --learning-rate 0.001 # a command like many others\n")
	}
	return b.String()
}

// What the form does on every key: a read, and an edit with a read behind it. One key has 16 ms in all.
func BenchmarkRead(b *testing.B) {
	for name, script := range map[string]string{
		"usual":        longScript(20, 4<<10),
		"400 lines":    longScript(400, 64<<10),
		"1 MB":         longScript(20, 1<<20),
		"1 MB options": longScript(20000, 1<<20),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(script)))
			b.ReportAllocs()
			for b.Loop() {
				sbatch.Read(script, sbatch.Options{Now: now(), WorkDir: "/home/alice"})
			}
		})
	}
}

func BenchmarkSet(b *testing.B) {
	for name, script := range map[string]string{"usual": longScript(20, 4<<10), "400 lines": longScript(400, 64<<10), "1 MB": longScript(20, 1<<20)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sbatch.Set(script, "time", "2-00"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sbatch.Explain("time", "1-12", now()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sbatch.Table()
	}
}
