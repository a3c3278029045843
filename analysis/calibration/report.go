package calibration

import "fairplay/analysis/score"

// Validation says how far a calibration can be trusted. Everything in it is measured on the test
// part of the corpus, whose events took no part in the fit.
type Validation struct {
	Independence Independence   `json:"independence"`
	Ladder       []ModelRow     `json:"ladder"`
	Reliability  []Reliability  `json:"reliability"` // by decile of the probability of the deep best
	Bands        []BandRow      `json:"bands"`       // by 100 points
	WideBands    []BandRow      `json:"wide_bands"`  // by 200 points
	Slices       []BandRow      `json:"slices"`      // by colour, phase of the game and length of the game
	Z            []ZRow         `json:"z"`
	IPR          IPRReport      `json:"ipr"`
	Power        PowerReport    `json:"power"`
	Evidence     EvidenceReport `json:"evidence"`
	Acceptance   []Verdict      `json:"acceptance"`

	// Relation says which odds go with which z.
	Relation []RelationRow `json:"relation,omitempty"`

	// Careers says what honest players share over events; nil in reports from before it was measured.
	Careers *Careers `json:"careers,omitempty"`

	// Passes compare the recipe with the prior's, and with what lies between them.
	Passes []PassesRow `json:"passes,omitempty"`
}

// RelationRow says which odds go with a z within [Low, High): of N simulated performances, honest ones
// and such with moves replaced by an engine's, 98 of 100 have a ln BF from LogLow to LogHigh.
type RelationRow struct {
	Test    string  `json:"test"` // "combined" or "lr"
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	N       int     `json:"n"`
	LogLow  float64 `json:"ln_bf_low"`
	LogHigh float64 `json:"ln_bf_high"`
}

// PassesRow says how much the moves of one engine stand out under the deep pass of one recipe and
// the wide pass of another. Both figures are ratios to the recipe of the prior, on the same moves:
// of nodes, and of the shift of a test in its own standard deviations.
type PassesRow struct {
	Deep   string  `json:"deep"` // names of recipes
	Wide   string  `json:"wide"`
	Nodes  float64 `json:"nodes"`
	Engine string  `json:"engine"` // "own" is the engine that evaluates
	Moves  int     `json:"moves"`
	MM     Figure  `json:"mm"`
	ASD    Figure  `json:"asd"`
	LR     Figure  `json:"lr"`
}

// Figure is an estimate with its 95 % interval. Events are the independent units unless stated
// otherwise.
type Figure struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	// Bounded is false if there are too few games for an interval. Low and High are then 0 and mean
	// nothing.
	Bounded bool `json:"bounded"`
}

// Independence says how independent the test games are of the games fitted.
type Independence struct {
	CorpusSize
	// Seen is how many of the players also have games in the fit part, in other events: the split
	// is by event.
	Seen  int `json:"seen_players"`
	Whole int `json:"whole"` // performances of 5 games or more of one event, with enough moves
}

// ModelRow is one model in the comparison of models.
type ModelRow struct {
	Name    string `json:"name"`
	Terms   int    `json:"terms"`    // coefficients
	LogLoss Figure `json:"log_loss"` // mean of -ln p of the move made, nats
	// Gain is how much smaller the loss is than in the row before, on the same moves; 0 in the
	// first row.
	Gain Figure     `json:"gain"`
	MM   Comparison `json:"mm"`
	EV   Comparison `json:"ev"`
	ASD  Comparison `json:"asd"`
}

// Comparison is what was played and what was expected, per move.
type Comparison struct {
	Actual     float64 `json:"actual"`
	Expected   float64 `json:"expected"`
	Difference Figure  `json:"difference"` // actual - expected
}

// Reliability is one bin of moves, grouped by their expected probability.
type Reliability struct {
	N        int     `json:"n"`
	Expected float64 `json:"expected"` // mean probability of the deep best
	Actual   Figure  `json:"actual"`   // share of moves that were it
}

// BandRow compares actual with expected over some of the test moves.
type BandRow struct {
	Name string  `json:"name"`           // "white", "turns 9-20"; empty for bands of rating
	Low  float64 `json:"low,omitempty"`  // Elo
	High float64 `json:"high,omitempty"` // Elo
	CorpusSize
	Quantities score.Each[Comparison] `json:"quantities"`
}

