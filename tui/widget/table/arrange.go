package table

import "slices"

// arrange chooses the columns that fit into width and gives each its place, from column x on. seen
// are the widths of the widest texts so far. Columns go by their Drop until the others have their
// minimum; what is left raises them to their ideal, the most important first, and then the flexible
// ones by weight.
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

// ideal returns the width in which every column is as wide as it would like to be.
func ideal(columns []Column, seen []int, gap int) int {
	w := -gap
	for i := range columns {
		_, want, _ := columns[i].limits(seen[i])
		w += want + gap
	}
	return w
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

// raise brings the columns towards their ideal width, those that would stay longest first, and
// equal ones one cell each in turn. It returns what is left.
func raise(columns []Column, seen []int, placed []Placed, left int) int {
	for _, drop := range ranks(columns, placed) {
		for grew := true; grew && left > 0; {
			grew = false
			for i := range placed {
				c := &columns[placed[i].Index]
				_, ideal, _ := c.limits(seen[placed[i].Index])
				if c.Drop == drop && placed[i].Width < ideal && left > 0 {
					placed[i].Width++
					left--
					grew = true
				}
			}
		}
	}
	return left
}

// ranks returns the values of Drop among the columns that are shown, lowest first.
func ranks(columns []Column, placed []Placed) []int {
	var all []int
	for _, p := range placed {
		all = append(all, columns[p.Index].Drop)
	}
	slices.Sort(all)
	return slices.Compact(all)
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
