package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/roster"
	"fairplay/reports/trf"
)

// Coverage tells which games of a tournament file are among the games that were handed in, and
// how the two differ. Three things are kept apart: what the record of moves ends with (the
// board), what its Result tag awards, and what the tournament file says, which also knows
// whether the game was played.
type Coverage struct {
	Basis      CoverageBasis   `json:"basis"`
	Expected   int             `json:"expected"` // games that the tournament file says were played, or that the tables ask for
	Found      int             `json:"found"`    // of these, games that were handed in with their moves
	Rounds     []RoundCoverage `json:"rounds"`   // that the file reaches, from round 1 on; never nil
	Deviations []Deviation     `json:"deviations"`
	Questions  []Question      `json:"questions"` // names that the file does not know; never nil

	Clean Clean `json:"-"` // what of it belongs into a package

	games  []expectedGame
	unsaid []trf.Pairing // for which the file has no result, and that have no record
}

// CoverageBasis is what games are compared with.
type CoverageBasis string

// The bases.
const (
	ByFile   CoverageBasis = "tournament_file"
	ByRoster CoverageBasis = "roster_numbers" // Berger tables, with the numbers of the roster
	ByGames  CoverageBasis = "game_numbers"   // Berger tables, with the only numbers that the games allow
)

// RoundCoverage counts what is there of one round.
type RoundCoverage struct {
	Round    int    `json:"round"`
	Date     string `json:"date"`
	Expected int    `json:"expected"`
	Found    int    `json:"found"`
	Missing  int    `json:"missing"`  // Expected less Found
	Forfeits int    `json:"forfeits"` // pairings of the file that were not played
	Byes     int    `json:"byes"`     // participants with a bye
	Absent   int    `json:"absent"`   // participants of whom the file says nothing, or that they were not there
	Others   int    `json:"others"`   // further deviations
	Gaps     []int  `json:"gaps"`     // numbers of boards that no record has, between 1 and the last; empty where records give none
}

// Deviation is one thing in which the games differ from the tournament file.
type Deviation struct {
	Kind  DeviationKind `json:"kind"`
	Round int           `json:"round"` // of the tournament file, else of the record; 0 where neither says
	Board int           `json:"board,omitempty"`
	White string        `json:"white"` // as the tournament file has the names; as the record has it where that does not know them
	Black string        `json:"black"`
	// Listed and Recorded are what the tournament file and the record say, where that is what differs.
	Listed   string `json:"listed,omitempty"`
	Recorded string `json:"recorded,omitempty"`
	// Where the record stands; empty for games that are missing.
	File string `json:"file,omitempty"`
	Game int    `json:"game,omitempty"`
	Line int    `json:"line,omitempty"`
	// Record says how the record ends; nil for games that are missing.
	Record *RecordedEnd `json:"record,omitempty"`
}

// RecordedEnd keeps apart what a record says of the end of its game.
type RecordedEnd struct {
	Awarded string `json:"awarded"` // by the Result tag, "*" where it has none
	Board   string `json:"board"`   // by the end of the moves, "*" where nothing stands there
	Played  bool   `json:"played"`  // both sides have moved
}

// DeviationKind is one of the constants below.
type DeviationKind string

// What may differ.
const (
	MissingGame    DeviationKind = "missing"          // played according to the file, and not handed in
	NoMoves        DeviationKind = "no_moves"         // handed in without moves of both sides, though it was played
	DoubledGame    DeviationKind = "doubled"          // a further record of a game
	ExtraGame      DeviationKind = "extra"            // the file does not pair the two
	LaterRound     DeviationKind = "later_round"      // of a round that the file does not reach
	UnknownName    DeviationKind = "unknown_name"     // the file does not know a player; see Questions
	OtherColors    DeviationKind = "colors"           // the colours are reversed
	OtherRound     DeviationKind = "round"            // the record names another round
	OtherResult    DeviationKind = "result"           // the Result tag awards something else
	OtherBoard     DeviationKind = "board_result"     // the moves end with another result than the file has
	PlayedAnyway   DeviationKind = "played_anyway"    // there are moves, though the file says that nobody played
	LongerThanSaid DeviationKind = "longer_than_said" // both sides moved, though the file says that they did not
	OtherName      DeviationKind = "name"             // a player, known by his FIDE id, is named otherwise; told once for each spelling

	// Of a Clean file alone.
	BrokenOff  DeviationKind = "broken_off" // the record cannot be read to its end
	OtherChess DeviationKind = "variant"    // the record is of another kind of chess
)

