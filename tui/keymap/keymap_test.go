package keymap_test

import (
	"strings"
	"testing"

	"flexq/tui/action"
	"flexq/tui/keymap"
)

func TestNoKeyThatQuitsIsAlsoAnAction(t *testing.T) {
	t.Parallel()
	m := keymap.Defaults()
	for _, quit := range append(m.Keys(action.Global, action.Quit), m.Keys(action.Global, action.ForceQuit)...) {
		for _, s := range []action.Scope{action.List, action.Detail, action.Form, action.Nodes, action.Node, action.Events} {
			if a := m.Find(s, quit); a != action.Quit && a != action.ForceQuit && a != action.None {
				t.Errorf("%q quits, and is %s in scope %d", quit, a, s)
			}
		}
	}
}

func TestTextAndDialogsLeakOnlyForceQuit(t *testing.T) {
	t.Parallel()
	m := keymap.Defaults()
	for _, s := range []action.Scope{action.Text, action.Form, action.Dialog} {
		if a := m.Find(s, "1"); a != action.None {
			t.Errorf("1 is %s in scope %d", a, s)
		}
		if a := m.Find(s, "ctrl+c"); a != action.ForceQuit {
			t.Errorf("ctrl+c is %s in scope %d", a, s)
		}
	}
	if a := m.Find(action.Text, "c"); a != action.None {
		t.Errorf("c is %s in a text field", a)
	}
}

func TestUserKeysReplaceTheDefaults(t *testing.T) {
	t.Parallel()
	m, err := keymap.New(map[string][]string{"cancel": {"X"}})
	if err != nil {
		t.Fatal(err)
	}
	if a := m.Find(action.List, "X"); a != action.Cancel {
		t.Errorf("X is %s", a)
	}
	if a := m.Find(action.Detail, "X"); a != action.Cancel {
		t.Errorf("X is %s in the detail", a)
	}
	if a := m.Find(action.List, "c"); a != action.None {
		t.Errorf("c is still %s", a)
	}
}

func TestWrongKeysSayWhy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys map[string][]string
		want string
	}{
		{map[string][]string{"cancle": {"x"}}, `no action "cancle"; did you mean "cancel"?`},
		{map[string][]string{"cancel": {"j"}}, `"j" is given to both`},
		{map[string][]string{"quit": {}, "force-quit": {}}, "no key is left that quits"},
	} {
		if _, err := keymap.New(c.keys); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%v) = %v, want %q", c.keys, err, c.want)
		}
	}
}

func TestEveryActionHasWords(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, a := range action.All() {
		m := a.Meta()
		if m.Name == "" || m.Title == "" || names[m.Name] {
			t.Errorf("action %d: name %q, title %q", a, m.Name, m.Title)
		}
		names[m.Name] = true
		if back, ok := action.Parse(m.Name); !ok || back != a {
			t.Errorf("Parse(%q) = %v, %v", m.Name, back, ok)
		}
	}
}

func TestKeysAsUsersWriteThem(t *testing.T) {
	t.Parallel()
	m, err := keymap.New(map[string][]string{"refresh": {"ctrl-r", "f5", "alt+r"}, "dismiss": {"q"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"ctrl+r", "f5", "alt+r"} {
		if a := m.Find(action.List, key); a != action.Refresh {
			t.Errorf("%s is %s", key, a)
		}
	}
	if a := m.Find(action.Text, "q"); a != action.None {
		t.Errorf("q cannot be typed: it is %s", a)
	}
	if a := m.Find(action.Dialog, "q"); a != action.Dismiss {
		t.Errorf("q in a dialog is %s", a)
	}
	for _, bad := range []string{"ctrl", "hyper+x", "xx", "", "f13"} {
		if _, err := keymap.New(map[string][]string{"refresh": {bad}}); err == nil || !strings.Contains(err.Error(), "no key") {
			t.Errorf("key %q: %v", bad, err)
		}
	}
	if _, err := keymap.New(map[string][]string{"cancel": {"ctrl+c"}}); err == nil {
		t.Error("ctrl+c was given to cancel")
	}
}
