// Package form is a column of labelled fields: lines of text and choices, each with a hint beside
// it and remarks below it that the caller sets while one types.
//
// A Form has plain methods that say what happened; it knows nothing of what the fields mean and
// checks nothing itself. It is not safe for concurrent use.
package form