// Cover compares games with a tournament file. Who is who is decided as Identify does it, over
// the players of both; nobody is guessed. A record belongs to the pairing of its players in its
// round; where they were not paired in that one, to a game of theirs that has no record yet. Of
// several records of one pairing the longest is it, of equally long ones that which says most,
// and the others are doubled. The result does not depend on the order of the games. A name that
// an answer gives a participant is his.
func Cover(t *trf.Tournament, games []*analysis.Game, answers ...NameAnswer) *Coverage {
	called, nobody := names{}, map[roster.Called]bool{}
	for _, a := range answers {
		i := slices.IndexFunc(t.Participants, func(p *trf.Participant) bool { return p.Number == a.Number })
		if i < 0 {
			nobody[a.Called] = true
			continue
		}
		called[t.Participants[i]] = append(called[t.Participants[i]], a.Called)
	}
	cover := newComparing(t, called, games).cover()
	cover.Questions = slices.DeleteFunc(cover.Questions, func(q Question) bool {
		return nobody[roster.Called{Name: q.Name, FideID: q.FideID}]
	})
	return cover
}

func (c *comparing) cover() *Coverage {
	c.assign()
	for _, r := range c.records {
		c.examine(r)
	}
	for _, p := range c.pairings {
		if c.expects(p) && p.record == nil {
			c.deviate(MissingGame, p.Round, nil, p.White.Name, p.Black.Name, result(p.WhiteMark, p.BlackMark), "")
		}
	}
	slices.SortStableFunc(c.deviations, compareDeviations)
	cover := &Coverage{Basis: c.basis, Rounds: c.rounds(), Deviations: c.deviations, Questions: c.questions(), Clean: c.clean()}
	for i := range cover.Rounds {
		c.count(&cover.Rounds[i])
		cover.Expected += cover.Rounds[i].Expected
		cover.Found += cover.Rounds[i].Found
	}
	for _, p := range c.pairings {
		if c.expects(p) {
			cover.games = append(cover.games, expectedGame{p.Pairing, p.record != nil && p.recorded})
		}
		if c.basis == ByFile && p.record == nil && p.WhiteMark == trf.Blank && p.BlackMark == trf.Blank {
			cover.unsaid = append(cover.unsaid, p.Pairing)
		}
	}
	return cover
}

// expectedGame is a game that ought to be there.
type expectedGame struct {
	trf.Pairing
	found bool
}

// expects tells whether there should be a record with moves of a pairing.
func (c *comparing) expects(p *paired) bool {
	if c.basis == ByFile {
		return p.Played()
	}
	return !p.forfeited && p.Round <= c.through
}

func compareDeviations(a, b Deviation) int {
	return cmp.Or(
		cmp.Compare(a.Round, b.Round), cmp.Compare(a.Board, b.Board), cmp.Compare(a.White, b.White), cmp.Compare(a.Black, b.Black),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.File, b.File), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Recorded, b.Recorded),
	)
}

// comparing is the state of a comparison.
type comparing struct {
	file       *trf.Tournament
	basis      CoverageBasis
	through    int // by tables: the last round that should be there
	who        *players
	pairings   []*paired
	between    map[couple][]*paired
	records    []*filed
	deviations []Deviation
	misnamed   map[string]bool // spellings that were told of, by number and name
}

// paired is a pairing of the file and the record that it has.
type paired struct {
	trf.Pairing
	record   *filed
	recorded bool // the record has moves, or need not have any

	forfeited bool // by the record; tables know nothing of it
}

// couple is two participants, the lower number first.
type couple struct{ a, b *trf.Participant }

func coupleOf(a, b *trf.Participant) couple {
	if a.Number > b.Number {
		a, b = b, a
	}
	return couple{a, b}
}

// filed is a game that was handed in.
type filed struct {
	game         *analysis.Game
	round, board int // 0 where the record does not say
	white, black *trf.Participant
	pairing      *paired
	doubled      bool
}

