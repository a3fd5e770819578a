package table

// arrange chooses the columns that fit into width and gives each its place, from column x on. seen
// are the widths of the widest texts so far. Columns go by their Drop until the others have their
// minimum; what is left raises all to their ideal, evenly, and then the flexible ones by weight.
func arrange(columns []Column, seen []int, x, width, gap int) []Placed {
	shown := choose(columns, width, gap)
	placed := make([]Placed, 0, len(shown))
	left := width - gap*(len(shown)-1)
	for _, i := range shown {
		least, _, _ := columns[i].limits(seen[i])
		least = min(least, max(left, 1))
		placed = append(placed, Placed{Index: i, Width: least})
		left -= least
	}
	left = raise(columns, seen, placed, left)
	flex(columns, placed, left)
	for i := range placed {
		placed[i].X = x
		x += placed[i].Width + gap
	}
	return placed
}

// choose returns the columns that stay, in order; always at least one.
func choose(columns []Column, width, gap int) []int {
	shown := make([]int, len(columns))
	need := -gap
	for i := range columns {
		shown[i] = i
		least, _, _ := columns[i].limits(0)
		need += least + gap
	}
	for need > width && len(shown) > 1 {
		at := -1
		for j, i := range shown {
			if columns[i].Drop > 0 && (at < 0 || columns[i].Drop >= columns[shown[at]].Drop) {
				at = j
			}
		}
		if at < 0 {
			at = len(shown) - 1 // none may go, yet some must
		}
		least, _, _ := columns[shown[at]].limits(0)
		need -= least + gap
		shown = append(shown[:at], shown[at+1:]...)
	}
	return shown
}

// raise brings the columns towards their ideal width one cell each in turn, so that a narrow room
// is shared evenly, and returns what is left.
func raise(columns []Column, seen []int, placed []Placed, left int) int {
	for grew := true; grew && left > 0; {
		grew = false
		for i := range placed {
			_, ideal, _ := columns[placed[i].Index].limits(seen[placed[i].Index])
			if placed[i].Width < ideal && left > 0 {
				placed[i].Width++
				left--
				grew = true
			}
		}
	}
	return left
}

// flex gives the flexible columns the rest, by weight, up to their limits.
func flex(columns []Column, placed []Placed, left int) {
	for grew := true; grew && left > 0; {
		grew = false
		for i := range placed {
			c := &columns[placed[i].Index]
			_, _, most := c.limits(0)
			more := min(c.Flex, most-placed[i].Width, left)
			if more > 0 {
				placed[i].Width += more
				left -= more
				grew = true
			}
		}
	}
}
