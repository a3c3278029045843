package render

import (
	"fmt"
	"math"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/score"
	"fairplay/reports"
	"fairplay/reports/tournament"
)

// fixture returns a screening made by hand that holds the awkward cases of
// real events: names of every kind, players without rating, FIDE id or moves,
// samples too small to say anything, errors and exclusions.
func fixture() *reports.Screening {
	s := &reports.Screening{
		Event: tournament.EventTags{
			Name: `Кубок "Дружба" & Friends <2024>`, Others: []string{"Open B", "Blitz <side>"},
			Site: "Київ UKR", FirstDate: "2024.05.28", LastDate: "2024.06.??",
			Rounds: []string{"1", "2", "3", "4", "5"}, TimeClass: "standard",
		},
		Players: []reports.PlayerRow{
			player("Above, Anna", "14100001", 2350, 9, 212, counts{mm: 151, ev: 163, t3: 196, line: .6325, oppMM: 98, oppMoves: 205}),
			player("Петренко, Олександр Володимирович", "14100002", 2504, 9, 240, counts{mm: 136, ev: 150, t3: 202, line: .6556, oppMM: 121, oppMoves: 238}),
			player(`<script>alert("x")</script>`, "14100003", 2010, 8, 187, counts{mm: 84, ev: 95, t3: 140, line: .5815, oppMM: 88, oppMoves: 190}),
			player(`=HYPERLINK("http://example.org","O'Neil")`, "", 1875, 7, 160, counts{mm: 66, ev: 74, t3: 116, line: .56125, oppMM: 70, oppMoves: 158}),
			player("丁立人", "8603677", 2780, 9, 251, counts{mm: 147, ev: 166, t3: 219, line: .697, oppMM: 130, oppMoves: 247}),
			player("Venkata Narasimha Rajuvaripet Satyanarayana-Subrahmanyam, Lakshmi", "25000001", 2198, 9, 203, counts{mm: 97, ev: 108, t3: 160, line: .6097, oppMM: 101, oppMoves: 210}),
			player("No Rating, Nils", "", 0, 9, 177, counts{mm: 70, ev: 79, t3: 121, oppMM: 80, oppMoves: 181}),
			player("Few, \"Felix\"", "14100007", 2290, 2, 41, counts{mm: 28, ev: 29, t3: 36, line: .6235, oppMM: 15, oppMoves: 40}),
			player("אברהם כהן", "2800001", 1990, 8, 166, counts{mm: 71, ev: 80, t3: 118, line: .5785, oppMM: 74, oppMoves: 170}),
			unmoved(reports.PlayerRow{Name: "", Rating: 2105, Games: 1, Hint: &reports.MatchHint{Line: .59575}}),
			player("One, Move", "14100011", 1650, 1, 1, counts{mm: 1, ev: 1, t3: 1, line: .5275, oppMM: 0, oppMoves: 2}),
			player("Average, Alex", "14100012", 2240, 9, 218, counts{mm: 111, ev: 120, t3: 171, line: .616, oppMM: 108, oppMoves: 215}),
		},
		Games: tournament.GameCounts{Read: 66, Played: 61, Analysed: 58, Bad: 2, Cut: 1,
			Excluded: map[string]int{"unplayed": 3, "variant": 1, "duplicate": 2, "moon_phase": 1}},
		Errors: fixtureErrors(),
		Exclusions: map[string]int{"opening": 928, "book": 301, "forced": 44, "repetition": 17, "decided": 512,
			"past_last_turn": 12345, "not_evaluated": 2, "unsettled": 31, "moon_phase": 5},
		Caveats:    fixtureCaveats(),
		Provenance: fixtureProvenance(),
	}
	s.Selection = reports.RowSelection{Rounds: "1-5", MinMoves: 1, Hidden: 2}
	s.Standing = reports.RowCounts{Provisional: 3, ProvisionalAbove: 2}
	s.Provenance.Uncalibrated = "there is no calibration for recipe quick 1f1f1f1f1f1f"
	s.Players[0].Title, s.Players[0].Federation = "WIM", "UKR"
	s.Players[4].Title, s.Players[5].Federation = "GM", "IND"
	return s
}