// ZRow describes the distribution of the z of one test over honest performances. Intervals come
// from drawing events anew.
type ZRow struct {
	Test   string  `json:"test"`   // a score.Quantity, "combined" or "roi"
	Sample string  `json:"sample"` // one of the samples below, or a slice
	N      int     `json:"n"`      // performances
	Mean   Figure  `json:"mean"`
	SD     Figure  `json:"sd"`
	Skew   Figure  `json:"skew"`
	KS     float64 `json:"ks_p"` // p-value of Kolmogorov and Smirnov against the normal distribution
	AD     float64 `json:"ad_p"` // p-value of Anderson and Darling
	Tail   []Tail  `json:"tail,omitempty"`
	// Highest is the highest z of all.
	Highest float64 `json:"highest"`
	// Histogram counts performances by z in HistogramBins bins of HistogramStep, from HistogramLow;
	// the first and the last bin also hold what lies beyond. Only WholePerformances have one.
	Histogram []int `json:"histogram,omitempty"`
}

// The samples for which z are described: what one player did in one event, in 5 games or more.
const (
	WholePerformances = "whole"          // against rating and field, as players are judged
	RatingAlone       = "rating"         // against the rating alone
	Unadjusted        = "raw"            // against the rating alone, as if moves were independent
	UnseenPlayers     = "unseen players" // whole, of players who have no game in the fit part
	SeveralEvents     = "several events" // all games of players with games in two events or more, each in its field
)

// Careers says what honest players share over events, beyond their ratings there (MODEL 5f).
type Careers struct {
	Players int    `json:"players"` // with games in two events or more
	Pairs   int    `json:"pairs"`   // of events of one player
	Shared  Figure `json:"shared"`  // covariance of his strength in two events, Elo points squared
	Odds    Figure `json:"odds"`    // mean of the products of the odds of all events, of players of the test part; at most 1 if the odds are honest

	// Honest adds Z over all events of players of the test part, from its row of Validation.Z.
	Performances int     `json:"performances,omitempty"`
	Mean         *Figure `json:"mean_z,omitempty"`
	SD           *Figure `json:"sd_z,omitempty"`
	Highest      float64 `json:"highest_z,omitempty"`
}

// BankSamples are those parts of WholePerformances for which the z of the bank are described too: by
// the mean rating and by the number of games.
func BankSamples() []string {
	return []string{"rated below 2300", "rated 2300-2599", "rated 2600 or more", "5-6 games", "7-8 games", "9 games or more"}
}

// The bins of a histogram of z.
const (
	HistogramLow  = -5.0
	HistogramStep = 0.25
	HistogramBins = 40
)

// Tail is how many honest performances were above a line. The interval is binomial, over the number
// of independent performances (Clopper and Pearson).
type Tail struct {
	Line    float64 `json:"line"`
	Nominal float64 `json:"nominal"`
	Hits    int     `json:"hits"`
	Share   Figure  `json:"share"`
}

// IPRReport compares intrinsic ratings of honest performances with the players' ratings.
type IPRReport struct {
	N        int       `json:"n"`
	Bias     Figure    `json:"bias"` // mean of intrinsic less official rating, Elo points
	Slope    Figure    `json:"slope"`
	Coverage Figure    `json:"coverage"` // share of 95 % intervals that hold the official rating
	Bands    []IPRBand `json:"bands"`
}

// IPRBand is that comparison in one band of ratings.
type IPRBand struct {
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	N        int     `json:"n"`
	Rating   float64 `json:"rating"` // mean
	Bias     Figure  `json:"bias"`
	Coverage Figure  `json:"coverage"`
}

// PowerReport says which share of performances with assisted moves the tests find. Moves of honest
// whole test performances are replaced by the engine's choice; positions after a replaced move stay
// those of the game.
type PowerReport struct {
	Performances int     `json:"performances"`
	Games        float64 `json:"games"` // mean of a performance
	Moves        float64 `json:"moves"` // mean of a performance
	Draws        int     `json:"draws"` // of the moves to replace, for each performance

	// Lines are the values that each statistic reaches in the share Rate of the same performances,
	// replayed by honest players as the models say, Simulated times in all. A line is never below
	// that of a normal value (ln BF: 4.3). Found counts at these lines. MeanOdds is the mean of the
	// e-value BF of the replayed performances.
	Rate      float64    `json:"rate"`
	Simulated int        `json:"simulated"`
	Lines     []TestLine `json:"lines,omitempty"`
	MeanOdds  float64    `json:"mean_odds"`

	Rows []PowerRow `json:"rows"` // the first one without any help

	// Engines are the other engines whose moves are tried. Each replaced move gives way to one of
	// the engine's moves in another position of the test games, as expected of a player of the same
	// rating.
	Engines []EngineMoves `json:"engines,omitempty"`
}

