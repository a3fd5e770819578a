package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// openPreview shows the exact request, and the same as a command for a shell; of a form that cannot be sent, what can be
// read of it, and why.
func (a *App) openPreview(n pane.PreviewSubmit) {
	shown, err := a.opt.Scripts.Preview(n.Job, a.about.DataVersion)
	if err != nil {
		what, cure := pane.Sentences(err)
		a.openText("The request cannot be made", []string{what + ".", cure})
		return
	}
	r := &request{Preview: shown, against: n.Against}
	r.window = a.newWindow("", func(int) []string { return r.lines() })
	r.show(false)
	a.push(r)
}

// request is the window with the exact request.
type request struct {
	*window
	Preview
	against []string // what keeps it from being sent
	curl    bool     // it shows the command
}

// Scope is where the keys of the window are.
func (r *request) Scope() action.Scope { return action.Request }

// lines are the text as it is shown: in a script, which JSON has in one line, each of its lines stands for itself. What
// is copied is the text as it is.
func (r *request) lines() []string {
	all := r.Lines
	if r.curl {
		all = r.Curl
	}
	out := make([]string, 0, len(all)+1)
	if len(r.against) > 0 {
		out = append(out, "It cannot be sent yet, and below is what can be read of it:")
		for _, text := range r.against {
			out = append(out, fit.Clean(r.app.theme.Glyphs().Bad+" "+text))
		}
		out = append(out, "")
	}
	if r.Note != "" && !r.curl { // a command says it in a line of its own
		out = append(out, strings.ToUpper(r.Note[:1])+r.Note[1:]+".", "")
	}
	for _, l := range all {
		out = append(out, atLineEnds(fit.Clean(l))...)
	}
	return out
}

// atLineEnds cuts a line of JSON behind each \n in a string.
func atLineEnds(line string) []string {
	indent := "  " + line[:len(line)-len(strings.TrimLeft(line, " "))]
	var out []string
	from := 0
	for i := 0; i < len(line)-1; i++ {
		if line[i] != '\\' {
			continue
		}
		i++ // whatever it is, it belongs to the backslash
		if line[i] == 'n' && i < len(line)-1 {
			out = append(out, line[from:i+1])
			from = i + 1
		}
	}
	out = append(out, line[from:])
	for i := range out[1:] {
		out[i+1] = indent + out[i+1]
	}
	return out
}

// show turns to the request or to the command.
func (r *request) show(curl bool) {
	r.curl = curl && len(r.Curl) > 0
	r.title = "This is what will be sent"
	if len(r.against) > 0 {
		r.title = "This would be sent"
	}
	if r.curl {
		r.title = "The same for a shell"
	}
	r.pager.Top()
	r.Resize(r.app.w, r.app.h)
}

// Handle turns, copies, and does what every window does.
func (r *request) Handle(act action.Action) closing {
	switch act {
	case action.Left, action.Right:
		r.show(!r.curl)
	case action.CopyRequest:
		return r.copy("the request", r.Lines)
	case action.CopyCurl:
		return r.copy("the curl command", r.Curl)
	default:
		return r.window.Handle(act)
	}
	return closing{}
}

func (r *request) copy(what string, lines []string) closing {
	if len(lines) == 0 {
		return closing{}
	}
	return closing{then: func() tea.Cmd {
		r.app.say("copied "+what, theme.Dim)
		return tea.SetClipboard(strings.Join(lines, "\n") + "\n")
	}}
}

// Hints are what can be done with the request.
func (r *request) Hints() []pane.Hint {
	out := []pane.Hint{{Action: action.CopyRequest}}
	if len(r.Curl) > 0 {
		turn := "as curl"
		if r.curl {
			turn = "the request"
		}
		out = append(out, pane.Hint{Action: action.CopyCurl}, pane.Hint{Action: action.Right, Text: turn})
	}
	return append(out, pane.Hint{Action: action.Back, Text: "close"})
}
