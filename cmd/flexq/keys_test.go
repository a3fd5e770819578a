package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/config"
)

func TestKeyMapNamesTheLine(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string
	}{
		"well":            {"[keys]\ncancel = [\"x\", \"ctrl-k\"]\n", nil},
		"two change keys": {"[keys]\nhold = \"H\"\nrelease = \"h\"\n", nil},
		"no such action": {
			"[keys]\nhold = \"x\"\n\ncancel-job = \"c\"\n",
			[]string{"c.toml:4: keys.cancel-job: no action \"cancel-job\" | the actions are back"},
		},
		"all that is wrong": {
			"[keys]\nopn = \"o\"\nhold = \"nokey\"\n\"a b\" = \"c\"\n",
			[]string{
				"c.toml:2: keys.opn: no action \"opn\" | did you mean \"open\"?",
				"c.toml:3: keys.hold: no key \"nokey\" | write one character",
				"c.toml:4: keys.\"a b\": no action \"a b\" | the actions are back",
			},
		},
		"a key of another": {
			"[keys]\nhold = \"x\"\nrelease = \"c\"\n",
			[]string{"c.toml:3: keys.release: \"c\" is given to both cancel and release | "},
		},
		"no way out": {
			"[keys]\nquit = []\nforce-quit = []\n",
			[]string{"c.toml:3: keys.force-quit: no key is left that quits | give one to quit or force-quit"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := config.Parse("c.toml", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			s, err := file.Resolve(nil, func(string) string { return "" })
			if err != nil {
				t.Fatal(err)
			}
			_, err = keyMap(s)
			var bad *config.Error
			var got []string
			if errors.As(err, &bad) {
				for _, p := range bad.Problems {
					cure, _, _ := strings.Cut(p.Cure, ",") // of a list, its beginning
					got = append(got, p.String()+" | "+cure)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The examples of config files name actions and keys that there are.
func TestExamplesOfKeys(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(filepath.Join("..", "..", "config", "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(doc), "//\t[keys]")
	example = strings.ReplaceAll("[keys]"+strings.TrimSuffix(example, "package config\n"), "//\t", "")
	full, err := os.ReadFile(filepath.Join("..", "..", "testdata", "config", "full.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"doc.go": example, "full.toml": string(full)} {
		file, err := config.Parse(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s, err := file.Resolve(nil, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := keyMap(s); err != nil || len(s.Screen.Keys) == 0 {
			t.Errorf("%s: %d keys, %v", name, len(s.Screen.Keys), err)
		}
	}
}
