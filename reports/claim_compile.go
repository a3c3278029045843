package reports

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/analysis/score"
	"fairplay/reports/complaint/claim"
)

// ClaimInput is everything that a ClaimReport is compiled from: the input of a test of the player
// on all his games, and the games of the claim.
type ClaimInput struct {
	FullTestInput
	Claim   EngineClaim
	Claimed []ClaimedInput // one for each game of the claim
}

// ClaimedInput is one game of a claim with the engine's choices in it.
type ClaimedInput struct {
	Game     *analysis.Game
	Color    analysis.Color
	Excluded analysis.Exclusion // why the game does not count
	Moves    []ScoredMove       // of both sides, one for every ply
	// Choices are the engine's choices at the plies of the claim, whether they count or not.
	Choices map[int]analysis.Line
}

// Settings of the random draws. The seed is fixed, so that the same games always give the same
// frequencies.
const (
	claimDraws = 20_000
	claimSeed  = 1
	claimLevel = .95
)

// CompileClaim makes the report of a claim.
func CompileClaim(in ClaimInput) *ClaimReport {
	in.settle()
	own := in.performance(true)
	own.Field, own.Apart = in.field(math.MaxInt)
	r := &ClaimReport{
		Event: in.Event, Record: in.Record, Player: in.player(), Footing: footing(in.Parameters.Footing(own.Moves(), in.Rating), in.Parameters),
		Claim: in.Claim, Lacks: []ClaimLack{}, Rerun: in.rerun(), ClaimedGames: []ClaimedGame{},
		Games: in.Counts, Errors: slices.Clone(in.Errors), Caveats: in.caveats(), Notes: sortedNotes(in.Notes), Provenance: in.Provenance,
	}
	if own.Field.OK && own.Field.Events == nil {
		r.Field = pointer(fieldOf(own.Field))
	}
	for _, lack := range in.Claim.Lacks() {
		r.Lacks = append(r.Lacks, ClaimLack{lack, lack.Article()})
	}
	r.Provenance.GamesSHA256 = in.digest()
	r.Provenance.Complete(TaskClaim)
	sortErrors(&r.Errors)
	missing := in.Provenance.Unexpected(in.Rating)
	for i := range in.Claimed {
		r.ClaimedGames = append(r.ClaimedGames, in.game(&in.Claimed[i], &in.Claim.Games[i], missing))
	}
	for i := range r.ClaimedGames {
		for k := range r.ClaimedGames[i].Ranges {
			r.Total.add(&r.ClaimedGames[i].Ranges[k].ClaimCount)
		}
	}
	if missing == "" {
		in.draw(r, &own)
	}
	r.Total.Missing = cmp.Or(missing, r.Total.none())
	return r
}

// rerun describes the engine of the rerun.
func (in *ClaimInput) rerun() ClaimRerun {
	stated := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	seconds := ""
	if in.Claim.Settings.Seconds > 0 {
		seconds = strconv.FormatFloat(in.Claim.Settings.Seconds, 'g', -1, 64)
	}
	c, used := &in.Claim.Settings, &in.Provenance.Recipe
	deep, _ := used.Pass(analysis.Deep)
	settings := []ClaimSetting{
		{"engine", strings.TrimSpace(in.Claim.Engine.Name + " " + in.Claim.Engine.Version), in.Provenance.Engine.Name},
		{"sha256", in.Claim.Engine.SHA256, in.Provenance.Engine.SHA256},
		{"hash_size", stated(c.Hash), stated(used.HashMiB)}, {"threads", stated(c.Threads), stated(used.Threads)},
		{"lines", stated(c.Lines), stated(deep.MultiPV)}, {"nodes", stated(c.Nodes), stated(deep.Nodes)},
		{"depth", stated(c.Depth), ""}, {"seconds", seconds, ""},
	}
	for _, o := range c.Others {
		set := ""
		for _, option := range used.Options {
			if strings.EqualFold(option.Name, o.Name) {
				set = option.Value
			}
		}
		settings = append(settings, ClaimSetting{o.Name, o.Value, set})
	}
	settings = slices.DeleteFunc(settings, func(s ClaimSetting) bool { return s.Claimed == "" && s.Used == "" })
	return ClaimRerun{Engine: MatchEngine(in.Claim.Engine, &in.Provenance.Engine), Settings: settings}
}

