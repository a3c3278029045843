package reports

import "fairplay/analysis"

// PositionEvaluation is everything an engine said about one position under one recipe. Values are
// from the point of view of the player to move.
type PositionEvaluation struct {
	Recipe            string        `json:"recipe"`
	RecipeFingerprint string        `json:"recipe_fingerprint"`
	Engine            string        `json:"engine"`
	Position          string        `json:"position"`
	Ply               int           `json:"ply"` // from 0; -1 if the position stands alone
	SAN               string        `json:"san,omitempty"`
	Played            analysis.Move `json:"played,omitempty"`
	// Move is what the move adds to the player's figures, or why it does not count; nil if no move
	// was asked about.
	Move *MoveRow `json:"move,omitempty"`
	analysis.Evaluation
}
