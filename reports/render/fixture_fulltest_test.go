package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/score"
	"fairplay/reports"
	"fairplay/reports/regulations"
)

// fullTestFixture returns a full test made by hand, with everything that such
// a report can hold: nine games with long names, a subset, actions, errors.
func fullTestFixture() *reports.FullTest {
	base := calibrated()
	r := &reports.FullTest{
		Kind:    reports.FullKind,
		Stage:   "during",
		Event:   base.Event,
		Players: reports.EventPlayers{Stated: 96, Found: 14},
		Player:  reports.TestedPlayer{Name: "Above, Anna", FideID: "14100001", Title: "WIM", Federation: "UKR", Rating: 2350, Ratings: &[2]float64{2340, 2372}, RatingSD: 42, RatingSource: "games"},
		Footing: reports.Firmness{Judged: true, MinMoves: 120, RatingLow: 1500, RatingHigh: 2700},
		Moves:   212,
		Tests: []reports.TestRow{
			testRow("mm", 212, .712, .578, .029, .036), testRow("ev", 212, .769, .651, .028, .035), testRow("t3", 212, .925, .841, .022, .026),
			testRow("asd", 209, .0994, .1312, -.0089, -.0107), testRow("ae", 209, .1741, .2213, -.0172, -.0199),
			testRow("close", 209, .7512, .6488, .0271, .0334), testRow("root", 209, .2411, .3022, -.0152, -.0181),
			testRow("wide", 212, .1287, .1601, -.0101, -.0124), testRow("lr", 212, .0312, -.0098, .0107, .0123)},
		Field:       &reports.FieldOffset{Offset: 63.4, SD: 21.2, Interval: [2]float64{21.8, 105}, Estimate: 74.2, SE: 23, Players: 95, Sides: 822, Moves: 18311, Parts: offsetParts()},
		EventOffset: offsetParts(), Disagreement: &reports.Disagreement{Test: "combined", Higher: "z", Reason: reports.UnlikeEngines},
		Combined: reports.CombinedZ{Z: new(3.42), RatingAlone: new(3.9), Odds: new(3193.0), OneIn: new(3194.0),
			OddsInterval: &[2]float64{480.2, 11720}, OneInInterval: &[2]float64{481.2, 11721},
			Strongest: &reports.StrongestMove{Round: "7", Turn: 23, Color: "white", Played: "Rfe1", Without: 3.21}, Weights: [3]float64{.5, .15, .35}, Former: new(3.11),
			Detectors: []reports.Detector{detector("own", 2.87, 15.2), detector("older", 3.44, 3.9), detector("modern", 3.61, 6.4)},
			Among:     &reports.Multiplicity{Players: 96, Expected: .0301, Bonferroni: .0301}},
		Evidence: reports.EvidenceOdds{Log: new(3.8736), Odds: new(48.116), Highest: new(48.116), HighestRound: "9"},
		Boundary: &reports.Boundary{Threshold: 3, Alpha: .0013499, Spending: "lan_demets_obrien_fleming", Looks: 9, Planned: 9},
		IPR:      reports.RatingEstimate{Exists: true, Moves: 212, Rating: 2741, Low: 2528, High: 2979},
		Opponents: reports.OpponentFigures{Moves: 205, Rating: 2287, Z: new(-.41),
			Tests: []reports.TestRow{testRow("mm", 205, .478, .492, .031, .037), testRow("ev", 205, .561, .569, .03, .036),
				testRow("t3", 205, .771, .785, .026, .03), testRow("asd", 201, .161, .154, -.0098, -.0119), testRow("ae", 201, .271, .262, -.0191, -.0219),
				testRow("close", 201, .598, .611, .031, .036), testRow("root", 201, .339, .33, -.0169, -.0196), testRow("wide", 205, .182, .175, -.0111, -.0131),
				testRow("lr", 205, -.0161, -.0122, .0101, .0119)},
			IPR: reports.RatingEstimate{Exists: true, Moves: 205, Rating: 2214, Low: 2001, High: 2433}},
		Power: []reports.DetectableShare{{Threshold: 3, Helper: "own", Share: .2712, Detectable: true}, {Threshold: 3, Helper: "older", Share: 1}, {Threshold: 3, Helper: "modern", Share: .6131, Detectable: true},
			{Threshold: 4, Helper: "own", Share: .3322, Detectable: true}, {Threshold: 4, Helper: "older", Share: 1}, {Threshold: 4, Helper: "modern", Share: .7911, Detectable: true}},
		Posterior: []reports.PosteriorRow{{Setting: "board", Prior: 1e-4, Probability: .0048}, {Setting: "board", Prior: 2e-4, Probability: .0095}, {Setting: "online", Prior: .01, Probability: .3267}, {Setting: "online", Prior: .02, Probability: .495}},
		Subset: &reports.SubsetTest{Named: "R3:17-24,R5:31", Unmatched: []string{"R5:31"}, Inside: 8, Outside: 41,
			Contrasts: []reports.SubsetContrast{{Test: "mm", InsideExcess: .2213, OutsideExcess: .0911, P: .1873, Arrangements: 319770, Exact: true, Exists: true}, {Test: "asd", InsideExcess: .0401, OutsideExcess: .0209, P: .2417, Arrangements: 20000, Exact: false, Exists: true}},
			InsideIPR: reports.RatingEstimate{Exists: true, Moves: 8, Rating: 4000, Low: 1915, High: 4000, AtLeast: true, HighOpen: true},
			RestIPR:   reports.RatingEstimate{Exists: true, Moves: 41, Rating: 2588, Low: 2090, High: 3104}},
		Actions: []reports.Permitted{
			permitted("unobtrusive", "R-IV-8", "IV, example"), permitted("orange_alert", "R-IV-4", "IV.4"), permitted("intrusive_warranted", "R-IV-2", "IV.2")},
		Ranges: []reports.PlayerRange{},
		Games:  base.Games, Errors: fixtureErrors(), Exclusions: base.Exclusions, Caveats: fixtureCaveats(), Provenance: base.Provenance,
	}
	r.Provenance.Recipe.Name = "full"
	r.Provenance.Task, r.Provenance.Options = reports.TaskTest, nil
	for _, o := range [][2]string{{"recipe", "full"}, {"player", "Above, Anna"}, {"rules", "fide"}, {"rating", ""}, {"rating-sd", "50"}, {"planned-rounds", "9"}} {
		r.Provenance.State(o[0], o[1])
	}
	r.Provenance.Calibration.Honest = &reports.HonestSpread{Performances: 136, HighestZ: 2.28, SD: 1.056, Interval: [2]float64{.9214, 1.1967},
		Odds: []reports.HonestOdds{{Low: 2000, High: 2500, Performances: 78, Mean: .326, Interval: [2]float64{.228, .44}}, {Low: 2500, High: 2800, Performances: 52, Mean: 1.025, Interval: [2]float64{.513, 1.759}}}}
	for i := range r.Tests {
		r.Tests[i].Strongest = &reports.StrongestMove{Round: "7", Turn: 23, Played: "Rfe1", Without: *r.Tests[i].Z - .1 - float64(i)/40}
	}
	fillGames(r)
	return r
}

