package fit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/encoding"
	"fairplay/analysis/score"
)

// Player is one side of a game of the corpus.
type Player struct {
	ID     string // FIDE id where known, otherwise the name
	Rating int    // Elo; a side without rating does not enter
}

// Game is one game of the corpus with its move records under one recipe and policy (record.Build).
// Records of moves that do not count are ignored.
type Game struct {
	ID, Event, Date, Round string
	Part                   Part
	White, Black           Player
	Records                []analysis.MoveRecord
}

// Player returns the player of that colour.
func (g *Game) Player(c analysis.Color) Player {
	if c == analysis.Black {
		return g.Black
	}
	return g.White
}

// Move is one counted move of the corpus.
type Move struct {
	Position *choice.Position
	Figures  score.Figures
	Turn     int
}

// Side is the play of one player in one game.
type Side struct {
	Game, Event, Round string
	Part               Part
	Player             string
	Color              analysis.Color
	Rating             float64 // Elo
	Moves              []Move  // counted, in order; never empty
}

// Corpus holds the counted moves of many games in the form that the models need. A position takes
// about nine kilobytes of memory. The zero value is empty.
type Corpus struct {
	Sides []Side

	// Left is the number of counted moves that were left out, by reason.
	Left struct {
		Unrated  int `json:"unrated"`  // the player has no rating
		Unusable int `json:"unusable"` // the two passes do not fit together (choice.NewPosition)
		Unlisted int `json:"unlisted"` // the wide pass does not list the move made
	}

	foreign []Foreign     // moves of other engines in positions of these games
	further map[spot]bool // where a further engine was asked

	first, last string                       // dates
	digests     map[string][sha256.Size]byte // by game
}

// Add adds a game. It copies what it needs of the records, so the caller may drop them. Adding a
// game twice is an error.
func (c *Corpus) Add(g *Game) error {
	if _, twice := c.digests[g.ID]; twice {
		return fmt.Errorf("the corpus has game %s twice", g.ID)
	}
	digest, err := g.digest()
	if err != nil {
		return err
	}
	if c.digests == nil {
		c.digests = make(map[string][sha256.Size]byte)
	}
	c.digests[g.ID] = digest
	if g.Date != "" {
		if c.first == "" || g.Date < c.first {
			c.first = g.Date
		}
		c.last = max(c.last, g.Date)
	}
	for _, color := range []analysis.Color{analysis.White, analysis.Black} {
		if s := c.side(g, color); len(s.Moves) > 0 {
			c.Sides = append(c.Sides, s)
		}
	}
	return nil
}

func (c *Corpus) side(g *Game, color analysis.Color) Side {
	player := g.Player(color)
	s := Side{
		Game: g.ID, Event: eventKey(g.Event, g.Date), Round: g.Round, Part: g.Part,
		Player: player.ID, Color: color, Rating: float64(player.Rating),
	}
	for i := range g.Records {
		r := &g.Records[i]
		if r.Color != color || r.Excluded != analysis.Counted {
			continue
		}
		position, err := choice.NewPosition(r)
		switch {
		case player.Rating <= 0:
			c.Left.Unrated++
		case err != nil:
			c.Left.Unusable++
		case position.Played < 0:
			c.Left.Unlisted++
		default:
			s.Moves = append(s.Moves, Move{position, score.Of(r), r.Turn})
		}
	}
	return s
}

// Part returns the sides of one part, ordered by game and colour. The order in which games were
// added does not matter.
func (c *Corpus) Part(part Part) []Side {
	var sides []Side
	for _, s := range c.Sides {
		if s.Part == part {
			sides = append(sides, s)
		}
	}
	slices.SortFunc(sides, func(a, b Side) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Color, b.Color))
	})
	return sides
}

// Digest returns the SHA-256, in hex, of everything that was added: players, ratings, parts,
// positions, moves and evaluations. The order of games does not matter.
func (c *Corpus) Digest() string {
	ids := make([]string, 0, len(c.digests))
	for id := range c.digests {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	h := sha256.New()
	for _, id := range ids {
		d := c.digests[id]
		h.Write(d[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// digest returns the SHA-256 of one game.
func (g *Game) digest() (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %q %v %v\n", g.ID, g.Event, g.Date, g.Round, g.Part, g.White, g.Black)
	for i := range g.Records {
		r := &g.Records[i]
		if r.Excluded != analysis.Counted {
			continue
		}
		deep, err := encoding.Deep(r.Evaluation.Deep, r.Evaluation.BestMove)
		if err != nil {
			return sum, fmt.Errorf("game %s, ply %d: %w", g.ID, r.Ply, err)
		}
		wide, err := encoding.Wide(r.Evaluation.Wide)
		if err != nil {
			return sum, fmt.Errorf("game %s, ply %d: %w", g.ID, r.Ply, err)
		}
		fmt.Fprintf(h, "%d %s %v %v %v %v %d %t %x %x\n", r.Ply, r.Position, r.Played, r.Previous, r.PreviousOwn,
			r.PreviousCaptured, r.After.Int(), r.HasAfter, deep, wide)
	}
	h.Sum(sum[:0])
	return sum, nil
}

// moves counts the moves of sides.
func moves(sides []Side) int {
	n := 0
	for i := range sides {
		n += len(sides[i].Moves)
	}
	return n
}
