package submit

import (
	"strings"

	"flexq/tui/pane"
)

// pathTyped is the name under which a draft has the path of a file that was not read yet.
const pathTyped = "path"

// typedPath is the path that is being typed, "" if there is none.
func (p *Pane) typedPath() string {
	switch {
	case p.path != nil:
		return strings.TrimSpace(p.path.Text())
	case p.menu != nil && isPath(p.menu.Query()):
		return strings.TrimSpace(p.menu.Query())
	}
	return ""
}

// PathDraft is the draft of a path that is being typed, and false if there is none. It is for when the program ends: until
// then the path is where it is typed.
func (p *Pane) PathDraft() (Draft, bool) {
	text := p.typedPath()
	if text == "" {
		return Draft{}, false
	}
	if p.pathID == "" {
		p.pathID = p.newID()
	}
	return Draft{ID: p.pathID, From: text, Typed: map[string]string{pathTyped: text}, Changed: p.deps.Now()}, true
}

// isPathOnly reports whether a draft is that of a path.
func isPathOnly(d *Draft) bool { return d.Text == "" && d.Typed[pathTyped] != "" }

// restorePath goes on with a path that was typed in another run. The form that is there stays.
func (p *Pane) restorePath(d Draft) pane.Outcome {
	p.pathID, p.lastPath = d.ID, d.Typed[pathTyped]
	return p.openPath()
}

// takePath lets the form of the file that was read take the place of the draft of its path.
func (p *Pane) takePath() {
	if p.pathID != "" {
		p.id, p.pathID = p.pathID, ""
	}
	p.lastPath = ""
}
