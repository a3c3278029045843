package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"fairplay/analysis/calibration"
)

// README.md states the figures of the shipped calibrations. After a new fit this test prints
// the sentences that README.md must contain.
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
	quick, full, second := byName["quick"], byName["full"], byName["second"]
	if quick == nil || full == nil || second == nil {
		t.Fatal("there is no shipped calibration of the quick, the full or the second recipe")
	}
	sentences := []string{
		fmt.Sprintf("The quick one is fitted on %d games and measured on %d others.", quick.Corpus.Fit.Games, quick.Corpus.Test.Games),
		fmt.Sprintf("what bias that leaves was measured on %d games evaluated under both recipes, and the result on %d others", full.Prior.Controlled, full.Corpus.Test.Games),
		fmt.Sprintf("Of the %d demands in the quick report %s met beyond doubt, %s not met, and %d cannot be decided with so few games",
			len(quick.Report.Acceptance), are(answered(quick, calibration.Met)), are(answered(quick, calibration.NotMet)), answered(quick, calibration.Undecided)),
		fmt.Sprintf("of its %d demands %s met, %s not met, and %d cannot be decided.",
			len(full.Report.Acceptance), are(answered(full, calibration.Met)), are(answered(full, calibration.NotMet)), answered(full, calibration.Undecided)),
		spread(quick), seen(quick), elite(quick), effects(quick), ratingError(quick), bands(quick), championship(quick),
		coverage(quick), detection(quick), foreign(quick), governing(quick), odds(quick), passes(full), secondTest(second), modern(byName["modern"]),
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

func answered(c *calibration.Calibration, a calibration.Finding) (n int) {
	for i := range c.Report.Acceptance {
		if c.Report.Acceptance[i].Answer == a {
			n++
		}
	}
	return n
}

// spread describes the distribution of the combined Z of honest performances.
func spread(c *calibration.Calibration) string {
	for _, r := range c.Report.Z {
		if r.Sample == calibration.WholePerformances && r.Test == "combined" {
			return fmt.Sprintf("On %d honest performances of five games or more the combined Z has mean %.2f and standard deviation %.2f (95 %%: %.2f to %.2f)",
				r.N, r.Mean.Value, r.SD.Value, r.SD.Low, r.SD.High)
		}
	}
	return "(no z of whole performances)"
}

// elite says how the detectors lie for the strongest players.
func elite(c *calibration.Calibration) string {
	var said []string
	n := 0
	for _, name := range []string{"bank_own", "bank_older", "bank_modern"} {
		for _, r := range c.Report.Z {
			if r.Sample == calibration.BankSamples()[2] && r.Test == name {
				said, n = append(said, fmt.Sprintf("%+.2f (%+.2f to %+.2f)", r.Mean.Value, r.Mean.Low, r.Mean.High)), r.N
			}
		}
	}
	return fmt.Sprintf("for the %d of players rated 2600 or more the three detectors have the means %s", n, strings.Join(said, ", "))
}

// seen says how far the Z of honest performances went.
func seen(c *calibration.Calibration) string {
	h := c.Honest()
	return fmt.Sprintf("None of the %d reached a Z beyond %.2f: what a report says of rarer values is an extrapolation", h.Performances, h.Highest)
}

// ratingError says how far a player's strength in an event is from his rating.
func ratingError(c *calibration.Calibration) string {
	r := c.Effects.Rating
	return fmt.Sprintf("A player who has played many games differs from his rating by %.0f points in an event (one standard deviation; 95 %%: %.0f to %.0f)", r.Value, r.Low, r.High)
}

// bands states the odds of honest players by rating.
func bands(c *calibration.Calibration) string {
	b := c.Report.Evidence.Bands
	if len(b) != 2 {
		return "(no two bands of odds)"
	}
	return fmt.Sprintf("below %.0f they average %.2f (%.2f to %.2f), from there on %.2f (%.2f to %.2f)",
		b[0].High, b[0].Mean.Value, b[0].Mean.Low, b[0].Mean.High, b[1].Mean.Value, b[1].Mean.Low, b[1].Mean.High)
}

// effects says how far from their ratings honest players play.
func effects(c *calibration.Calibration) string {
	e := c.Parameters.Effects
	return fmt.Sprintf("with a standard deviation of %.0f points, which both opponents share; ordinary events do so with one of %.0f points, and about %.0f events of 100 with one of %.0f.",
		e.Game, e.Event.Ordinary, 100*e.Event.Share, e.Event.Outlying)
}

// championship describes the national championship of the corpus.
func championship(c *calibration.Calibration) string {
	const about = 10 // points to which the figure is rounded
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

// coverage says which ratings count as calibrated.
func coverage(c *calibration.Calibration) string {
	return fmt.Sprintf("These are the ratings from %.0f to %.0f.", c.Parameters.Ratings.Low, c.Parameters.Ratings.High)
}

// found returns how many of 100 a test finds of one kind of help.
func found(c *calibration.Calibration, help string, share float64, test string) int {
	for _, r := range c.Report.Power.Rows {
		if r.Help != help || math.Abs(r.Share-share) > 1e-9 {
			continue
		}
		for _, d := range r.Found {
			if d.Test == test {
				return int(math.RoundToEven(100 * d.Share.Value)) // rounds like the table of fairplay power
			}
		}
	}
	return -1
}

// detection says how much help by the evaluating engine is found.
func detection(c *calibration.Calibration) string {
	at := func(share float64, test string) int { return found(c, "best", share, test) }
	return fmt.Sprintf("the odds find %d of 100 with a fifth, %d with three tenths, %d with two fifths of the moves; the combined Z %d, %d and %d, and the Z of MM, EV and ASD before it %d, %d and %d.",
		at(0.2, "evidence"), at(0.3, "evidence"), at(0.4, "evidence"), at(0.2, "combined"), at(0.3, "combined"), at(0.4, "combined"), at(0.2, "former"), at(0.3, "former"), at(0.4, "former"))
}

// foreign says how much help by other engines the combined Z finds.
func foreign(c *calibration.Calibration) string {
	of := func(test string) (found4 []any) {
		for _, engine := range []string{"sf19-400k", "fairy-2M"} {
			found4 = append(found4, found(c, engine, 0.5, test), found(c, engine, 1, test))
		}
		return found4
	}
	return fmt.Sprintf("Of players who take half of their moves from Stockfish 19 the combined Z finds %d of 100, of those who take all %d; with an engine of an older kind (Fairy-Stockfish 11.1, classical evaluation) %d and %d", of("combined")...) +
		fmt.Sprintf(" (the Z before it: %d, %d, %d and %d)", of("former")...)
}

// governing says which statistic finds most help by other engines, and the exceptions.
func governing(c *calibration.Calibration) string {
	mean := func(test string) float64 {
		sum, n := 0.0, 0.0
		for _, r := range c.Report.Power.Rows {
			for _, e := range c.Report.Power.Engines {
				if r.Help == e.Name {
					sum, n = sum+float64(found(c, r.Help, r.Share, test)), n+1
				}
			}
		}
		return math.Round(sum / n)
	}
	most, name := 0.0, ""
	for _, test := range []struct{ id, name string }{{"combined", "the combined Z"}, {"former", "the Z before it"}, {"mm", "MM"}, {"lr", "LR"}, {"evidence", "the odds"}, {"close", "the share of close moves"}, {"root", "the root of losses"}} {
		if m := mean(test.id); m > most {
			most, name = m, test.name
		}
	}
	return fmt.Sprintf("Over all that was tried of other engines the combined Z finds %.0f of 100, MM %.0f, LR %.0f, the odds %.0f",
		mean("combined"), mean("mm"), mean("lr"), mean("evidence")) + fmt.Sprintf("; where only the hardest tenth of the moves is replaced, the odds find %d, the combined Z %d and the Z before it %d",
		found(c, "hardest", 0.1, "evidence"), found(c, "hardest", 0.1, "combined"), found(c, "hardest", 0.1, "former")) +
		fmt.Sprintf(". Thresholds are compared with the combined Z, which the rule names; most help by other engines is found by %s (%.0f of 100).", name, most)
}

// odds states the odds when nobody is helped.
func odds(c *calibration.Calibration) string {
	e := c.Report.Evidence
	said := fmt.Sprintf("Of %d honest performances they average %.2f (95 %%: %.2f to %.2f).", e.N, e.Mean.Value, e.Mean.Low, e.Mean.High)
	for _, a := range e.Above {
		if a.Line == 3 {
			said += fmt.Sprintf(" Odds above 3 are more frequent among them than among simulated players (%.1f %% against %.1f %%)", 100*a.Share.Value, 100*a.Simulated)
		}
	}
	return said
}

// passes says what the full recipe adds, and what its deep pass would add alone.
func passes(c *calibration.Calibration) string {
	var whole, deep calibration.PassesRow
	for _, r := range c.Report.Passes {
		switch {
		case r.Engine != "own":
		case r.Deep == "full" && r.Wide == "full":
			whole = r
		case r.Deep == "full" && r.Wide == "quick":
			deep = r
		}
	}
	f, g := whole.MM, deep.MM
	return fmt.Sprintf("on %d moves of test games its own choices shift MM by %.2f (95 %%: %.2f to %.2f) of what those of the quick recipe do. "+
		"Its deep pass beside the quick wide pass would give %.2f (%.2f to %.2f)", whole.Moves, f.Value, f.Low, f.High, g.Value, g.Low, g.High)
}

// secondTest says on what the calibration of the second test rests.
func secondTest(c *calibration.Calibration) string {
	r := c.Prior.Correlation
	return fmt.Sprintf("the bias that this leaves was measured on %d games, on which the combined values of both recipes correlate by %.2f (95 %%: %.2f to %.2f)",
		c.Prior.Controlled, r.Value, r.Low, r.High)
}

// modern says what the calibration for Stockfish 17 rests on and finds.
func modern(c *calibration.Calibration) string {
	z := c.Honest()
	return fmt.Sprintf("fitted on %d games and measured on %d others: on %d honest performances Z has the standard deviation %.2f and none is beyond %.2f; of its %d demands %s met, %s not met, and %d cannot be decided. "+
		"It finds %d of 100 players who take a fifth of their moves from the engine itself, %d with three tenths, and of those who take half or all of their moves from Stockfish 19 %d and %d, from an engine with classical evaluation %d and %d",
		c.Corpus.Fit.Games, c.Corpus.Test.Games, z.Performances, z.SD.Value, z.Highest, len(c.Report.Acceptance), are(answered(c, calibration.Met)), are(answered(c, calibration.NotMet)), answered(c, calibration.Undecided),
		found(c, "best", 0.2, "combined"), found(c, "best", 0.3, "combined"), found(c, "sf19-400k", 0.5, "combined"), found(c, "sf19-400k", 1, "combined"), found(c, "fairy-2M", 0.5, "combined"), found(c, "fairy-2M", 1, "combined"))
}
