package tournament

import (
	"cmp"
	"slices"

	"fairplay/analysis"
	"fairplay/reports/tournament/trf"
)

// comparing is the state of a comparison.
type comparing struct {
	file       *trf.Tournament
	basis      CoverageBasis
	through    int // with tables: the last round that should be there
	who        *players
	pairings   []*paired
	between    map[couple][]*paired
	records    []*filed
	deviations []Deviation
	misnamed   map[string]bool // spellings already reported, by number and name
}

// paired is a pairing of the file with its record.
type paired struct {
	trf.Pairing
	record   *filed
	recorded bool // the record has moves, or does not need any

	forfeited bool // by the record; tables know nothing of forfeits
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
	round, board int // 0 if the record does not say
	white, black *trf.Participant
	pairing      *paired
	doubled      bool
	differs      []Deviation // in the order in which they were found
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

// assign gives each record its pairing: first records with the right round and colours, then those
// with the right round, then the rest.
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
				if !fits(r, p) {
					continue
				}
				if p.record == nil {
					p.record, r.pairing = r, p
					break
				}
				if p.Round == r.round || r.round == 0 {
					r.pairing, r.doubled = p, true
					break
				}
			}
		}
	}
}

// examine notes the deviations of a record.
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

// unpaired says what is wrong with a record for which no pairing is left, and its round.
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

// comparePlay compares whether a game was played. A record without moves is enough for a game that
// was not played, or that ended before both sides had moved.
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

// compareResults compares the Result tag and the end of the moves with the file. If the file awards
// abnormal points for the game (record 299), the tag may have those as well.
func (c *comparing) compareResults(r *filed, reversed bool) {
	p := r.pairing
	listed, given := halfPoints{points(p.WhiteMark), points(p.BlackMark)}, c.given(p)
	text := result(p.WhiteMark, p.BlackMark)
	if reversed {
		listed, given = halfPoints{listed.black, listed.white}, halfPoints{given.black, given.white}
		text = result(p.BlackMark, p.WhiteMark)
	}
	if given != listed {
		text += ", given as " + given.String()
	}
	awarded, known := halfPointsOf(r.game.Awarded)
	if !known || awarded != listed && awarded != given {
		c.deviate(OtherResult, p.Round, r, nameOf(r.white, r.game.White), nameOf(r.black, r.game.Black), text, cmp.Or(r.game.Awarded, "*"))
	}
	board, known := halfPointsOf(string(r.game.Board))
	if known && p.Played() && board != listed {
		c.deviate(OtherBoard, p.Round, r, nameOf(r.white, r.game.White), nameOf(r.black, r.game.Black), text, string(r.game.Board))
	}
}

// given returns the points of a pairing, including any that the file awards abnormally (record
// 299).
func (c *comparing) given(p *paired) halfPoints {
	of := func(who *trf.Participant, m trf.Mark) int {
		if given, abnormal := c.file.Given(who.Number, p.Round, m); abnormal {
			return int(given) / 5
		}
		return points(m)
	}
	return halfPoints{of(p.White, p.WhiteMark), of(p.Black, p.BlackMark)}
}

// deviate notes a deviation; r is nil if there is no record.
func (c *comparing) deviate(kind DeviationKind, round int, r *filed, white, black, listed, recorded string) {
	d := Deviation{Kind: kind, Round: round, White: white, Black: black, Listed: listed, Recorded: recorded}
	if r != nil {
		d.Board, d.File, d.Game, d.Line = r.board, r.game.Source.File, r.game.Source.Game, r.game.Source.Line
		d.Record = &RecordedEnd{Awarded: cmp.Or(r.game.Awarded, "*"), Board: cmp.Or(string(r.game.Board), "*"), Played: r.game.Played}
		r.differs = append(r.differs, d)
	}
	c.deviations = append(c.deviations, d)
}

func compareDeviations(a, b Deviation) int {
	return cmp.Or(
		cmp.Compare(a.Round, b.Round), cmp.Compare(a.Board, b.Board), cmp.Compare(a.White, b.White), cmp.Compare(a.Black, b.Black),
		cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.File, b.File), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Recorded, b.Recorded),
	)
}
