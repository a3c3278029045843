package pipeline

import (
	"math"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/roster"
)

// always is one calibration for whatever is asked.
type always struct{ *Fit }

func (a always) Find(analysis.Recipe, analysis.Policy, analysis.TimeClass) (*Fit, error) {
	return a.Fit, nil
}

func shippedFit(t *testing.T) *Fit {
	t.Helper()
	all, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	c := all[0]
	fit, err := EngineLibrary{Library: all}.Find(c.Recipe, c.Policy, c.TimeClass)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// The field comes from the moves of all players, each at his own rating.
func TestTheFieldIsMeasured(t *testing.T) {
	in, fit := read(t, demo), shippedFit(t)
	s := screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2)
	s.Fits = always{fit}
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	want := fieldOf(t, s, in, fit).All()
	players := 0
	for _, p := range report.Players {
		if p.Moves > 0 {
			players++
		}
	}
	f := report.Field
	if f == nil || !want.OK || f.Players != players || f.Moves != moves(report) || math.Abs(f.Estimate-want.Estimate) > 0.01 || math.Abs(f.Offset-want.Mean) > 0.01 {
		t.Fatalf("%+v, want %+v from %d players and %d moves", f, want, players, moves(report))
	}

	s.Only = reports.Filter{Player: "firouzja"}
	if report, err = s.Run(t.Context(), in); err != nil || report.Field != nil {
		t.Errorf("one player is no field: %+v, %v", report.Field, err)
	}
	if report, err = screening(&pipelinetest.Oracle{}, &pipelinetest.Shelf{}, 2).Run(t.Context(), in); err != nil || report.Field != nil {
		t.Errorf("without a calibration: %+v, %v", report.Field, err)
	}
}

// fieldOf adds up the derivatives of the log-likelihood by differences, and what each
// move was to tell.
func fieldOf(t *testing.T, s *EventScreening, in Input, fit *Fit) *score.Field {
	t.Helper()
	who := roster.Identify(in.Games)
	number := map[*roster.Person]int{}
	for i, p := range who.Persons() {
		number[p] = i
	}
	sides := make([]score.FieldSide, 2*len(in.Games))
	_, err := s.Evaluator.Run(t.Context(), in.Games, func(i int, records []analysis.MoveRecord) error {
		for k := range records {
			r := &records[k]
			if r.Excluded != analysis.Counted {
				continue
			}
			p, err := choice.NewPosition(r)
			if err != nil {
				return err
			}
			person := who.Of(in.Games[i], r.Color)
			outlook, rating := fit.Models.Outlook(p), float64(person.Rating)
			side := &sides[2*i+int(r.Color)]
			side.Player, side.Game = number[person], i
			const h = 4.0
			moved := score.Of(r)
			low, high := outlook.LogP(&moved, p.Played, rating-h), outlook.LogP(&moved, p.Played, rating+h)
			side.Gradient += (high - low) / (2 * h)
			side.Information += outlook.Score(moved, p.Played, rating).Information
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return score.NewField(sides, fit.Parameters.Effects)
}

// A full test takes its field from quick evaluations that are there already, and
// evaluates nothing for it.
func TestTheFieldOfATestComesFromTheCache(t *testing.T) {
	in, fit := read(t, demo), shippedFit(t)
	shelf, engine := &pipelinetest.Shelf{}, &pipelinetest.Oracle{}
	quick := screening(engine, shelf, 2)
	quick.Fits = always{fit}
	test := PlayerTest{Terms: quick.Terms, Quick: &quick.Terms, TestRequest: reports.TestRequest{Player: "firouzja"}}
	before, err := test.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	screened, err := quick.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	after, err := test.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if before.Field != nil && before.Field.Sides >= after.Field.Sides || after.Field == nil || after.Field.Players != screened.Field.Players-1 {
		t.Errorf("%+v before the screening, %+v after it", before.Field, after.Field)
	}
	if after.Combined.RatingAlone == nil || *after.Combined.RatingAlone == *after.Combined.Z {
		t.Errorf("%+v", after.Combined)
	}
}
