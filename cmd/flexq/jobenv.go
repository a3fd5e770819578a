package main

import (
	"slices"
	"strings"
)

// defaultEnv is the environment of a job that asks for none. Slurm refuses a job without any, and a PATH is what
// every script needs.
func defaultEnv() []string { return []string{"PATH=/usr/local/bin:/usr/bin:/bin"} }

const exportOption = "--export="

// expandExport gives the bare names of --export their values on this machine. Only on the command line: there the
// user names the variable and this machine in one breath, while a script may be submitted from anywhere.
func expandExport(args []string, getenv func(string) string) ([]string, error) {
	out := slices.Clone(args)
	for i, arg := range out {
		list, ok := strings.CutPrefix(arg, exportOption)
		if !ok {
			continue
		}
		var items []string
		for _, item := range splitOutsideQuotes(list) {
			item, err := withValue(item, getenv)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		out[i] = exportOption + strings.Join(items, ",")
	}
	return out, nil
}

// splitOutsideQuotes cuts at commas that stand outside of quotes, and keeps the quotes.
func splitOutsideQuotes(s string) []string {
	var quote rune
	return strings.FieldsFunc(s, func(r rune) bool {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		default:
			return r == ','
		}
		return false
	})
}

// withValue completes one bare name. Words that mean something to sbatch stay as they are.
func withValue(item string, getenv func(string) string) (string, error) {
	if strings.Contains(item, "=") || slices.Contains([]string{"ALL", "NONE", "NIL"}, strings.ToUpper(item)) {
		return item, nil
	}
	value := getenv(item)
	switch {
	case value == "":
		return "", usagef("set it, or write --export="+item+"=VALUE", "--export: the variable %s is not set here", item)
	case !strings.ContainsAny(value, `,'"`):
		return item + "=" + value, nil
	case !strings.Contains(value, "'"):
		return item + "='" + value + "'", nil
	case !strings.Contains(value, `"`):
		return item + `="` + value + `"`, nil
	}
	return "", usagef("set it in the script instead", "--export: the value of %s holds both kinds of quotes", item)
}
