package reports

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// ScreeningInput is everything a screening is compiled from.
type ScreeningInput struct {
	Count      *Count // of the analysed games
	Event      tournament.EventTags
	Edition    regulations.Edition
	Games      tournament.GameCounts
	Errors     []InputError
	Notes      []InputNote
	Provenance Provenance

	// Parameters are those of the calibration with which the games were scored; nil if there is
	// none.
	Parameters *score.Parameters
}

// CompileScreening makes the screening of an event. Players come in the order of the roster;
// Screening.Sort orders them as a reader wants.
func CompileScreening(in ScreeningInput) *Screening {
	roster := in.Count.roster
	s := &Screening{
		Event: in.Event, Games: in.Games, Errors: slices.Clone(in.Errors),
		Exclusions: in.Count.exclusions, Provenance: in.Provenance, Players: []PlayerRow{},
	}
	s.Caveats = caveats(roster.Caveats())
	s.Provenance.GamesSHA256 = digest(in.Count.games)
	s.Provenance.Complete(TaskScreen)
	sortErrors(&s.Errors)
	s.Notes = sortedNotes(in.Notes)
	var event eventFields
	if in.Parameters != nil {
		event = in.Count.field(in.Parameters.Effects, math.MaxInt)
	}
	sides, games := event.each()
	for _, p := range roster.Persons() {
		if t := in.Count.tally(p); t != nil {
			s.Players = append(s.Players, row(p, t, in.Edition))
			expect(&s.Players[len(s.Players)-1], t, in.Parameters, in.Count.offset(sides, p), in.Count.offset(games, p))
		}
	}
	s.Standing, s.Lines = compareWithChance(s.Players)
	for i := range s.Players {
		s.Players[i].nameMissing(s.Provenance.unfitted())
	}
	if s.Field, s.Fields = in.Count.describe(event, nil, math.MaxInt); s.Field == nil {
		s.FieldMissing = cmp.Or(s.Provenance.unfitted(), FewPlayers)
		if len(s.Fields) > 0 {
			s.FieldMissing = SeveralEvents
		}
	}
	return s
}

// nameMissing says why figures of a row are missing. unfitted is the reason why nothing is expected
// of anybody.
func (p *PlayerRow) nameMissing(unfitted Reason) {
	unrated := Reason("")
	if p.Rating == 0 {
		unrated = NoRating
	}
	p.RatingMissing = unrated
	switch {
	case p.ROI == nil && unfitted != "":
		p.ROIMissing = unfitted
	case p.ROI == nil && p.Rating > 0 && (p.Rating < score.MinRating || p.Ratings != nil && p.Ratings[0] < score.MinRating):
		p.ROIMissing = LowRating
	case p.ROI == nil && p.Moves == 0:
		p.ROIMissing = cmp.Or(unrated, NoMoves)
	case p.ROI == nil:
		p.ROIMissing = cmp.Or(unrated, NoVariance)
	case p.Provisional():
		p.ChanceMissing = FewMoves
	case p.Extrapolated:
		p.ChanceMissing = OutOfRange
	}
	if p.ROI == nil {
		p.ChanceMissing = p.ROIMissing
	}
	if p.Hint == nil {
		p.HintMissing = cmp.Or(unrated, RatingBeyond)
	}
}

func row(p *roster.Person, t *playerTally, edition regulations.Edition) PlayerRow {
	r := PlayerRow{
		Name: p.Name, FideID: p.FideID, Title: p.Title, Federation: p.Federation, Rating: wholeRating(t.at.mean()), Ratings: t.at.span(),
		Games: t.games, Moves: t.played.Moves(), Insufficient: t.played.Moves() < score.MinMoves,
		MM: share(t.played.Sum(score.MM)), EV: share(t.played.Sum(score.EV)), T3: share(t.played.Sum(score.T3)),
		AE: mean(t.played.Sum(score.AE)), ASD: mean(t.played.Sum(score.ASD)),
		Opponents: Opponents{Moves: t.opponents.Moves(), MM: share(t.opponents.Sum(score.MM)), ASD: mean(t.opponents.Sum(score.ASD))},
	}
	if r.RatingBasis = p.RatingBasis(); r.RatingBasis != "" {
		r.RatingSD = p.RatingSD()
	}
	lossless(r.Moves, &r.AE, &r.ASD)
	lossless(r.Opponents.Moves, &r.Opponents.ASD)
	if line, ok := edition.MatchRateLine(r.Rating); ok && r.Rating > 0 {
		actual, _ := t.played.Sum(score.MM).Share().Actual()
		r.Hint = &MatchHint{Line: line, Above: actual > line}
	}
	return r
}

func share(of score.Sum) Measured {
	s := of.Share()
	p, ok := s.Actual()
	if !ok {
		return Measured{N: s.N, Missing: NoMoves}
	}
	low, high := s.Wilson()
	return Measured{N: s.N, Actual: &p, Interval: &[2]float64{low, high}}
}

// lossless sets the reason of average losses if there are moves but none with a known loss.
func lossless(moves int, averages ...*Measured) {
	for _, q := range averages {
		if q.N == 0 && moves > 0 {
			q.Missing = NoLoss
		}
	}
}

func mean(of score.Sum) Measured {
	m := of.Mean()
	v, ok := m.Actual()
	if !ok {
		return Measured{N: m.N, Missing: NoMoves}
	}
	se, ok := m.StandardError()
	if !ok {
		return Measured{N: m.N, Actual: &v, Missing: OneMove}
	}
	low, high, _ := m.Interval()
	low = max(low, 0) // no move loses less than nothing
	return Measured{N: m.N, Actual: &v, SE: &se, Interval: &[2]float64{low, high}}
}

func caveats(all []roster.Caveat) []PlayerCaveat {
	out := []PlayerCaveat{}
	for _, c := range all {
		out = append(out, PlayerCaveat{
			Kind: string(c.Kind), Names: append([]string{}, c.Names...), FideIDs: append([]string{}, c.FideIDs...),
			Count: c.Count, More: c.More, Round: c.Round, Ratings: append([]int{}, c.Ratings...), Text: c.String(),
		})
	}
	return out
}

// maxOddities is how many oddities of one file a report names; pgn check names all.
const maxOddities = 20

// sortedNotes returns notes ordered by file and line. Of the oddities of a file it keeps the first
// ones and says how many more there are.
func sortedNotes(notes []InputNote) []InputNote {
	notes = append([]InputNote{}, notes...)
	slices.SortFunc(notes, func(a, b InputNote) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Note, b.Note))
	})
	odd := map[string]int{}
	kept := slices.DeleteFunc(notes, func(n InputNote) bool {
		if n.Kind == "" {
			odd[n.File]++
		}
		return n.Kind == "" && odd[n.File] > maxOddities
	})
	for _, file := range slices.Sorted(maps.Keys(odd)) {
		if more := odd[file] - maxOddities; more > 0 {
			kept = append(kept, InputNote{File: file, Note: fmt.Sprintf("%d more oddities; pgn check names them all", more)})
		}
	}
	return kept
}

func sortErrors(errors *[]InputError) {
	if *errors == nil {
		*errors = []InputError{}
	}
	slices.SortFunc(*errors, func(a, b InputError) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Ply, b.Ply),
			strings.Compare(a.Reason, b.Reason))
	})
}