// offsetParts is what a field leaves of the offset of its event.
// detector is one to whose z nine games add.
func detector(helper string, z, shift float64) reports.Detector {
	d := reports.Detector{Helper: helper, Z: z, Shift: shift}
	for i := range 9 {
		d.Games = append(d.Games, z*float64(i-1)/27)
	}
	return d
}

func offsetParts() []score.OffsetPart {
	return []score.OffsetPart{{Weight: .87, Mean: 57.2, SD: 18.9}, {Weight: .13, Mean: 73.9, SD: 23}}
}

// severalEventsTest returns the test of a player on games of three events, of one of which the field is
// not known.
func severalEventsTest() *reports.FullTest {
	r := fullTestFixture()
	field := *r.Field
	field.Offset, field.Interval = -4.1, [2]float64{-31, 23}
	r.Fields = []reports.EventField{{Event: "Cup 2024", Field: &field}, {Event: "Open A", Field: r.Field}, {Event: "Open A, 2025.02.03", Missing: reports.FewPlayers}}
	r.Field, r.EventOffset, r.FieldMissing, r.Disagreement = nil, nil, reports.SeveralEvents, nil
	for i := range r.GameRows {
		r.GameRows[i].Event, r.Rounds[i].Event = r.Fields[i/3].Event, r.Fields[i/3].Event
	}
	for i := range r.MoveRows {
		r.MoveRows[i].Event = r.Fields[0].Event
	}
	r.Record = nil
	r.Stage, r.Actions, r.Held, r.Ranges = "", []reports.Permitted{}, string(regulations.SeveralEvents), []reports.PlayerRange{}
	r.Combined.Among, r.Combined.AmongMissing = nil, reports.SeveralEvents
	r.Career = careerFixture()
	return r
}

