package render

import "slices"

// Sizes of the labels in a chart, in SVG units. They are rough: the reader's machine
// chooses the font.
const (
	labelHeight = 16.0
	cellWidth   = 7.6  // of a letter
	labelGap    = 10.0 // between a label and what it names
	labelCells  = 28   // longer names are cut
	maxLabels   = 12   // more would hide the picture
	pointSize   = 6.0  // half the side of a point
)

// box is a rectangle that something takes up.
type box struct{ left, right, top, bottom float64 }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

func (b box) holds(o box) bool {
	return b.left <= o.left && o.right <= b.right && b.top <= o.top && o.bottom <= b.bottom
}

// labelling finds room for the labels of one chart.
type labelling struct {
	within box
	radius float64 // of what is named, beyond pointSize
	points []box   // better not covered
	taken  []box   // other labels
}

// avoid asks later labels to leave the point free if they can.
func (l *labelling) avoid(x, y float64) {
	l.points = append(l.points, box{x - pointSize, x + pointSize, y - pointSize, y + pointSize})
}

// hits counts the points that a box would cover.
func (l *labelling) hits(b box) int {
	n := 0
	for _, p := range l.points {
		if p.meets(b) {
			n++
		}
	}
	return n
}

// beside returns a label next to a point, where it covers the fewest other points. ok
// is false if there is no room.
func (l *labelling) beside(name string, x, y float64) (_ shape, ok bool) {
	words := truncate(printable(orAbsent(name)), labelCells)
	length := float64(cellWidth * float64(width(words)))
	least := len(l.points) + 1
	var best shape
	var room box
	for _, shift := range []float64{0, -1, 1, -2, 2} {
		middle := y + float64(shift*labelHeight)
		for _, anchor := range []string{"start", "end"} {
			at, left := x+labelGap+l.radius, x+labelGap+l.radius
			if anchor == "end" {
				at, left = x-labelGap-l.radius, x-labelGap-l.radius-length
			}
			b := box{left, left + length, middle - labelHeight/2, middle + labelHeight/2}
			if !l.within.holds(b) || slices.ContainsFunc(l.taken, b.meets) || l.hits(b) >= least {
				continue
			}
			least, room = l.hits(b), b
			best = text("label", at, middle+labelHeight/4, anchor, words)
		}
	}
	if best.Text == "" || len(l.taken) > maxLabels {
		return shape{}, false
	}
	l.taken = append(l.taken, room)
	return best, true
}

// along returns a label above a line that rises from (x1, y1) to (x2, y2), at
// the end where it covers fewer points.
func (l *labelling) along(words string, x1, y1, x2, y2 float64) shape {
	length := float64(cellWidth * float64(width(words)))
	beneath := y1 + float64((y2-y1)*min(1, length/(x2-x1))) // the line under the end of a label at its left end
	right := box{x2 - length, x2, y2 - labelHeight - labelGap, y2 - labelGap}
	left := box{x1, x1 + length, beneath - labelHeight - labelGap, beneath - labelGap}
	if l.hits(left) < l.hits(right) {
		l.taken = append(l.taken, left)
		return text("hintname", x1, beneath-labelGap, "start", words)
	}
	l.taken = append(l.taken, right)
	return text("hintname", x2, y2-labelGap, "end", words)
}
