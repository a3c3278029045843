package reports

import (
	"fairplay/analysis/score"
	"fairplay/reports/tournament"
)

// FullTest is the report of the test of one player, on full or on quick evaluations: what was
// expected of a player of his rating in these positions, what he played, and how far apart the two
// are. Like a Screening it holds no trace of the run. It states figures; what they permit is in
// Actions, with the article. Nothing in it says that anybody did anything.
type FullTest struct {
	Kind    string               `json:"kind"`  // "full", or "quick": hints only
	Stage   string               `json:"stage"` // regulations.Stage for which Actions hold; "" of several events, and in reports from before there was one
	Event   tournament.EventTags `json:"event"`
	Players EventPlayers         `json:"players"`
	// Record is the record of the event and the player. The stage, the number of players, and
	// whether he was singled out follow from it. Nil if there is none.
	Record   *tournament.EventRecord `json:"record,omitempty"`
	Player   TestedPlayer            `json:"player"`
	Footing  Firmness                `json:"footing"`
	Moves    int                     `json:"moves"` // counted
	Tests    []TestRow               `json:"tests"` // in the order of score.Quantities
	Combined CombinedZ               `json:"combined"`
	Evidence EvidenceOdds            `json:"evidence"`
	Field    *FieldOffset            `json:"field"`            // how everybody else in the event plays against the ratings; nil if nobody can know
	Fields   []EventField            `json:"fields,omitempty"` // of each event, if the games are of several
	// EventOffset is the distribution of the event's offset from its ratings that every z follows from:
	// what the field leaves, or what is known of events at all. Nil without a calibration, and if the
	// games are of several events.
	EventOffset []score.OffsetPart `json:"event_offset,omitempty"`
	// Disagreement says where odds and z differ by more than they do among simulated performances; nil if
	// they do not, or nothing is known of that.
	Disagreement *Disagreement         `json:"disagreement,omitempty"`
	IPR          RatingEstimate        `json:"ipr"`
	Opponents    OpponentFigures       `json:"opponents"`
	Rounds       []RoundRow            `json:"rounds"`   // cumulative, in playing order
	Boundary     *Boundary             `json:"boundary"` // the line beside Rounds; nil without rounds
	GameRows     []GameRow             `json:"game_rows"`
	MoveRows     []MoveRow             `json:"move_rows"`
	Second       *SecondTest           `json:"second,omitempty"` // nil if none was asked for
	Career       *Career               `json:"career,omitempty"` // nil if the games are of one event
	Power        []DetectableShare     `json:"power"`
	Posterior    []PosteriorRow        `json:"posterior"`
	Subset       *SubsetTest           `json:"subset"`             // nil if none was named
	Withheld     bool                  `json:"withheld,omitempty"` // what follows from the watch list and the arbiters' log is left out (Discreet)
	Actions      []Permitted           `json:"actions"`            // at Stage; never nil, empty if Withheld
	Held         string                `json:"held"`               // regulations.Held: why graver measures, or any, are not among Actions, "" if none are held back
	Ranges       []PlayerRange         `json:"player_ranges"`      // what else would be permitted, where the number of players is not stated and matters; never nil
	Games        tournament.GameCounts `json:"games"`
	Errors       []InputError          `json:"errors"`
	Exclusions   map[string]int        `json:"exclusions"` // the player's moves that do not count
	Caveats      []PlayerCaveat        `json:"caveats"`
	Notes        []InputNote           `json:"notes"` // files passed over, uploads that may be incomplete; never nil
	Provenance   Provenance            `json:"provenance"`

	FieldMissing     Reason `json:"field_missing,omitempty"`
	BoundaryMissing  Reason `json:"boundary_missing,omitempty"`
	PowerMissing     Reason `json:"power_missing,omitempty"`
	PosteriorMissing Reason `json:"posterior_missing,omitempty"`
}

// EventPlayers is the number of participants of the event.
type EventPlayers struct {
	Stated int `json:"stated"` // 0 if nobody stated it
	// Found is the number of players named in the files. These may be the top boards alone, so
	// nothing rests on this number alone. If it is greater than the stated number, it takes its
	// place.
	Found int `json:"found"`
}