// TestLine is the line of one statistic.
type TestLine struct {
	Test string  `json:"test"` // a score.Quantity, combined, roi, evidence (ln BF), plain_mm, plain_ae
	Line float64 `json:"line"`
}

// EvidenceReport describes the e-value BF when nobody is helped: its mean should be 1 (MODEL 5b).
type EvidenceReport struct {
	N       int     `json:"n"`    // honest whole performances
	Mean    Figure  `json:"mean"` // of BF
	Highest float64 `json:"highest"`
	// Capped is the mean with each BF counted up to OddsCap: it should be at most 1 as well, and a
	// few performances cannot decide it alone.
	Capped Figure `json:"capped"`
	// Bands holds the mean of BF by rating: it should be at most 1 in each.
	Bands []OddsBand `json:"bands,omitempty"`
	// Above holds the shares of performances with odds above a line, beside simulated ones. The
	// mean depends on very few performances; these shares do not.
	Above []OddsShare `json:"above,omitempty"`
}

// OddsBand is the mean of BF over the honest performances of players rated within [Low, High).
type OddsBand struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	N    int     `json:"n"`
	Mean Figure  `json:"mean"`
}

// OddsCap is the most that the odds of one performance count for in EvidenceReport.Capped.
const OddsCap = 10.0

// OddsShare is the share of honest performances with odds above a line, with its binomial interval
// (Clopper and Pearson), and the share of simulated performances.
type OddsShare struct {
	Line      float64 `json:"line"`
	Share     Figure  `json:"share"`
	Simulated float64 `json:"simulated"`
}

// EngineMoves counts the recorded moves of another engine.
type EngineMoves struct {
	Name      string `json:"name"`
	Positions int    `json:"positions"`
	SHA256    string `json:"sha256"`
}

// PowerRow is one kind and share of assistance.
type PowerRow struct {
	// Help is none; best, at moves drawn at random; hardest, where the engine's
	// choice was least to be expected; gap, where the second move is worse by half a
	// pawn; one_a_game and two_a_game, the hardest moves of each game; company, as
	// best, for two other players of the event too; nine_games, as best, in the first nine
	// games of players with nine or more; or the name of one of Engines, at moves drawn at
	// random.
	Help         string  `json:"help"`
	Share        float64 `json:"share"` // of the counted moves that qualify
	Performances int     `json:"performances,omitempty"`
	Moves        float64 `json:"moves"` // mean share of all counted moves that was replaced

	Above [3]Figure   `json:"above"` // share of performances with a combined Z of 2, 3, 4 or more
	Found []Detection `json:"found"`
	// Gain is the share that the bank finds less the share that another statistic finds, on the same
	// performances.
	Gain []Detection `json:"gain,omitempty"`
}

// Detection is the share of performances that one statistic finds. Test is the name of a test, or
// plain_mm or plain_ae: match percentage and average error minus those of the rating by a straight
// line, standardised by their own spread, as simple programs do.
type Detection struct {
	Test  string `json:"test"`
	Share Figure `json:"share"`
}

// Verdict answers one requirement on a calibration.
type Verdict struct {
	Demand string     `json:"demand"`         // "mean of z", "MM in band", ...
	Test   string     `json:"test,omitempty"` // which test or quantity
	Low    float64    `json:"low,omitempty"`  // band of ratings, where it is for one
	High   float64    `json:"high,omitempty"`
	Figure Figure     `json:"figure"`
	Line   float64    `json:"line,omitempty"` // of the z, for shares above it
	Within [2]float64 `json:"within"`         // what is demanded
	N      float64    `json:"n"`              // what the figure rests on, in Unit
	Unit   string     `json:"unit"`           // independent performances, moves
	Answer Finding    `json:"answer"`
	// Unmeasured is true if there was nothing to measure: Figure then means nothing.
	Unmeasured bool `json:"unmeasured,omitempty"`
	// Needed is about how many units would decide if the figure stays as it is; 0 if it is decided,
	// or if no number would decide.
	Needed float64 `json:"needed,omitempty"`
}

// The units that figures rest on.
const (
	UnitPerformances = "whole performances"
	UnitMoves        = "counted moves"
)

// Finding says whether a requirement is met.
type Finding string

// The answers. A requirement is met if the whole interval is within its limits, not met if the
// whole interval is outside, and otherwise undecided.
const (
	Met       Finding = "met"
	NotMet    Finding = "not_met"
	Undecided Finding = "undecided"
)
