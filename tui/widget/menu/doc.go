// Package menu is a list to pick from, with a search: templates, contexts, columns, commands. It
// draws only the items in sight.
//
// A Menu has plain methods that say what was picked; it is not safe for concurrent use.
package menu
