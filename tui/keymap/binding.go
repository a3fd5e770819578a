package keymap

import (
	"charm.land/bubbles/v2/key"

	"flexq/tui/action"
)

// Binding gives the keys of an action in a scope as a binding of Bubbles: with its first key and its hint as help, and
// disabled if no key is left for it.
func (m *Map) Binding(s action.Scope, a action.Action) key.Binding {
	keys := m.Keys(s, a)
	if len(keys) == 0 {
		keys = m.Keys(action.Global, a)
	}
	meta := a.Meta()
	hint := meta.Hint
	if hint == "" {
		hint = meta.Name
	}
	b := key.NewBinding(key.WithKeys(keys...), key.WithHelp(m.First(s, a), hint))
	b.SetEnabled(len(keys) > 0)
	return b
}