// careerFixture is a career of three events with a window and no change that could be looked for.
func careerFixture() *reports.Career {
	part := func(name, from, to string, games, moves int, z float64) reports.CareerPart {
		return reports.CareerPart{Name: name, From: from, To: to, Games: games, Moves: moves, Rating: 2350, Judged: moves >= 120, Z: &z, Log: new(z / 2),
			IPR: reports.RatingEstimate{Exists: true, Moves: moves, Rating: 2350 + 90*z, Low: 2100 + 90*z, High: 2600 + 90*z}}
	}
	c := &reports.Career{
		Events: []reports.CareerPart{part("Cup 2024", "2024.04.02", "2024.04.09", 9, 201, .42), part("Open A", "2025.02.01", "2025.02.01", 3, 66, -.3), part("Open A, 2025.02.03", "2025.02.03", "2025.02.11", 20, 480, 2.61),
			{Name: "City Rapid", From: "2025.06.01", To: "2025.06.01", ZMissing: reports.OtherTimeClass, IPR: reports.RatingEstimate{Missing: reports.OtherTimeClass}}},
		Years: []reports.CareerPart{part("2024", "2024.04.02", "2024.04.09", 9, 201, .42), part("2025", "2025.02.01", "2025.02.11", 23, 546, 2.3)},
		Log:   new(1.4), ChangeMissing: reports.FewEvents, Honest: &calibration.Careers{Players: 98, Pairs: 187, Shared: calibration.Figure{Value: 241, Low: -4600, High: 5100, Bounded: true}},
		Window: &reports.CareerWindow{Size: 30, Windows: 3, P: .0121, Highest: part("", "2024.04.04", "2025.02.11", 30, 700, 2.5)},
		LeftOut: []reports.GameLeftOut{
			{Game: strings.Repeat("a", 64), White: "Tested, Anna", Black: "Other, Olga", Round: "4", Excluded: string(analysis.NotEvaluated), Reason: reports.Waits, Event: "Open A", Date: "2025.02.06"},
			{Game: strings.Repeat("b", 64), White: "Third, Tina", Black: "Tested, Anna", Round: "1", Excluded: string(analysis.WrongTimeClass), Event: "City Rapid", Date: "2025.06.01"},
		},
	}
	for _, games := range []int{32, 30, 60} {
		for _, helper := range []string{"own", "modern", "older"} {
			for _, threshold := range []float64{3, 4} {
				for _, share := range []float64{.05, .1, .2} {
					c.Found = append(c.Found, reports.FoundChance{Helper: helper, Share: share, Threshold: threshold, Games: games, Chance: min(1, share*float64(games)/2/threshold)})
				}
			}
		}
	}
	return c
}

func permitted(action, article, item string) reports.Permitted {
	return reports.Permitted{Action: action, Article: article, Citation: "Arbiters' Manual 2022, ch. 3, Regan's notes, " + item, Text: "Notes on the use of statistics"}
}

// testRow is a test with the standard deviations of its average; a negative
// one is that of a quantity which is small close to the engine.
func testRow(id string, n int, actual, expected, rawSD, sd float64) reports.TestRow {
	raw, z := (actual-expected)/rawSD+.25, (actual-expected)/sd
	return reports.TestRow{Test: id, N: n, Actual: &actual, Expected: &expected, Rated: new(expected - rawSD/4), Slope: new(rawSD / 90), KnownSD: new(math.Abs(sd * .96)), RawSD: new(math.Abs(rawSD)), SD: new(math.Abs(sd)), RawZ: &raw, Z: &z}
}

