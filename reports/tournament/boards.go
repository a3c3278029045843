package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament/trf"
)

// RoundBoards is one round, game by game: its pairings with the games found for them, and the
// records that belong to no pairing.
type RoundBoards struct {
	Round  int           `json:"round"`
	Basis  CoverageBasis `json:"basis"`
	Boards []RoundBoard  `json:"boards"` // by number of the board as records have it, then those without; never nil
	Others []Deviation   `json:"others"` // records of the round that are nobody's, or further ones; never nil
}

// RoundBoard is one pairing of a round.
type RoundBoard struct {
	State       BoardState `json:"state"`
	Board       int        `json:"board,omitempty"` // as the record has it
	White       string     `json:"white"`           // as the tournament file has the names
	Black       string     `json:"black"`
	WhiteNumber int        `json:"white_number"`
	BlackNumber int        `json:"black_number"`
	Listed      string     `json:"listed,omitempty"`   // result in the tournament file
	Recorded    string     `json:"recorded,omitempty"` // by the Result tag of the record
	// File and the next fields say where the record is; empty if there is none.
	File    string      `json:"file,omitempty"`
	Game    int         `json:"game,omitempty"`
	Line    int         `json:"line,omitempty"`
	Differs []Deviation `json:"differs"` // in what the record differs; never nil
}

// BoardState says what was found for a pairing.
type BoardState string

// The states.
const (
	GameIsHere      BoardState = "present"
	GameLacks       BoardState = "missing"
	GameLacksMoves  BoardState = "no_moves"   // there is a record, and it has no moves of both sides
	GameNotPlayed   BoardState = "not_played" // by the tournament file, or by a record without moves
	GameWithoutWord BoardState = "no_result"  // the tournament file says nothing of its end, and nothing was handed in
)

// Boards returns one round game by game; false if neither the file nor any record has that round.
func (c *Coverage) Boards(round int) (RoundBoards, bool) {
	r := RoundBoards{Round: round, Basis: c.Basis, Boards: []RoundBoard{}, Others: []Deviation{}}
	for _, p := range c.compared.pairings {
		if p.Round == round {
			r.Boards = append(r.Boards, c.compared.board(p))
		}
	}
	slices.SortStableFunc(r.Boards, func(a, b RoundBoard) int {
		return cmp.Or(cmp.Compare(numberLast(a.Board), numberLast(b.Board)), cmp.Compare(min(a.WhiteNumber, a.BlackNumber), min(b.WhiteNumber, b.BlackNumber)))
	})
	for _, f := range c.compared.records {
		if f.pairing != nil && !f.doubled {
			continue
		}
		for _, d := range f.differs {
			if d.Round == round {
				r.Others = append(r.Others, d)
			}
		}
	}
	slices.SortStableFunc(r.Others, compareDeviations)
	return r, len(r.Boards)+len(r.Others) > 0
}

// numberLast puts boards without a number after those with one.
func numberLast(board int) int {
	if board == 0 {
		return mostEntered
	}
	return board
}

func (c *comparing) board(p *paired) RoundBoard {
	b := RoundBoard{
		White: p.White.Name, Black: p.Black.Name, WhiteNumber: p.White.Number, BlackNumber: p.Black.Number,
		Listed: result(p.WhiteMark, p.BlackMark), Differs: []Deviation{},
	}
	moved := false
	if f := p.record; f != nil {
		b.Board, b.Recorded, b.File, b.Game, b.Line = f.board, f.game.Awarded, f.game.Source.File, f.game.Source.Game, f.game.Source.Line
		b.Differs = append(b.Differs, f.differs...)
		moved = f.game.Played || f.game.Variant != analysis.Standard
	}
	switch {
	case moved || p.record != nil && c.expects(p) && p.recorded:
		b.State = GameIsHere
	case p.record != nil && c.expects(p):
		b.State = GameLacksMoves
	case c.expects(p):
		b.State = GameLacks
	case p.forfeited || p.WhiteMark != trf.Blank || p.BlackMark != trf.Blank:
		b.State = GameNotPlayed
	default:
		b.State = GameWithoutWord
	}
	return b
}

// FoundPlayer is a player of the list with his name in the games.
type FoundPlayer struct {
	Number int      `json:"number"`
	Games  int      `json:"games"`
	Rating int      `json:"rating"` // the last that the games give; 0 for none
	Names  []string `json:"names"`  // by which they call him; never nil
}

// FoundPlayers returns the players of the list who are in the games, by number.
func (c *Coverage) FoundPlayers() []FoundPlayer {
	of := map[*trf.Participant]*FoundPlayer{}
	add := func(p *trf.Participant, in analysis.Player) {
		if p == nil {
			return
		}
		if of[p] == nil {
			of[p] = &FoundPlayer{Number: p.Number, Names: []string{}}
		}
		found := of[p]
		found.Games++
		found.Rating = cmp.Or(in.Rating, found.Rating)
		if in.Name != "" && !slices.Contains(found.Names, in.Name) {
			found.Names = append(found.Names, in.Name)
		}
	}
	for _, f := range c.compared.records {
		if !f.doubled {
			add(f.white, f.game.White)
			add(f.black, f.game.Black)
		}
	}
	all := []FoundPlayer{}
	for _, found := range of {
		slices.Sort(found.Names)
		all = append(all, *found)
	}
	slices.SortFunc(all, func(a, b FoundPlayer) int { return cmp.Compare(a.Number, b.Number) })
	return all
}