// TestedPlayer says who was tested, and at which rating.
type TestedPlayer struct {
	Name       string  `json:"name"`
	FideID     string  `json:"fide_id"`
	Title      string  `json:"title"`
	Federation string  `json:"federation"`
	Rating     float64 `json:"rating"` // the expectation is for this rating; the mean by counted moves if it differs between games
	// Ratings are the lowest and the highest rating at which a game is judged; left out if they do not
	// differ.
	Ratings      *[2]float64 `json:"ratings,omitempty"`
	RatingSD     float64     `json:"rating_sd"`     // its uncertainty, Elo points
	RatingSource string      `json:"rating_source"` // "games", "given" (by whoever asked for the test), or a roster.RatingBasis
	SingledOut   bool        `json:"singled_out_before_event"`
}

// GivenRating is the source of a rating that the person who asked for the test gave for all games.
const GivenRating = "given"

// Firmness says how reliable the figures are. Judged is false if they may not be compared with any
// threshold; the other fields say why, or what to bear in mind.
type Firmness struct {
	Judged       bool    `json:"judged"`
	Insufficient bool    `json:"insufficient"` // fewer counted moves than MinMoves
	MinMoves     int     `json:"min_moves"`
	Refused      bool    `json:"refused"`      // rating below what is answered at all
	Extrapolated bool    `json:"extrapolated"` // rating outside the calibrated range
	RatingLow    float64 `json:"rating_low"`   // calibrated range; 0 and 0 if there is none
	RatingHigh   float64 `json:"rating_high"`
}

// TestRow is one test. Shares are between 0 and 1, ASD and the wide difference in scaled pawns, AE
// in pawns, root in roots of pawns, LR in nats per move. Positive z always means closer to the
// engine than expected. A figure is nil if it does not exist: there were no moves, or nothing could
// have turned out otherwise.
type TestRow struct {
	Test     string   `json:"test"` // score.Quantity
	N        int      `json:"n"`
	Actual   *float64 `json:"actual"`
	Expected *float64 `json:"expected"`           // in this field
	Rated    *float64 `json:"expected_at_rating"` // by the rating alone: raw_z = ±(actual - expected_at_rating) / raw_sd
	RawSD    *float64 `json:"raw_sd"`             // of the average, as if moves were independent and the rating exact
	SD       *float64 `json:"sd"`                 // adjusted
	RawZ     *float64 `json:"raw_z"`
	Z        *float64 `json:"z"` // adjusted: what to judge by
	Missing  Reason   `json:"missing,omitempty"`

	// From these and EventOffset follows z: with x = ±(actual - expected_at_rating - bias), z is the normal
	// quantile of the sum over the parts of weight Q((x -+ offset slope) / sqrt(sd_known_event² + (sd
	// slope)²)). LR is corrected for its skewness besides.
	Slope   *float64 `json:"slope,omitempty"` // of the expectation, per Elo point
	KnownSD *float64 `json:"sd_known_event,omitempty"`
	Bias    float64  `json:"bias,omitempty"`

	// Strongest is the move without which z would be lowest; nil in rows of opponents.
	Strongest *StrongestMove `json:"strongest_move,omitempty"`
}

// StrongestMove is the most influential move of a test: without it, z is Without.
type StrongestMove struct {
	Event   string  `json:"event,omitempty"` // if the games are of several
	Round   string  `json:"round"`
	Turn    int     `json:"turn"`
	Color   string  `json:"color"`  // white or black
	Played  string  `json:"played"` // SAN
	Without float64 `json:"z_without"`
}

// Disagreement says that odds and z differ by more than they do in 98 of 100 simulated performances,
// honest or helped.
type Disagreement struct {
	Test   string          `json:"test"`   // combined or lr
	Higher string          `json:"higher"` // "z" or "odds"
	Reason DifferentReason `json:"reason"`
}

// DifferentReason says why odds and z differ.
type DifferentReason string

