// Package fault holds the errors that a user can meet, as types: what went wrong, in one sentence, and what to
// do about it, in another.
//
// It is pure (standard library and client/slurm only), so that the screen and the command line can read errors
// without knowing the code that made them:
//
//	var f *fault.Fault
//	if errors.As(err, &f) { fmt.Println(f.What, f.Cure) }
package fault
