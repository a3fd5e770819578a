//go:build !race

package watch_test

// raced says that the race detector is on: everything takes ten times as long.
const raced = false
