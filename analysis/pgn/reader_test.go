package pgn_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// failer is implemented by tests and by properties.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// read returns the games and the errors of a text.
func read(t failer, text string) (games []*analysis.Game, errs []*analysis.GameError) {
	t.Helper()
	for g, err := range pgn.Games(strings.NewReader(text), "test.pgn", pgn.Options{}) {
		var one *analysis.GameError
		switch {
		case err == nil:
			games = append(games, g)
		case errors.As(err, &one):
			errs = append(errs, one)
		default:
			t.Fatalf("reading ended with %v", err)
		}
	}
	return games, errs
}

// only returns the game of a text that holds one.
func only(t failer, text string) *analysis.Game {
	t.Helper()
	games, errs := read(t, text)
	if len(games) != 1 || len(errs) != 0 {
		t.Fatalf("%q: %d games and errors %v, want one game", text, len(games), errs)
	}
	return games[0]
}

// noted returns the notes of a game in words, each on a line.
func noted(g *analysis.Game) string {
	var s []string
	for _, n := range g.Notes {
		s = append(s, n.Text)
	}
	return strings.Join(s, "\n")
}

func sans(g *analysis.Game) string {
	var s []string
	for _, p := range g.Plies {
		s = append(s, p.SAN)
	}
	return strings.Join(s, " ")
}

