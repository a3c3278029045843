package render

import (
	"slices"
	"strings"

	"fairplay/reports"
)

// Widths of the players' column in a terminal, in cells.
const (
	gap         = 2  // between columns
	easyName    = 20 // a narrow terminal gives up other things before it cuts names further
	shortestCut = 8  // names are never cut below this
)

// grid is the players' table laid out for a terminal: which columns fit, and
// how wide each is.
type grid struct {
	columns []gridColumn
	all     []column // also those that had no room
	names   *words
	rows    int
	lost    []concession
}

// gridColumn is one column with its texts and the widths of their parts:
// figure, mark and spread stand one below the other.
type gridColumn struct {
	column
	heads                  []string
	figures, marks, spread []string
	wide                   struct{ figure, mark, spread, all int }
}

// concession is what a terminal that is too narrow goes without.
type concession struct {
	id         string
	spreadOnly bool
}

// concessions returns what is given up, first to last, until the table fits.
// The move match with its line and the error go last, and after them the index
// with what chance makes of it.
func concessions(comparing bool) []concession {
	if comparing {
		return []concession{
			{"t3", true}, {"ev", true}, {"ae", true}, {"asd", true}, {"mm", true},
			{"fide_id", false}, {"games", false}, {"ae", false}, {"ev", false}, {"opponents_asd", false},
			{"opponents_mm", false}, {"t3_expected", false}, {"asd_expected", false}, {"line", false}, {"t3", false},
			{"asd", false}, {"roi_rating", false}, {"t3_z", false}, {"asd_z", false}, {"mm_z", false}, {"mm_expected", false}, {"roi_holm", false},
			{"mm", false}, {"rating", false},
		}
	}
	return []concession{
		{"t3", true}, {"ev", true}, {"ae", true}, {"fide_id", false}, {"asd", true},
		{"games", false}, {"ae", false}, {"t3", false}, {"ev", false}, {"opponents_asd", false},
		{"opponents_mm", false}, {"mm", true}, {"asd", false}, {"line", false}, {"rating", false},
	}
}

// newGrid lays out the rows for a terminal of so many columns.
func newGrid(f figures, rows []reports.PlayerRow, terminal int) *grid {
	g := &grid{names: f.words, rows: len(rows), all: columnsOf(f, rows)}
	for _, c := range g.all {
		g.columns = append(g.columns, newGridColumn(f, c, rows))
	}
	for _, c := range concessions(slices.ContainsFunc(rows, compared)) {
		if g.width()-g.columns[0].wide.all+min(g.columns[0].wide.all, easyName) <= terminal {
			break
		}
		g.concede(c)
	}
	name := &g.columns[0]
	name.setWidth(min(name.wide.all, max(shortestCut, terminal-g.width()+name.wide.all)))
	return g
}

func newGridColumn(f figures, c column, rows []reports.PlayerRow) gridColumn {
	g := gridColumn{column: c, heads: strings.Split(f.say("column."+c.id+".short", nil), "\n")}
	for i := range rows {
		g.figures = append(g.figures, printable(c.figure(f, &rows[i])))
		g.wide.figure = max(g.wide.figure, width(g.figures[i]))
		if c.mark != nil {
			g.marks = append(g.marks, c.mark(&rows[i]))
			g.wide.mark = max(g.wide.mark, width(g.marks[i]))
		}
		if c.spread != nil {
			g.spread = append(g.spread, c.spread(f, &rows[i]))
			g.wide.spread = max(g.wide.spread, width(g.spread[i]))
		}
	}
	g.measure()
	return g
}

// measure sets the width of the whole column from those of its parts and of
// its heading.
func (c *gridColumn) measure() {
	c.wide.all = c.wide.figure + c.wide.mark
	if c.wide.spread > 0 {
		c.wide.all += 1 + c.wide.spread
	}
	for _, head := range c.heads {
		if n := width(head); n > c.wide.all {
			c.wide.figure += n - c.wide.all
			c.wide.all = n
		}
	}
}

// setWidth narrows a column of words.
func (c *gridColumn) setWidth(n int) { c.wide.figure, c.wide.all = n, n }

func (g *grid) width() int {
	sum := gap * (len(g.columns) - 1)
	for i := range g.columns {
		sum += g.columns[i].wide.all
	}
	return sum
}

func (g *grid) concede(what concession) {
	i := slices.IndexFunc(g.columns, func(c gridColumn) bool { return c.id == what.id })
	if i < 0 {
		return // nobody has a figure there
	}
	g.lost = append(g.lost, what)
	if what.spreadOnly {
		c := &g.columns[i]
		c.spread, c.column.spread, c.wide.spread = nil, nil, 0
		c.wide.figure = 0
		for _, text := range c.figures {
			c.wide.figure = max(c.wide.figure, width(text))
		}
		c.measure()
		return
	}
	g.columns = slices.Delete(g.columns, i, i+1)
}

// shown returns the columns that found room.
func (g *grid) shown() []column {
	columns := make([]column, len(g.columns))
	for i := range g.columns {
		columns[i] = g.columns[i].column
	}
	return columns
}

// dropped names the columns that are missing, in the order of the table.
func (g *grid) dropped() []string {
	return g.without(func(id string) bool { return slices.Contains(g.lost, concession{id, false}) })
}

// spreadsDropped names the columns that stand without their spread.
func (g *grid) spreadsDropped() []string {
	return g.without(func(id string) bool {
		return slices.Contains(g.lost, concession{id, true}) && !slices.Contains(g.lost, concession{id, false})
	})
}

func (g *grid) without(lost func(id string) bool) []string {
	var names []string
	for _, c := range g.all {
		if lost(c.id) {
			names = append(names, g.heading(c))
		}
	}
	return names
}

// heading names a column in a sentence.
func (g *grid) heading(c column) string {
	name := g.names.say("column."+c.id+".name", nil)
	if c.group == "opponents" || strings.HasPrefix(c.id, c.group+"_") {
		name += " (" + g.names.say("group."+c.group, nil) + ")"
	}
	return name
}

// head returns the lines of the heading, the lowest next to the table.
func (g *grid) head() []string {
	tall := 0
	for _, c := range g.columns {
		tall = max(tall, len(c.heads))
	}
	lines := make([]string, tall)
	for n := range lines {
		cells := make([]string, len(g.columns))
		for i, c := range g.columns {
			if at := n - (tall - len(c.heads)); at >= 0 {
				cells[i] = c.place(c.heads[at])
			}
			cells[i] = padRight(cells[i], c.wide.all)
		}
		lines[n] = strings.TrimRight(strings.Join(cells, strings.Repeat(" ", gap)), " ")
	}
	return lines
}

// place sets a heading over the column: above the figures where it fits there.
func (c *gridColumn) place(head string) string {
	if c.text || width(head) > c.wide.figure {
		return head
	}
	return padLeft(head, c.wide.figure)
}

// row returns the line of player i.
func (g *grid) row(i int) string {
	cells := make([]string, len(g.columns))
	for j, c := range g.columns {
		cells[j] = padRight(c.cell(i), c.wide.all)
	}
	return strings.Join(cells, strings.Repeat(" ", gap))
}

func (c *gridColumn) cell(i int) string {
	if c.text {
		return truncate(c.figures[i], c.wide.figure)
	}
	cell := padLeft(c.figures[i], c.wide.figure)
	if c.marks != nil {
		cell += padRight(c.marks[i], c.wide.mark)
	}
	if c.spread != nil {
		cell += " " + c.spread[i]
	}
	return cell
}
