package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestName bounds the name of a template: with its end and that of a file half written it is a name on every file
// system.
const longestName = 100

// checkTemplateName says what is wrong with the name of a template: it is that of a file, in one folder, on every
// system, and it is shown on terminals.
func checkTemplateName(name string) error {
	bad := func(why string) error {
		return scriptFault(fmt.Sprintf("%q cannot be the name of a template: %s", name, why), "use letters, digits, - and _, as in train-8b")
	}
	switch {
	case name == "":
		return bad("it is empty")
	case len(name) > longestName:
		return bad(fmt.Sprintf("it has more than %d bytes", longestName))
	case !utf8.ValidString(name):
		return bad("it is not UTF-8")
	case strings.HasPrefix(name, ".") || strings.HasPrefix(name, "-"):
		return bad("it begins with " + name[:1])
	case strings.TrimSpace(name) != name:
		return bad("it begins or ends with a blank")
	}
	for _, c := range name {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, c):
			return bad(fmt.Sprintf("it has %q, and not every system takes that", c))
		case !unicode.IsPrint(c):
			return bad("it has a character that cannot be shown")
		}
	}
	return nil
}
