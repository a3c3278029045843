package render

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/reports"
)

// playedGame is a real game as moves without figures.
func playedGame(t *testing.T) *reports.GameMoves {
	t.Helper()
	f, err := os.Open("../../testdata/demo/grand_swiss_2021_round_8.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := pgn.NewReader(f, "demo.pgn", pgn.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	out := &reports.GameMoves{Start: g.Start}
	for i, ply := range g.Plies {
		after := g.End.Key
		if i+1 < len(g.Plies) {
			after = g.Plies[i+1].Key
		}
		out.Moves = append(out.Moves, reports.GameMove{Ply: i, Position: after, MoveRow: reports.MoveRow{
			Turn: i/2 + 1, Color: g.Turn(i).String(), Played: ply.SAN, PlayedUCI: ply.Move.String(), Excluded: "opening",
		}})
	}
	return out
}

func phrasesOf(t *testing.T, lang string) Phrases {
	t.Helper()
	p, err := PhrasesOf(lang)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wellFormed fails the test unless a picture is XML without styles of its own.
func wellFormed(t *testing.T, picture string) {
	t.Helper()
	read := xml.NewDecoder(strings.NewReader("<x>" + picture + "</x>"))
	for {
		token, err := read.Token()
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in %s", err, picture)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "style" {
					t.Errorf("%s has a style", e.Name.Local)
				}
			}
		}
	}
}

// Every position of a game is drawn with all its men, from both sides, in less than 20 kB.
func TestBoards(t *testing.T) {
	g, p := playedGame(t), phrasesOf(t, "en")
	for ply := -1; ply < len(g.Moves); ply++ {
		position, last := g.Start, 0
		if ply >= 0 {
			position, last = g.Moves[ply].Position, 1
		}
		placement, _, _ := strings.Cut(position, " ")
		men := len(strings.Map(func(r rune) rune {
			if strings.ContainsRune("kqrbnpKQRBNP", r) {
				return r
			}
			return -1
		}, placement))
		for _, flipped := range []bool{false, true} {
			drawn, err := p.Board(g, ply, flipped)
			if err != nil {
				t.Fatal(err)
			}
			svg := string(drawn)
			wellFormed(t, svg)
			if n := strings.Count(svg, "<use "); n != men || len(svg) > 20_000 {
				t.Errorf("ply %d: %d men of %d, %d bytes", ply, n, men, len(svg))
			}
			if strings.Count(svg, `class="arrow played"`) != last || strings.Count(svg, `class="arrow best"`) != 0 {
				t.Errorf("ply %d: arrows that are not of the last move alone", ply)
			}
		}
	}
}

// The board says in words what it shows, and turns around.
func TestBoardSays(t *testing.T) {
	g := &reports.GameMoves{Start: "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", Moves: []reports.GameMove{{
		Position: "4k3/8/8/8/8/8/P7/2KR4 b - - 1 1", MoveRow: reports.MoveRow{Turn: 1, Color: "white", Played: "O-O-O", PlayedUCI: "e1c1", Best: "e1f2"},
	}}}
	for lang, want := range map[string]string{
		"en": "Position after 1.O-O-O: White: Kc1, Rd1, a2; Black: Ke8", "ru": "Позиция после 1.O-O-O: Белые: Крc1, Лd1, a2; Чёрные: Крe8",
		"uk": "Позиція після 1.O-O-O: Білі: Крc1, Тd1, a2; Чорні: Крe8",
	} {
		drawn, err := phrasesOf(t, lang).Board(g, 0, false)
		if err != nil || !strings.Contains(string(drawn), "<title id=\"board-title\">"+want+"</title>") {
			t.Errorf("%s: %v, %s", lang, err, drawn)
		}
	}
	flipped, err := phrasesOf(t, "en").Board(g, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	// From Black's side h1 is at the top left, e1 three squares to the right of it and c1 five: the way of the king is level,
	// that of the engine's choice, Kf2, goes down to the left. Arrows end short of the middle of a square.
	for _, want := range []string{`url(#head-played)" d="M350 50L516 50"`, `url(#head-best)" d="M350 50L274 126"`} {
		if !strings.Contains(string(flipped), want) {
			t.Errorf("no %s in %s", want, flipped)
		}
	}
}

func TestBoardsThatCannotBeDrawn(t *testing.T) {
	p := phrasesOf(t, "en")
	for position, want := range map[string]fault.Kind{
		"": fault.NotFound, "8/8/8/8/8/8/8 w - - 0 1": fault.Invalid, "9/8/8/8/8/8/8/8 w": fault.Invalid, "8/8/8/8/8/8/8/7x w": fault.Invalid,
		"8/8/8/8/8/8/8/8/8 w": fault.Invalid, "kkkkkkkkk/8/8/8/8/8/8/8": fault.Invalid, "7/8/8/8/8/8/8/8": fault.Invalid,
	} {
		drawn, err := p.Board(&reports.GameMoves{Start: position}, -1, false)
		if fault.KindOf(err) != want || drawn != "" {
			t.Errorf("%q: %v", position, err)
		}
	}
	g := playedGame(t)
	if _, err := p.Board(g, len(g.Moves), false); fault.KindOf(err) != fault.NotFound {
		t.Errorf("after the end: %v", err)
	}
	g.Moves[0].PlayedUCI = ""
	if _, err := p.Board(g, 0, false); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a move that was not replayed: %v", err)
	}
}

// The curve is what White sees, with a gap where nothing is known, a point for each move that counts
// and a link for every ply.
func TestCurve(t *testing.T) {
	value := func(x float64) *float64 { return &x }
	g := &reports.GameMoves{Moves: []reports.GameMove{
		{MoveRow: reports.MoveRow{Turn: 9, Color: analysis.White.String(), Played: "e4", Match: true}, PlayedPawns: value(1)},
		{MoveRow: reports.MoveRow{Turn: 9, Color: analysis.Black.String(), Played: "<e5>"}, PlayedPawns: value(2)},
		{MoveRow: reports.MoveRow{Turn: 10, Color: analysis.White.String(), Played: "Nf3", Excluded: "forced"}},
		{MoveRow: reports.MoveRow{Turn: 10, Color: analysis.Black.String(), Played: "Nc6", Excluded: "decided"}, PlayedPawns: value(-10)},
	}}
	p := phrasesOf(t, "en")
	drawn, err := p.Curve(g, 1, func(ply int) string { return "?ply=" + strconv.Itoa(ply) })
	if err != nil {
		t.Fatal(err)
	}
	svg := strings.ReplaceAll(string(drawn), "&#43;", "+")
	wellFormed(t, svg)
	for _, want := range []string{
		"9.e4: +1.00 (counts)", "9...&lt;e5&gt;: -2.00 (counts)", "10.Nf3: – (only one legal move)", "10...Nc6: +10.00", `href="?ply=3"`,
		`class="chosen" `, "Highest +10.00 after 10...Nc6, lowest -2.00 after 9...&lt;e5&gt;", `role="group"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if strings.Count(svg, `<circle class="point match"`) != 1 || strings.Count(svg, `<rect class="point another"`) != 1 || strings.Count(svg, "<polyline ") != 2 || strings.Count(svg, "<a ") != 4 {
		t.Errorf("points, lines and links in %s", svg)
	}
	if none, err := p.Curve(playedGame(t), -1, strconv.Itoa); none != "" || err != nil {
		t.Errorf("without values: %q, %v", none, err)
	}
}
