package reports

import (
	"fmt"
	"math"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// fieldSheets are games of six pairs of players, one a round, whose moves are
// likeliest at a strength so far from their ratings. A seventh pair plays at
// ratings of which nothing is expected.
func fieldSheets(offset float64) (sheets []Sheet, games []*analysis.Game) {
	for round := range 5 {
		for i := range 7 {
			rating := 2000
			if i == 6 {
				rating = 1300
			}
			white := analysis.Player{Name: fmt.Sprintf("White %c", 'A'+i), Rating: rating}
			black := analysis.Player{Name: fmt.Sprintf("Black %c", 'A'+(i+round)%6), Rating: rating}
			if i == 6 {
				black.Name = "Black G"
			}
			moves := make([]score.Scored, 30)
			for k := range moves {
				m := &moves[k]
				m.Information, m.Gradient = 2e-6, 2e-6*offset
				m.MM = score.Indicator(0.5, 0.0002)
				m.Match = k%2 == 0
			}
			s := sheetOf(fmt.Sprint(round, "-", i), white, black, moves, moves)
			s.Game.Round = fmt.Sprint(round + 1)
			sheets, games = append(sheets, s), append(games, s.Game)
		}
	}
	return sheets, games
}

func fieldParameters() *score.Parameters {
	p := &score.Parameters{Ratings: score.RatingRange{Low: 1500, High: 2500}}
	p.Effects = score.Effects{Game: 150, Rating: 40, Event: score.Mixture{Ordinary: 50, Outlying: 400, Share: 0.05}}
	for _, q := range score.Quantities() {
		p.Spread.At(q).Scale = 1
	}
	one := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	p.Triple, p.ROI = score.Triple{Weights: [3]float64{1, 0, 0}, Correlation: one}, score.Triple{Weights: [3]float64{1, 0, 0}, Correlation: one}
	return p
}

func screenField(offset float64) *Screening {
	sheets, games := fieldSheets(offset)
	return CompileScreening(ScreeningInput{
		Event: tournament.Describe(games, tournament.Options{}),
		Count: counted(games, sheets), Edition: regulations.Shipped().Edition(tournament.Start(games)), Parameters: fieldParameters(),
	})
}

// The offset is that of score.Field, and the z of every player is made at his
// rating with it, beside the one against his rating alone.
func TestScreeningInItsField(t *testing.T) {
	for _, tt := range []struct {
		offset float64
		apart  bool
	}{{0, false}, {90, false}, {400, true}, {-400, true}} {
		s := screenField(tt.offset)
		f := s.Field
		if f == nil || f.Players != 12 || f.Sides != 60 || f.Moves != 1800 || math.Abs(f.Estimate-tt.offset) > 1e-6 || f.Apart != tt.apart {
			t.Fatalf("at %v: %+v", tt.offset, f)
		}
		r := player(t, s, "White A")
		if r.ROI == nil || r.ROI.RatingAlone == nil || math.Abs(*r.ROI.RatingAlone-50) > 1e-9 || (r.ROI.ROI-50)*tt.offset > 1e-9 {
			t.Errorf("at %v: %+v", tt.offset, r.ROI)
		}
		if tt.apart && math.Abs(r.ROI.ROI-50) < 3 {
			t.Errorf("a field at %v moves the index to %v only", tt.offset, r.ROI.ROI)
		}
		if want := 0.5 + 0.0002*f.Offset; math.Abs(*r.MM.Expected-want) > 0.01 {
			t.Errorf("at %v: %v of matches are expected, not about %v", tt.offset, *r.MM.Expected, want)
		}
	}
}

// Nothing is known of a field without a calibration.
func TestNoFieldWithoutACalibration(t *testing.T) {
	if f := compiled(t).Field; f != nil {
		t.Errorf("without a calibration: %+v", f)
	}
}

// A full test is made in the field of the games until its last round, without the
// player's own, and a look after a round in that of the games until then.
func TestFullTestInItsField(t *testing.T) {
	sheets, games := fieldSheets(300)
	count := counted(games, sheets)
	in := FullTestInput{Others: count, FieldEffects: fieldParameters().Effects}
	for _, p := range count.roster.Persons() {
		if p.Name == "White A" {
			in.Person = p
		}
	}
	for _, g := range games {
		if g.White.Name == "White A" && g.Round != "5" {
			in.Games = append(in.Games, TestedGame{Game: g})
		}
	}
	whole, _ := in.field(math.MaxInt)
	look, _ := in.fieldAfter("2")
	if !whole.OK || whole.Players != 11 || whole.Games != 4*11 || look.Games != 2*11 || math.Abs(look.Estimate-300) > 1e-6 || look.SD <= whole.SD {
		t.Errorf("until the last round %+v, until the second %+v", whole, look)
	}
	all, _ := count.describe(count.field(in.FieldEffects, 4), nil, 4)
	others, _ := count.describe(count.field(in.FieldEffects, 4), in.Person, 4)
	own := 0
	for _, s := range count.sides {
		if s.Player == count.numbers[in.Person] && s.round <= 4 {
			own += s.moves
		}
	}
	if own == 0 || others.Moves != all.Moves-own || others.Players != 11 {
		t.Errorf("%d moves of all, %d of the others; he made %d", all.Moves, others.Moves, own)
	}
	if o, _ := (&FullTestInput{}).field(3); o.OK {
		t.Errorf("without other games: %+v", o)
	}
}

// Games, moves and named moves are held against what is expected in the field, where one
// is known, and the probability of a move made is that of the choice alone.
func TestRowsInTheField(t *testing.T) {
	sheets, games := fieldSheets(300)
	count := counted(games, sheets)
	change := func(in *FullTestInput) {
		in.Others, in.FieldEffects, in.Subset = count, fieldParameters().Effects, "R1:10-19"
		for i := range in.Games {
			for k := range in.Games[i].Moves {
				m := &in.Games[i].Moves[k]
				m.Chances = risingChances{sameChances{m.Scored}}
			}
		}
	}
	alone, there := fullTest(t, 9, func(in *FullTestInput) { in.Subset = "R1:10-19" }), fullTest(t, 9, change)
	if there.Field == nil || alone.Field != nil {
		t.Fatalf("fields %+v, %+v", alone.Field, there.Field)
	}
	moved := there.Field.Offset / 2000
	if moved < 0.05 {
		t.Fatalf("the field plays %v above its ratings", there.Field.Offset)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("game, rating alone", *alone.GameRows[0].MM.Expected, 0.5)
	near("game", *there.GameRows[0].MM.Expected, 0.5+moved)
	near("opponent", *there.GameRows[0].OpponentMM.Expected, 0.5+moved)
	near("best move", *there.MoveRows[0].PBest, 0.5+moved)
	near("move made", *there.MoveRows[0].PPlayed, 0.25+moved)
	near("named moves", there.Subset.Contrasts[0].InsideExcess-alone.Subset.Contrasts[0].InsideExcess, -moved)
	near("other moves", there.Subset.Contrasts[0].OutsideExcess-alone.Subset.Contrasts[0].OutsideExcess, -moved)
}

// risingChances expect more of stronger players.
type risingChances struct{ sameChances }

func (r risingChances) Score(rating float64) score.Scored {
	moved, offset := r.scored, rating-2400
	moved.MM, moved.P = score.Indicator(0.5+offset/2000, 1e-4), 0.25+offset/2000
	return moved
}
