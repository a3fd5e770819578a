package layout

// Part is one of several that share a rectangle.
type Part struct {
	// Min is the size below which the part is of no use. When the parts do not all fit, those at
	// the end get nothing, first the last one.
	Min int
	// Max is the size above which more is wasted; 0 is no limit.
	Max int
	// Weight is the share of what is left after every Min; 0 keeps the part at Min.
	Weight int
}

// Fixed is a part of exactly n cells.
func Fixed(n int) Part { return Part{Min: n, Max: n} }

// Rows stacks the parts from top to bottom, gap rows between them. There is one rectangle for each
// part, in order; those for which there is no room are empty. The first part is cut to the room
// there is rather than left out.
func (r Rect) Rows(gap int, parts ...Part) []Rect {
	out := make([]Rect, len(parts))
	at := r.Y
	for i, size := range share(r.H, gap, parts) {
		out[i] = Rect{r.X, at, r.W, size}
		if size > 0 {
			at += size + gap
		}
	}
	return out
}

// Columns sets the parts side by side, gap columns between them, by the rules of Rows.
func (r Rect) Columns(gap int, parts ...Part) []Rect {
	out := make([]Rect, len(parts))
	at := r.X
	for i, size := range share(r.W, gap, parts) {
		out[i] = Rect{at, r.Y, size, r.H}
		if size > 0 {
			at += size + gap
		}
	}
	return out
}

// share gives every part its size out of total.
func share(total, gap int, parts []Part) []int {
	sizes := make([]int, len(parts))
	left := total
	shown := 0
	for i, p := range parts {
		need := max(p.Min, 0)
		if shown > 0 {
			need += gap
		}
		if need > left {
			if shown == 0 {
				sizes[i] = max(left, 0)
			}
			break
		}
		sizes[i] = max(p.Min, 0)
		left -= need
		shown = i + 1
	}
	grow(sizes[:shown], parts[:shown], left)
	return sizes
}

// grow hands out what is left by weight; what a part at its limit cannot take goes to the others.
func grow(sizes []int, parts []Part, left int) {
	for left > 0 {
		weights, last := open(sizes, parts)
		if weights == 0 {
			return
		}
		pool := left
		for i, p := range parts {
			more := min(pool*p.Weight/weights, p.space(sizes[i]), left)
			if i == last && more == 0 {
				more = 1 // the rest that does not divide
			}
			sizes[i] += more
			left -= more
		}
	}
}

// open returns the sum of the weights of the parts that can still grow, and the last of these.
func open(sizes []int, parts []Part) (weights, last int) {
	for i, p := range parts {
		if p.Weight > 0 && p.space(sizes[i]) > 0 {
			weights += p.Weight
			last = i
		}
	}
	return weights, last
}

// space returns how much a part of that size can still grow.
func (p Part) space(size int) int {
	if p.Max <= 0 {
		return unlimited
	}
	return max(0, p.Max-size)
}

const unlimited = 1 << 20
