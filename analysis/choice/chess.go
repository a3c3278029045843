package choice

import (
	"math"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// queenWorth is the value of a queen in pawns, the unit of what exchanges win.
const queenWorth = 9.0

// seeChess fills in what kind of move each is, as a player sees it without calculating. Gains
// are by static exchange (pgn.Exchange), in queens.
//
//	c_cap      1 for a capture, en passant included
//	c_recap    1 for a capture where the opponent's last move captured
//	c_see      gain of the move within +-1
//	c_center   (m(from) - m(to))/3, m(s) = max(|file - 3.5|, |rank - 3.5|): how
//	           far towards the centre
//	thr        sqrt(threat): what the moved man then attacks
//	fh         sqrt(hanging): what stands to be lost where the man is
//	c_castle   1 for castling
//	c_knight   1 for a knight's move
//	c_retreat  1 where a man other than a pawn goes towards his own first rank
//	c_same     1 where the man moves again that made the player's last move
//	pfwd       ranks that a pawn advances, divided by 7
func (p *Position) seeChess(r *analysis.MoveRecord) error {
	exchanges, err := pgn.Exchanges(r.Position, p.Moves)
	if err != nil {
		return err
	}
	for i, m := range p.Moves {
		e, x := exchanges[i], p.row(i)
		x[Capture] = indicator(e.Captured != 0)
		x[Recapture] = indicator(e.Captured != 0 && r.PreviousCaptured && r.Previous.To() == m.To())
		x[Exchange] = min(max(float64(e.Gain)/queenWorth, -1), 1)
		x[Centre] = (rim(m.From()) - rim(m.To())) / 3
		x[Threat] = rootOfQueens(e.Threat)
		x[Hanging] = rootOfQueens(e.Hanging)
		x[Castling] = indicator(e.Castling)
		x[KnightMove] = indicator(e.Piece == 'N')
		ahead := m.To()/8 - m.From()/8
		if r.Color == analysis.Black {
			ahead = -ahead
		}
		x[Retreat] = indicator(e.Piece != 'P' && ahead < 0)
		x[SamePiece] = indicator(r.PreviousOwn != 0 && r.PreviousOwn.To() == m.From())
		if e.Piece == 'P' {
			x[PawnAdvance] = float64(ahead) / 7
		}
	}
	return nil
}

// rim returns how far a square is from the centre of the board, 0.5 to 3.5.
func rim(square int) float64 {
	return max(math.Abs(float64(square%8)-3.5), math.Abs(float64(square/8)-3.5))
}

// rootOfQueens returns the square root of a gain in pawns as a share of a queen,
// at most 1.
func rootOfQueens(pawns int) float64 {
	return math.Sqrt(min(float64(pawns), queenWorth) / queenWorth)
}
