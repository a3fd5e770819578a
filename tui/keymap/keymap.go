// Package keymap turns keys into actions: the default bindings as data, the user's own over them, and the tables
// that the help shows. It knows no pane. A Map is immutable once made and safe for concurrent use.
package keymap

import (
	"fmt"
	"sort"
	"strings"

	"flexq/tui/action"
)

// Binding ties one key to one action in one scope. Keys are named as Bubble Tea prints them: "j", "G", "ctrl+d",
// "enter", "space".
type Binding struct {
	Scope  action.Scope
	Key    string
	Action action.Action
}

// Map finds the action of a key.
type Map struct {
	byScope map[action.Scope]map[string]action.Action
	list    []Binding
}

// New returns the default bindings with the user's over them. User maps an action's name to its keys, which
// replace all default keys of that action; an empty list takes the action's keys away. It is an error to name an
// action that does not exist, to give one key to two actions of a scope, or to leave no key that quits.
func New(user map[string][]string) (*Map, error) {
	own, err := read(user)
	if err != nil {
		return nil, err
	}
	return index(rebind(defaults(), own))
}

// read checks the user's keys.
func read(user map[string][]string) (map[action.Action][]string, error) {
	own := make(map[action.Action][]string, len(user))
	for name, keys := range user {
		a, ok := action.Parse(name)
		if !ok {
			return nil, fmt.Errorf("keys: no action %q; %s", name, nearest(name))
		}
		own[a] = []string{}
		for _, key := range keys {
			clean, err := parseKey(key)
			if err != nil {
				return nil, fmt.Errorf("keys: %s: %w", name, err)
			}
			own[a] = append(own[a], clean)
		}
	}
	return own, nil
}

// rebind puts the user's keys in the place of the default ones, once in each scope that an action has.
func rebind(list []Binding, own map[action.Action][]string) []Binding {
	type place struct {
		scope action.Scope
		act   action.Action
	}
	var out []Binding
	done := map[place]bool{}
	for _, b := range list {
		keys, replaced := own[b.Action]
		at := place{b.Scope, b.Action}
		switch {
		case !replaced:
			out = append(out, b)
		case !done[at]:
			done[at] = true
			for _, k := range keys {
				if !types(b.Scope, k) { // in a text field the key is text
					out = append(out, Binding{b.Scope, k, b.Action})
				}
			}
		}
	}
	return out
}

// Defaults returns the default bindings.
func Defaults() *Map {
	m, err := New(nil)
	if err != nil {
		// The defaults are tested; with none at all the program could not be left.
		m, _ = index([]Binding{{action.Global, "ctrl+c", action.ForceQuit}})
	}
	return m
}

func index(list []Binding) (*Map, error) {
	m := &Map{byScope: map[action.Scope]map[string]action.Action{}, list: list}
	for _, b := range list {
		if m.byScope[b.Scope] == nil {
			m.byScope[b.Scope] = map[string]action.Action{}
		}
		if old, taken := m.byScope[b.Scope][b.Key]; taken && old != b.Action {
			return nil, fmt.Errorf("keys: %q is given to both %s and %s", b.Key, old, b.Action)
		}
		m.byScope[b.Scope][b.Key] = b.Action
	}
	for _, key := range m.Keys(action.Global, action.ForceQuit) {
		for scope, bound := range m.byScope {
			if a, taken := bound[key]; taken && a != action.ForceQuit {
				return nil, fmt.Errorf("keys: %q leaves flexq from anywhere and cannot be %s (scope %d)", key, a, scope)
			}
		}
	}
	if len(m.Keys(action.Global, action.ForceQuit))+len(m.Keys(action.Global, action.Quit)) == 0 {
		return nil, fmt.Errorf("keys: no key is left that quits; give one to quit or force-quit")
	}
	return m, nil
}

// Find returns the action of a key in a scope, with the outer scopes that it leaks to; action.None if there is
// none. A dialog and a text field leak only ForceQuit and Suspend.
func (m *Map) Find(s action.Scope, key string) action.Action {
	if a, ok := m.byScope[s][key]; ok {
		return a
	}
	a := m.byScope[action.Global][key]
	switch s {
	case action.Dialog, action.Text, action.Form, action.Picker:
		if a == action.ForceQuit || a == action.Suspend {
			return a
		}
		return action.None
	case action.Global, action.List, action.Nodes, action.Node, action.Events, action.Detail, action.Request:
		return a
	}
	return action.None
}

// Keys returns the keys of an action in a scope, without those of outer scopes.
func (m *Map) Keys(s action.Scope, a action.Action) []string {
	var out []string
	for _, b := range m.list {
		if b.Scope == s && b.Action == a {
			out = append(out, b.Key)
		}
	}
	return out
}

// Label returns the keys of an action as the help shows them, as in "j ↓"; empty if it has none in the scope or in
// Global.
func (m *Map) Label(s action.Scope, a action.Action) string {
	keys := m.Keys(s, a)
	if len(keys) == 0 {
		keys = m.Keys(action.Global, a)
	}
	shown := make([]string, len(keys))
	for i, k := range keys {
		shown[i] = Name(k)
	}
	return strings.Join(shown, " ")
}

// First returns the first key of an action as the footer shows it.
func (m *Map) First(s action.Scope, a action.Action) string {
	label := m.Label(s, a)
	if i := strings.IndexByte(label, ' '); i > 0 {
		return label[:i]
	}
	return label
}

// Plain writes the names of keys, as Name and Label give them, without characters that are not ASCII.
func Plain(label string) string {
	return strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right").Replace(label)
}

// Name gives a key as a person reads it.
func Name(key string) string {
	switch key {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "pgdown":
		return "PgDn"
	case "pgup":
		return "PgUp"
	}
	return strings.NewReplacer("ctrl+", "ctrl-", "alt+", "alt-").Replace(key)
}

// nearest names the action that is most like a misspelt one, or all of them.
func nearest(name string) string {
	best, least := "", 3
	var names []string
	for _, a := range action.All() {
		n := a.String()
		names = append(names, n)
		if d := distance(name, n); d < least {
			best, least = n, d
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	sort.Strings(names)
	return "the actions are " + strings.Join(names, ", ")
}

// distance is how many letters must be put in, taken out or changed; swapped neighbours count two.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
