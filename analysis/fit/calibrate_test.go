package fit

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

func options(run Runner) Options {
	return Options{
		Run: run, Name: "simulated", Program: "test", TimeClass: analysis.StandardTime,
		Recipe: analysis.Quick(), Policy: analysis.StandardPolicy(), Terms: modelTerms(),
	}
}

// smallCorpus has eight events to fit and two to test.
func smallCorpus(t testing.TB) []*Game {
	w := newWorld(t, 31, modelTerms(), modelCoefficients())
	games := w.events(8, 11)
	for i, name := range []string{"t0", "t1"} {
		games = append(games, w.event(name, Test, 1700+600*i, 25)...)
	}
	return games
}

func encoded(t testing.TB, c *calibration.Calibration) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The whole way: fit, proof, file, and a second recipe that leans on the first.
// The bytes must not depend on the order of the games or on how the work is
// spread.
func TestCalibration(t *testing.T) {
	games := smallCorpus(t)
	fitted, err := Calibrate(corpusOf(t, games...), options(InOrder))
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(games)
	corpus := corpusOf(t, games...)
	again, err := Calibrate(corpus, options(atOnce))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(encoded(t, fitted), encoded(t, again)) {
		t.Error("the same games give other bytes")
	}
	if _, err := calibration.Load(bytes.NewReader(encoded(t, fitted))); err != nil {
		t.Fatal(err)
	}
	plausible(t, fitted)
	leaning(t, corpus, fitted)
	if fitted.Report, err = Prove(corpus, fitted, options(atOnce)); err != nil {
		t.Fatal(err)
	}
	encoded(t, fitted) // fails on what is no number
	plausibleReport(t, fitted.Report)
}

func plausible(t *testing.T, c *calibration.Calibration) {
	t.Helper()
	if len(c.Choice.Terms) != len(modelTerms()) || c.Choice.UsualDepth != 7 || c.Corpus.Fit.Games != 120 || c.Corpus.Test.Events != 2 {
		t.Errorf("%d terms, usual depth %v, corpus %+v", len(c.Choice.Terms), c.Choice.UsualDepth, c.Corpus)
	}
	if e, f := c.Parameters.Effects, c.Effects; e.Game != f.Game.Value || e.Event.Share != f.Share.Value || len(f.Events) == 0 {
		t.Errorf("effects %+v, figures %+v", e, f)
	}
	for _, q := range score.Quantities() {
		if s := c.Standards.At(q); !(s.Scale > 0.3 && s.Scale < 1.6) || math.Abs(c.Parameters.Spread.At(q).Bias-s.Bias.Value) > 1e-9 {
			t.Errorf("%v: %+v, spread %+v", q, *s, *c.Parameters.Spread.At(q))
		}
	}
	s := c.Parameters.Triple.Correlation
	if !(s[0][1] > s[0][2] && s[0][1] < 1 && s[0][2] > 0) {
		t.Errorf("correlations %v", s)
	}
}

