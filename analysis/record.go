package analysis

// MoveRecord is one move of one player with all that the statistics ask of it.
// Package record makes them.
type MoveRecord struct {
	GameID   string
	Round    string
	Ply      int // from 0
	Turn     int // the player's turn, from 1
	Color    Color
	SAN      string
	Played   Move
	Excluded Exclusion // why the move does not count; the fields below are set only where it does

	// What was played before, for models of human choice: the opponent's last
	// move and whether it captured, and the player's own move before that. Zero
	// at the beginning of a record.
	Previous, PreviousOwn Move
	PreviousCaptured      bool

	Position   string      // position key
	Evaluation *Evaluation // both passes, with history
	Index      int         // place of the played move among Evaluation.Values, -1 if the engine listed other moves only
	After      Score       // value of the deep pass after the played move, from the mover's side
	HasAfter   bool        // whether that value is known
}
