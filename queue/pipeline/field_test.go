package pipeline

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/choice"
	"fairplay/analysis/score"
	"fairplay/queue/pipeline/pipelinetest"
	"fairplay/reports"
	"fairplay/reports/tournament/roster"
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

// A calibration with too few honest performances of its own has those of its prior, and says so.
func TestWhoseHonestPerformancesCount(t *testing.T) {
	all, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	borrowed := 0
	for _, c := range all {
		fit, err := EngineLibrary{Library: all}.Find(c.Recipe, c.Policy, c.TimeClass)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if c.Prior != nil && c.Honest() == c.Prior.Honest {
			want, borrowed = c.Prior.Name, borrowed+1
		}
		if got := fit.Source.Honest; got == nil || got.Calibration != want {
			t.Errorf("%s: %+v, want those of %q", c.Name, got, want)
		}
	}
	if borrowed == 0 {
		t.Error("no calibration has those of another")
	}
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
	one, err := s.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	row := slices.IndexFunc(report.Players, func(r reports.PlayerRow) bool { return r.FideID == one.Players[0].FideID })
	if !reflect.DeepEqual(one.Players[0], report.Players[row]) || !reflect.DeepEqual(one.Field, f) || !reflect.DeepEqual(one.Lines, report.Lines) {
		t.Errorf("alone in the report a player has the row %+v in the field %+v, in the whole table %+v", one.Players[0], one.Field, report.Players[row])
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

// One player's games in several years, each at the rating of its time: table and test judge every game
// at its own rating, show the same mean and range, and agree on every z. The events are several fields
// and never one.
func TestGamesOfSeveralYears(t *testing.T) {
	in, fit := read(t, demo), shippedFit(t)
	for i, g := range in.Games {
		g.White = analysis.Player{Name: "Tested, Anna", FideID: "14100000", Rating: 2481 + 30*i}
		g.Event, g.Date, g.Round = fmt.Sprintf("Open %d", 2019+i), fmt.Sprintf("%d.03.0%d", 2019+i, 1+i%9), strconv.Itoa(1+i)
	}
	shelf, engine := &pipelinetest.Shelf{}, &pipelinetest.Oracle{}
	quick := screening(engine, shelf, 2)
	quick.Fits = always{fit}
	table, err := quick.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	test := PlayerTest{Terms: quick.Terms, Quick: &quick.Terms, Field: FieldAll, TestRequest: reports.TestRequest{Player: "14100000"}}
	tested, err := test.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if table.Field != nil || table.FieldMissing != reports.SeveralEvents || len(table.Fields) != len(in.Games) || tested.FieldMissing != reports.SeveralEvents || len(tested.Fields) != len(in.Games) || tested.Field != nil {
		t.Errorf("%d events are one field: %+v, %q; %+v", len(in.Games), table.Field, table.FieldMissing, table.Fields)
	}
	for _, row := range table.Players {
		if row.FideID != "14100000" {
			continue
		}
		last := float64(2481 + 30*(len(in.Games)-1))
		if row.Ratings == nil || *row.Ratings != [2]float64{2481, last} || *tested.Player.Ratings != *row.Ratings || math.Abs(tested.Player.Rating-float64(row.Rating)) > 0.5 {
			t.Errorf("table %d of %v, test %v of %v", row.Rating, row.Ratings, tested.Player.Rating, tested.Player.Ratings)
		}
		for name, z := range map[string]*float64{"mm": row.MM.Z, "ev": row.EV.Z, "t3": row.T3.Z, "asd": row.ASD.Z, "ae": row.AE.Z} {
			for _, r := range tested.Tests {
				if r.Test == name && (z == nil || r.Z == nil || math.Abs(*z-*r.Z) > 1e-9) {
					t.Errorf("%s: z %v in the table, %v in the test", name, z, r.Z)
				}
			}
		}
		checkCareer(t, &test, in, tested.Career)
		for i, g := range tested.GameRows {
			if g.Own != float64(2481+30*i) || g.Event != fmt.Sprintf("Open %d", 2019+i) {
				t.Errorf("game %d is judged at %v in %q", i, g.Own, g.Event)
			}
		}
		return
	}
	t.Fatal("the player has no row")
}

// checkCareer compares every event of a career with the test of that event alone.
func checkCareer(t *testing.T, test *PlayerTest, in Input, c *reports.Career) {
	t.Helper()
	if c == nil || len(c.Events) != len(in.Games) || len(c.Years) != len(in.Games) {
		t.Fatalf("the career is %+v", c)
	}
	product := 0.0
	for i, e := range c.Events {
		alone := in
		alone.Games = in.Games[i : i+1]
		one, err := test.Run(t.Context(), alone)
		if err != nil {
			t.Fatal(err)
		}
		if e.Name != in.Games[i].Event || e.From != in.Games[i].Date || e.Games != 1 || e.Moves != one.Moves || one.Career != nil {
			t.Errorf("event %d is %+v", i, e)
		}
		if math.Abs(*e.Z-*one.Combined.Z) > 1e-9 || math.Abs(*e.Log-*one.Evidence.Log) > 1e-9 || e.IPR != one.IPR {
			t.Errorf("%s has Z %v and ln BF %v in the career, %v and %v alone", e.Name, *e.Z, *e.Log, *one.Combined.Z, *one.Evidence.Log)
		}
		product += *one.Evidence.Log
	}
	if math.Abs(product-*c.Log) > 1e-9 {
		t.Errorf("the odds of all events are %v, not %v", *c.Log, product)
	}
	if c.Window != nil || c.WindowMissing != reports.FewGames {
		t.Errorf("a window of %d games: %+v, %q", len(in.Games), c.Window, c.WindowMissing)
	}
	if c.Change == nil || c.Change.P <= 0 || c.Change.P > 1 {
		t.Errorf("the change is %+v, %q", c.Change, c.ChangeMissing)
	}
}