// TestMoveText compares one awkward way of writing moves at a time with the moves meant.
func TestMoveText(t *testing.T) {
	const ruy = "e4 e5 Nf3 Nc6 Bb5"
	tests := []struct{ name, text, want string }{
		{"plain", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *", ruy},
		{"glued numbers", "1.e4 e5 2.Nf3 Nc6 3.Bb5 *", ruy},
		{"numbers for both", "1. e4 1... e5 2.Nf3 2...Nc6 3. ... *", "e4 e5 Nf3 Nc6"},
		{"dots apart", "1 . e4 1 ... e5 2 .. Nf3 2. … Nc6 3…  Bb5 *", ruy},
		{"no numbers", "e4 e5 Nf3 Nc6 Bb5 *", ruy},
		{"numbers without dots", "1 e4 e5 2 Nf3 Nc6 3Bb5 *", ruy},
		{"wrong numbers", "7. e4 e5 7. Nf3 Nc6 1. Bb5 *", ruy},
		{"signs", "1. e4! e5?! 2. Nf3!? $1 Nc6 $14$36 +- 3. Bb5 N ± *", ruy},
		{"draw offers", "1. e4 (=) e5(=) 2. Nf3= Nc6 = 3. Bb5 *", ruy},
		{"long algebraic", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1-b5 *", ruy},
		{"coordinates", "e2e4 e7e5 g1f3 b8c6 f1b5 *", ruy},
		{"too much said", "1. Pe4 Pe7-e5 2. Ngf3 Nb8xc6 3. Bfb5 *", ruy},
		{"dashes of print", "1. e2–e4 e7—e5 2. Ng1−f3 Nc6 3. Bb5 *", ruy},
		{"comments", "{a} 1. e4 {b {c} d} e5 ; Nf6 2. d4\n2. Nf3 {}Nc6{x}3. Bb5 {end} * {after}", ruy},
		{"stray brace in comment", "1. e4 {a { b} e5 2. Nf3 {c} Nc6 3. Bb5 *", ruy},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4) 2. c4) e5 2. Nf3 (2. f4) (2. d4) Nc6 3. Bb5 *", ruy},
		{"result in a variation", "1. e4 (1. d4 1-0) e5 2. Nf3 Nc6 3. Bb5 *", ruy},
		{"stray bracket", "1. e4 e5) 2. Nf3 ] Nc6 } 3. Bb5 *", ruy},
		{"escaped line", "1. e4 e5\n% 2. d4 {\n2. Nf3 Nc6 3. Bb5 *", ruy},
		{"bare command", "1. e4 [%clk 0:01:00] e5 2. Nf3 Nc6 3. Bb5 *", ruy},
		{"figurines", "1. e4 e5 2. ♘f3 ♞c6 3. ♗\ufe0eb5 *", ruy},
		{"German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *", ruy},
		{"French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 *", ruy},
		{"Spanish", "1. e4 e5 2. Cf3 Cc6 3. Ab5 *", ruy},
		{"Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lb5 *", ruy},
		{"Polish", "1. e4 e5 2. Sf3 Sc6 3. Gb5 *", ruy},
		{"Czech", "1. e4 e5 2. Jf3 Jc6 3. Sb5 *", ruy},
		{"Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 *", ruy},
		{"Russian, Cyrillic files", "1. е4 е5 2. Кf3 Кс6 3. Сb5 *", ruy},
		{"Russian, Latin look-alikes", "1. e4 e5 2. Kf3 Kc6 3. Cb5 *", ruy},

		{"castling", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
		{"castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0! *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
		{"castling with Cyrillic O", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. О-О о–о *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
		{"castling by the king", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. e1g1 e8h8 *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
		{"castling long", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 OOO *", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O"},
		{"captures", "1. e4 d5 2. ed5 Qd5: 3. Nc3 Q:d8 *", "e4 d5 exd5 Qxd5 Nc3 Qd8"},
		{"captures by file", "1. e4 d5 2. exd Qxd5 *", "e4 d5 exd5 Qxd5"},
		{"captures without x", "1. e4 d5 2. e4d5 Qd5 *", "e4 d5 exd5 Qxd5"},
		{"Russian captures", "1. e4 d5 2. ed Ф:d5 3. Кc3 Фхd8 *", "e4 d5 exd5 Qxd5 Nc3 Qd8"},
		{"en passant", "1. e4 c5 2. e5 d5 3. exd6 e.p. Qxd6 *", "e4 c5 e5 d5 exd6 Qxd6"},
		{"en passant glued", "1. e4 c5 2. e5 d5 3. ed6e.p.! Qxd6 *", "e4 c5 e5 d5 exd6 Qxd6"},
		{"check and mate not said", "1. f3 e5 2. g4 Qh4 0-1", "f3 e5 g4 Qh4#"},
		{"check and mate said wrongly", "1. f3+ e5# 2. g4++ Qh4+ 0-1", "f3 e5 g4 Qh4#"},
		{"mate in words", "1. f3 e5 2. g4 Qh4 mate 0-1", "f3 e5 g4 Qh4#"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := only(t, "[White \"A\"]\n\n"+tt.text+"\n")
			if got := sans(g); got != tt.want || g.Cut != nil {
				t.Errorf("%s\n got %s\nwant %s\ncut %v", tt.text, got, tt.want, g.Cut)
			}
		})
	}
}

// TestPromotion reads all the ways to write a promotion.
func TestPromotion(t *testing.T) {
	tests := map[string]string{
		"b8=Q": "b8=Q", "b8Q": "b8=Q", "b8(Q)": "b8=Q", "b8/Q": "b8=Q", "b8=q": "b8=Q", "b7b8q": "b8=Q",
		"b7-b8=N+": "b8=N", "b8R!": "b8=R", "b8=(B)": "b8=B", "b7b8b": "b8=B", "b8b": "b8=B", "b8=N": "b8=N",
		"bxa8=Q": "bxa8=Q", "ba8N": "bxa8=N", "b8=Ф": "b8=Q", "b8Ф": "b8=Q", "b8(К)": "b8=N", "bхa8Л": "bxa8=R",
		"b8♕": "b8=Q", "b8=D": "b8=Q", "b8=T": "b8=R",
	}
	for text, want := range tests {
		g := only(t, "[FEN \"r7/1P2k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. "+text+" *\n")
		if got := sans(g); got != want {
			t.Errorf("%s: got %q, want %q (%v)", text, got, want, g.Cut)
		}
	}
}

// TestCut reads records that break, and checks where and why.
func TestCut(t *testing.T) {
	tests := []struct {
		text, reason, token string
		plies, line         int
	}{
		{"1. e4 e5 2. Ke3 *", "not legal", "Ke3", 2, 3},
		{"1. e4 e5\n2. Nf3 banana 3. Bb5 *", "cannot be read", "banana", 3, 4},
		{"1. Nf3 Nf6 2. d4 d5 3. Nd2 *", "ambiguous: it may be Nb1-d2 or Nf3-d2", "Nd2", 4, 3},
		{"1. e4 e5 2. -- Nc6 *", "null move", "--", 2, 3},
		{"1. e4 e5 2. Z0 Nc6 *", "null move", "Z0", 2, 3},
		{"1. f3 e5 2. g4 Qh4# 3. Ke5 0-1", "ended with checkmate", "Ke5", 4, 3},
		{"1. e4 {never closed\n e5 2. Nf3 *", "comment is opened", "{", 1, 3},
		{"1. e4 (1. d4 e5 2. Nf3 *", "variation is opened", "(", 1, 3},
		{"1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6 Qh8 1/2-1/2",
			"ended with stalemate", "Qh8", 19, 3}, // Sam Loyd's stalemate in ten moves
		{"1. e4 e5 2. exd 1-0", "not legal", "exd", 2, 3},
		{"1. e4 e5 2. O-O 1-0", "not legal", "O-O", 2, 3},
		{"1. e4 \xf0\x9f\x98\x80 1-0", "cannot be read", "\U0001f600", 1, 3},
	}
	for _, tt := range tests {
		text := "[Event \"A\"]\n\n" + tt.text + "\n"
		g := only(t, text+"\n")
		if g.Cut == nil {
			t.Errorf("%q: not cut", tt.text)
			continue
		}
		c := g.Cut
		if len(g.Plies) != tt.plies || c.Ply != tt.plies || c.Line != tt.line || c.Token != tt.token || !strings.Contains(c.Reason, tt.reason) {
			t.Errorf("%q: %d plies, cut %+v", tt.text, len(g.Plies), c)
		}
		// A bad game does not harm its neighbour.
		games, errs := read(t, text+"[Event \"B\"]\n\n1. d4 d5 1/2-1/2\n")
		if len(games) != 2 || len(errs) != 0 || sans(games[1]) != "d4 d5" || games[1].Event != "B" {
			t.Errorf("%q: %d games, %v", tt.text, len(games), errs)
		}
	}
}

// TestBoundaries reads texts in which games are hard to tell apart. It lists the number of
// plies of each game, -1 for an error.
func TestBoundaries(t *testing.T) {
	tests := []struct {
		name, text string
		want       []int
	}{
		{"nothing", "", nil},
		{"blanks", " \n\r\n\t\x00\n", nil},
		{"comment only", "{nothing} ; here\n% or here", []int{-1}},
		{"no blank line", "[Event \"A\"]\n1. e4 e5 *\n[Event \"B\"]\n1. d4 *\n", []int{2, 1}},
		{"no result", "[Event \"A\"]\n\n1. e4 e5\n\n[Event \"B\"]\n\n1. d4", []int{2, 1}},
		{"no tags", "1. e4 e5 1-0 1. d4 d5 0-1\n\n1. c4 *", []int{2, 2, 1}},
		{"all on one line", `[Event "A"] [White "B"] 1. e4 * [Event "C"] 1. d4 *`, []int{1, 1}},
		{"no moves", "[Event \"A\"]\n[White \"W\"]\n\n[Event \"B\"]\n\n*\n[Event \"C\"]", []int{0, 0, 0}},
		{"no moves, no event", "[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n[Black \"D\"]\n", []int{0, 0}},
		{"blank line in the tags", "[Event \"A\"]\n\n[White \"B\"]\n\n1. e4 *", []int{1}},
		{"tag twice", "[Event \"A\"]\n[White \"B\"]\n[White \"C\"]\n\n1. e4 *", []int{1}},
		{"text between", "Round 1\n[Event \"A\"]\n\n1. e4 *\n\nRound two was better.\n\n[Event \"B\"]\n\n1. d4 *", []int{1, 1}},
		{"text at the end", "[Event \"A\"]\n\n1. e4 *\n\n(c) by nobody, all wrongs reserved", []int{1, -1}},
		{"comment at the end", "[Event \"A\"]\n\n1. e4 *\n\n{the end} ; it is\n% really\n", []int{1}},
		{"only text", "This is no chess.", []int{-1}},
		{"a mark alone", "\ufeff\n", nil},
		{"result twice", "[Event \"A\"]\n\n1. e4 1-0 1-0\n\n[Event \"B\"]\n\n*", []int{1, 0}},
		{"comment across games", "[Event \"A\"]\n\n1. e4 {open\n\n[Event \"B\"]\n\n1. d4 {closed} d5 *", []int{1, 2}},
		{"tag inside a comment", "[Event \"A\"]\n\n1. e4 { see\n[Site \"x\"] } e5 *\n", []int{2}},
		{"CR only", "[Event \"A\"]\r\r1. e4 e5 *\r\r[Event \"B\"]\r\r1. d4 *\r", []int{2, 1}},
		{"unplayed", "[Event \"A\"]\n[Result \"+/-\"]\n\n+/-\n\n[Event \"B\"]\n\n-/+\n\n[Event \"C\"]\n\n-/-\n", []int{0, 0, 0}},
		{"marks in the middle", "\ufeff[Event \"A\"]\n\n1. e4 *\n\ufeff[Event \"B\"]\n\n1. d4 *", []int{1, 1}},
		{"quotes left open", "[Event \"A]\n[White \"B\n[Black \"C\"\n\n1. e4 *", []int{1}},
		{"value missing", "[Event \"A\"]\n[Black\n[Result \"1-0\"]\n\n1. e4 1-0", []int{1}},
		{"no quotes", "[Event A]\n[White \"B\"]\n\n1. e4 *", []int{1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []int
			for g, err := range pgn.Games(strings.NewReader(tt.text), "t", pgn.Options{}) {
				if err != nil {
					got = append(got, -1)
				} else {
					got = append(got, len(g.Plies))
				}
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%q: got %v, want %v", tt.text, got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Fatalf("%q: got %v, want %v", tt.text, got, tt.want)
				}
			}
		})
	}
}

func TestGameTooLong(t *testing.T) {
	long := "[Event \"B\"]\n\n1. e4 {" + strings.Repeat("word ", 1000) + "} e5 *\n\n"
	endless := "[Event \"C\"]\n\n1. e4 {" + strings.Repeat("word\n", 1000)
	text := "[Event \"A\"]\n\n1. d4 *\n\n" + long + endless + "\n[Event \"D\"]\n\n1. c4 *\n"
	var got []string
	for g, err := range pgn.Games(strings.NewReader(text), "long.pgn", pgn.Options{MaxGameBytes: 2000}) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, g.Event)
		}
	}
	want := []string{"A", "long.pgn:5: game 2: the game is longer than 2000 bytes, the limit for one game",
		"long.pgn:9: game 3: the game is longer than 2000 bytes, the limit for one game", "D"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestGamesStopsWhenAsked(t *testing.T) {
	for range pgn.Games(strings.NewReader("1. e4 * 1. d4 *"), "t", pgn.Options{}) {
		break
	}
}

// failing gives an error after a text.
type failing struct {
	r   io.Reader
	err error
}

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = f.err
	}
	return n, err
}

func isGameError(err error) bool {
	var one *analysis.GameError
	return errors.As(err, &one)
}

func TestInputFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	limit := fault.New(fault.TooLarge, "too_large", "the file unpacks to more than 2 GiB")
	for _, tt := range []struct {
		err  error
		kind fault.Kind
	}{{broken, fault.Invalid}, {limit, fault.TooLarge}} {
		r := pgn.NewReader(failing{strings.NewReader("[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. e4 "), tt.err}, "x.pgn", pgn.Options{})
		var last error
		for range 5 {
			if _, last = r.Next(); last != nil {
				break
			}
		}
		if !errors.Is(last, tt.err) || fault.KindOf(last) != tt.kind || isGameError(last) || !strings.Contains(last.Error(), "x.pgn") {
			t.Errorf("error %v of kind %v, want %v of kind %v", last, fault.KindOf(last), tt.err, tt.kind)
		}
	}
}
