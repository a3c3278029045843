package reports

import (
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/complaint/claim"
)

// claimed is the claim on the first of four games, of forty counted moves each, in which Anna matches
// in five of ten moves where half are expected.
func claimed(t *testing.T, ranges []claim.MoveRange, change func(*ClaimInput)) *ClaimReport {
	t.Helper()
	var out *ClaimReport
	fullTest(t, 5, func(in *FullTestInput) {
		played := ClaimInput{FullTestInput: *in, Claim: EngineClaim{Player: "Anna", Games: []claim.Game{{Round: "1", Ranges: ranges}}}}
		g := in.Games[0]
		choices := map[int]analysis.Line{}
		g.Game.Plies = make([]analysis.Ply, 100)
		for i := range g.Game.Plies {
			g.Game.Plies[i].Key = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		}
		for _, m := range g.Moves {
			move := analysis.NewMove(12, 28, 0)
			if !m.Scored.Match {
				move = analysis.NewMove(11, 27, 0)
			}
			choices[m.Record.Ply] = analysis.Line{Move: move}
		}
		g.Moves = append([]ScoredMove(nil), g.Moves...)
		for i := range g.Moves {
			g.Moves[i].Record.Played = analysis.NewMove(12, 28, 0)
		}
		played.Claimed = []ClaimedInput{{Game: g.Game, Color: analysis.White, Moves: g.Moves, Choices: choices}}
		if change != nil {
			change(&played)
		}
		out = CompileClaim(played)
	})
	return out
}

// By hand: turns 9 to 18 match in five of ten, the first five. Said are turns 9, 10 and 14: two are
// borne out, one is not, and three match without being said. Five are expected, with a variance of
// 2.5 and nearly none of the rating's: 95 of 100 have 2 to 8. Somewhere in four games of forty moves
// the best ten have at least five nearly always.
func TestClaimByHand(t *testing.T) {
	r := claimed(t, []claim.MoveRange{{First: 9, Last: 18, Moves: []int{9, 10, 14}, Reason: "chosen"}}, nil)
	n := r.ClaimedGames[0].Ranges[0]
	if *n.Claimed != 3 || n.Played != 10 || n.Found != 5 || n.Confirmed != 2 || n.Wrong != 1 || n.Unclaimed != 3 || n.Named != 10 || n.Counted != 10 || n.CountedFound != 5 {
		t.Errorf("%+v", n.ClaimCount)
	}
	if *n.Expected != 5 || *n.Within != [2]int{2, 8} {
		t.Errorf("expected %v within %v, want 5 within 2 to 8", *n.Expected, *n.Within)
	}
	// P(5 or more of 10 at one half) is 638/1024.
	if p := n.AtLeast.P; p < .60 || p > .65 {
		t.Errorf("at these moves %v, want .623", p)
	}
	if b := n.Best; b.Length != 10 || b.Matches != 5 || b.AtLeast.P < .99 || b.AtLeast.P < b.InGame.P || b.Usual < 8 || b.Usual > 9 {
		t.Errorf("%+v", b)
	}
	reaching := n.Best.Reaching
	if reaching[0].Matches != 5 || reaching[len(reaching)-1].Matches != 10 {
		t.Errorf("%+v", reaching)
	}
	for i := 1; i < len(reaching); i++ {
		if reaching[i].P > reaching[i-1].P {
			t.Errorf("more matches are more frequent: %+v", reaching)
		}
	}
	standing := map[ClaimedMatch]int{}
	for _, m := range n.Moves {
		standing[m.Standing]++
	}
	if standing[ClaimConfirmed] != 2 || standing[ClaimWrong] != 1 || standing[ClaimUnclaimed] != 3 || standing[ClaimNeither] != 4 {
		t.Errorf("%v", standing)
	}
	if len(r.Lacks) != 8 || r.Rerun.Engine != StandardEngine || r.Draws.Games != 4 || r.Draws.Moves != 160 {
		t.Errorf("%+v, %+v, %+v", r.Lacks, r.Rerun, r.Draws)
	}
}