func newComparing(t *trf.Tournament, called names, games []*analysis.Game) *comparing {
	c := &comparing{file: t, basis: ByFile, who: identify(t, called, games), between: map[couple][]*paired{}, misnamed: map[string]bool{}, deviations: []Deviation{}}
	for _, p := range t.Pairings() {
		p := &paired{Pairing: p}
		c.pairings = append(c.pairings, p)
		both := coupleOf(p.White, p.Black)
		c.between[both] = append(c.between[both], p)
	}
	for _, g := range analysis.InOrder(games) {
		r := &filed{game: g, white: c.who.participant(g, analysis.White), black: c.who.participant(g, analysis.Black)}
		r.round, r.board, _ = analysis.ParseRound(g.Round)
		r.board = cmp.Or(r.board, analysis.BoardTag(g))
		c.records = append(c.records, r)
	}
	return c
}

// assign gives each record its pairing: first those whose round and colours are right, then
// those whose round is, then the rest.
func (c *comparing) assign() {
	byLength := slices.Clone(c.records)
	slices.SortStableFunc(byLength, func(a, b *filed) int {
		return cmp.Or(cmp.Compare(len(b.game.Plies), len(a.game.Plies)), cmp.Compare(facts(b.game), facts(a.game)))
	})
	for _, fits := range []func(*filed, *paired) bool{
		func(r *filed, p *paired) bool { return p.Round == r.round && p.White == r.white },
		func(r *filed, p *paired) bool { return p.Round == r.round },
		func(r *filed, p *paired) bool { return p.White == r.white && (p.Played() || r.round == 0) },
		func(r *filed, p *paired) bool { return p.Played() || r.round == 0 },
	} {
		for _, r := range byLength {
			if r.white == nil || r.black == nil || r.pairing != nil {
				continue
			}
			for _, p := range c.between[coupleOf(r.white, r.black)] {
				switch {
				case !fits(r, p):
				case p.record == nil:
					p.record, r.pairing = r, p
				case p.Round == r.round || r.round == 0:
					r.pairing, r.doubled = p, true
				}
				if r.pairing != nil {
					break
				}
			}
		}
	}
}

// examine notes what is to be said of a record.
func (c *comparing) examine(r *filed) {
	g := r.game
	white, black := nameOf(r.white, g.White), nameOf(r.black, g.Black)
	p := r.pairing
	switch {
	case r.white == nil || r.black == nil:
		c.deviate(UnknownName, r.round, r, white, black, "", "")
		return
	case p == nil:
		kind, round := c.unpaired(r)
		c.deviate(kind, round, r, white, black, "", "")
		return
	case r.doubled:
		c.deviate(DoubledGame, p.Round, r, white, black, "", "")
		return
	}
	if r.round != 0 && r.round != p.Round {
		c.deviate(OtherRound, p.Round, r, white, black, number(p.Round), number(r.round))
	}
	reversed := p.Colored && r.white != p.White
	if reversed {
		c.deviate(OtherColors, p.Round, r, white, black, "", "")
	}
	c.compareNames(r)
	c.comparePlay(r)
	if p.WhiteMark != trf.Blank || p.BlackMark != trf.Blank {
		c.compareResults(r, r.white != p.White)
	}
}

// unpaired says what a record is that no pairing is left for, and of which round.
func (c *comparing) unpaired(r *filed) (DeviationKind, int) {
	others := c.between[coupleOf(r.white, r.black)]
	switch {
	case r.round > c.file.LastRound():
		return LaterRound, r.round
	case len(others) > 0:
		return DoubledGame, others[0].Round
	}
	return ExtraGame, r.round
}

// comparePlay compares whether a game was played. A record without moves does for a game that
// was not, or that ended before both sides had moved.
func (c *comparing) comparePlay(r *filed) {
	p, moved := r.pairing, r.game.Played || r.game.Variant != analysis.Standard
	if c.basis != ByFile {
		p.recorded, p.forfeited = moved, !moved && isForfeit(r.game.Awarded)
		if !moved && !p.forfeited {
			c.deviate(NoMoves, p.Round, r, p.White.Name, p.Black.Name, "", r.game.Awarded)
		}
		return
	}
	rated := p.WhiteMark.Rated() || p.BlackMark.Rated()
	p.recorded = moved || !rated
	switch {
	case !moved && rated:
		c.deviate(NoMoves, p.Round, r, p.White.Name, p.Black.Name, result(p.WhiteMark, p.BlackMark), r.game.Awarded)
	case moved && p.Played() && !rated:
		c.deviate(LongerThanSaid, p.Round, r, p.White.Name, p.Black.Name, result(p.WhiteMark, p.BlackMark), r.game.Awarded)
	case moved && !p.Played() && (p.WhiteMark != trf.Blank || p.BlackMark != trf.Blank):
		c.deviate(PlayedAnyway, p.Round, r, p.White.Name, p.Black.Name, result(p.WhiteMark, p.BlackMark), r.game.Awarded)
	}
}

