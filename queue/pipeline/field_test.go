package pipeline

import (
	"math"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/reports/tournament"
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
	fit, err := Library{Library: all}.Find(c.Recipe, c.Policy, c.TimeClass)
	if err != nil {
		t.Fatal(err)
	}
	return fit
}

// The offset of the field is the maximum of the penalised likelihood of all its
// moves, looked for here one offset after the other.
func TestTheFieldIsMeasured(t *testing.T) {
	in, fit := read(t, demo), shippedFit(t)
	fit.EventSpread = 50 // the oracle's values are random, and nobody plays as they say
	s := screening(&oracle{}, &shelf{}, 2)
	s.Fits = always{fit}
	report, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	likelihood := fieldLikelihood(t, s, in, fit)
	best, top := 0.0, math.Inf(-1)
	for u := -1000.0; u <= 1000; u++ {
		if l := likelihood(u) - u*u/(2*fit.EventSpread*fit.EventSpread); l > top {
			best, top = u, l
		}
	}
	players := 0
	for _, p := range report.Players {
		if p.Moves > 0 {
			players++
		}
	}
	f := report.Field
	if f == nil || best == -1000 || f.Players != players || f.Moves != moves(report) || math.Abs(f.Offset-best) > 1 {
		t.Fatalf("%+v, want %v from %d players and %d moves", f, best, players, moves(report))
	}

	s.Only = Filter{Player: "firouzja"}
	if report, err = s.Run(t.Context(), in); err != nil || report.Field != nil {
		t.Errorf("one player is no field: %+v, %v", report.Field, err)
	}
	if report, err = screening(&oracle{}, &shelf{}, 2).Run(t.Context(), in); err != nil || report.Field != nil {
		t.Errorf("without a calibration: %+v, %v", report.Field, err)
	}
}

// fieldLikelihood returns the log-likelihood of all counted moves by the offset
// from the ratings.
func fieldLikelihood(t *testing.T, s *Screening, in Input, fit *Fit) func(offset float64) float64 {
	t.Helper()
	type choose struct {
		outlook calibration.Outlook
		rating  float64
	}
	all := make([][]choose, len(in.Games))
	roster := tournament.Identify(in.Games)
	_, err := s.Evaluation.Run(t.Context(), in.Games, func(i int, records []analysis.MoveRecord) error {
		for k := range records {
			if r := &records[k]; r.Excluded == analysis.Counted {
				p, err := choice.NewPosition(r)
				if err != nil {
					return err
				}
				all[i] = append(all[i], choose{fit.Models.Outlook(p), float64(roster.Of(in.Games[i], r.Color).Rating)})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(offset float64) (sum float64) {
		for _, game := range all {
			for i := range game {
				sum += game[i].outlook.LogP(game[i].rating + offset)
			}
		}
		return sum
	}
}
