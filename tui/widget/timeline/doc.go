// Package timeline draws bars on a common time axis: for each thing how long it lasts, what is done in it, and what of
// that would last longer than the thing itself. It is pure: bars and an axis in, cells with a sign and a tone out, one
// row at a time, so that only what is seen is drawn.
//
//	axis := timeline.Fit(now, latestEnd, 90)
//	heading := axis.Heading(nil)
//	row := axis.Draw(nil, &bar, glyphs)
//	fmt.Println(timeline.Pieces(row))
//
// Every state has a sign of its own, so that nothing is told by colour alone:
//
//	░ the bar itself      ╱ the bar, its end an estimate      ▌ its end      ≈ its end, an estimate
//	█ work in it          ▓ work that outlives it             ─ no end       · not known for how long
package timeline
