package submit

import (
	"charm.land/bubbles/v2/textarea"

	"flexq/tui/theme"
)

// newScript returns the editor of the script.
func newScript(th theme.Theme) textarea.Model {
	t := textarea.New()
	t.ShowLineNumbers = true
	t.Prompt = ""
	t.CharLimit = 0
	t.MaxHeight = 0
	t.SetStyles(scriptStyles(th))
	t.SetVirtualCursor(true)
	return t
}

// scriptStyles are the theme's; the cursor does not blink, so that nothing is drawn while nothing happens.
func scriptStyles(th theme.Theme) textarea.Styles {
	state := func(on theme.Surface) textarea.StyleState {
		text := th.Style(theme.Base, theme.Normal)
		return textarea.StyleState{
			Base: text, Text: text, CursorLine: th.Style(on, theme.Normal),
			LineNumber: th.Style(theme.Base, theme.Line), CursorLineNumber: th.Style(theme.Base, theme.Dim),
			EndOfBuffer: th.Style(theme.Base, theme.Line), Placeholder: th.Style(theme.Base, theme.Dim),
			Prompt: th.Style(theme.Base, theme.Line), Selection: th.Style(theme.Selection, theme.Normal),
		}
	}
	s := textarea.Styles{Focused: state(theme.Field), Blurred: state(theme.Base)}
	s.Cursor.Blink = false
	if fg, _ := th.Colours(theme.Base, theme.Accent); fg != nil {
		s.Cursor.Color = fg
	}
	return s
}