// fillGames gives the report its games, rounds and moves.
func fillGames(r *reports.FullTest) {
	opponents := []string{"Average, Alex", "Петренко, Олександр Володимирович", `<script>alert("x")</script>`, "=1+1", "丁立人",
		"Venkata Narasimha Rajuvaripet Satyanarayana-Subrahmanyam, Lakshmi", "", "אברהם כהן", "One, Move"}
	zs := []float64{.4, 1.1, .9, 1.7, 2.2, 2.0, 2.9, 3.1, 3.42}
	logs := []float64{-.21, .55, -.02, .94, 1.31, 1.02, 2.48, 3.02, 3.8736}
	boundaries := []float64{8.9, 6.41, 5.2, 4.49, 4.01, 3.66, 3.38, 3.17, 3.04}
	moves := 0
	for i, opponent := range opponents {
		round, color := strconv.Itoa(i+1), []string{"white", "black"}[i%2]
		n := []int{19, 26, 24, 31, 0, 22, 29, 27, 34}[i]
		moves += n
		g := reports.GameRow{Round: round, Color: color, Opponent: opponent, Own: []float64{2340, 2350, 2372}[i/3], Rating: 2100 + 47*i, Result: []string{"1-0", "0-1", "1/2-1/2"}[i%3], Moves: n, Excluded: 9 + i}
		if n > 0 {
			x := float64(i%4) / 50
			g.MM, g.EV, g.ASD, g.AE = pairOf(.68+x, .56+x), pairOf(.74+x, .63+x), pairOf(.11-x/2, .13), pairOf(.18-x, .22)
			g.OpponentMM = pairOf(.46+x, .49)
		} else {
			g.Rating = 0
			for _, c := range []*reports.Compared{&g.MM, &g.EV, &g.ASD, &g.AE, &g.OpponentMM} {
				c.Missing = reports.NoMoves
			}
		}
		r.GameRows = append(r.GameRows, g)
		r.Rounds = append(r.Rounds, reports.RoundRow{Round: round, Moves: moves, Z: &zs[i], Evidence: &logs[i], Boundary: &boundaries[i]})
		r.MoveRows = append(r.MoveRows, gameMoves(round, color, n, i)...)
	}
}

// gameMoves returns the moves of a game: the opening, then n that count, one of
// them excluded in between.
func gameMoves(round, color string, n, seed int) []reports.MoveRow {
	var rows []reports.MoveRow
	for turn := 1; turn <= 8; turn++ {
		rows = append(rows, reports.MoveRow{Round: round, Turn: turn, Color: color, Played: fmt.Sprintf("N%c%d", 'a'+turn%8, 3+turn%3), Excluded: "opening"})
	}
	for i := range n {
		k := (i*37 + seed*11) % 100
		m := reports.MoveRow{Round: round, Turn: 9 + i, Color: color, Played: []string{"Qxd5+", "Rfe1", "O-O", "b4", "Nf3", "exd8=Q#"}[k%6],
			Best: []string{"d1d5", "f1e1", "e1g1", "b2b4", "g1f3", "e7d8q"}[(k+k/40)%6], BestSAN: []string{"Qxd5+", "Rfe1", "O-O", "b4", "Nf3", "exd8=Q#"}[(k+k/40)%6],
			PlayedUCI: []string{"d1d5", "f1e1", "e1g1", "b2b4", "g1f3", "e7d8q"}[k%6], Value: []string{"+0.35", "-1.20", "0.00", "#-3"}[k%4],
			PBest: new(.31 + float64(k)/180), PPlayed: new(.02 + float64(k%90)/130), RatedBest: new(.29 + float64(k)/180), RatedPlayed: new(.03 + float64(k%90)/130), Match: k < 71, Delta: 0, Loss: new(0.0),
			Subset: round == "3" && i >= 8 && i < 16}
		m.Equal = m.Match || k < 77
		if !m.Equal {
			m.Delta, m.Loss = float64(k-70)/90, new(float64(k-70)/60)
		}
		if i == 5 {
			m = reports.MoveRow{Round: round, Turn: m.Turn, Color: color, Played: "Kg2", Excluded: "forced"}
		}
		if i == 7 {
			m.Loss = nil
		}
		rows = append(rows, m)
	}
	return rows
}

// singledOutTest returns a full test of a player who was named before the event.
func singledOutTest() *reports.FullTest {
	r := fullTestFixture()
	r.Player.SingledOut = true
	r.Combined.Among = &reports.Multiplicity{Players: 1, Expected: .000313, Bonferroni: .000313}
	return r
}

// unstatedTest returns a full test of an event of which nobody stated how many
// players take part and how many rounds are planned.
func unstatedTest() *reports.FullTest {
	r := fullTestFixture()
	light, grave := r.Actions[:2], r.Actions[2:]
	r.Players.Stated, r.Actions, r.Held = 0, light, "players_unknown"
	r.Combined.Among, r.Combined.AmongMissing = nil, reports.PlayersUnknown
	r.Boundary, r.BoundaryMissing = nil, reports.NoPlan
	for i := range r.Rounds {
		r.Rounds[i].Boundary, r.Rounds[i].BoundaryMissing = nil, reports.NoPlan
	}
	r.Ranges = []reports.PlayerRange{
		{From: 1, To: 150, Threshold: 3, Article: "R-IV-2", Citation: "Regan IV.2", Actions: light, Graver: grave, UpTo: 150},
		{From: 151, To: 400, Threshold: 3.3, Article: "R-IV-7", Citation: "Regan IV", Actions: light, Graver: grave, UpTo: 159, Held: "adjusted_p"},
		{From: 401, Threshold: 3.3, Article: "R-IV-7", Citation: "Regan IV", Actions: light, Graver: []reports.Permitted{}, Held: "adjusted_p"},
	}
	return r
}

