package sbatch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flexq/client/sbatch"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawnScript is a script as people write them: options in every form, comments, blank lines, parts, commands.
type drawnScript struct {
	text  string
	parts int
}

// fitting are options with values that all fit each other, so that a change of one makes no error of another.
func fitting() map[string][]string {
	return map[string][]string{
		"job-name": {"a", "two words", "x#y", `q"u`, `b\s`, "it's", "hetjob", ":", "ünï"}, "time": {"5", "1-12", "UNLIMITED"},
		"nodes": {"1", "2-4"}, "mem": {"1G", "0"}, "comment": {"x", " blanks ", "a=b", "--time=3", "#"}, "partition": {"a3u", "a,b"},
		"nice": {"5", "-5"}, "extra": {`\`, `a"b'c`, "#x", " y"}, "wckey": {`w\x`, "w"}, "requeue": {""}, "hold": {""}, "account": {"ml", `m\"l`}, "output": {"%x-%j.out", `a b\c`}, "constraint": {"a&b", "[a|b]"},
		"signal": {"B:USR1@120"}, "exclusive": {"", "user"}, "verbose": {""}, "export": {"A=1,B=2", "NIL"},
	}
}

func names() []string {
	var out []string
	for name := range fitting() {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// quoted writes a word in one of the ways that sbatch reads.
func quoted(t *rapid.T, word string) string {
	plain := word != "" && !strings.ContainsAny(word, " \t\"'\\#") && word[0] != ':' && word != "hetjob"
	switch how := rapid.IntRange(0, 3).Draw(t, "quote"); {
	case how == 0 && plain:
		return word
	case how == 1 && !strings.ContainsAny(word, `'\`):
		return "'" + word + "'"
	case how == 2:
		var b strings.Builder
		for _, c := range []byte(word) {
			if strings.IndexByte(" \t\"'\\#:", c) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
		if word != "hetjob" && !strings.HasPrefix(word, " ") && !strings.HasSuffix(word, " ") {
			return b.String()
		}
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}

// option writes an option in one of its forms.
func option(t *rapid.T) string {
	name := rapid.SampledFrom(names()).Draw(t, "name")
	value := rapid.SampledFrom(fitting()[name]).Draw(t, "value")
	short := map[string]string{"job-name": "J", "time": "t", "nodes": "N", "partition": "p", "account": "A", "output": "o", "constraint": "C", "hold": "H", "verbose": "v"}[name]
	switch form := rapid.IntRange(0, 3).Draw(t, "form"); {
	case value == "" && short != "" && form > 1:
		return "-" + short
	case value == "":
		return "--" + name
	case form == 0 && name != "exclusive" && name != "nice":
		return "--" + name + " " + quoted(t, value)
	case form == 1 && short != "":
		return "-" + short + quoted(t, value)
	case form == 2 && short != "":
		return "-" + short + " " + quoted(t, value)
	}
	return "--" + name + "=" + quoted(t, value)
}

func scripts() *rapid.Generator[drawnScript] {
	return rapid.Custom(func(t *rapid.T) drawnScript {
		end := rapid.SampledFrom([]string{"\n", "\n", "\r\n"}).Draw(t, "line end")
		s := drawnScript{parts: 1}
		lines := []string{"#!/bin/bash"}
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				lines = append(lines, rapid.SampledFrom([]string{"", "# a comment", "  # SBATCH --time=1", "##SBATCH -N7", " #SBATCH --mem=7"}).Draw(t, "comment"))
			case 1:
				lines, s.parts = append(lines, "#SBATCH hetjob"), s.parts+1
			default:
				line := "#SBATCH"
				for range rapid.IntRange(1, 3).Draw(t, "options") {
					line += rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "gap") + option(t)
				}
				lines = append(lines, line+rapid.SampledFrom([]string{"", "", " ", " # why", "\t#why"}).Draw(t, "tail"))
			}
		}
		lines = append(lines, rapid.SampledFrom([]string{"srun hostname", "", "srun a\n#SBATCH --time=9\n\nsrun b"}).Draw(t, "commands"))
		s.text = strings.Join(lines, end)
		if rapid.Bool().Draw(t, "ended") {
			s.text += end
		}
		return s
	})
}

// optionsIn are the options of each part with their values, in order.
func optionsIn(text string) [][][2]string {
	r := sbatch.Read(text, sbatch.Options{Now: now()})
	out := make([][][2]string, 1)
	for _, l := range r.Lines {
		for len(out) <= l.Part {
			out = append(out, nil)
		}
		for _, o := range l.Options {
			out[l.Part] = append(out[l.Part], [2]string{o.Name, o.Value})
		}
	}
	return out
}

// linesThatDiffer counts the lines of which one text has others than the other one.
func linesThatDiffer(a, b string) int {
	x, y := slices.Collect(strings.Lines(a)), slices.Collect(strings.Lines(b))
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return max(len(x), len(y))
}

// TestSetChangesOneLine: an edit changes one line and no other byte, the option has the value where the reading says
// that it counts, and all other options of all parts stay.
func TestSetChangesOneLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := scripts().Draw(t, "script")
		part := rapid.IntRange(0, s.parts-1).Draw(t, "part")
		name := rapid.SampledFrom(slices.DeleteFunc(names(), func(n string) bool { return n == "requeue" })).Draw(t, "set")
		value := rapid.SampledFrom(fitting()[name]).Draw(t, "to")
		before := optionsIn(s.text)
		after, err := sbatch.SetIn(s.text, part, name, value)
		if err != nil {
			t.Fatalf("%q: %v", s.text, err)
		}
		want := slices.Clone(before)
		for len(want) <= part {
			want = append(want, nil)
		}
		want[part] = changedIn(want[part], name, value)
		if diff := cmp.Diff(want, optionsIn(after)); diff != "" {
			t.Fatalf("%s=%s in part %d of\n%s\nmakes\n%s\n%s", name, value, part, s.text, after, diff)
		}
		ended := strings.TrimRight(s.text, "\r\n") != s.text || after == s.text
		if n := linesThatDiffer(s.text, after); n > 1 && (ended || n > 2) {
			t.Fatalf("%d lines differ:\n%s\n%s", n, s.text, after)
		}
		r := sbatch.Read(after, sbatch.Options{Now: now()})
		line := r.Where("--"+name, part)
		if line == 0 || r.PartAt(line) != part {
			t.Fatalf("--%s is at line %d of\n%s", name, line, after)
		}
		i := slices.IndexFunc(r.Lines, func(l sbatch.Line) bool { return l.Number == line })
		if !slices.ContainsFunc(r.Lines[i].Options, func(o sbatch.Option) bool { return o.Name == name && o.Value == value }) {
			t.Fatalf("line %d has no --%s=%s:\n%s", line, name, value, after)
		}
		if again, err := sbatch.SetIn(after, part, name, value); err != nil || again != after {
			t.Fatalf("the second time it makes of\n%s\nthis, %v:\n%s", after, err, again)
		}
	})
}

// changedIn is what becomes of the options of a part: the last one of the name has the value, or there is one more.
func changedIn(list [][2]string, name, value string) [][2]string {
	list = slices.Clone(list)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i][0] == name {
			list[i][1] = value
			return list
		}
	}
	return append(list, [2]string{name, value})
}

// TestRemoveUndoesSet: what was added and is taken away leaves the script as it was, and what is taken away is gone
// from its part alone.
func TestRemoveUndoesSet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := scripts().Draw(t, "script")
		part := rapid.IntRange(0, s.parts-1).Draw(t, "part")
		name := rapid.SampledFrom(names()).Draw(t, "name")
		before := optionsIn(s.text)
		without, err := sbatch.RemoveIn(s.text, part, name)
		if err != nil {
			t.Fatalf("%q: %v", s.text, err)
		}
		want := slices.Clone(before)
		if part < len(want) {
			want[part] = slices.DeleteFunc(slices.Clone(want[part]), func(o [2]string) bool { return o[0] == name })
		}
		if diff := cmp.Diff(flat(want), flat(optionsIn(without))); diff != "" {
			t.Fatalf("without %s in part %d of\n%s\nis\n%s\n%s", name, part, s.text, without, diff)
		}
		with, err := sbatch.SetIn(without, part, name, fitting()[name][0])
		if err != nil {
			t.Fatal(err)
		}
		again, err := sbatch.RemoveIn(with, part, name)
		if err != nil || strings.TrimRight(again, "\r\n") != strings.TrimRight(without, "\r\n") {
			t.Fatalf("%v:\n%q\nwith --%s\n%q\nand without it again\n%q", err, without, name, with, again)
		}
	})
}

// flat numbers the options by their part, so that a part without any is as good as none.
func flat(parts [][][2]string) [][3]string {
	var out [][3]string
	for i, part := range parts {
		for _, o := range part {
			out = append(out, [3]string{string(rune('0' + i)), o[0], o[1]})
		}
	}
	return out
}

// TestArgsAreLaterLines: the command line counts for what lines behind those of the script would.
func TestArgsAreLaterLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var args []string
		lines := ""
		for range rapid.IntRange(1, 4).Draw(t, "args") {
			name := rapid.SampledFrom(slices.DeleteFunc(names(), func(n string) bool { return n == "verbose" })).Draw(t, "name")
			value := rapid.SampledFrom(fitting()[name]).Draw(t, "value")
			arg := "--" + name
			if value != "" {
				arg += "=" + value
			}
			args, lines = append(args, arg), lines+"#SBATCH "+quoted(t, arg)+"\n"
		}
		head := "#!/bin/bash\n#SBATCH " + option(t) + "\n"
		o := sbatch.Options{Now: now(), WorkDir: "/home/alice"}
		beside := sbatch.Read(head+"srun x\n", sbatch.Options{Now: o.Now, WorkDir: o.WorkDir, Args: args})
		within := sbatch.Read(head+lines+"srun x\n", o)
		within.Job.Script = beside.Job.Script
		if diff := cmp.Diff(beside.Job, within.Job); diff != "" {
			t.Fatalf("%q beside\n%s: %s", args, head, diff)
		}
	})
}

// kinds is a list of resources, each of another kind.
func kinds(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("gpu:k%d:1", i))
	}
	return strings.Join(out, ",")
}

// TestHostileScripts: none of these may cost much, panic, or lose a line.
func TestHostileScripts(t *testing.T) {
	t.Parallel()
	const many = 1 << 15
	for name, text := range map[string]string{
		"quotes":      "#!/bin/sh\n#SBATCH " + strings.Repeat(`"`, many),
		"backslashes": "#!/bin/sh\n#SBATCH " + strings.Repeat(`\`, many+1),
		"dashes":      "#!/bin/sh\n#SBATCH " + strings.Repeat("- ", many),
		"one letter":  "#!/bin/sh\n#SBATCH -" + strings.Repeat("v", many),
		"parts":       "#!/bin/sh\n" + strings.Repeat("#SBATCH hetjob\n", 2000),
		"unknown":     "#!/bin/sh\n" + strings.Repeat("#SBATCH --nosuch\n", many/8),
		"one option":  "#!/bin/sh\n" + strings.Repeat("#SBATCH -N2\n", many/8),
		"long value":  "#!/bin/sh\n#SBATCH --comment=" + strings.Repeat("é", many),
		"long name":   "#!/bin/sh\n#SBATCH --" + strings.Repeat("time", many),
		"lists":       "#!/bin/sh\n#SBATCH --nodelist=n[0-4294967295]," + strings.Repeat("a[0-9],", many/8) + "b",
		"nodes":       "#!/bin/sh\n#SBATCH -N 1-2147483646:1 --gres=" + strings.Repeat("gpu:1,", many/8) + "gpu:9999999999999",
		"colons":      "#!/bin/sh\n#SBATCH " + strings.Repeat(": ", many),
		"no line end": "#SBATCH",
		"nul":         "#!/bin/sh\n#SBATCH -J a\x00b\n",
		"array":       "#!/bin/sh\n#SBATCH --array=0-4194303:1," + strings.Repeat("0-9999999,", 500) + "1%4\n",
		"export":      "#!/bin/sh\n#SBATCH --export=" + strings.Repeat("A=1,", many/4) + "B\n",
		"mail":        "#!/bin/sh\n#SBATCH --mail-type=" + strings.Repeat("END,", many/4) + "FAIL\n",
		"dependency":  "#!/bin/sh\n#SBATCH -d " + strings.Repeat("afterok:1,", many/8) + "singleton\n",
		"gpus":        "#!/bin/sh\n#SBATCH -G " + strings.Repeat("a:1,", many/8) + "b:1\n#SBATCH -n 2 --gpus-per-task=1\n",
		"kinds":       "#!/bin/sh\n#SBATCH --gres=" + kinds(2000) + "\n",
		"blank lines": "#!/bin/sh\n" + strings.Repeat("\n", many) + "#SBATCH -N2\n",
	} {
		r := sbatch.Read(text, sbatch.Options{Now: now()})
		if n := strings.Count(text, "\n") + 1; len(r.Lines) > n {
			t.Errorf("%s: %d lines of %d", name, len(r.Lines), n)
		}
		for _, p := range r.Problems {
			if p.What == "" || p.Level == sbatch.Error && p.Cure == "" || p.Part > len(r.Job.Parts) {
				t.Errorf("%s: %.200v", name, p)
				break
			}
		}
		if set, err := sbatch.Set(text, "time", "5"); err == nil && !strings.Contains(set, "--time=5") {
			t.Errorf("%s: no --time in %.200q", name, set)
		}
	}
}