// emptyInput returns the screening of an input without a single usable game.
func emptyInput() *reports.Screening {
	return &reports.Screening{
		Event:   tournament.EventTags{Name: "?", Others: []string{}, Site: "?", FirstDate: "????.??.??", Rounds: []string{}},
		Players: []reports.PlayerRow{}, Games: tournament.GameCounts{Read: 1, Bad: 1, Excluded: map[string]int{}},
		Errors:     fixtureErrors()[:1],
		Exclusions: map[string]int{}, Caveats: []reports.PlayerCaveat{}, Provenance: fixtureProvenance(),
	}
}

func fixtureCaveats() []reports.PlayerCaveat {
	return []reports.PlayerCaveat{
		{Kind: "ambiguous_name", Names: []string{"Smith, J", "Smith, John", "Smith, Jane"}, FideIDs: []string{"1", "2"}},
		{Kind: "by_initials", Names: []string{"Adams, M", "Adams, \"Mick\""}},
		{Kind: "reversed_name", Names: []string{"Alex Average", "Average, Alex"}},
		{Kind: "unlike_names", Names: []string{"<b>One</b>", "Two"}, FideIDs: []string{"14100099"}},
		{Kind: "id_on_both_sides", Names: []string{"One", "Two"}, FideIDs: []string{"14100098"}},
		{Kind: "name_on_both_sides", Names: []string{"Ivanov"}},
		{Kind: "unnamed", Count: 3},
		{Kind: "by_surname", Names: []string{"Bondar", "Bondar, Iryna"}},
		{Kind: "too_many_alike", Names: []string{"Li, A", "Li, An", "Li, Ai"}, More: 14},
		{Kind: "several_ratings", Names: []string{"Average, Alex"}, Ratings: []int{1990, 2240}},
		{Kind: "two_games_in_round", Names: []string{"Above, Anna", "One, Move", "Average, Alex"}, Count: 2, Round: "4"},
		{Kind: "same_moves", Names: []string{"One, Move", "Above, Anna"}, Count: 2, Round: "3.1, 5.2"},
		{Kind: "new_kind", Text: "something that was added since"},
	}
}

func fixtureErrors() []reports.InputError {
	errors := []reports.InputError{
		{File: "round1.pgn", Game: 3, Line: 41, Ply: 22, Reason: "the move is not legal in this position", Token: "Nf9"},
		{File: "round1.pgn", Game: 9, Line: 133, Ply: -1, Reason: "the tag has no closing bracket", Token: `[White "<b>`},
	}
	for i := range 11 {
		errors = append(errors, reports.InputError{File: "round2.pgn", Game: i + 1, Line: 10 * (i + 1), Ply: -1,
			Reason: "the file ends inside a comment"})
	}
	return errors
}

func fixtureProvenance() reports.Provenance {
	recipe := analysis.Quick()
	recipe.Engine, recipe.EngineSHA256, recipe.Network = "Stockfish 15.1", digits("e5"), "nn-ad9b42354671.nnue"
	policy := analysis.StandardPolicy()
	policy.BookSHA256 = digits("b0")
	p := reports.Provenance{
		Program: "fairplay", Version: "0.1.0", Commit: strings.Repeat("c0", 20), Task: reports.TaskScreen,
		Inputs: []reports.InputFile{
			{File: "it's <round> 1; $(rm).pgn", Bytes: 12345, SHA256: digits("a1")},
			{File: "round2.zip", Bytes: 2345, SHA256: digits("a2"),
				Unpacked: []reports.InputPart{{File: "round2.zip/board1.pgn", Bytes: 6789, SHA256: digits("a3")}}},
		},
		Basis: reports.Basis{
			Recipe: recipe, RecipeFingerprint: digits("1f"), Policy: policy, PolicyFingerprint: digits("2c"),
			Engine: reports.UsedEngine{Name: recipe.Engine, Author: "the Stockfish developers (see AUTHORS file)",
				SHA256: recipe.EngineSHA256, Network: recipe.Network},
		},
		GamesSHA256: digits("9a"), AssumedTimeClass: "standard",
	}
	for _, o := range [][2]string{{"recipe", "quick"}, {"rules", "fide"}, {"time-class", "standard"}, {"round", "1-5"}, {"player", ""}, {"min-moves", "1"}, {"sort", "roi"}} {
		p.State(o[0], o[1])
	}
	return p
}

