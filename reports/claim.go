package reports

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/tournament"
)

// EngineClaim is what a complainant says an engine showed.
type EngineClaim = claim.Claim

// ReadEngineClaim reads a claim written by hand, in YAML or JSON, or the claim of a ClaimReport in
// JSON. The error is Invalid and names file, line and reason.
func ReadEngineClaim(name string, text []byte) (*EngineClaim, error) {
	var report struct {
		Provenance *struct{}       `json:"provenance"`
		Claim      json.RawMessage `json:"claim"`
	}
	if json.Unmarshal(text, &report) == nil && report.Provenance != nil {
		if text = report.Claim; text == nil {
			return nil, fault.New(fault.Invalid, "claim", "the report %s is not that of an engine claim", name)
		}
	}
	return claim.Read(name, bytes.NewReader(text))
}

// ClaimReport sets an engine claim beside a new evaluation of its moves: which of the player's
// moves are the engine's choice, what was expected of him, and how often chance gives as many
// matches somewhere in such games. A confirmed claim says that moves match, and nothing about why;
// the full test, on all moves, is a separate report. Nothing in it says that anybody did anything.
type ClaimReport struct {
	Event   tournament.EventTags    `json:"event"`
	Record  *tournament.EventRecord `json:"record,omitempty"` // of the event and the player; nil if nothing is
	Player  TestedPlayer            `json:"player"`
	Footing Firmness                `json:"footing"`
	Claim   EngineClaim             `json:"claim"`
	Lacks   []ClaimLack             `json:"lacks"` // what the rule asks for and the claim does not state; never nil
	Rerun   ClaimRerun              `json:"rerun"`

	ClaimedGames []ClaimedGame `json:"claimed_games"` // in the order of the claim; never nil
	Total        ClaimCount    `json:"total"`
	// Draws says what the chances are drawn from; nil if nothing is expected of the player.
	Draws *ClaimDraws  `json:"draws,omitempty"`
	Field *FieldOffset `json:"field,omitempty"` // how everybody else plays against the ratings; nil if nobody can know

	Games      tournament.GameCounts `json:"games"`
	Errors     []InputError          `json:"errors"`
	Caveats    []PlayerCaveat        `json:"caveats"`
	Notes      []InputNote           `json:"notes"`
	Provenance Provenance            `json:"provenance"`
}

// ClaimLack is something that the notes on statistics ask of a claim ([AM] ch. 3, Regan's notes,
// VI.2) and that the claim does not state. It is a reason to invite the complainant to complete the
// claim, not a violation (VI.3).
type ClaimLack struct {
	Lack    claim.Lack `json:"lack"`
	Article string     `json:"article"`
}

// ClaimRerun says which engine evaluated the claim's moves again, and how its settings differ from
// those that the claim states. A rerun counts nodes and uses one core, so that anybody gets the
// same answers; a search limited by time, or on several cores, cannot be repeated exactly.
type ClaimRerun struct {
	Engine   EngineMatch    `json:"engine"`
	Settings []ClaimSetting `json:"settings"` // what the claim states beside what the rerun had; never nil
}

// EngineMatch says how the engine of a rerun relates to the one named in a claim.
type EngineMatch string

// The relations, the closest first.
const (
	SameFile       EngineMatch = "same_file"    // the file with the SHA-256 of the claim
	SameVersion    EngineMatch = "same_version" // name and version alike; the file is another, or not stated
	StandardEngine EngineMatch = "standard"     // the engine of the claim is not installed, or not named: the standard recipe
)

// MatchEngine says how an engine relates to the one named in a claim.
func MatchEngine(claimed claim.NamedEngine, used *UsedEngine) EngineMatch {
	words := func(s string) []string { return strings.Fields(strings.ToLower(s)) }
	switch {
	case claimed.SHA256 != "" && claimed.SHA256 == used.SHA256:
		return SameFile
	case claimed.Version != "" && slices.Equal(words(claimed.Name+" "+claimed.Version), words(used.Name)):
		return SameVersion
	}
	return StandardEngine
}

// ClaimSetting is one setting as claimed and as used; "" means not stated, or none.
type ClaimSetting struct {
	Name    string `json:"name"` // engine, sha256, hash_size, threads, lines, nodes, depth, seconds, or as the claim has it
	Claimed string `json:"claimed"`
	Used    string `json:"used"`
}

// ClaimedGame is one game of a claim.
type ClaimedGame struct {
	ID       string         `json:"id"`
	Round    string         `json:"round"`
	Color    string         `json:"color"` // of the player
	Opponent string         `json:"opponent"`
	Result   string         `json:"result"`
	Excluded string         `json:"excluded,omitempty"` // why the game does not count for statistics, an analysis.Exclusion
	Ranges   []ClaimedRange `json:"ranges"`             // never nil
}

