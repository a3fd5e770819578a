package config_test

import (
	"testing"

	"flexq/config"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"id", "name", "state", "submit", "json"}
	for word, want := range map[string]string{
		"stat": "state", "NAME": "name", "jsn": "json", "sumbit": "submit", "sbumti": "submit", "ix": "id",
		"x": "", "submit": "", "cores": "", "": "", "nonsense": "",
	} {
		if got := config.Nearest(word, names); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}
