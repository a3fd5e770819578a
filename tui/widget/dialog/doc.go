// Package dialog asks before something happens: a box over the screen with a title, a text that
// scrolls when it is long, and either two buttons of which No is chosen at first, or a text to be
// typed before Yes counts.
//
//	d := dialog.New(th, dialog.Options{
//		Title: "Cancel 3 jobs?", Tone: theme.Bad, Body: lines,
//		Ask: "Type 3 to cancel them:", Type: "3", No: "keep them",
//	})
//	d.Resize(w, h)
//	screen = d.Over(screen)
//
// A Dialog has plain methods that say what was answered; it is not safe for concurrent use.
package dialog
