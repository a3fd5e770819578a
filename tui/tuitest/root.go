package tuitest

import (
	"reflect"
	"runtime"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// root stands between the program and the model under test and counts what is in flight.
type root struct {
	model      tea.Model
	idle       *idle
	background []string
	pending    int // counted things that the message now on its way to Update stands for
	awaited    map[reflect.Type]bool
	onView     func(tea.View)
	onSuspend  func()
}

// tracked is a message that is counted. The filter unwraps it before the program looks at it.
type tracked struct{ msg tea.Msg }

// newRoot wraps a model. The program itself sends three messages at its start, which are counted
// from the beginning.
func newRoot(model tea.Model, i *idle, background []string) *root {
	r := &root{model: model, idle: i, background: background, awaited: map[reflect.Type]bool{}}
	for _, msg := range []tea.Msg{tea.ColorProfileMsg{}, tea.WindowSizeMsg{}, tea.EnvMsg{}} {
		r.awaited[reflect.TypeOf(msg)] = true
	}
	i.add(len(r.awaited))
	return r
}

// Init starts the model.
func (r *root) Init() tea.Cmd { return r.track(r.model.Init()) }

// filter unwraps a counted message and notes that it is handled with the next Update, or here if
// the program keeps it to itself.
func (r *root) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	counted := 0
	if t, ok := msg.(tracked); ok {
		msg, counted = t.msg, 1
	}
	switch msg.(type) {
	case nil, tea.QuitMsg, tea.InterruptMsg:
		r.idle.add(-counted)
		return msg
	case tea.SuspendMsg:
		// The test process must not be stopped; the program sees that it was continued.
		r.onSuspend()
		msg = tea.ResumeMsg{}
	}
	r.pending = counted
	return msg
}

// Update hands the message on and counts the command that comes back.
func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	done := r.pending
	r.pending = 0
	if kind := reflect.TypeOf(msg); r.awaited[kind] {
		delete(r.awaited, kind)
		done++
	}
	model, cmd := r.model.Update(msg)
	r.model = model
	cmd = r.track(cmd)
	r.idle.updated(done)
	return r, cmd
}

// View draws the model. The number of the frame travels in the window title, so that the terminal
// can tell which one it shows.
func (r *root) View() tea.View {
	v := r.model.View()
	r.onView(v)
	v.WindowTitle = strconv.FormatUint(r.idle.view(), 10)
	return v
}

// track counts a command until its message has been handled.
func (r *root) track(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	name := runtime.FuncForPC(reflect.ValueOf(cmd).Pointer()).Name()
	if r.isBackground(name) {
		return func() tea.Msg {
			msg := cmd()
			r.idle.add(1)
			return r.finish(msg)
		}
	}
	r.idle.start(name)
	return func() tea.Msg {
		msg := cmd()
		r.idle.finish(name)
		return r.finish(msg)
	}
}

// finish makes a counted message of what a command returned. A batch or a sequence is no message
// but more commands, each counted from here on.
func (r *root) finish(msg tea.Msg) tea.Msg {
	if msg == nil {
		r.idle.add(-1)
		return nil
	}
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return tracked{msg}
	}
	out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		if cmd, ok := v.Index(i).Interface().(tea.Cmd); ok && cmd != nil {
			out.Index(i).Set(reflect.ValueOf(r.track(cmd)))
		}
	}
	r.idle.add(-1)
	return out.Interface()
}

// isBackground reports whether a command of that function may take forever.
func (r *root) isBackground(name string) bool {
	for _, part := range r.background {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
