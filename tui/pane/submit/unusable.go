package submit

import (
	"cmp"
	"strings"

	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/widget/menu"
)

// unusable is the line of the picker for a file among the user's templates that cannot be one. It cannot be chosen; who
// tries is told the whole cause, and what to do.
func unusable(t Template) choice {
	what, cure := pane.Sentences(t.Unusable)
	what = cmp.Or(what, "it cannot be used")
	short := strings.TrimPrefix(what, fit.Clean(t.Path)+" ") // its name stands beside it
	return choice{
		item: menu.Item{ID: "unusable " + t.Name, Label: t.Name, Detail: short, Hint: "cannot be used"},
		do: func() pane.Outcome {
			return pane.Ask(pane.ShowText{Title: "Not a template: " + fit.Clean(t.Name), Lines: func(width int) []string {
				lines := fit.Wrap(fit.Clean(what), width)
				if cure != "" {
					lines = append(append(lines, ""), fit.Wrap(fit.Clean(cure), width)...)
				}
				return lines
			}})
		},
	}
}