// The reasons.
const (
	// SingleMove: without its most influential move, z goes with the odds.
	SingleMove DifferentReason = "one_move"
	// VagueStrength: the odds allow for a rating that may be far off.
	VagueStrength DifferentReason = "vague_rating"
	// UnlikeEngines: the moves are closer to the engine than expected, but no more like moves that were
	// taken from it, or from a modern engine, than such moves are when found by players.
	UnlikeEngines DifferentReason = "unlike_engines"
	// HardMoves: the odds weigh how seldom players find each move; z counts every match alike.
	HardMoves DifferentReason = "hard_moves"
)

// CombinedZ is the overall Z, with how rare it is by chance: that of the bank of detectors or, where
// none is calibrated, the combined Z of MM, EV and ASD.
type CombinedZ struct {
	Z *float64 `json:"z"` // against his rating and this field: what to judge by
	// RatingAlone is Z against the rating alone, as if nothing were known of the event; nil if Z
	// itself is that.
	RatingAlone *float64 `json:"z_rating_alone,omitempty"`
	ZMissing    Reason   `json:"z_missing,omitempty"`
	Odds        *float64 `json:"odds"`   // one-sided odds against so high a value by chance, to 1
	OneIn       *float64 `json:"one_in"` // natural frequency: in so many honest performances one
	// The intervals follow from how well the spread of honest Z is known; nil if that was not measured.
	// Beyond the highest Z of honest performances (Provenance.Calibration.Honest) they are an
	// extrapolation.
	OddsInterval  *[2]float64 `json:"odds_interval,omitempty"`
	OneInInterval *[2]float64 `json:"one_in_interval,omitempty"`
	// Strongest is the move without which Z would be lowest.
	Strongest *StrongestMove `json:"strongest_move,omitempty"`
	// Detectors are those of the bank; nil without one. Former is then the Z of MM, EV and ASD with
	// these Weights, which Z was before there was a bank.
	Detectors []Detector `json:"detectors,omitempty"`
	Former    *float64   `json:"z_former,omitempty"`
	Weights   [3]float64 `json:"weights"`
	// Among says how rare Z is among all players of the event; nil if Z may not be judged or nobody
	// stated the number of players.
	Among        *Multiplicity `json:"multiplicity"`
	AmongMissing Reason        `json:"multiplicity_missing,omitempty"`
}

// EvidenceOdds is the e-value: how many times as likely the moves are if a share of them follows an
// engine as if none does (score.EValue). Unlike Z it may be looked at after every round: the odds
// of an honest player ever reach x in at most one of x events.
type EvidenceOdds struct {
	Log     *float64 `json:"ln_bf"` // nats
	Odds    *float64 `json:"odds"`  // its exponential, to 1
	Missing Reason   `json:"missing,omitempty"`

	// Highest is the highest of the odds after each round so far, which the guarantee covers, and
	// HighestRound the round after which they stood there.
	Highest      *float64 `json:"highest_odds,omitempty"`
	HighestRound string   `json:"highest_round,omitempty"`
}

// Multiplicity says how rare a Z is among N players who all might have had it, if everybody plays
// as expected of his rating.
type Multiplicity struct {
	// Players is N: all players of the event, or 1 if the player was singled out before it, since
	// nobody then looked through the others to find him.
	Players int `json:"players"`
	// Expected is N Q(Z): how many of them reach this Z by chance.
	Expected float64 `json:"expected_at_or_above"`
	// Bonferroni is the p-value of Z adjusted for N players, min(1, N Q(Z)). For the highest Z of
	// the N it equals the value of Holm (1979); for a lower one it is cautious, since Holm's may be
	// smaller.
	Bonferroni float64 `json:"bonferroni_p"`
}

