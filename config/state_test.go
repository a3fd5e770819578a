package config_test

import (
	"errors"
	"path/filepath"
	"testing"

	"flexq/config"
)

func TestStateDir(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	tests := map[string]struct {
		env  map[string]string
		want string
	}{
		"xdg":             {map[string]string{"XDG_STATE_HOME": filepath.Join(home, "s"), "HOME": home}, filepath.Join(home, "s", "flexq")},
		"home":            {map[string]string{"HOME": home}, filepath.Join(home, ".local", "state", "flexq")},
		"relative is not": {map[string]string{"XDG_STATE_HOME": "s", "HOME": home}, filepath.Join(home, ".local", "state", "flexq")},
	}
	for name, tt := range tests {
		got, err := config.StateDir(func(key string) string { return tt.env[key] })
		if err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, tt.want)
		}
	}
	if dir, err := config.StateDir(func(string) string { return "" }); !errors.Is(err, config.ErrNoState) {
		t.Errorf("got %q, %v", dir, err)
	}
}
