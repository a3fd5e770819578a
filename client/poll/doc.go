// Package poll decides how long to wait between two polls of one kind of data, so that a screen stays fresh and a
// cluster's controller is not hurt: slower without focus, slower after slow answers, backing off from faults, never
// against what the server asks for, and at once when the user wants it.
//
// It is pure: it knows no clock, timer or network, and imports the standard library only. The caller keeps one call
// in flight, and asks when its answer is there.
//
//	cadence := poll.New(poll.Policy{Base: 5 * time.Second}, rand.Float64)
//	wait := cadence.Next(poll.Outcome{Result: poll.OK, Took: took})
package poll
