package pgn_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

func TestWrite(t *testing.T) {
	g := only(t, "[ECO \"C42\"]\n[White \"A \\\"B\\\" \\\\C\"]\n[Result \"0-1\"]\n[Annotator \"x\"]\n\n"+
		"1. e4 {[%clk 1:00:00]} e5 {[%clk 0:59:59.5]} 2. Nf3 (2. f4) Nf6 {x} 3. Nxe5 d6 4. Nf3 Nxe4 5. d4 d5 6. Bd3 Nc6 7. O-O Be7 8. c4 Nb4 9. Be2 O-O 1/2-1/2")
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\C"]
[Black "?"]
[Result "0-1"]
[Annotator "x"]
[ECO "C42"]

1. e4 {[%clk 1:00:00]} 1... e5 {[%clk 0:59:59.5]} 2. Nf3 Nf6 3. Nxe5 d6 4. Nf3
Nxe4 5. d4 d5 6. Bd3 Nc6 7. O-O Be7 8. c4 Nb4 9. Be2 O-O 1/2-1/2

`
	var out strings.Builder
	if err := pgn.Write(&out, g); err != nil || out.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, out.String(), want)
	}
	g.Variant = analysis.Chess960
	if err := pgn.Write(&out, g); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("a game of Chess960 is written: %v", err)
	}
	g.Variant = analysis.Standard
	if err := pgn.Write(full{}, g); err == nil {
		t.Error("an error of the writer is lost")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, bytes.ErrTooLarge }

// sameAfterWriting fails where a game changes by being written and read again.
func sameAfterWriting(t failer, g *analysis.Game) {
	t.Helper()
	var out bytes.Buffer
	if err := pgn.Write(&out, g); err != nil {
		t.Fatalf("%v", err)
	}
	text := out.String()
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 80 && line[0] != '[' {
			t.Fatalf("line %q is too long", line)
		}
	}
	r := pgn.NewReader(&out, g.Source.File, pgn.Options{})
	again, err := r.Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if again.ID != g.ID || !slices.Equal(again.Plies, g.Plies) || again.Board != g.Board || again.End.Key != g.End.Key || again.White != g.White {
		t.Fatalf("another game comes back from\n%s\ngot %+v\nhad %+v", text, again, g)
	}
	if more, err := r.Next(); more != nil || isGameError(err) {
		t.Fatalf("more than one game comes back from\n%s: %v", text, err)
	}
}

// TestWriteThenRead plays games of random legal moves with odd tags.
func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		value := rapid.StringMatching(`[ -~éЖ]{0,12}`)
		for _, name := range []string{"White", "Black", "Date", "Round", "Event"} {
			if rapid.Bool().Draw(t, "tag") {
				v := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value.Draw(t, name))
				text.WriteString("[" + name + " \"" + v + "\"]\n")
			}
		}
		fen := rapid.SampledFrom([]string{
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
			"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
			"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		}).Draw(t, "start")
		text.WriteString("[FEN \"" + fen + "\"]\n\n")
		for range rapid.IntRange(0, 30).Draw(t, "plies") {
			p, err := pgn.NewPosition(fen)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Legal) == 0 {
				break
			}
			m := rapid.SampledFrom(p.Legal).Draw(t, "move")
			text.WriteString(m.String() + " ")
			if rapid.Bool().Draw(t, "clock") {
				text.WriteString("{[%clk 0:12:34]} ")
			}
			fen = after(t, fen, m)
		}
		games, errs := read(t, text.String()+rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "*"}).Draw(t, "result"))
		if len(games) != 1 || len(errs) != 0 || games[0].Cut != nil || games[0].End.Key != fen {
			t.Fatalf("%q: %v, %v", text.String(), games, errs)
		}
		sameAfterWriting(t, games[0])
	})
}

// after returns the position after a move, taken from a game of one ply.
func after(t failer, fen string, m analysis.Move) string {
	return only(t, "[FEN \""+fen+"\"]\n\n"+m.String()+" *").End.Key
}

func TestWriteSamples(t *testing.T) {
	for _, name := range []string{"twic1599.pgn", "lezcano.pgn", "begonia.pgn", "hard/checks.pgn", "hard/dr_who.pgn", "hard/uci-moves.pgn"} {
		games, _ := read(t, string(sample(t, name)))
		for _, g := range games {
			sameAfterWriting(t, g)
		}
	}
}

func TestClockWritten(t *testing.T) {
	g := only(t, "1. e4 *")
	for _, d := range []time.Duration{0, time.Millisecond, 59*time.Second + 100*time.Millisecond, 26 * time.Hour} {
		g.Plies[0].Clock = d
		sameAfterWriting(t, g)
	}
}
