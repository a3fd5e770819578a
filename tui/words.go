package tui

import "flexq/tui/columns"

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return columns.Thousands(int64(n)) + " " + many
}
