package regulations

import (
	"fmt"
	"slices"
)

// ratingChangeRow is the table of expected scores (B02, 8.3).
type ratingChangeRow struct {
	RuleSource
	Cap      int   `json:"cap"`       // most that a difference counts, with the exceptions of RatingChange
	HighestK int   `json:"highest_k"` // the highest K
	Bands    []int `json:"bands"`     // highest difference for an expected score of .50, .51 and so on to .99
}

// Expected returns the expected score of a player, in hundredths of a point, given his rating
// less the opponent's (B02, 8.3): 50 for a difference of 0 to 3, 100 above 735.
func (e Edition) Expected(difference int) int {
	r, _ := inForce(e.catalogue.ratingChange, e.start)
	if difference < 0 {
		return 100 - e.Expected(-difference)
	}
	i, _ := slices.BinarySearch(r.Bands, difference)
	return 50 + i
}

// Played is one rated game for RatingChange.
type Played struct {
	Difference int // the player's rating less the opponent's
	HalfPoints int
}

// RatingChange returns the sum of score less expected score, in hundredths of a point, which K
// multiplies (B02, 8.3). Against an opponent rated more than 400 points higher, the difference
// counts as 400. Against one rated more than 400 points lower, it counts as 400 only once in an
// event, in the game with the largest difference; in other such games the whole difference
// counts.
func (e Edition) RatingChange(games []Played) int {
	r, _ := inForce(e.catalogue.ratingChange, e.start)
	largest := -1
	for i, g := range games {
		if g.Difference > r.Cap && (largest < 0 || g.Difference > games[largest].Difference) {
			largest = i
		}
	}
	sum := 0
	for i, g := range games {
		d := max(g.Difference, -r.Cap)
		if i == largest {
			d = r.Cap
		}
		sum += 50*g.HalfPoints - e.Expected(d)
	}
	return sum
}

// HighestK returns the highest K, by which a sum of RatingChange is multiplied.
func (e Edition) HighestK() int {
	r, _ := inForce(e.catalogue.ratingChange, e.start)
	return r.HighestK
}

func (r ratingChangeRow) check() error {
	if len(r.Bands) != 50 || !slices.IsSorted(r.Bands) || r.Cap <= 0 || r.HighestK <= 0 {
		return fmt.Errorf("%s: the table of expected scores is not whole", r.Article)
	}
	return nil
}
