//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
)

func TestEditText(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		env              map[string]string
		want, what, cure string
	}{
		"an editor with options and quotes": {env: map[string]string{"EDITOR": `sed -i 's/one two/three/'`}, want: "three\n"},
		"VISUAL goes before EDITOR":         {env: map[string]string{"VISUAL": "sed -i s/one/visual/", "EDITOR": "false"}, want: "visual two\n"},
		"nothing changed":                   {env: map[string]string{"EDITOR": "true"}, want: "one two\n"},
		"none is named":                     {env: map[string]string{"EDITOR": " "}, what: "no editor is named", cure: "set EDITOR, as in EDITOR=vim"},
		"it fails":                          {env: map[string]string{"EDITOR": "exit 3;"}, what: "the editor ended with exit status 3", cure: "the text here is as it was"},
		"it saves and fails": {
			env:  map[string]string{"EDITOR": `f() { echo three >"$1"; return 3; }; f`},
			what: "the editor ended with exit status 3", cure: "the text here is as it was; what the editor saved is in ",
		},
		"it is not there":     {env: map[string]string{"EDITOR": "/no/such/editor"}, what: "the editor did not start: fork/exec /no/such/editor: no such file or directory", cure: "set EDITOR to the command of your editor, as in EDITOR=vim"},
		"a setting before it": {env: map[string]string{"EDITOR": "WORD=three sed -i s/two/three/"}, want: "one three\n"},
		"it takes the file away": {
			env: map[string]string{"EDITOR": "rm"}, what: "the edited text cannot be read: no such file or directory", cure: "the text here is as it was",
		},
		"it saves what is no text": {
			env:  map[string]string{"EDITOR": `f() { printf 'a\000' >"$1"; }; f`},
			what: "the edited text is a binary file, and no script", cure: "the text here is as it was; what the editor saved is in ",
		},
		"the text has grown too large": {
			env:  map[string]string{"EDITOR": "head -c 1100000 /dev/zero | tr '\\0' x > \"$1\"; true"},
			what: "the text is larger than the 1000 KB that can be sent", cure: "the text here is as it was; the edited one is in ",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			got, e, err := editText(t.Context(), streams{In: strings.NewReader(""), Out: &out, Err: &out}, vars(c.env), "x", "one two\n")
			if got != c.want {
				t.Errorf("got the text %.80q, want %q", got, c.want)
			}
			if e != nil {
				e.Done()
			}
			f := fault.From(err)
			if c.what == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			if f == nil || f.What != c.what || !strings.HasPrefix(f.Cure, c.cure) || !strings.HasSuffix(c.cure, " ") && f.Cure != c.cure {
				t.Fatalf("got %+v", f)
			}
			if _, file, ok := strings.Cut(f.Cure, " is in "); ok {
				if _, err := os.Stat(file); err != nil {
					t.Errorf("what the editor saved is gone: %v", err)
				}
				_ = os.RemoveAll(file[:strings.LastIndex(file, "/")])
			}
		})
	}
}

// An editor that changed nothing, or never began, leaves no file behind.
func TestEditorLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for _, editor := range []string{"false", "/no/such/editor", "true"} {
		_, e, err := editText(t.Context(), streams{Out: io.Discard, Err: io.Discard}, vars(map[string]string{"EDITOR": editor}), "x", "text")
		if e != nil {
			e.Done()
		}
		left, readErr := os.ReadDir(dir)
		if readErr != nil || len(left) > 0 {
			t.Errorf("%s: %v; it left %v, %v", editor, err, left, readErr)
		}
	}
}

// Nobody else can read what is being edited, and nothing of it stays on the disk.
func TestEditedFileIsPrivateAndGoes(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	env := vars(map[string]string{"EDITOR": `f() { ls -l "$1" | cut -c1-10; ls -ld "$(dirname "$1")" | cut -c1-10; echo "$1"; }; f`})
	_, e, err := editText(t.Context(), streams{Out: &out, Err: &out}, env, "my job.sbatch", "text")
	if err != nil {
		t.Fatal(err)
	}
	e.Done()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || lines[0] != "-rw-------" || lines[1] != "drwx------" || !strings.HasSuffix(lines[2], "/my_job.sbatch") {
		t.Fatalf("got %q", lines)
	}
	if _, err := os.Stat(lines[2]); !os.IsNotExist(err) {
		t.Errorf("the file is still there: %v", err)
	}
}

func TestEditName(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, name := range []string{"train", "a b/c", "../../etc/passwd", "-rf", "", "$(rm x)", "x.sbatch", strings.Repeat("n", 99)} {
		got[name] = editName(name)
	}
	want := map[string]string{
		"train": "train.sbatch", "a b/c": "a_b_c.sbatch", "../../etc/passwd": "_.._etc_passwd.sbatch", "-rf": "rf.sbatch", "": "script.sbatch",
		"$(rm x)": "__rm_x_.sbatch", "x.sbatch": "x.sbatch", strings.Repeat("n", 99): strings.Repeat("n", 60) + ".sbatch",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
