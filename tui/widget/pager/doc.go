// Package pager shows text that is longer than its room: help, scripts, details, logs. It draws
// only the lines that are seen and never counts the others, so that it is as quick at a million
// lines as at ten.
//
// Lines are painted by the caller and may hold escape sequences; a search looks at what is read.
// A Pager has plain methods and is not safe for concurrent use.
package pager
