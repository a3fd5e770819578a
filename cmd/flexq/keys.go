package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"flexq/config"
	"flexq/tui/action"
	"flexq/tui/keymap"
)

// keyMap makes the keys of the screen. What is wrong with the user's is told with the line of the config file that
// says it, as a *config.Error.
func keyMap(s config.Settings) (*keymap.Map, error) {
	m, err := keymap.New(s.Screen.Keys)
	if err == nil {
		return m, nil
	}
	var bad []config.Problem
	for _, name := range slices.Sorted(maps.Keys(s.Screen.Keys)) {
		if wrong := wrongByItself(name, s.Screen.Keys[name]); wrong != nil {
			bad = append(bad, keyProblem(s, name, wrong))
		}
	}
	if len(bad) == 0 {
		bad = append(bad, keyProblem(s, culprit(s.Screen.Keys), err))
	}
	slices.SortStableFunc(bad, func(a, b config.Problem) int {
		return cmp.Or(cmp.Compare(len(a.Where), len(b.Where)), cmp.Compare(a.Where, b.Where)) // PATH:LINE
	})
	return nil, &config.Error{Problems: bad}
}

// wrongByItself finds an action or a key that does not exist. A key that two actions have is not such a fault: the
// other may have another key in the same file.
func wrongByItself(name string, keys []string) error {
	_, err := keymap.New(map[string][]string{name: keys})
	_, known := action.Parse(name)
	if err == nil || known && !strings.HasPrefix(err.Error(), ofKey(name)) {
		return nil
	}
	return err
}

// ofKey is how keymap begins an error about one of an action's keys.
func ofKey(name string) string { return "keys: " + name + ": " }

// culprit is the action without whose keys the others would do, "" if there is none such.
func culprit(keys map[string][]string) string {
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		others := maps.Clone(keys)
		delete(others, name)
		if _, err := keymap.New(others); err == nil {
			return name
		}
	}
	return ""
}

// keyProblem gives an error of keymap, "keys: what; cure", its place in the file.
func keyProblem(s config.Settings, name string, err error) config.Problem {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), ofKey(name)), "keys: ")
	what, cure, _ := strings.Cut(text, "; ")
	row := s.Row("keys", name)
	return config.Problem{Where: cmp.Or(row.Origin.Name, s.File), Key: cmp.Or(row.Key, "keys"), What: what, Cure: cure}
}