// quickTest returns the test of a player on quick evaluations with a Z that would
// permit more of a full test.
func quickTest() *reports.FullTest {
	r := fullTestFixture()
	r.Kind, r.Provenance.Recipe.Name = reports.QuickKind, "quick"
	r.Actions = []reports.Permitted{permitted("unobtrusive", "R-IV-4", "IV.4"), permitted("orange_alert", "R-IV-4", "IV.4")}
	r.Held = "quick_evaluations"
	return r
}

// thinTest returns a full test on too few moves, at a rating beyond the
// calibrated range, with open intervals and without a Z of its opponents.
func thinTest() *reports.FullTest {
	r := fullTestFixture()
	r.Player = reports.TestedPlayer{Name: `Few, "Felix"`, Rating: 2790, RatingSD: 120, RatingSource: "given", SingledOut: true}
	r.Footing = reports.Firmness{Insufficient: true, Extrapolated: true, MinMoves: 120, RatingLow: 1500, RatingHigh: 2700}
	r.Moves, r.Combined.Z, r.Combined.Among = 45, new(1.21), nil
	r.Evidence = reports.EvidenceOdds{Log: new(-.5108), Odds: new(.6)}
	r.Posterior = nil
	r.Field, r.FieldMissing, r.Combined.RatingAlone = nil, reports.FewPlayers, nil
	r.IPR = reports.RatingEstimate{Exists: true, Moves: 45, Rating: 0, Low: 0, High: 2310, AtMost: true, LowOpen: true}
	r.Opponents = reports.OpponentFigures{Tests: []reports.TestRow{}}
	r.Rounds, r.GameRows, r.Combined.Detectors = r.Rounds[:2], r.GameRows[:2], nil
	r.Boundary.Looks = 2
	r.Power = []reports.DetectableShare{{Threshold: 3, Helper: "own", Share: 1}, {Threshold: 4, Helper: "own", Share: 1}}
	r.Combined.Odds, r.Combined.OneIn, r.Combined.OddsInterval, r.Combined.OneInInterval, r.Disagreement = nil, nil, nil, nil, nil
	r.Subset, r.Errors, r.Caveats = nil, []reports.InputError{}, []reports.PlayerCaveat{}
	none := permitted("no_action", "R-IV-1", "IV.1")
	none.Note = "not_judged"
	r.Actions = []reports.Permitted{none}
	r.Combined.AmongMissing, r.PosteriorMissing = reports.FewMoves, reports.FewMoves
	r.Opponents.ZMissing, r.Opponents.IPR.Missing, r.Opponents.RatingMissing = reports.NoRating, reports.NoMoves, reports.NoRating
	return r
}

// refusedTest returns a full test without anything: the rating is too low, and
// no move counts.
func refusedTest() *reports.FullTest {
	base := emptyInput()
	r := &reports.FullTest{Event: base.Event, Player: reports.TestedPlayer{Name: "", Rating: 1180, RatingSD: 50, RatingSource: "games"},
		Footing: reports.Firmness{Refused: true, Insufficient: true, MinMoves: 120, RatingLow: 1500, RatingHigh: 2700},
		Games:   base.Games, Errors: base.Errors, Provenance: calibrated().Provenance}
	for _, id := range []string{"mm", "ev", "t3", "asd", "ae", "close", "root", "wide", "lr"} {
		r.Tests = append(r.Tests, reports.TestRow{Test: id, Missing: reports.LowRating})
	}
	none := permitted("no_action", "R-IV-1", "IV.1")
	none.Note = "not_judged"
	r.Actions = []reports.Permitted{none}
	r.Kind, r.Combined.ZMissing, r.Evidence.Missing = reports.FullKind, reports.LowRating, reports.LowRating
	r.BoundaryMissing, r.PowerMissing, r.PosteriorMissing, r.FieldMissing = reports.LowRating, reports.LowRating, reports.LowRating, reports.FewPlayers
	return r
}

