package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/api"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
)

// gameContent is one game with one of its moves. reader.js goes to others without a request: the list of moves holds the
// words of each.
type gameContent struct {
	Game    *reports.GameMoves // nil while it is being evaluated
	Ply     int                // the chosen one, from 0; -1 is the start
	Sides   []*reports.GameSide
	Flipped bool // Black is below

	Board, Curve template.HTML
	Words        []map[string]string // of each ply, by the place of the page in which they stand
	// Opening and Rest are the moves of White and Black by turns: first those of the opening and the reference book, which do not
	// count. If moves count at all, End is the place in Rest after the last that does.
	Opening, Rest [][2]*reports.GameMove
	End           int

	Steps   []gameStep
	Here    func(ply int) string
	Dossier bool // the person may see the pages of the players
}

// Subject names the players.
func (g gameContent) Subject() string {
	if g.Game == nil {
		return ""
	}
	return g.Game.White.Name + " – " + g.Game.Black.Name
}

// Chosen are the words of the chosen ply; those of the start are none.
func (g gameContent) Chosen() map[string]string {
	if g.Ply < 0 {
		return nil
	}
	return g.Words[g.Ply]
}

// Clock writes the time that a side, 0 for White, has left at the chosen ply, "" if the record does not say.
func (g gameContent) Clock(side int) string {
	for i := g.Ply; i >= 0; i-- {
		if g.Game.Moves[i].Color == analysis.Color(side).String() {
			return g.Words[i]["clock"]
		}
	}
	return ""
}

// InOpening reports whether the chosen ply is one of the opening.
func (g gameContent) InOpening() bool {
	last := lastMove(g.Opening)
	return last != nil && g.Ply >= 0 && g.Ply <= last.Ply
}

// lastMove returns the last move of some turns, nil if there is none.
func lastMove(turns [][2]*reports.GameMove) *reports.GameMove {
	if len(turns) == 0 {
		return nil
	}
	last := turns[len(turns)-1]
	return cmp.Or(last[1], last[0])
}

// gameStep leads to another ply by a click or a key.
type gameStep struct{ To, Key, Sign, Name string }

// showGame shows the game of the address at the ply and from the side that the query names, under a
// recipe or as in the report of a test.
func showGame(v *visit) (any, error) {
	of, query := v.c.QueryParams(), v.asked("recipe", "report")
	id, err := v.id("game")
	if err != nil {
		return nil, err
	}
	params := wire.ReadGameMovesParams{Report: v.wanted("report"), Recipe: (*wire.TestKind)(v.wanted("recipe"))}
	game, err := asked(v, door.Attempt{Operation: "readGameMoves", Reads: api.ReadsOfMoves(id, params)}, func(ctx context.Context, who *door.Caller) (*reports.GameMoves, error) {
		return v.api.GameMoves(ctx, who, id, params)
	})
	if err == nil && game == nil {
		v.c.Response().Header().Set("Refresh", "5") // seconds
	}
	if err != nil || game == nil {
		return gameContent{}, err
	}
	g := gameContent{Game: game, Ply: -1, Sides: []*reports.GameSide{&game.White, &game.Black}, Flipped: of.Get("side") == "black", Dossier: v.may("readScreening")}
	if n, err := strconv.Atoi(of.Get("ply")); err == nil && n >= 0 {
		g.Ply = min(n, len(game.Moves)-1)
	}
	for i := range game.Moves {
		g.Words = append(g.Words, v.plyWords(&game.Moves[i], g.Sides))
	}
	g.Opening, g.Rest, g.End = turnsOf(game.Moves)
	g.Here = func(ply int) string { return gameAt(query, ply, g.Flipped) }
	last := len(game.Moves) - 1
	g.Steps = []gameStep{
		{g.Here(-1), "Home", "|◀", v.Say("web.game.first")}, {g.Here(g.Ply - 1), "ArrowLeft", "◀", v.Say("web.game.previous")},
		{g.Here(min(g.Ply+1, last)), "ArrowRight", "▶", v.Say("web.game.next")}, {g.Here(last), "End", "▶|", v.Say("web.game.last")},
	}
	if game.Start != "" {
		if g.Board, err = v.Board(game, g.Ply, g.Flipped); err != nil {
			return nil, err
		}
		g.Steps = append(g.Steps, gameStep{gameAt(query, g.Ply, !g.Flipped), "f", "⇅", v.Say("web.game.flip")})
	}
	g.Curve, err = v.Curve(game, g.Ply, g.Here)
	return g, err
}

