// Package table draws large tables: only the rows that are seen are asked for and rendered, so that
// a key costs the same at a hundred rows and at a hundred thousand.
//
// The selected row and the marks are kept by key, not by number: they stay on the same thing
// through sort, filter and refresh. Columns adapt to the width and to what stands in them, and
// leave by priority when there is no room.
//
//	t := table.New[uint64](theme, []table.Column{
//		{ID: "id", Title: "ID", Min: 6, Max: 20, Fit: true},
//		{ID: "name", Title: "NAME", Min: 12, Ideal: 24, Max: 60, Flex: 1},
//	})
//	t.Resize(120, 28)
//	t.SetRows(rows, version)
//	t.Move(1)
//	key, ok := t.Selected()
//	fmt.Println(t.View())
//
// A Table has plain methods and is no tea.Model; it is not safe for concurrent use. It imports
// tui/theme, tui/fit and widget/frame and nothing of what the rows are about.
package table
