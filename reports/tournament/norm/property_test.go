package norm_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/norm"
)

// random is a Swiss of so many players near norms, everybody against everybody else at
// most once, with all facts known.
func random(r *rand.Rand, players, rounds int) *norm.Crosstable {
	e := &norm.Crosstable{Facts: tournament.Facts{Federation: "ESP", System: tournament.Swiss, Rounds: rounds, Championship: tournament.NoChampionship}}
	for i := range players {
		e.Players = append(e.Players, norm.Player{
			Number: i + 1, Sex: []norm.Sex{norm.Man, norm.Woman}[r.IntN(2)],
			Title:      []string{"GM", "GM", "IM", "IM", "WGM", "FM", "WIM", "", "CM"}[r.IntN(9)],
			Federation: []string{"ESP", "ESP", "FRA", "GER", "POL", "ITA", "FID"}[r.IntN(7)],
			Rating:     max(0, 2300+r.IntN(300)-2600*(r.IntN(20)/19)),
			Rounds:     make([]norm.Round, rounds),
		})
	}
	outcomes := []norm.RoundOutcome{norm.Win, norm.Draw, norm.Loss, norm.Win, norm.Draw, norm.Loss, norm.Win, norm.Draw, norm.Loss, norm.ForfeitWin}
	for round := range rounds {
		for i := range players / 2 { // the circle method
			a, b := circle(players, round, i), circle(players, round, players-1-i)
			o := outcomes[r.IntN(len(outcomes))]
			e.Players[a].Rounds[round] = norm.Round{Opponent: b + 1, Outcome: o}
			e.Players[b].Rounds[round] = norm.Round{Opponent: a + 1, Outcome: reversed(o)}
		}
	}
	return e
}

func circle(players, round, seat int) int {
	if seat == 0 {
		return 0
	}
	return (seat-1+round)%(players-1) + 1
}

// made lists the norms that were made: "3 IM".
func made(e *norm.Crosstable, year int) map[int][]string {
	all := map[int][]string{}
	for _, entry := range norm.Judge(e, rules(year)).Entries {
		for _, n := range entry.Norms {
			if n.State == norm.Made {
				all[entry.Number] = append(all[entry.Number], n.Title)
			}
		}
	}
	return all
}

func copied(e *norm.Crosstable) *norm.Crosstable {
	c := *e
	c.Players = slices.Clone(e.Players)
	for i := range c.Players {
		c.Players[i].Rounds = slices.Clone(c.Players[i].Rounds)
	}
	return &c
}

// Taking a title, rating or federation from an opponent, or a won game from a player,
// never makes a norm; nor does any fact that is lost.
func TestLessNeverMakesANorm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	norms, lost := 0, 0
	for range 60 {
		e := random(r, 24, []int{9, 11}[r.IntN(2)])
		year := []int{2022, 2024}[r.IntN(2)]
		before := made(e, year)
		for _, titles := range before {
			norms += len(titles)
		}
		for range 6 {
			player := r.IntN(len(e.Players))
			less := copied(e)
			what := lessen(r, less, player)
			after := made(less, year)
			// The player himself; what his opponents lose or gain is another matter.
			for _, title := range after[player+1] {
				if !slices.Contains(before[player+1], title) {
					t.Errorf("%s makes a norm of %s for %d", what, title, player+1)
				}
			}
			lost += len(before[player+1]) - len(after[player+1])
		}
	}
	if norms < 50 || lost < 10 {
		t.Errorf("%d norms and %d lost: too few to show anything", norms, lost)
	}
}

// lessen takes something from a player or one of his opponents.
func lessen(r *rand.Rand, e *norm.Crosstable, player int) string {
	p := &e.Players[player]
	round := r.IntN(len(p.Rounds))
	o := &e.Players[p.Rounds[round].Opponent-1]
	switch r.IntN(8) {
	case 0:
		o.Title = ""
		return "a title less"
	case 1:
		o.Rating = max(0, o.Rating-r.IntN(400))
		return "a lower rating"
	case 2:
		o.Federation = p.Federation
		return "an opponent of the own federation"
	case 3:
		o.Federation = ""
		return "an unknown federation"
	case 4:
		p.Federation = ""
		return "an unknown federation of the player"
	case 5:
		p.Rounds[round].Outcome = norm.Unclear
		return "an unclear result"
	case 6:
		if p.Sex == norm.Woman {
			p.Sex = ""
		}
		return "an unknown sex"
	}
	if p.Rounds[round].Outcome == norm.Win {
		p.Rounds[round].Outcome, o.Rounds[round].Outcome = norm.HalfBye, norm.HalfBye
	}
	return "a won game less"
}

// An opponent whom a norm needs, for his title or federation, cannot be spared.
func TestWithoutARequiredOpponent(t *testing.T) {
	just := spread(titles("GM", 3, "IM", 1, "FM", 1, "", 4), []string{"FRA", "GER", "ESP"}, 2500, 9*2500, 14)
	e := against(candidate(), just)
	if n := judge(e, "GM"); n.State != norm.Made {
		t.Fatal(unmet(n))
	}
	for round := range 9 {
		less := copied(e)
		less.Players[0].Rounds[round].Outcome, less.Players[round+1].Rounds[round].Outcome = norm.HalfBye, norm.HalfBye
		if n := judge(less, "GM"); n.State != norm.Missed {
			t.Errorf("without round %d: %s", round+1, n.State)
		}
		less = copied(e)
		less.Players[round+1].Title = ""
		if n := judge(less, "GM"); (n.State == norm.Made) != (round > 4) {
			t.Errorf("opponent %d without a title: %s", round+1, n.State)
		}
	}
}

func TestOrderOfPlayersChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		e := random(r, 24, 11)
		shuffled := copied(e)
		r.Shuffle(len(shuffled.Players), func(i, j int) {
			shuffled.Players[i], shuffled.Players[j] = shuffled.Players[j], shuffled.Players[i]
		})
		if diff := cmp.Diff(norm.Judge(e, rules(2022)), norm.Judge(shuffled, rules(2022))); diff != "" {
			t.Fatal(diff)
		}
	}
}

// A file may name as many rounds as it likes; what is too much to look through stays
// undecided, and soon.
func TestTooManyWaysToIgnoreGames(t *testing.T) {
	games := spread(titles("", 45), mixed, 2600, 45*2600, 90)
	n := judge(against(candidate(), games), "GM")
	if n.State != norm.Undecided || !strings.Contains(unmet(n), "ignoring_games") {
		t.Errorf("%s: %s", n.State, unmet(n))
	}
}
