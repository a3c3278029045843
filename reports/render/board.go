package render

import (
	"fmt"
	"html/template"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
)

// Board draws the position after a ply of a game, counted from 0, as SVG for a page; -1 is the
// position in which the game begins. It has classes and no styles; board.css of the pages styles
// it. flipped shows the board from Black's side. Elements have fixed ids, so a page can contain
// only one board. A game without such a position is a fault.NotFound.
func (p Phrases) Board(g *reports.GameMoves, ply int, flipped bool) (template.HTML, error) {
	position, title := g.Start, p.say("board.start", nil)
	d := boardDrawing{words: p.words, flipped: flipped, Width: boardMargin + 8*squareSide + boardEdge, Height: boardEdge + 8*squareSide + boardMargin}
	if ply >= 0 && ply < len(g.Moves) {
		m := &g.Moves[ply]
		position, title = m.Position, p.say("board.after", fields{"Move": numbered(m)})
		if err := d.last(m.PlayedUCI); err != nil {
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

// Sizes of a board, in SVG units.
const (
	squareSide  = 100
	boardMargin = 46 // left and below, for coordinates
	boardEdge   = 4  // on the other sides
	lastInset   = 4  // of the outline of the last move
)

// boardDrawing is what the template of a board shows.
type boardDrawing struct {
	*words
	flipped       bool
	Width, Height int
	Title         string
	Light, Dark   string // outlines of the squares
	Last          []boardMark
	Coordinates   []boardMark
	Men           []boardMark
}

// boardMark is a man, a square or a letter. Class is w or b for a man, from or to for a square of the
// last move.
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
	return boardMargin + file*squareSide, boardEdge + (7-rank)*squareSide
}

// last marks the squares of a move in UCI notation.
func (b *boardDrawing) last(uci string) error {
	m, err := analysis.ParseMove(uci)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "position", "the move was not replayed")
	}
	for i, square := range []int{m.From(), m.To()} {
		x, y := b.at(square%8, square/8)
		b.Last = append(b.Last, boardMark{Class: [...]string{"from", "to"}[i], X: x + lastInset, Y: y + lastInset})
	}
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
			boardMark{Text: string(rune('a' + i)), X: x + squareSide/2, Y: b.Height - 11},
			boardMark{Text: string(rune('1' + i)), X: boardMargin / 2, Y: y + squareSide/2 + 11})
	}
}
