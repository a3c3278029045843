package reports

import (
	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/analysis/score"
	"fairplay/reports/tournament/roster"
)

// GameMoves is one game move by move: what the stored evaluations under one recipe say of each
// position, and what the calibration says of each move. Nothing follows from a single move. Values
// are from the point of view of the player who makes the move, as everywhere.
type GameMoves struct {
	ID      string   `json:"id"`
	Round   string   `json:"round"`
	Date    string   `json:"date"`
	Result  string   `json:"result"`  // as the Result tag says
	Variant string   `json:"variant"` // analysis.Variant
	White   GameSide `json:"white"`
	Black   GameSide `json:"black"`

	// Start is the position in which the game begins, in the form of GameMove.Position; "" if
	// nothing was replayed.
	Start string     `json:"start,omitempty"`
	Moves []GameMove `json:"moves"` // in order; never nil
	// Stopped says where the game record stops making sense, and why; nil if it is whole.
	Stopped *InputError `json:"stopped,omitempty"`
	// FiguresMissing is the analysis.Exclusion because of which no move of the game counts; "" if
	// single moves say why they do not count.
	FiguresMissing string `json:"figures_missing,omitempty"`

	// Report is the test whose rating and field the expectations use; "" if they use each player's
	// own rating and no field. Field is that of the test, nil if it has none.
	Report string       `json:"report,omitempty"`
	Field  *FieldOffset `json:"field,omitempty"`
	Basis  Basis        `json:"basis"`
}

// GameSide is one player of a game, with counts of his moves.
type GameSide struct {
	Name   string `json:"name"`
	FideID string `json:"fide_id"`
	Title  string `json:"title"`
	// Rating is the one for which his moves are expected, in Elo; 0 if there is none.
	Rating      float64            `json:"rating"`
	RatingBasis roster.RatingBasis `json:"rating_basis,omitempty"` // left out where the rating is that of the games, or of the test
	Counted     int                `json:"counted"`                // moves
	Matches     int                `json:"matches"`                // counted moves that are the engine's choice
	Equal       int                `json:"equal"`                  // counted moves of the same value as the engine's choice

	// Extrapolated is true if the rating lies outside the range that the calibration rests on.
	Extrapolated bool `json:"extrapolated"`

	ExpectedMissing Reason `json:"p_missing,omitempty"` // why nothing is expected of his moves
}

// GameMove is one move of either player, with the position after it.
type GameMove struct {
	Ply int `json:"ply"` // from 0
	MoveRow
	// Position is the one after the move: a FEN without move counters; "" if it was not replayed.
	Position string `json:"position,omitempty"`
	// Pawns is MoveRow.Value as a number, limited to +-10 (Score.Pawns); nil if the position was
	// not evaluated. Unlike in a test, moves that do not count have both values too.
	Pawns *float64 `json:"pawns,omitempty"`
	// PlayedValue and PlayedPawns are those of the position after the move, for the player who made
	// it; left out if it was not evaluated.
	PlayedValue string   `json:"played_value,omitempty"`
	PlayedPawns *float64 `json:"played_pawns,omitempty"`
	Clock       *float64 `json:"clock,omitempty"` // seconds left after the move; nil if the record does not say
}

// PlyValues are the values of the positions before and after a ply, from the point of view of the
// player who made it; nil if not evaluated.
type PlyValues struct {
	Best  *analysis.DepthLine // the engine's choice and its value
	After *analysis.Score
}

// GameMovesInput is everything that GameMoves is compiled from.
type GameMovesInput struct {
	Game    *analysis.Game
	Persons [2]*roster.Person // by colour, with the ratings in force
	Moves   []ScoredMove      // one for every ply
	Values  []PlyValues       // one for every ply

	Ratings [2]float64 // at which the moves are judged, by colour; 0 for none
	Event   string     // if the games that count are of several

	Excluded   analysis.Exclusion // why the game does not count
	Parameters *score.Parameters  // nil without a calibration
	As         *MadeTest          // a test of one of the players that includes this game; nil for none
	Basis      Basis
}

