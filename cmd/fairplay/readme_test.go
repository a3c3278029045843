package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"fairplay/analysis/calibration"
)

// What README.md says of the shipped calibrations is what they say of themselves.
// After a new fit this test prints the sentences that must stand there.
func TestReadmeHasTheFiguresOfTheCalibrations(t *testing.T) {
	read, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(read)), " ")
	library, err := calibration.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*calibration.Calibration{}
	for _, c := range library {
		byName[c.Recipe.Name] = c
	}
	quick, full := byName["quick"], byName["full"]
	if quick == nil || full == nil {
		t.Fatal("there is no shipped calibration of the quick or of the full recipe")
	}
	sentences := []string{
		fmt.Sprintf("They are fitted on %d games (quick) and %d games (full) and measured on %d and %d others.",
			quick.Corpus.Fit.Games, full.Corpus.Fit.Games, quick.Corpus.Test.Games, full.Corpus.Test.Games),
		fmt.Sprintf("Of the %d demands in the quick report %s met beyond doubt, %s not met, and %d cannot be decided with so few games",
			len(quick.Report.Acceptance), are(answered(quick, calibration.Met)), are(answered(quick, calibration.NotMet)), answered(quick, calibration.Undecided)),
		fmt.Sprintf("of its %d demands %s met, %s not met, and %d cannot be decided.",
			len(full.Report.Acceptance), are(answered(full, calibration.Met)), are(answered(full, calibration.NotMet)), answered(full, calibration.Undecided)),
		spread(quick), effects(quick), championship(quick),
		coverage(quick), coverage(full), detection(quick), foreign(quick),
	}
	for _, s := range sentences {
		if !strings.Contains(text, s) {
			t.Errorf("README.md does not say: %s", s)
		}
	}
}

func are(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

func answered(c *calibration.Calibration, a calibration.Answer) (n int) {
	for i := range c.Report.Acceptance {
		if c.Report.Acceptance[i].Answer == a {
			n++
		}
	}
	return n
}

// spread says how the combined Z of honest performances is distributed.
func spread(c *calibration.Calibration) string {
	for _, r := range c.Report.Z {
		if r.Sample == calibration.WholePerformances && r.Test == "combined" {
			return fmt.Sprintf("On %d honest performances of five games or more the combined Z has mean %.2f and standard deviation %.2f (95 %%: %.2f to %.2f)",
				r.N, r.Mean.Value, r.SD.Value, r.SD.Low, r.SD.High)
		}
	}
	return "(no z of whole performances)"
}

// effects says how far honest players play from their ratings.
func effects(c *calibration.Calibration) string {
	e := c.Parameters.Effects
	return fmt.Sprintf("with a standard deviation of %.0f points, which both opponents share; ordinary events do so with one of %.0f points, and about %.0f events of 100 with one of %.0f.",
		e.Game, e.Event.Ordinary, 100*e.Event.Share, e.Event.Outlying)
}

// championship says what the national championship of the corpus does.
func championship(c *calibration.Calibration) string {
	const about = 10 // points that the figure is rounded to
	sum, n := 0.0, 0.0
	for _, e := range c.Effects.Events {
		if strings.HasPrefix(e.Event, "ch-CHN") {
			sum, n = sum+e.Offset, n+1
		}
	}
	if n != 2 {
		return "(nothing of a national championship, which is not among them as a whole)"
	}
	return fmt.Sprintf("one national championship in our corpus plays %.0f points above its ratings", about*math.Round(sum/n/about))
}

// coverage says which ratings count as calibrated, or where most sides are.
func coverage(c *calibration.Calibration) string {
	var most calibration.Band
	enough := false
	for _, b := range c.Corpus.Bands {
		enough = enough || b.Test.Sides >= calibration.BandSides
		if b.Test.Sides > most.Test.Sides {
			most = b
		}
	}
	if enough {
		return fmt.Sprintf("For the %s recipe these are the ratings from %.0f to %.0f.", c.Recipe.Name, c.Parameters.Ratings.Low, c.Parameters.Ratings.High)
	}
	return fmt.Sprintf("For the %s recipe no band has so many; the most are %d, at %.0f to %.0f.", c.Recipe.Name, most.Test.Sides, most.Low, most.High-1)
}

// detection says what the power report of a calibration does.
func detection(c *calibration.Calibration) string {
	above := func(share float64, line int) int {
		for _, r := range c.Report.Power.Rows {
			if r.Help == "best" && math.Abs(r.Share-share) < 1e-9 {
				return int(math.RoundToEven(100 * r.Above[line].Value)) // as the table of fairplay power rounds
			}
		}
		return -1
	}
	return fmt.Sprintf("is found in %d of 100 cases at Z 2, in %d at Z 3; with two fifths, in %d at Z 3.", above(0.2, 0), above(0.2, 1), above(0.4, 1))
}

// foreign says what is found of help by other engines.
func foreign(c *calibration.Calibration) string {
	found := func(engine string, share float64) int {
		for _, r := range c.Report.Power.Rows {
			if r.Help == engine && math.Abs(r.Share-share) < 1e-9 {
				return int(math.RoundToEven(100 * r.Above[1].Value))
			}
		}
		return -1
	}
	return fmt.Sprintf("half of his moves from Stockfish 19 is found in %d of 100 cases at Z 3, whoever takes all in %d; with an engine of an older kind (Fairy-Stockfish 11.1, classical evaluation), in %d and %d.",
		found("sf19-400k", 0.5), found("sf19-400k", 1), found("fairy-2M", 0.5), found("fairy-2M", 1))
}