// The same claim gives the same bytes, and ranges do not touch each other's counts.
func TestClaimsAddUp(t *testing.T) {
	ranges := []claim.MoveRange{{First: 9, Last: 18, Matches: new(4)}, {First: 30, Last: 60, Matches: new(0)}}
	r := claimed(t, ranges, nil)
	one, two := &r.ClaimedGames[0].Ranges[0].ClaimCount, &r.ClaimedGames[0].Ranges[1].ClaimCount
	if *r.Total.Claimed != 4 || r.Total.Found != one.Found+two.Found || r.Total.Counted != one.Counted+two.Counted || *r.Total.Expected != *one.Expected+*two.Expected {
		t.Errorf("%+v of %+v and %+v", r.Total, one, two)
	}
	if beyond := r.ClaimedGames[0].Ranges[1].Beyond; beyond != 12 {
		t.Errorf("%d of the moves 30 to 60 are beyond turn 48, want 12", beyond)
	}
	if one.Named != 0 || one.Confirmed != 0 || two.Named == 0 {
		t.Errorf("four matches without their moves are of no single one: %+v; none is of all: %+v", one, two)
	}
	a, err := JSON(r)
	b, err2 := JSON(claimed(t, ranges, nil))
	if err != nil || err2 != nil || string(a) != string(b) {
		t.Errorf("not the same twice: %v, %v", err, err2)
	}
}

// Without a calibration, and of a game or moves that do not count, matches are counted and nothing is
// expected.
func TestClaimsWithoutExpectation(t *testing.T) {
	span := []claim.MoveRange{{First: 9, Last: 18, Matches: new(10)}}
	r := claimed(t, span, func(in *ClaimInput) {
		in.Parameters, in.Provenance.Calibration, in.Provenance.UncalibratedFor = nil, nil, OtherRecipe
	})
	if n := r.Total; n.Found != 5 || n.Expected != nil || n.Missing != OtherRecipe || r.Draws != nil || r.ClaimedGames[0].Ranges[0].Best != nil {
		t.Errorf("without a calibration: %+v", n)
	}
	r = claimed(t, span, func(in *ClaimInput) {
		for i := range in.Claimed[0].Moves {
			in.Claimed[0].Moves[i].Record.Excluded = analysis.InOpening
		}
	})
	if n := r.Total; n.Found != 5 || n.Counted != 0 || n.Expected != nil || n.Missing != NoMoves {
		t.Errorf("opening moves: %+v", n)
	}
	r = claimed(t, span, func(in *ClaimInput) {
		in.Claimed[0].Choices = nil
		for i := range in.Claimed[0].Moves {
			in.Claimed[0].Moves[i].Record.Excluded = analysis.NotEvaluated
		}
	})
	if n := r.Total; n.Unknown != 10 || n.Found != 0 || n.Wrong != 0 || n.Counted != 0 {
		t.Errorf("unevaluated moves: %+v", n)
	}
}

func TestMatchEngine(t *testing.T) {
	digest := strings.Repeat("a", 64)
	used := &UsedEngine{Name: "Stockfish 15.1", SHA256: digest}
	for _, tt := range []struct {
		claimed claim.NamedEngine
		want    EngineMatch
	}{
		{claim.NamedEngine{SHA256: digest}, SameFile},
		{claim.NamedEngine{Name: "stockfish", Version: "15.1"}, SameVersion},
		{claim.NamedEngine{Name: "Stockfish", Version: "15.1", SHA256: strings.Repeat("b", 64)}, SameVersion},
		{claim.NamedEngine{Name: "Stockfish", Version: "15"}, StandardEngine},
		{claim.NamedEngine{Name: "Stockfish 15.1"}, StandardEngine}, // no version: another file of the name may be meant
		{claim.NamedEngine{}, StandardEngine},
	} {
		if got := MatchEngine(tt.claimed, used); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.claimed, got, tt.want)
		}
	}
}

func TestReadEngineClaim(t *testing.T) {
	c, err := ReadEngineClaim("r.json", []byte(`{"provenance": {}, "claim": {"player": "A"}}`))
	if err != nil || c.Player != "A" {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := ReadEngineClaim("r.json", []byte(`{"provenance": {}}`)); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "r.json is not that of an engine claim") {
		t.Errorf("%v", err)
	}
}
