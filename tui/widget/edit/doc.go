// Package edit is one line of text that a user types: the part that prompts, forms, menus and
// dialogs have in common. It moves and deletes by whole characters as they are seen, takes pasted
// text without ever acting on it, and scrolls sideways in its room.
//
// Keys that edit are handled here and cannot be remapped; all others are left to the caller. A
// Line has plain methods and is not safe for concurrent use.
package edit