// ClaimedRange is one range of moves of a claim.
type ClaimedRange struct {
	First  int    `json:"first"`
	Last   int    `json:"last"`
	Reason string `json:"reason"` // as the complainant gives it
	Beyond int    `json:"beyond"` // moves of the range that the game does not have
	ClaimCount
	Best  *BestRange    `json:"best,omitempty"` // nil if nothing is expected, or no move of the range counts
	Moves []ClaimedMove `json:"moves"`          // never nil
}

// ClaimCount compares what a claim states with what was found.
type ClaimCount struct {
	Played    int  `json:"played"`            // moves of the claim that the games have
	Claimed   *int `json:"claimed,omitempty"` // matches; left out where the claim states none
	Found     int  `json:"found"`             // matches on rerun, among all moves played
	Unknown   int  `json:"unknown"`           // moves that could not be evaluated
	Named     int  `json:"named"`             // moves of which the claim says whether they match; the next three are among them
	Confirmed int  `json:"confirmed"`         // moves that are said to match and do
	Wrong     int  `json:"wrong"`             // moves that are said to match and do not
	Unclaimed int  `json:"unclaimed"`         // moves that match and are not among those said to

	// Counted is the number of moves that count for statistics: no opening, forced or repeated
	// moves (MODEL 2). The fields below refer to these moves alone.
	Counted      int            `json:"counted"`
	CountedFound int            `json:"counted_found"` // matches among them
	Expected     *float64       `json:"expected,omitempty"`
	Within       *[2]int        `json:"within,omitempty"` // range of matches in 95 of 100 draws
	AtLeast      *DrawFrequency `json:"at_least,omitempty"`
	Missing      Reason         `json:"missing,omitempty"` // why nothing is expected
}

// DrawFrequency is how often random draws had some property: an estimate of a probability, with its
// standard error.
type DrawFrequency struct {
	P  float64 `json:"p"`
	SE float64 `json:"se"`
}

// BestRange says how often chance gives, anywhere in the player's games, a run of as many counted
// moves with as many matches. The range of a claim was chosen after the games were known, so it
// must be compared with the best run and not with any run.
type BestRange struct {
	Length  int `json:"length"`  // counted moves of the range
	Matches int `json:"matches"` // found among them
	// Usual is the median, over the draws, of the most matches in any run of this length.
	Usual       int           `json:"usual"`
	AtLeast     DrawFrequency `json:"at_least"`    // somewhere in his games
	InGame      DrawFrequency `json:"in_game"`     // somewhere in this game
	Independent DrawFrequency `json:"independent"` // somewhere in his games, as if moves were independent and the rating exact
	Reaching    []Reaching    `json:"reaching"`    // by number of matches, from the usual number to Length; never empty
}

// Reaching is how often the best run has at least this many matches.
type Reaching struct {
	Matches int `json:"matches"`
	DrawFrequency
}

// ClaimDraws says what the chances of a claim were drawn from: the player's games that count, move
// by move, with the probabilities of the choice model at his rating.
type ClaimDraws struct {
	Games    int     `json:"games"`
	Moves    int     `json:"moves"` // that count
	Draws    int     `json:"draws"`
	Seed     [2]int  `json:"seed"`      // of PCG, as math/rand/v2 has it
	RatingSD float64 `json:"rating_sd"` // Elo
	GameSD   float64 `json:"game_sd"`   // Elo: good and bad days
}

// ClaimedMove is one move of a range.
type ClaimedMove struct {
	Turn      int          `json:"turn"`
	Played    string       `json:"played"`           // SAN
	Choice    string       `json:"choice,omitempty"` // of the engine, SAN; left out where there is none
	ChoiceUCI string       `json:"choice_uci,omitempty"`
	Value     string       `json:"value,omitempty"` // of the choice, for the player
	Equal     bool         `json:"equal"`           // as good as the choice in the wide pass; known of moves that count alone
	Standing  ClaimedMatch `json:"standing"`
	Matches   bool         `json:"match"`
	Excluded  string       `json:"excluded"`    // why it does not count for statistics, an analysis.Exclusion; "" if it does
	P         *float64     `json:"p,omitempty"` // of a match, at his rating; left out where nothing is expected
}

// ClaimedMatch is the result for one claimed move.
type ClaimedMatch string

// The results.
const (
	ClaimConfirmed ClaimedMatch = "confirmed"   // said to match, and does
	ClaimWrong     ClaimedMatch = "wrong"       // said to match, and does not
	ClaimUnclaimed ClaimedMatch = "unclaimed"   // not among those that are said to match, and matches
	ClaimNeither   ClaimedMatch = "neither"     // not among those that are said to match, and does not
	ClaimUnstated  ClaimedMatch = "unstated"    // the claim gives a number and does not say of which moves
	ClaimUnknown   ClaimedMatch = "unevaluated" // there is no evaluation
)
