package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flexq/client/fault"
)

// What the advice calls a flag is one, and what it calls a setting stands in the config file.
func TestCuresNameFlagsAndSettings(t *testing.T) {
	t.Parallel()
	flags := newRootCmd(testFactory()).PersistentFlags()
	example, err := os.ReadFile(filepath.Join("..", "..", "config", "doc.go"))
	if err != nil {
		t.Fatal(err)
	}
	flag := regexp.MustCompile(`--[a-z][a-z-]*`)
	setting := regexp.MustCompile(`\b(?:setting|settings) ([a-z_]+)|\b([a-z]+_[a-z_]+)\b`)
	seen := 0
	for k := fault.Other; k <= fault.Usage; k++ {
		cure := k.Cure()
		for _, name := range flag.FindAllString(cure, -1) {
			seen++
			if flags.Lookup(strings.TrimPrefix(name, "--")) == nil {
				t.Errorf("%v: there is no flag %s", k, name)
			}
		}
		for _, m := range setting.FindAllStringSubmatch(cure, -1) {
			seen++
			if name := m[1] + m[2]; !strings.Contains(string(example), "//\t"+name+" = ") {
				t.Errorf("%v: there is no setting %s", k, name)
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d names were looked at", seen)
	}
}
