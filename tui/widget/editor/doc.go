// Package editor is text of many lines that a user edits, such as a batch script. The text stays
// what it is, byte for byte: tabs, CRLF, control characters, bytes that are no UTF-8 and a missing
// last line break are kept wherever nothing was edited. What a terminal would act on is shown as a
// sign instead.
//
// Only the lines that are seen are drawn, and an edit costs what its line is long, so that it is as
// quick at a hundred thousand lines as at ten. Long lines are not wrapped: the view scrolls sideways.
//
// Keys that edit are handled here and cannot be remapped; all others are left to the caller. An
// Editor has plain methods and is not safe for concurrent use.
package editor
