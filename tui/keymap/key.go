package keymap

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"flexq/tui/action"
)

// parseKey checks a key as a user writes it and gives it as Bubble Tea names it: "ctrl-x" and "ctrl+x" are the same.
func parseKey(key string) (string, error) {
	name := key
	var mods []string
	for _, mod := range []string{"ctrl", "alt", "shift"} {
		for _, sep := range []string{"+", "-"} {
			if rest, ok := strings.CutPrefix(name, mod+sep); ok && rest != "" {
				mods, name = append(mods, mod), rest
			}
		}
	}
	if utf8.RuneCountInString(name) != 1 && !slices.Contains(named(), name) {
		return "", fmt.Errorf("no key %q; write one character, ctrl-x, alt-x, or one of %s", key, strings.Join(named(), ", "))
	}
	return strings.Join(append(mods, name), "+"), nil
}

func named() []string {
	out := []string{
		"enter", "esc", "tab", "space", "backspace", "delete", "insert", "up", "down", "left", "right",
		"home", "end", "pgup", "pgdown",
	}
	for i := 1; i <= 12; i++ {
		out = append(out, fmt.Sprintf("f%d", i))
	}
	return out
}

// types reports whether a key is text in a scope.
func types(s action.Scope, key string) bool {
	text := utf8.RuneCountInString(key) == 1 || key == "space" || key == "backspace"
	return text && s.OwnsText()
}