func plausibleReport(t *testing.T, r *calibration.Validation) {
	t.Helper()
	for i, row := range r.Ladder[1:5] {
		if row.Gain.Value < -0.02 {
			t.Errorf("model %d, %s, is worse than the one before by %v", i, row.Name, -row.Gain.Value)
		}
	}
	if last := r.Ladder[len(r.Ladder)-1]; last.Name != "shipped" || math.Abs(last.Gain.Value) > 0.03 {
		t.Errorf("the calibration predicts %v otherwise than the whole model", last.Gain)
	}
	if len(r.Reliability) != 10 || r.Reliability[0].Expected >= r.Reliability[9].Expected {
		t.Errorf("reliability %+v", r.Reliability)
	}
	for _, row := range r.Z {
		if row.Test == "mm" && row.Sample == calibration.WholePerformances && (math.Abs(row.Mean.Value) > 1.5 || row.SD.Value > 2) {
			t.Errorf("z of honest performances: mean %v, sd %v", row.Mean, row.SD)
		}
	}
	unseen := slices.IndexFunc(r.Z, func(row calibration.ZRow) bool {
		return row.Sample == calibration.UnseenPlayers && row.Test == "combined"
	})
	if unseen < 0 || r.Z[unseen].N != r.Independence.Whole || len(r.Z[unseen].Tail) == 0 || r.Independence.Seen != 0 {
		t.Errorf("no z of players that the fit has not seen, or %d of them have been", r.Independence.Seen)
	}
	demands := map[string]int{}
	for _, v := range r.Acceptance {
		demands[v.Demand]++
		if v.Unmeasured || v.Answer == calibration.Met && v.Needed > 0 {
			t.Errorf("%+v", v)
		}
	}
	if demands["standard deviation of z"] != 3 || demands["share of honest performances above the line"] != 6 || demands["actual less expected by rating"] != 5 ||
		demands["mean of the odds in a band of ratings"] != len(r.Evidence.Bands) || len(r.Evidence.Bands) == 0 {
		t.Errorf("demands %v", demands)
	}
	for _, v := range r.Acceptance { // losses within as many standard deviations of a move as two points of MM
		if v.Test == "asd" && !(v.Within[1] > 0 && v.Within[1] < mostCurve && v.Within[0] == -v.Within[1]) {
			t.Errorf("%+v", v)
		}
	}
	for _, row := range r.Relation {
		if row.N < leastRelation || !(row.LogLow <= row.LogHigh) {
			t.Errorf("%+v", row)
		}
	}
	helped := map[string]bool{}
	all := map[float64]float64{}
	for _, row := range r.Power.Rows {
		helped[row.Help] = true
		if row.Help == "best" {
			all[row.Share] = row.Above[1].Value
		}
		if len(row.Found) != len(r.Power.Lines) || len(row.Gain) != len(rivals()) || row.Moves < 0 || row.Moves > 1 || row.Help == "none" && (row.Moves > 0 || row.Above[2].Value > 0.1) {
			t.Errorf("%+v", row)
		}
	}
	if !(all[1] > 0.9 && all[0.1] < all[1]) || !helped["hardest"] || !helped["two_a_game"] || !helped["company"] {
		t.Errorf("found by share of assisted moves: %v; kinds of help %v", all, helped)
	}
}

// leaning makes a calibration of a second recipe out of the first. Where both recipes
// say the same of every position, nothing is left to chance: the bias is the prior's.
func leaning(t *testing.T, corpus *Corpus, first *calibration.Calibration) {
	t.Helper()
	o := options(atOnce)
	o.Prior, o.Control, o.Recipe = first, corpus, analysis.Full()
	second, err := Calibrate(corpus, o)
	if err != nil {
		t.Fatal(err)
	}
	if !second.Effects.Borrowed || second.Parameters.Effects != first.Parameters.Effects || second.Prior == nil || second.Prior.Controlled != 120 {
		t.Errorf("effects %+v, those of the first are %+v; prior %+v", second.Parameters.Effects, first.Parameters.Effects, second.Prior)
	}
	for i, term := range second.Choice.Terms {
		if term.Coefficient != first.Choice.Terms[i].Coefficient {
			t.Errorf("%v moves from %v to %v", term.Term, first.Choice.Terms[i].Coefficient, term.Coefficient)
		}
	}
	for _, q := range score.Quantities() {
		near(t, q.String()+": bias", second.Standards.At(q).Bias.Value, first.Standards.At(q).Bias.Value, 1e-9)
	}
	o.Control = nil
	if _, err := Calibrate(corpus, o); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("without games under both recipes: %v", err)
	}
}

func TestTooFewGames(t *testing.T) {
	w := newWorld(t, 1, []string{"delta"}, []float64{-3})
	for name, c := range map[string]*Corpus{
		"none": {}, "one event": corpusOf(t, w.event("a", Train, 2000, 100)...),
	} {
		if _, err := Calibrate(c, options(InOrder)); fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := corpusOf(t, w.event("a", Train, 2000, 2)...)
	if _, err := Prove(c, &calibration.Calibration{}, options(InOrder)); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("no test games: %v", err)
	}
	if err := c.Add(w.event("a", Train, 2000, 2)[0]); err == nil {
		t.Error("a game was taken twice")
	}
}

func TestDigestOfACorpus(t *testing.T) {
	w := newWorld(t, 6, []string{"delta"}, []float64{-3})
	games := w.event("a", Train, 2000, 3)
	digest := corpusOf(t, games...).Digest()
	games[0].Records[0].Played = games[0].Records[0].Evaluation.Values()[3].Move
	if corpusOf(t, games...).Digest() == digest {
		t.Error("another move gives the same digest")
	}
}