// digits returns 64 hex digits that nobody takes for a real digest.
func digits(pair string) string { return strings.Repeat(pair, 32) }

// counts are the matches behind a row of the fixture.
type counts struct {
	mm, ev, t3, oppMM, oppMoves int
	line                        float64
}

func player(name, id string, rating, games, moves int, c counts) reports.PlayerRow {
	r := reports.PlayerRow{Name: name, FideID: id, Rating: rating, Games: games, Moves: moves,
		MM: shareOf(c.mm, moves), EV: shareOf(c.ev, moves), T3: shareOf(c.t3, moves),
		AE: averageOf(.31-.0009*float64(c.mm), moves), ASD: averageOf(.19-.0006*float64(c.mm), moves),
		Opponents: reports.Opponents{Moves: c.oppMoves, MM: shareOf(c.oppMM, c.oppMoves),
			ASD: averageOf(.21-.0005*float64(c.oppMM), c.oppMoves)}}
	if c.line > 0 {
		r.Hint = &reports.MatchHint{Line: c.line, Above: *r.MM.Actual > c.line}
	}
	return r
}

// shareOf is k of n with the 95 % Wilson interval.
func shareOf(k, n int) reports.Measured {
	p := float64(k) / float64(n)
	low, high := score.Wilson(p, float64(n))
	return reports.Measured{N: n, Actual: &p, Interval: &[2]float64{low, high}}
}

// unmoved is the row of a player none of whose moves counts.
func unmoved(r reports.PlayerRow) reports.PlayerRow {
	for _, q := range []*reports.Measured{&r.MM, &r.EV, &r.T3, &r.AE, &r.ASD, &r.Opponents.MM, &r.Opponents.ASD} {
		q.Missing = reports.NoMoves
	}
	return r
}

// averageOf is an average over n moves; one move alone has no standard error.
func averageOf(mean float64, n int) reports.Measured {
	q := reports.Measured{N: n, Actual: &mean}
	if n == 1 {
		q.Missing = reports.OneMove
	} else {
		se := mean / math.Sqrt(float64(n))
		q.SE, q.Interval = &se, &[2]float64{mean - 1.96*se, mean + 1.96*se}
	}
	return q
}

// crowd returns a screening of n players spread over ratings and match rates,
// for the picture of a large event.
func crowd(n int) *reports.Screening {
	s := fixture()
	s.Players, s.Standing = nil, reports.RowCounts{}
	for i := range n {
		rating := 1600 + (i*137)%1100
		moves := 60 + (i*53)%190
		spread := float64((i*61)%41-20) / 100
		line := .70 - .00015*float64(2800-rating)
		mm := int(math.Round(float64(moves) * (line - .13 + spread*.8)))
		s.Players = append(s.Players, player(fmt.Sprintf("Player %d, Pat", i+1), fmt.Sprint(100000+i), rating, 9, moves,
			counts{mm: mm, ev: min(moves, mm+9), t3: min(moves, mm+50), line: line, oppMM: moves / 2, oppMoves: moves}))
		if r := &s.Players[i]; few(r) {
			s.Standing.Provisional++
		}
	}
	return s
}