// secondOf gives a report a second test whose figures lie by so many standard deviations
// above or below those of the first.
func secondOf(r *reports.FullTest, shift float64) *reports.FullTest {
	b := r.Provenance.Basis
	b.Recipe = analysis.Second()
	b.Engine = reports.UsedEngine{Name: b.Recipe.Engine, Author: "T. Romstad", SHA256: digits("e2"), Network: "nn-1a298aa575a0.nnue",
		Files: []reports.EngineFile{{Name: "node", SHA256: digits("e3")}, {Name: "stockfish-19-single.js", SHA256: digits("e4")}}, Arguments: []string{"stockfish-19-single.js"}}
	b.Recipe.EngineSHA256, b.Recipe.Network, b.RecipeFingerprint = b.Engine.SHA256, b.Engine.Network, digits("2f")
	b.Calibration = &reports.UsedCalibration{Name: "standard-second", SHA256: digits("d2"), TimeClass: "standard", Corpus: digits("c2"), Games: 33, Moves: 3456}
	s := &reports.SecondTest{Basis: b, Footing: r.Footing, Moves: r.Moves - 3, Combined: r.Combined, Evidence: reports.EvidenceOdds{Log: new(*r.Evidence.Log + 2*shift), Odds: new(math.Exp(*r.Evidence.Log + 2*shift))},
		Exclusions: map[string]int{"opening": 72}, Errors: []reports.InputError{}, Threshold: 3,
		Correlation: &reports.Correlation{Value: .81, Interval: &[2]float64{.72, .88}}}
	s.Combined.Z = new(*r.Combined.Z + shift)
	for _, row := range r.Tests {
		row.N -= 3
		row.Z, row.RawZ = new(*row.Z+shift), new(*row.RawZ+shift)
		row.Actual = new(*row.Expected + (*row.Actual-*row.Expected)*(*row.Z)/(*row.Z-shift))
		s.Tests = append(s.Tests, row)
	}
	s.Agreement = map[[2]bool]reports.Agreement{
		{true, true}: reports.BothReach, {true, false}: reports.FirstReach, {false, true}: reports.SecondReach, {false, false}: reports.NeitherReach,
	}[[2]bool{*r.Combined.Z >= s.Threshold, *s.Combined.Z >= s.Threshold}]
	r.Second = s
	r.Provenance.State("second-engine", "node")
	r.Provenance.State("second-engine-arg", "stockfish-19-single.js")
	return r
}

// unfittedSecond returns a full test whose second test has no calibration, and could not
// evaluate all.
func unfittedSecond() *reports.FullTest {
	r := secondOf(fullTestFixture(), 0)
	s := r.Second
	const why = reports.OtherRecipe
	s.Calibration, s.Uncalibrated, s.UncalibratedFor = nil, "no calibration fits; the nearest, standard-quick, was made for recipe quick, not second", why
	s.Correlation = nil
	s.Footing, s.Agreement, s.AgreementMissing = reports.Firmness{MinMoves: 120, Refused: true}, "", why
	s.Combined, s.Evidence = reports.CombinedZ{ZMissing: why, AmongMissing: why}, reports.EvidenceOdds{Missing: why}
	for i := range s.Tests {
		t := &s.Tests[i]
		t.Expected, t.RawSD, t.SD, t.RawZ, t.Z, t.Missing = nil, nil, nil, nil, nil, why
	}
	s.Errors = fixtureErrors()
	return r
}

// uncalibratedTest returns a full test where no calibration fits: counts and
// averages alone.
func uncalibratedTest() *reports.FullTest {
	r := thinTest()
	r.Footing = reports.Firmness{Refused: true, MinMoves: 120}
	r.Provenance.Calibration, r.Provenance.Uncalibrated = nil, "no calibration fits; the nearest, standard-quick, was made for recipe quick, not full"
	for i := range r.Tests {
		t := &r.Tests[i]
		t.Expected, t.RawSD, t.SD, t.RawZ, t.Z, t.Missing = nil, nil, nil, nil, nil, reports.OtherRecipe
	}
	const why = reports.OtherRecipe
	r.Provenance.UncalibratedFor = why
	r.Combined, r.IPR, r.Power, r.Posterior, r.Rounds = reports.CombinedZ{ZMissing: why, AmongMissing: why}, reports.RatingEstimate{Missing: why}, nil, nil, nil
	r.Evidence = reports.EvidenceOdds{Missing: why}
	r.Boundary, r.BoundaryMissing, r.PowerMissing, r.PosteriorMissing, r.FieldMissing = nil, why, why, why, why
	return r
}

func pairOf(actual, expected float64) reports.Compared {
	return reports.Compared{Actual: &actual, Expected: &expected}
}