// game compares one game of the claim with what was found in it.
func (in *ClaimInput) game(g *ClaimedInput, claimed *claim.Game, missing Reason) ClaimedGame {
	out := ClaimedGame{
		ID: g.Game.ID, Round: g.Game.Round, Color: g.Color.String(), Opponent: g.Game.Player(g.Color.Other()).Name, Result: g.Game.Awarded,
		Excluded: string(g.Excluded), Ranges: []ClaimedRange{},
	}
	for i := range claimed.Ranges {
		r := in.moves(g, &claimed.Ranges[i])
		r.Missing = cmp.Or(missing, r.none())
		out.Ranges = append(out.Ranges, r)
	}
	return out
}

// moves compares one range move by move.
func (in *ClaimInput) moves(g *ClaimedInput, claimed *claim.MoveRange) ClaimedRange {
	r := ClaimedRange{First: claimed.First, Last: claimed.Last, Reason: claimed.Reason, Moves: []ClaimedMove{}}
	switch {
	case claimed.Matches != nil:
		r.Claimed = claimed.Matches
	case len(claimed.Moves) > 0:
		r.Claimed = pointer(len(claimed.Moves))
	}
	for i := range g.Moves {
		scored := &g.Moves[i]
		rec := &scored.Record
		if rec.Color != g.Color || rec.Turn < claimed.First || rec.Turn > claimed.Last {
			continue
		}
		m := ClaimedMove{Turn: rec.Turn, Played: rec.SAN, Excluded: string(rec.Excluded), Standing: ClaimUnknown}
		if choice, ok := g.Choices[rec.Ply]; ok {
			m.Choice, m.ChoiceUCI = pgn.SAN(g.Game.Plies[rec.Ply].Key, choice.Move), choice.Move.String()
			m.Matches = choice.Move == rec.Played
			if rec.Excluded != analysis.Forced {
				m.Value = fmt.Sprint(choice.Value)
			}
			m.Standing = standing(claimed, rec.Turn, m.Matches)
		}
		if scored.counted() {
			m.Equal = scored.Scored.Equal
			if scored.expected() {
				m.P = pointer(scored.Scored.MM.Mean)
			}
		}
		r.take(&m)
		r.Moves = append(r.Moves, m)
	}
	r.Beyond = claimed.Length() - r.Played
	return r
}

func standing(claimed *claim.MoveRange, turn int, match bool) ClaimedMatch {
	said, ok := claimed.Claims(turn)
	switch {
	case !ok:
		return ClaimUnstated
	case said && match:
		return ClaimConfirmed
	case said:
		return ClaimWrong
	case match:
		return ClaimUnclaimed
	}
	return ClaimNeither
}

// take adds one move to the count.
func (c *ClaimCount) take(m *ClaimedMove) {
	c.Played++
	c.Found += number(m.Matches)
	c.Unknown += number(m.Standing == ClaimUnknown)
	c.Named += number(m.Standing != ClaimUnknown && m.Standing != ClaimUnstated)
	c.Confirmed += number(m.Standing == ClaimConfirmed)
	c.Wrong += number(m.Standing == ClaimWrong)
	c.Unclaimed += number(m.Standing == ClaimUnclaimed)
	if m.Excluded == "" {
		c.Counted++
		c.CountedFound += number(m.Matches)
	}
}

// add adds the count of another range.
func (c *ClaimCount) add(o *ClaimCount) {
	c.Played += o.Played
	c.Found += o.Found
	c.Unknown += o.Unknown
	c.Named += o.Named
	c.Confirmed += o.Confirmed
	c.Wrong += o.Wrong
	c.Unclaimed += o.Unclaimed
	c.Counted += o.Counted
	c.CountedFound += o.CountedFound
	if o.Claimed != nil {
		c.Claimed = pointer(value(c.Claimed) + *o.Claimed)
	}
}

// none is the reason why no move counts, "" if some do.
func (c *ClaimCount) none() Reason {
	if c.Counted == 0 {
		return NoMoves
	}
	return ""
}

// drawnRange is a range of a claim with the results of random draws.
type drawnRange struct {
	*ClaimedRange
	game   int            // index among the games of the performance
	inside []int          // its counted moves, as indexes among those of the game
	total  score.Drawn    // matches in the range itself
	best   [2]score.Drawn // in the best run of all games, and of this game
	alone  score.Drawn    // in the best run of all games, with independent moves
}

