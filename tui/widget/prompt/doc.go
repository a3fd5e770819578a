// Package prompt asks for one line of text in one line of the screen: a filter, a search, a path.
// It shows a sign, the text that is typed and what is wrong with it or what it found.
//
// A Prompt has plain methods and is not safe for concurrent use.
package prompt
