package layout

// Rect is a part of the screen in cells; X and Y count from the upper left corner. Width and height
// are never negative in what this package returns.
type Rect struct {
	X, Y, W, H int
}

// Screen returns the rectangle of a whole screen.
func Screen(w, h int) Rect { return Rect{W: max(w, 0), H: max(h, 0)} }

// IsEmpty reports whether the rectangle has no cell.
func (r Rect) IsEmpty() bool { return r.W <= 0 || r.H <= 0 }

// Contains reports whether the cell x, y lies in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Local returns the cell x, y of the screen as counted from the rectangle's own corner.
func (r Rect) Local(x, y int) (localX, localY int) { return x - r.X, y - r.Y }

// Top cuts n rows off the top; fewer if there are not as many.
func (r Rect) Top(n int) (top, rest Rect) {
	n = clamp(n, r.H)
	return Rect{r.X, r.Y, r.W, n}, Rect{r.X, r.Y + n, r.W, r.H - n}
}

// Bottom cuts n rows off the bottom; fewer if there are not as many.
func (r Rect) Bottom(n int) (bottom, rest Rect) {
	n = clamp(n, r.H)
	return Rect{r.X, r.Y + r.H - n, r.W, n}, Rect{r.X, r.Y, r.W, r.H - n}
}

// Left cuts n columns off the left; fewer if there are not as many.
func (r Rect) Left(n int) (left, rest Rect) {
	n = clamp(n, r.W)
	return Rect{r.X, r.Y, n, r.H}, Rect{r.X + n, r.Y, r.W - n, r.H}
}

// Right cuts n columns off the right; fewer if there are not as many.
func (r Rect) Right(n int) (right, rest Rect) {
	n = clamp(n, r.W)
	return Rect{r.X + r.W - n, r.Y, n, r.H}, Rect{r.X, r.Y, r.W - n, r.H}
}

// Inset returns the rectangle without dx columns on both sides and dy rows above and below.
func (r Rect) Inset(dx, dy int) Rect {
	dx, dy = clamp(dx, r.W/2), clamp(dy, r.H/2)
	return Rect{r.X + dx, r.Y + dy, r.W - 2*dx, r.H - 2*dy}
}

// Center returns a rectangle of w columns and h rows in the middle, no larger than this one.
func (r Rect) Center(w, h int) Rect {
	w, h = clamp(w, r.W), clamp(h, r.H)
	return Rect{r.X + (r.W-w)/2, r.Y + (r.H-h)/2, w, h}
}

// Hit returns which of the rectangles holds the cell, the last one first, since it lies on top; -1
// if none does.
func Hit(rects []Rect, x, y int) int {
	for i := len(rects) - 1; i >= 0; i-- {
		if rects[i].Contains(x, y) {
			return i
		}
	}
	return -1
}

func clamp(n, limit int) int { return max(0, min(n, limit)) }