// plyWords writes what is said of a move, by the place of the page in which it stands. Values are White's.
func (v *visit) plyWords(m *reports.GameMove, sides []*reports.GameSide) map[string]string {
	side, dots := sides[0], "."
	if m.Color == analysis.Black.String() {
		side, dots = sides[1], "..."
	}
	men, _, _ := strings.Cut(m.Position, " ")
	words := map[string]string{
		"men": men, "played": m.PlayedUCI, "best": m.Best, "name": strconv.Itoa(m.Turn) + dots + m.Played, "move": m.Played, "engine": m.BestSAN,
		"after": asWhite(m.PlayedValue, m.Color), "before": asWhite(m.Value, m.Color), "side": m.Color,
	}
	if side.Rating != 0 {
		words["rating"] = v.Decimal(side.Rating, 0)
	}
	if m.PPlayed != nil {
		words["typical"], words["common"] = v.SmallPercent(*m.PPlayed), v.SmallPercent(*m.PBest)
	}
	if m.Loss != nil {
		words["loss"] = v.Decimal(*m.Loss, 2)
	}
	if m.Clock != nil {
		left := time.Duration(*m.Clock * float64(time.Second)).Round(time.Second)
		words["clock"] = fmt.Sprintf("%d:%02d:%02d", int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60)
	}
	if words["mark"] = m.Kind(); words["mark"] != "" {
		words["counts"] = v.Slug("web.game.mark", words["mark"])
	} else {
		words["counts"] = v.Say("web.game.not", "Why", v.Slug("exclusion", m.Excluded))
	}
	return words
}

// asWhite writes a value of the player who moves, such as "+0.35" or "#-2", as White sees it.
func asWhite(value, color string) string {
	if color == analysis.White.String() || value == "+0.00" {
		return value
	}
	if mate, ok := strings.CutPrefix(value, "#"); ok {
		if won, ok := strings.CutPrefix(mate, "-"); ok {
			return "#" + won
		}
		return "#-" + mate
	}
	return strings.NewReplacer("+", "-", "-", "+").Replace(value)
}

// turnsOf puts moves into turns, and parts them where the first comes that is no opening; end is the place in the rest after the
// last that counts, its length if none does.
func turnsOf(moves []reports.GameMove) (opening, rest [][2]*reports.GameMove, end int) {
	var all [][2]*reports.GameMove
	from, to := 0, 0
	for i := range moves {
		m := &moves[i]
		if m.Color == analysis.White.String() || len(all) == 0 {
			all = append(all, [2]*reports.GameMove{})
		}
		if m.Color == analysis.White.String() {
			all[len(all)-1][0] = m
		} else {
			all[len(all)-1][1] = m
		}
		if m.Excluded == "" {
			to = len(all)
		}
	}
	isOpening := func(m *reports.GameMove) bool {
		return m == nil || m.Excluded == string(analysis.InOpening) || m.Excluded == string(analysis.InBook)
	}
	for from < to && isOpening(all[from][0]) && isOpening(all[from][1]) {
		from++
	}
	if to == 0 {
		to = len(all)
	}
	return all[:from], all[from:], to - from
}

// gameAt is the address of a ply of the game of the page.
func gameAt(query url.Values, ply int, flipped bool) string {
	at := url.Values{}
	for name := range query {
		at.Set(name, query.Get(name))
	}
	if ply >= 0 {
		at.Set("ply", strconv.Itoa(ply))
	}
	if flipped {
		at.Set("side", "black")
	}
	return "?" + at.Encode()
}
