package analysis

// Policy says which moves count. Every rule is decided from what is known
// before the move is made (MODEL 2), never from the move or its cost.
type Policy struct {
	Name       string  `json:"name"`
	FirstTurn  int     `json:"first_turn"`  // first turn of the player that counts
	LastTurn   int     `json:"last_turn"`   // last turn that counts, 0 for no limit
	MaxPawns   float64 `json:"max_pawns"`   // positions whose best value lies beyond +-MaxPawns do not count
	MinTurns   int     `json:"min_turns"`   // games with fewer turns do not count
	BookSHA256 string  `json:"book_sha256"` // digest of the reference book, empty if none is used
	Rules      string  `json:"rules"`       // the rules beside the numbers, by name; they change with the program
}

// policyRules names the rules that package record applies, in their order.
const policyRules = "turn repetition book forced value settled listed"

// StandardPolicy returns the policy of both standard tests: turns 9 to 60,
// best value within three pawns [RH11, ECU25]. The digest of the book is to be
// filled in.
func StandardPolicy() Policy {
	return Policy{Name: "standard", FirstTurn: 9, LastTurn: 60, MaxPawns: 3, MinTurns: 9, Rules: policyRules}
}

// Fingerprint returns the SHA-256, in hex, of the policy's canonical JSON.
func (p Policy) Fingerprint() string { return fingerprint(p) }

// Exclusion is the reason why a move or a game does not count; empty for those
// that do.
type Exclusion string

// Reasons for leaving out a move, in the order in which they are asked: the
// first that holds is the one counted.
const (
	Counted        Exclusion = ""
	InOpening      Exclusion = "opening"        // before FirstTurn
	PastLastTurn   Exclusion = "past_last_turn" // after LastTurn
	Repetition     Exclusion = "repetition"     // position occurred before in the game
	InBook         Exclusion = "book"           // position stands in the reference book
	Forced         Exclusion = "forced"         // only one legal move
	DecidedAlready Exclusion = "decided"        // best value beyond MaxPawns
	Unsettled      Exclusion = "unsettled"      // the engine was changing its mind when its nodes ran out
	Unlisted       Exclusion = "unlisted"       // the engine's choice is not among the moves of the wide pass, which lists fifty
	NotEvaluated   Exclusion = "not_evaluated"  // the engine gave no evaluation
)

// Reasons for leaving out a whole game, in the order in which they are asked.
const (
	DuplicateOfGame Exclusion = "duplicate"
	NonStandard     Exclusion = "variant"
	Unplayed        Exclusion = "unplayed"
	TooShort        Exclusion = "too_short"
	OtherRuleSet    Exclusion = "rule_set"
	WrongTimeClass  Exclusion = "time_class"
	NotSelected     Exclusion = "not_selected" // the reader asked for other games
)

// Exclusions returns every reason, those of moves before those of games, each
// kind in the order in which they are asked.
func Exclusions() []Exclusion {
	return []Exclusion{
		InOpening, PastLastTurn, Repetition, InBook, Forced, DecidedAlready, Unsettled, Unlisted, NotEvaluated,
		DuplicateOfGame, NonStandard, Unplayed, TooShort, OtherRuleSet, WrongTimeClass, NotSelected,
	}
}
