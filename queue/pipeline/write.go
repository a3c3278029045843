package pipeline

import (
	"bytes"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// PGN returns games in the export format of the PGN standard, in their order, as they were read:
// nothing is added or corrected, and comments and variations are left out. Games of chess variants
// cannot be written (Unprocessable).
func PGN(games []*analysis.Game) ([]byte, error) {
	var text bytes.Buffer
	for _, g := range games {
		if err := pgn.Write(&text, g); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}