// CompileGameMoves makes the report of a game move by move.
func CompileGameMoves(in GameMovesInput) *GameMoves {
	g := in.Game
	out := &GameMoves{
		ID: g.ID, Round: g.Round, Date: g.Date, Result: g.Awarded, Variant: string(g.Variant), Start: g.Start,
		Moves: make([]GameMove, 0, len(g.Plies)+len(g.Unread)), FiguresMissing: string(in.Excluded), Basis: in.Basis,
	}
	out.Basis.UncalibratedFor = in.Basis.unfitted()
	sides := [2]*GameSide{&out.White, &out.Black}
	for c, side := range sides {
		*side = in.side(analysis.Color(c))
	}
	moves := in.expected(out, sides)
	for i := range g.Plies {
		m := in.move(i, &moves[i], sides[moves[i].Record.Color])
		out.Moves = append(out.Moves, m)
	}
	for i, word := range g.Unread {
		out.Moves = append(out.Moves, unreadMove(g, i, word))
	}
	if g.Cut != nil {
		out.Stopped = &InputError{
			File: g.Cut.Source.File, Game: g.Cut.Source.Game, Line: g.Cut.Line, Ply: g.Cut.Ply, Reason: g.Cut.Reason, Token: g.Cut.Token,
		}
	}
	return out
}

// side names a player and his rating.
func (in *GameMovesInput) side(c analysis.Color) GameSide {
	p := in.Persons[c]
	return GameSide{Name: p.Name, FideID: p.FideID, Title: p.Title, Rating: in.Ratings[c], RatingBasis: p.RatingBasis()}
}

// expected returns the moves with their expectations as in the test, if there is one, and says why
// nothing is expected of a player.
func (in *GameMovesInput) expected(out *GameMoves, sides [2]*GameSide) []ScoredMove {
	moves := in.Moves
	if in.As != nil {
		out.Report, out.Field = in.As.ID, in.As.fieldOf(in.Event)
		if c, ok := in.As.ColorIn(in.Game); ok {
			sides[c].RatingBasis = ""
		}
		if out.Field != nil {
			field := score.Offset{OK: true, Mean: out.Field.Offset}
			moves = inField([]TestedGame{{Game: in.Game, Moves: moves}}, field)[0].Moves
		}
	}
	for _, side := range sides {
		if in.Excluded != analysis.Counted {
			continue
		}
		if side.ExpectedMissing = out.Basis.Unexpected(side.Rating); side.ExpectedMissing == "" {
			side.Extrapolated = in.Parameters.Footing(0, side.Rating).Extrapolated
		}
	}
	return moves
}

// ColorIn returns the colour of the tested player in a game of the test; ok is false if the game is
// not part of the test.
func (f *FullTest) ColorIn(g *analysis.Game) (color analysis.Color, ok bool) {
	for i := range f.GameRows {
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			if row := &f.GameRows[i]; row.Round == g.Round && row.Color == c.String() && row.Opponent == g.Player(c.Other()).Name {
				return c, true
			}
		}
	}
	return 0, false
}

// move returns the row of ply i and adds it to its side.
func (in *GameMovesInput) move(i int, scored *ScoredMove, side *GameSide) GameMove {
	g, values := in.Game, in.Values[i]
	ply := &g.Plies[i]
	m := GameMove{Ply: i, MoveRow: RowOf(g, scored, side.ExpectedMissing), Position: g.End.Key}
	if i+1 < len(g.Plies) {
		m.Position = g.Plies[i+1].Key
	}
	if best := values.Best; best != nil {
		m.Value, m.Pawns = best.Value.String(), pointer(best.Value.Pawns())
		m.Best, m.BestSAN = best.Move.String(), pgn.SAN(ply.Key, best.Move)
	}
	if after := values.After; after != nil {
		m.PlayedValue, m.PlayedPawns = after.String(), pointer(after.Pawns())
	}
	if ply.Clock >= 0 {
		m.Clock = pointer(ply.Clock.Seconds())
	}
	if scored.counted() {
		side.Counted++
		side.Matches += number(m.Match)
		side.Equal += number(m.Equal)
	}
	return m
}

// number returns 1 for true, 0 for false.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// unreadMove returns a move that was not replayed, numbered as if White had begun.
func unreadMove(g *analysis.Game, i int, word string) GameMove {
	return GameMove{Ply: i, MoveRow: MoveRow{
		Round: g.Round, Turn: i/2 + 1, Color: analysis.Color(i % 2).String(), Played: word, Excluded: string(analysis.NonStandard),
	}}
}
