package render

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
)

// Board draws the position after a ply of a game, counted from 0, as SVG for a page; -1 is the
// position in which the game begins. It has classes and no styles; board.css of the pages styles
// it. flipped shows the board from Black's side. Elements have fixed ids, so a page can contain
// only one board. Arrows are the move and, if it is another, the engine's choice. A game without such a position is a fault.NotFound.
func (p Phrases) Board(g *reports.GameMoves, ply int, flipped bool) (template.HTML, error) {
	position, title := g.Start, p.say("board.start", nil)
	d := boardDrawing{words: p.words, flipped: flipped, First: title, After: p.say("board.after", fields{"Move": "{}"})}
	if ply >= 0 && ply < len(g.Moves) {
		m := &g.Moves[ply]
		position, title = m.Position, p.say("board.after", fields{"Move": numbered(m)})
		if m.Best != m.PlayedUCI && m.Best != "" {
			if err := d.arrow("best", m.Best); err != nil {
				return "", err
			}
		}
		if err := d.arrow("played", m.PlayedUCI); err != nil {
			return "", err
		}
	}
	if position == "" || ply >= len(g.Moves) {
		return "", fault.New(fault.NotFound, "position", "the game has no position after ply %d", ply)
	}
	if err := d.place(position); err != nil {
		return "", err
	}
	d.Title = title + ": " + d.men()
	d.squares()
	return picture("board", p.words, &d)
}

// numbered writes a move with its number, as "12...Nf6".
func numbered(m *reports.GameMove) string {
	if m.Color == analysis.Black.String() {
		return fmt.Sprintf("%d...%s", m.Turn, printable(m.Played))
	}
	return fmt.Sprintf("%d.%s", m.Turn, printable(m.Played))
}

const squareSide = 100 // of a board, in SVG units

// boardDrawing is what the template of a board shows.
type boardDrawing struct {
	*words
	flipped bool
	Title   string
	// For a script that draws other positions: the letters of the men but pawns, from the king down, the names of the sides,
	// and the titles of the first position and, with {} for a move, of others.
	Letters, White, Black, First, After string

	Light, Dark string // outlines of the squares
	Coordinates []boardMark
	Men         []boardMark
	Arrows      []boardMark
}

// boardMark is a man, a letter or an arrow. Class is w or b for a man, played or best for an arrow, whose outline Text is.
type boardMark struct {
	Kind, Class, Text string
	X, Y              int
	square            string
}

// at returns the corner of a square, given by its file and rank from 0.
func (b *boardDrawing) at(file, rank int) (x, y int) {
	if b.flipped {
		file, rank = 7-file, 7-rank
	}
	return file * squareSide, (7 - rank) * squareSide
}

// arrow adds a move in UCI notation.
func (b *boardDrawing) arrow(class, uci string) error {
	m, err := analysis.ParseMove(uci)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "position", "the move was not replayed")
	}
	x, y := b.at(m.From()%8, m.From()/8)
	tx, ty := b.at(m.To()%8, m.To()/8)
	const half, head = squareSide / 2, 34
	short := 1 - head/math.Sqrt(float64((tx-x)*(tx-x)+(ty-y)*(ty-y)))
	b.Arrows = append(b.Arrows, boardMark{Class: class,
		Text: fmt.Sprintf("M%d %dL%.0f %.0f", x+half, y+half, float64(x+half)+float64(float64(tx-x)*short), float64(y+half)+float64(float64(ty-y)*short))})
	return nil
}

// place sets the men of a FEN.
func (b *boardDrawing) place(fen string) error {
	placement, _, _ := strings.Cut(fen, " ")
	rank, file := 7, 0
	for _, r := range placement {
		switch {
		case r == '/' && file == 8 && rank > 0:
			rank, file = rank-1, 0
			continue
		case r >= '1' && r <= '8' && file+int(r-'0') <= 8:
			file += int(r - '0')
			continue
		case !strings.ContainsRune("kqrbnpKQRBNP", r) || file > 7:
			return fault.New(fault.Invalid, "position", "the position %q cannot be drawn", placement)
		}
		m := boardMark{Kind: strings.ToLower(string(r)), Class: "b", square: string(rune('a'+file)) + string(rune('1'+rank))}
		if m.Kind != string(r) {
			m.Class = "w"
		}
		m.X, m.Y = b.at(file, rank)
		b.Men = append(b.Men, m)
		file++
	}
	if rank != 0 || file != 8 {
		return fault.New(fault.Invalid, "position", "the position %q cannot be drawn", placement)
	}
	return nil
}

// men names the men of each side for screen readers, the king first: "White: Kg1, Rf1, a2; Black:
// ...".
func (b *boardDrawing) men() string {
	for _, kind := range "kqrbn" {
		b.Letters += b.slug("board.letter", string(kind)) + " "
	}
	b.White, b.Black = b.slug("board.side", "w"), b.slug("board.side", "b")
	var sides []string
	for _, side := range []string{"w", "b"} {
		var all []string
		for _, kind := range "kqrbnp" {
			letter := ""
			if kind != 'p' {
				letter = b.slug("board.letter", string(kind))
			}
			for _, m := range b.Men {
				if m.Class == side && m.Kind == string(kind) {
					all = append(all, letter+m.square)
				}
			}
		}
		sides = append(sides, b.slug("board.side", side)+": "+strings.Join(all, ", "))
	}
	return strings.Join(sides, "; ")
}

// squares draws the empty board and its coordinates.
func (b *boardDrawing) squares() {
	var light, dark strings.Builder
	for square := range 64 {
		file, rank := square%8, square/8
		x, y := b.at(file, rank)
		to := &dark
		if (file+rank)%2 == 1 {
			to = &light
		}
		fmt.Fprintf(to, "M%d %dh100v100h-100z", x, y)
	}
	b.Light, b.Dark = light.String(), dark.String()
	for i := range 8 {
		x, y := b.at(i, i)
		b.Coordinates = append(b.Coordinates,
			boardMark{Text: string(rune('a' + i)), X: x + 84, Y: 8*squareSide - 7},
			boardMark{Text: string(rune('1' + i)), X: 6, Y: y + 22})
	}
}