// RatingEstimate is an intrinsic performance rating with its 95 % interval. Exists is false if
// there are no moves.
type RatingEstimate struct {
	Exists   bool    `json:"exists"`
	Moves    int     `json:"moves"`
	Rating   float64 `json:"rating"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	AtMost   bool    `json:"at_most"`  // the rating is that or lower
	AtLeast  bool    `json:"at_least"` // the rating is that or higher
	LowOpen  bool    `json:"low_open"` // the interval goes on below
	HighOpen bool    `json:"high_open"`
	Missing  Reason  `json:"missing,omitempty"`
}

// OpponentFigures are the figures of the opponents in the same games: sometimes it was they who
// played badly ([AM] commentary on the game screening).
type OpponentFigures struct {
	Moves  int            `json:"moves"`
	Rating float64        `json:"rating"` // average, by counted moves; 0 if none has one
	Tests  []TestRow      `json:"tests"`
	Z      *float64       `json:"z"`
	IPR    RatingEstimate `json:"ipr"`

	RatingMissing Reason `json:"rating_missing,omitempty"`
	ZMissing      Reason `json:"z_missing,omitempty"`
}

// RoundRow is the state after a round: all games so far. Later rounds do not change it.
type RoundRow struct {
	Event    string   `json:"event,omitempty"` // if the games are of several
	Round    string   `json:"round"`
	Moves    int      `json:"moves"`    // counted so far
	Z        *float64 `json:"z"`        // combined, cumulative
	Evidence *float64 `json:"ln_bf"`    // of the games until then, nats
	Boundary *float64 `json:"boundary"` // what Z must reach at this look for an overall error of one look at the threshold

	ZMissing        Reason `json:"z_missing,omitempty"`
	EvidenceMissing Reason `json:"ln_bf_missing,omitempty"`
	BoundaryMissing Reason `json:"boundary_missing,omitempty"`
}

// Boundary names the line that RoundRow.Boundary follows: of the O'Brien-Fleming type, its error
// spent by the function of Lan and DeMets (score.Boundary).
type Boundary struct {
	Threshold float64 `json:"threshold"` // the Z at which a single look has the same error: that of the event's size
	Alpha     float64 `json:"alpha"`     // one-sided error of all looks together, Q(Threshold)
	Spending  string  `json:"spending"`  // "lan_demets_obrien_fleming"
	// Looks is the number of looks, one after each row of Rounds; Planned is the number of rounds
	// of the event. Alpha is spent by rounds: after round k of K the part that belongs to the share
	// k/K, so that no look depends on a later one.
	Looks   int `json:"looks"`
	Planned int `json:"planned_rounds"`
}

// GameRow is one game of the player.
type GameRow struct {
	Round      string   `json:"round"`
	Color      string   `json:"color"`
	Opponent   string   `json:"opponent"`
	Event      string   `json:"event,omitempty"` // if the games are of several
	Own        float64  `json:"rating"`          // at which the player is judged in this game; 0 for none
	Rating     int      `json:"opponent_rating"`
	Result     string   `json:"result"`
	Moves      int      `json:"moves"`
	MM         Compared `json:"mm"` // shares
	EV         Compared `json:"ev"`
	ASD        Compared `json:"asd"` // averages
	AE         Compared `json:"ae"`
	OpponentMM Compared `json:"opponent_mm"`
	Excluded   int      `json:"excluded"`
}

// Compared sets what was played beside what was expected, per move. The expectation is for the
// rating in this field, or for the rating alone if nothing is known of the field. A figure is nil
// if nothing was played or nothing could be expected.
type Compared struct {
	Actual   *float64 `json:"actual"`
	Expected *float64 `json:"expected"`
	Missing  Reason   `json:"missing,omitempty"`
}

// MoveRow is one move of the player.
type MoveRow struct {
	Event  string `json:"event,omitempty"` // if the games are of several
	Round  string `json:"round"`
	Turn   int    `json:"turn"`
	Color  string `json:"color"`
	Played string `json:"played"` // SAN
	// PlayedUCI is the same move in UCI notation.
	PlayedUCI string `json:"played_uci"`
	Excluded  string `json:"excluded,omitempty"` // analysis.Exclusion; the rest is then empty
	Best      string `json:"best,omitempty"`     // the engine's choice, UCI
	BestSAN   string `json:"best_san,omitempty"` // the same in SAN
	Value     string `json:"value,omitempty"`    // of the position, from the mover's side, as people write it
	// PBest and PPlayed are the probabilities that a player of the rating in this field plays the
	// engine's choice, and the move made; nil if nothing is expected of him.
	PBest   *float64 `json:"p_best"`
	PPlayed *float64 `json:"p_played"`
	// The same at the rating alone; left out if nothing is known of the field, which makes them equal.
	RatedBest   *float64 `json:"p_best_at_rating,omitempty"`
	RatedPlayed *float64 `json:"p_played_at_rating,omitempty"`
	Match       bool     `json:"match"`
	Equal       bool     `json:"equal"`
	Loss        *float64 `json:"loss"`             // pawns, deep against deep; nil if the position after the move was not evaluated
	Delta       float64  `json:"delta"`            // scaled difference
	Subset      bool     `json:"subset,omitempty"` // the move is in the named subset

	// ExpectedMissing and LossMissing say why a move that counts has no probabilities, or no loss.
	ExpectedMissing Reason `json:"p_missing,omitempty"`
	LossMissing     Reason `json:"loss_missing,omitempty"`
}

// Kind says what a move that counts is beside the engine's choice: "match", "equal" in value, or "another"; "" for one that
// does not count.
func (m *MoveRow) Kind() string {
	switch {
	case m.Excluded != "":
		return ""
	case m.Match:
		return "match"
	case m.Equal:
		return "equal"
	}
	return "another"
}

// DetectableShare says what the test would have found: the smallest share of moves by one kind of
// helper that it finds with 80 % probability at a threshold. If Detectable is false, it would not even
// have found him if every move had come from there.
type DetectableShare struct {
	Threshold  float64 `json:"threshold"`
	Helper     string  `json:"helper"` // choice.Assistant.Kind: own, modern, older
	Share      float64 `json:"share"`
	Detectable bool    `json:"detectable"`
}

// PosteriorRow explains what the odds of Evidence are worth if few players are assisted, starting
// from a stated prior. It decides nothing.
type PosteriorRow struct {
	Setting     string  `json:"setting"` // "board" or "online"
	Prior       float64 `json:"prior"`
	Probability float64 `json:"probability"` // that a share of the moves follows an engine
}

// SubsetTest compares named moves with the rest of the same games.
type SubsetTest struct {
	Named string `json:"named"`
	// Notes are the notes of the arbiter's log from which the named moves follow: the MovesAfter
	// each absence. Empty if the person who asked for the test named the moves.
	Notes      []tournament.ListedNote `json:"notes,omitempty"`
	MovesAfter int                     `json:"moves_after,omitempty"`
	Unmatched  []string                `json:"unmatched"` // parts that name no counted move; never nil
	Inside     int                     `json:"inside"`    // counted moves
	Outside    int                     `json:"outside"`
	Contrasts  []SubsetContrast        `json:"contrasts"` // MM and ASD
	InsideIPR  RatingEstimate          `json:"inside_ipr"`
	RestIPR    RatingEstimate          `json:"rest_ipr"`
}

// SubsetContrast is the permutation test of one quantity.
type SubsetContrast struct {
	Test          string  `json:"test"`
	InsideExcess  float64 `json:"inside_excess"` // average of actual over expected, positive is closer to the engine
	OutsideExcess float64 `json:"outside_excess"`
	P             float64 `json:"p"` // one-sided
	Arrangements  int     `json:"arrangements"`
	Exact         bool    `json:"exact"`
	Exists        bool    `json:"exists"`
	Missing       Reason  `json:"missing,omitempty"`
}

// Permitted is something that the regulations permit on these figures, with the article. It is
// never more than a permission.
type Permitted struct {
	Action    string  `json:"action"`              // regulations.Measure
	Note      string  `json:"note,omitempty"`      // regulations.Note
	Threshold float64 `json:"threshold,omitempty"` // the z that was reached or passed
	Article   string  `json:"article"`             // a key for programs, which stands in no book
	Citation  string  `json:"citation"`            // where people find it
	Text      string  `json:"text"`                // the source's name
}

// PlayerRange says what figures would permit in an event of From to To players.
type PlayerRange struct {
	From      int         `json:"from"`
	To        int         `json:"to"`        // 0 if there is no end
	Threshold float64     `json:"threshold"` // of the z for questions or a search, at From players
	Article   string      `json:"article"`
	Citation  string      `json:"citation"`
	Actions   []Permitted `json:"actions"` // whatever the number within the range; never nil
	Graver    []Permitted `json:"graver"`  // besides, with at most UpTo players; never nil
	UpTo      int         `json:"up_to"`   // 0 where Graver is empty
	Held      string      `json:"held"`    // regulations.Held, beyond UpTo
}
