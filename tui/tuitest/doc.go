// Package tuitest plays stories on a whole program and looks at the screen: it runs a model in a
// real Bubble Tea program that draws on an emulated terminal, presses keys, and reads cells.
//
// Nothing waits for time to pass. The harness counts the commands in flight and the messages on
// their way, knows which frame the terminal shows, and looks only when the program is idle and its
// last frame is there. Time stands still until a story moves it.
//
//	clock := tuitest.NewClock(start)
//	app := tui.New(ctx, tui.Options{Service: fake, Now: clock.Now, Tick: clock.Tick})
//	s := tuitest.Start(t, app, tuitest.Options{Width: 80, Height: 24, Clock: clock})
//	s.See("88214")
//	s.Press("space", "c")
//	s.See("Cancel 1 job?")
//	s.Advance(5 * time.Second)
//	s.RequireFrame("jobs/cancel-80x24")
//
// What may take forever must say so, or the program never counts as idle: ticks of the [Clock] and
// of tea.Tick do, a fake that holds back an answer does with a [Gate], and other commands by the
// name of the function that made them, in Options.Background.
//
// Golden frames live in testdata/frames of the repository; "go test ./tui/... -update" writes them
// anew. "-pictures DIR" also writes each frame as an SVG picture, for people.
package tuitest
