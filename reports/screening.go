package reports

import (
	"fairplay/analysis/score"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Screening is the quick-test report of an event: one row for each player, followed by everything a
// reader must know about how the rows came about. It holds no time, path or other trace of the run:
// the same games under the same recipe and policy give the same bytes.
type Screening struct {
	Event      tournament.EventTags  `json:"event"`
	Players    []PlayerRow           `json:"players"`
	Selection  RowSelection          `json:"selection"`        // what the reader asked for; all where it is empty
	Standing   RowCounts             `json:"standing"`         // how many rows may be judged, those included that Selection hides
	Lines      []IndexLine           `json:"roi_lines"`        // what chance does in an event of this size; never nil
	Field      *FieldOffset          `json:"field"`            // how all players together play against their ratings; nil without a calibration or a field, and if the games are of several events
	Fields     []EventField          `json:"fields,omitempty"` // of each event, if the games are of several
	Games      tournament.GameCounts `json:"games"`
	Errors     []InputError          `json:"errors"`     // sorted by file and line; never nil
	Exclusions map[string]int        `json:"exclusions"` // moves that do not count, by analysis.Exclusion
	Caveats    []PlayerCaveat        `json:"caveats"`    // what is uncertain about who the players are; never nil
	Notes      []InputNote           `json:"notes"`      // files passed over, uploads that may be incomplete; never nil
	Provenance Provenance            `json:"provenance"`

	FieldMissing Reason `json:"field_missing,omitempty"`
}

// Lacking is what a table that was finished before does not know of yet. Both may be 0 while a new
// one is being made.
type Lacking struct {
	Games   int `json:"games"`   // read and still to be evaluated
	Batches int `json:"batches"` // handed in and still to be read
}

// RowSelection is the part of an event that a reader asked for.
type RowSelection struct {
	Player   string `json:"player"`    // part of a name, or a FIDE id
	Rounds   string `json:"rounds"`    // "3", "1-4", "1-3,7"
	MinMoves int    `json:"min_moves"` // counted moves that a row must have
	Hidden   int    `json:"hidden"`    // rows that are left out for it
}

// RowCounts counts the rows of an event by the use that may be made of them.
type RowCounts struct {
	Judged      int `json:"judged"`      // with an ROI on enough moves, and a rating in the calibrated range
	Provisional int `json:"provisional"` // with too few moves, with an ROI or without
	// ProvisionalAbove is the number of provisional rows above the hint line.
	ProvisionalAbove int `json:"provisional_above_line"`
	Extrapolated     int `json:"extrapolated"` // with an ROI on enough moves, but a rating outside the calibrated range
}

// PlayerCaveat is something that a reader should know about the identity of players. Kind is a
// roster.CaveatKind.
type PlayerCaveat struct {
	Kind    string   `json:"kind"`
	Names   []string `json:"names"`    // as written
	More    int      `json:"more"`     // further names that are not listed
	FideIDs []string `json:"fide_ids"` // that the names go with
	Count   int      `json:"count"`    // sides of games concerned, where the kind counts them
	Round   string   `json:"round"`    // where the kind is about one round
	Ratings []int    `json:"ratings"`  // lowest, highest and used, where the kind is about ratings
	Text    string   `json:"text"`     // in English
}

// InputError is an error in the input.
type InputError struct {
	File   string `json:"file"`
	Game   int    `json:"game"`
	Line   int    `json:"line"`
	Ply    int    `json:"ply"` // -1 outside the moves
	Reason string `json:"reason"`
	Token  string `json:"token,omitempty"`
}

// PlayerRow is one player's row of the table.
type PlayerRow struct {
	Name       string `json:"name"`
	FideID     string `json:"fide_id"`
	Title      string `json:"title"`
	Federation string `json:"federation"`
	Rating     int    `json:"rating"` // 0 if no game gives one; the mean by counted moves where they differ
	// Ratings are the lowest and the highest rating at which a game is judged; left out if they do not
	// differ.
	Ratings *[2]float64 `json:"ratings,omitempty"`
	// RatingBasis and RatingSD (Elo points) are left out if the rating is that of the games.
	RatingBasis roster.RatingBasis `json:"rating_basis,omitempty"`
	RatingSD    float64            `json:"rating_sd,omitempty"`
	Games       int                `json:"games"` // analysed
	Moves       int                `json:"moves"` // counted
	MM          Measured           `json:"mm"`
	EV          Measured           `json:"ev"`
	T3          Measured           `json:"t3"`
	AE          Measured           `json:"ae"`
	ASD         Measured           `json:"asd"`

	// ROI is the index of the quick test; nil if there is no calibration for the recipe, policy and
	// time class, no rating, or no basis for one.
	ROI *PlayerIndex `json:"roi"`
	// Insufficient is true if so few moves count that no figure of the row may be compared with
	// anything. Extrapolated is true if the rating lies outside the range that the calibration
	// rests on: z and ROI are shown, and nothing follows from them. Hint needs no calibration and
	// stays.
	Insufficient bool `json:"insufficient"`
	Extrapolated bool `json:"extrapolated"`

	// Hint is the match-rate line of REGULATIONS R-IV-6 for the rating; nil without a rating within
	// the rule's range.
	Hint      *MatchHint `json:"match_hint"`
	Opponents Opponents  `json:"opponents"`

	// The fields below say why the rating, the ROI with all expectations, the comparison with
	// chance, and the hint are missing.
	RatingMissing Reason `json:"rating_missing,omitempty"`
	ROIMissing    Reason `json:"roi_missing,omitempty"`
	ChanceMissing Reason `json:"chance_missing,omitempty"`
	HintMissing   Reason `json:"match_hint_missing,omitempty"`
}

// Provisional reports whether a row rests on too few moves for a judgement: its figures, including
// the ROI, may not yet be compared with anything (MODEL 5).
func (p *PlayerRow) Provisional() bool { return p.Insufficient || p.Moves < score.MinMoves }

// Judged reports whether the ROI may be compared with chance.
func (p *PlayerRow) Judged() bool { return p.ROI != nil && !p.Provisional() && !p.Extrapolated }

// StandsOut reports whether chance puts fewer than a tenth of a player where a judged one stands, or beyond.
func (p *PlayerRow) StandsOut() bool {
	return p.Judged() && p.ROI.Expected != nil && *p.ROI.Expected < .1
}

// Unusual reports whether chance puts less than one player where a judged one stands, or beyond.
func (p *PlayerRow) Unusual() bool { return p.Judged() && p.ROI.Expected != nil && *p.ROI.Expected < 1 }

// Measured is a measured figure with its uncertainty. MM, EV and T3 are shares between 0 and 1 with
// the 95 % Wilson interval; AE is in pawns and ASD in scaled pawns, with standard error and the
// resulting 95 % interval. Actual, Interval and SE are nil if N is too small for them; Missing then
// says why.
type Measured struct {
	N        int         `json:"n"` // moves it rests on
	Actual   *float64    `json:"actual"`
	Interval *[2]float64 `json:"interval"`
	SE       *float64    `json:"se,omitempty"` // averages only
	Missing  Reason      `json:"missing,omitempty"`

	// Expected is what was expected of a player of the rating in these positions. The next fields
	// are its standard deviation (of the share or average, adjusted for games, players and the
	// rating's uncertainty) and the z of the actual figure: positive is closer to the engine than
	// expected. All are absent if there is no expectation.
	Expected *float64 `json:"expected,omitempty"`
	SD       *float64 `json:"sd,omitempty"`
	Z        *float64 `json:"z,omitempty"`
}

// PlayerIndex is the ROI of a player: 50 + 5z. 50 is normal. z is the overall Z of the bank of
// detectors or, where none is calibrated, the combined z of MM, AE (scaled) and T3 [ECU25].
type PlayerIndex struct {
	ROI float64 `json:"roi"` // against his rating and this field
	Z   float64 `json:"z"`
	// RatingAlone is the ROI against the rating alone, as if nothing were known of the event; nil
	// if ROI itself is that.
	RatingAlone *float64 `json:"roi_rating_alone,omitempty"`
	// Detectors are those of the bank; nil without one. Former is what ROI would be without it.
	Detectors []Detector `json:"detectors,omitempty"`
	Former    *float64   `json:"roi_former,omitempty"`
	// Expected is how many of the judged players of the event reach this ROI by chance; nil in a
	// row that is not judged.
	Expected *float64 `json:"expected_at_or_above"`
	// Holm is the p-value of z, adjusted for looking at all judged players (Holm 1979); nil in a
	// row that is not judged.
	Holm *float64 `json:"holm_p"`
}

// IndexLine compares how many players reach a value of the ROI with how many do so by chance. Rows
// that a reader did not ask for are counted too.
type IndexLine struct {
	ROI         float64 `json:"roi"`
	Expected    float64 `json:"expected"`    // of the judged rows
	Seen        int     `json:"seen"`        // judged rows
	Provisional int     `json:"provisional"` // provisional rows, for which chance is not reckoned
	// Extrapolated rows are counted separately, and chance is not computed for them either.
	Extrapolated int `json:"extrapolated"`
}

// FieldOffset says how far the players of an event, taken together, play from their ratings
// (score.Field). Each player is expected to play as far from his rating as the others do; his own
// games are left out.
type FieldOffset struct {
	Offset   float64    `json:"offset"`   // Elo points; positive: they play above their ratings
	SD       float64    `json:"sd"`       // how uncertain it is
	Interval [2]float64 `json:"interval"` // 95 %
	Estimate float64    `json:"estimate"` // what the games say by themselves; Offset is drawn in by what is known of events
	SE       float64    `json:"se"`       // standard error of Estimate
	Players  int        `json:"players"`  // whose moves it rests on
	Sides    int        `json:"sides"`    // of games
	Moves    int        `json:"moves"`
	// Parts is the distribution of the offset: of an ordinary event, and of one of the few that play far
	// off their ratings, with their weights after what the games say. Every z follows from it.
	Parts []score.OffsetPart `json:"parts,omitempty"`
	// Apart is true if the offset is beyond chance and at least 100 points: the ratings do not
	// describe how this field plays.
	Apart bool `json:"apart"`
}

// EventField is the field of one of several events.
type EventField struct {
	Event   string       `json:"event"`
	Field   *FieldOffset `json:"field"`
	Missing Reason       `json:"missing,omitempty"`
}

// MatchHint compares a player's move match with the rate that the Arbiters' Manual calls unusual
// for his rating. It is a hint on where to look; the manual itself says that such lines prove
// nothing (R-II-3, R-IV-6).
type MatchHint struct {
	Line  float64 `json:"line"`  // share between 0 and 1
	Above bool    `json:"above"` // the actual share is above it
}

// Opponents holds the figures of a player's opponents in the same games.
type Opponents struct {
	Moves int      `json:"moves"`
	MM    Measured `json:"mm"`
	ASD   Measured `json:"asd"`
}
