// Package columns turns domain values into what a table shows: cells with text and tone, the order of rows, and
// which rows a filter lets through. It is pure: no terminal, no I/O, no clock of its own.
package columns
