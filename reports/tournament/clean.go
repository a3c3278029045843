package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// Clean is the content of a clean PGN file of an event: for each pairing of the tournament file one
// complete record with its moves, as it was handed in.
type Clean struct {
	Games []*analysis.Game // by round, board and White's number; never nil
	Left  []LeftOut        // the other records, in the order of analysis.CompareGames; never nil
	Lacks []Deviation      // games that were played and are not among Games, in the order of a Coverage; never nil
}

// LeftOut is a record that a clean file does not hold.
type LeftOut struct {
	Game *analysis.Game
	Why  DeviationKind
}

// clean divides the records into those to keep and those to leave out.
func (c *comparing) clean() Clean {
	all := Clean{Games: []*analysis.Game{}, Left: []LeftOut{}, Lacks: []Deviation{}}
	var kept []*filed
	for _, r := range c.records {
		why := c.whyLeftOut(r)
		switch {
		case why == "":
			kept = append(kept, r)
			continue
		case r.pairing != nil && !r.doubled && c.expects(r.pairing) && (why == BrokenOff || why == OtherChess):
			p := r.pairing
			broken := Deviation{Kind: why, Round: p.Round, Board: r.board, White: p.White.Name, Black: p.Black.Name,
				Listed: result(p.WhiteMark, p.BlackMark), File: r.game.Source.File, Game: r.game.Source.Game, Line: r.game.Source.Line}
			if broken.Recorded = string(r.game.Variant); r.game.Cut != nil {
				broken.Recorded, broken.Line = r.game.Cut.Reason, r.game.Cut.Line
			}
			all.Lacks = append(all.Lacks, broken)
		}
		all.Left = append(all.Left, LeftOut{Game: r.game, Why: why})
	}
	slices.SortStableFunc(kept, func(a, b *filed) int {
		return cmp.Or(
			cmp.Compare(a.pairing.Round, b.pairing.Round),
			cmp.Compare(cmp.Or(a.board, unnumbered), cmp.Or(b.board, unnumbered)),
			cmp.Compare(a.pairing.White.Number, b.pairing.White.Number),
		)
	})
	for _, r := range kept {
		all.Games = append(all.Games, r.game)
	}
	for _, d := range c.deviations {
		if d.Kind == MissingGame || d.Kind == NoMoves {
			all.Lacks = append(all.Lacks, d)
		}
	}
	slices.SortStableFunc(all.Lacks, compareDeviations)
	return all
}

// unnumbered stands for an unnamed board; it sorts after all others.
const unnumbered = 1 << 20

// whyLeftOut says why a clean file leaves a record out, "" if it does not.
func (c *comparing) whyLeftOut(r *filed) DeviationKind {
	switch {
	case r.white == nil || r.black == nil:
		return UnknownName
	case r.doubled:
		return DoubledGame
	case r.pairing == nil:
		kind, _ := c.unpaired(r)
		return kind
	case r.game.Variant != analysis.Standard:
		return OtherChess
	case r.game.Cut != nil && !pgn.IsSignal(r.game.Cut):
		return BrokenOff
	case len(r.game.Plies) == 0:
		return NoMoves
	}
	return ""
}