// compareResults compares the Result tag and the end of the moves with the file. Where that gives
// abnormal points for the game (299), the tag may have those as well.
func (c *comparing) compareResults(r *filed, reversed bool) {
	p := r.pairing
	listed, given := outcome{points(p.WhiteMark), points(p.BlackMark)}, c.given(p)
	text := result(p.WhiteMark, p.BlackMark)
	if reversed {
		listed, given = outcome{listed.black, listed.white}, outcome{given.black, given.white}
		text = result(p.BlackMark, p.WhiteMark)
	}
	if given != listed {
		text += ", given as " + given.String()
	}
	awarded, known := outcomeOf(r.game.Awarded)
	if !known || awarded != listed && awarded != given {
		c.deviate(OtherResult, p.Round, r, nameOf(r.white, r.game.White), nameOf(r.black, r.game.Black), text, cmp.Or(r.game.Awarded, "*"))
	}
	board, known := outcomeOf(string(r.game.Board))
	if known && p.Played() && board != listed {
		c.deviate(OtherBoard, p.Round, r, nameOf(r.white, r.game.White), nameOf(r.black, r.game.Black), text, string(r.game.Board))
	}
}

// given returns the points of a pairing with those that the file gives otherwise than usual.
func (c *comparing) given(p *paired) outcome {
	of := func(who *trf.Participant, m trf.Mark) int {
		if given, abnormal := c.file.Given(who.Number, p.Round, m); abnormal {
			return int(given) / 5
		}
		return points(m)
	}
	return outcome{of(p.White, p.WhiteMark), of(p.Black, p.BlackMark)}
}

// deviate notes a deviation; r is nil where there is no record.
func (c *comparing) deviate(kind DeviationKind, round int, r *filed, white, black, listed, recorded string) {
	d := Deviation{Kind: kind, Round: round, White: white, Black: black, Listed: listed, Recorded: recorded}
	if r != nil {
		d.Board, d.File, d.Game, d.Line = r.board, r.game.Source.File, r.game.Source.Game, r.game.Source.Line
		d.Record = &RecordedEnd{Awarded: cmp.Or(r.game.Awarded, "*"), Board: cmp.Or(string(r.game.Board), "*"), Played: r.game.Played}
	}
	c.deviations = append(c.deviations, d)
}

// rounds returns the rounds that the file reaches.
func (c *comparing) rounds() []RoundCoverage {
	all := []RoundCoverage{}
	last := c.file.LastRound()
	if c.basis != ByFile {
		last = c.through
		for _, p := range c.pairings {
			if p.record != nil {
				last = max(last, p.Round)
			}
		}
	}
	for round := 1; round <= last; round++ {
		all = append(all, RoundCoverage{Round: round, Date: c.file.Date(round).String(), Gaps: []int{}})
	}
	return all
}

// count counts one round.
func (c *comparing) count(r *RoundCoverage) {
	numbered, boards := true, map[int]bool{}
	for _, p := range c.pairings {
		switch {
		case p.Round != r.Round:
			continue
		case c.expects(p):
			r.Expected++
		case p.forfeited || p.WhiteMark.Forfeit() || p.BlackMark.Forfeit():
			r.Forfeits++
		}
		if p.record == nil {
			continue
		}
		if c.expects(p) && p.recorded {
			r.Found++
		}
		boards[p.record.board] = true
		numbered = numbered && p.record.board > 0
	}
	r.Missing = r.Expected - r.Found
	r.Byes, r.Absent = c.file.Idle(r.Round)
	for _, d := range c.deviations {
		if d.Round == r.Round && d.Kind != MissingGame && d.Kind != NoMoves {
			r.Others++
		}
	}
	if numbered && r.Missing > 0 {
		r.Gaps = gaps(boards)
	}
}

// gaps returns the numbers below the highest that are not there, where these are no more than
// there could be boards without a record.
func gaps(boards map[int]bool) []int {
	missing, highest := []int{}, 0
	for b := range boards {
		highest = max(highest, b)
	}
	if highest > 2*len(boards)+100 {
		return missing // no running numbers
	}
	for b := 1; b < highest; b++ {
		if !boards[b] {
			missing = append(missing, b)
		}
	}
	return missing
}