// draw fills in what was expected and how often chance gives as much.
func (in *ClaimInput) draw(r *ClaimReport, own *score.Performance) {
	ranges := in.drawn(r, own)
	e := in.Parameters.Effects
	r.Draws = &ClaimDraws{
		Games: len(own.Games), Moves: own.Moves(), Draws: claimDraws, Seed: [2]int{claimSeed, claimSeed}, RatingSD: own.RatingSD, GameSD: e.Game,
	}
	var all score.Drawn
	score.DrawMatches(own, e, rand.New(rand.NewPCG(claimSeed, claimSeed)), claimDraws, func(matches [][]bool) {
		sum := 0
		for _, d := range ranges {
			n := 0
			for _, at := range d.inside {
				n += number(matches[d.game][at])
			}
			sum += n
			d.total.Add(n)
			d.best[0].Add(mostInAny(matches, len(d.inside)))
			d.best[1].Add(score.MostIn(matches[d.game], len(d.inside)))
		}
		all.Add(sum)
	})
	exact := *own
	exact.RatingSD, exact.Field = 0, score.Offset{OK: true}
	score.DrawMatches(&exact, score.Effects{}, rand.New(rand.NewPCG(claimSeed, claimSeed)), claimDraws, func(matches [][]bool) {
		for _, d := range ranges {
			d.alone.Add(mostInAny(matches, len(d.inside)))
		}
	})
	expected := 0.0
	for _, d := range ranges {
		expected += d.say(own)
	}
	if r.Total.Counted > 0 {
		r.Total.say(expected, &all)
	}
}

// drawn returns the ranges that have counted moves, with their place in the performance.
func (in *ClaimInput) drawn(r *ClaimReport, own *score.Performance) (ranges []*drawnRange) {
	for i := range r.ClaimedGames {
		game := slices.IndexFunc(own.Games, func(g score.Game) bool { return g.ID == r.ClaimedGames[i].ID })
		if game < 0 {
			continue
		}
		for k := range r.ClaimedGames[i].Ranges {
			d := &drawnRange{ClaimedRange: &r.ClaimedGames[i].Ranges[k], game: game}
			plies := map[int]bool{}
			for _, m := range in.Claimed[i].Moves {
				if m.counted() && m.Record.Color == in.Claimed[i].Color && m.Record.Turn >= d.First && m.Record.Turn <= d.Last {
					plies[m.Record.Ply] = true
				}
			}
			for at := range own.Games[game].Moves {
				if plies[own.Games[game].Moves[at].Ply] {
					d.inside = append(d.inside, at)
				}
			}
			if len(d.inside) > 0 {
				ranges = append(ranges, d)
			}
		}
	}
	return ranges
}

func mostInAny(matches [][]bool, length int) int {
	most := 0
	for _, game := range matches {
		most = max(most, score.MostIn(game, length))
	}
	return most
}

// say fills in the results of the draws of a range, and returns the expected number of matches.
func (d *drawnRange) say(own *score.Performance) (expected float64) {
	g := &own.Games[d.game]
	for _, at := range d.inside {
		m := &g.Moves[at].MM
		expected += m.Mean + float64(own.Field.Mean*m.Slope)
	}
	d.ClaimCount.say(expected, &d.total)
	usual, _ := d.best[0].Within(0)
	b := &BestRange{
		Length: len(d.inside), Matches: d.CountedFound, Usual: usual, Reaching: []Reaching{},
		AtLeast: frequency(&d.best[0], d.CountedFound), InGame: frequency(&d.best[1], d.CountedFound), Independent: frequency(&d.alone, d.CountedFound),
	}
	for k := min(usual, d.CountedFound); k <= b.Length; k++ {
		b.Reaching = append(b.Reaching, Reaching{k, frequency(&d.best[0], k)})
	}
	d.Best = b
	return expected
}

// say fills in what was expected and how the draws spread.
func (c *ClaimCount) say(expected float64, drawn *score.Drawn) {
	low, high := drawn.Within(claimLevel)
	c.Expected, c.Within, c.AtLeast = &expected, &[2]int{low, high}, pointer(frequency(drawn, c.CountedFound))
}

func frequency(d *score.Drawn, k int) DrawFrequency {
	p, se := d.AtLeast(k)
	return DrawFrequency{p, se}
}
