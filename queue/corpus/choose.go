package corpus

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/queue/pipeline"
)

// Choice holds the games that a corpus is made of.
type Choice struct {
	Games     []*analysis.Game // in ascending order of CorpusId
	Positions []string         // keys of all their positions, with repetitions
	Moves     int              // number that count under the policy, without a book
	Counts    Chosen

	at      map[string]int // index in Games, by identity
	counted map[string]int // moves that count, by identity of the game
}

// Chosen counts the outcome of a choice.
type Chosen struct {
	Read       int `json:"read"`
	Games      int `json:"chosen"`
	Doubled    int `json:"doubled"`    // games that are chosen already, under another CorpusId
	There      int `json:"there"`      // games that the corpus has already (Choice.Drop)
	Missing    int `json:"missing"`    // games of which an evaluation is missing
	Unsuitable int `json:"unsuitable"` // unreadable, variants, cut short, without ratings or corpus tags
}

// Choose reads games and keeps those that have every evaluation that the policy needs without a
// book, and therefore with any book. A game that comes twice is kept once, with the lower CorpusId.
// Two games with one CorpusId are a fault.Invalid error.
func Choose(ctx context.Context, texts iter.Seq2[pipeline.Text, error], from Evaluations, recipe string, policy analysis.Policy) (*Choice, error) {
	choice := &Choice{at: map[string]int{}, counted: map[string]int{}}
	for text, err := range texts {
		if err != nil {
			return nil, err
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if _, bad := errors.AsType[*analysis.GameError](err); err != nil && !bad {
				return nil, err
			}
			choice.Counts.Read++
			if err != nil || unsuitable(game) != "" {
				choice.Counts.Unsuitable++
				continue
			}
			plan, err := planKnown(ctx, game, policy, nil, from, recipe)
			if err != nil {
				return nil, err
			}
			choice.take(plan, policy)
		}
	}
	return choice, choice.sort()
}

// take keeps a game if its evaluations are complete.
func (c *Choice) take(plan planned, policy analysis.Policy) {
	if plan.missing(policy) >= 0 {
		c.Counts.Missing++
		return
	}
	if c.again(plan.Game) {
		c.Counts.Doubled++
		return
	}
	c.Counts.Games++
	c.at[plan.Game.ID] = len(c.Games)
	for _, r := range plan.records(policy) {
		if r.Excluded == analysis.Counted {
			c.counted[plan.Game.ID]++
			c.Moves++
		}
	}
	g := untimed(plan.Game)
	c.position(g)
	c.Games = append(c.Games, g)
}

// again reports whether the game is already kept under another CorpusId; the lower one stays.
func (c *Choice) again(g *analysis.Game) bool {
	i, known := c.at[g.ID]
	if !known {
		return false
	}
	id, before := g.Tag(IDTag), c.Games[i].Tag(IDTag)
	if id < before {
		c.Games[i] = untimed(g)
	}
	return id != before
}

// untimed returns the game without its clocks: a corpus holds moves alone.
func untimed(g *analysis.Game) *analysis.Game {
	for i := range g.Plies {
		g.Plies[i].Clock = -1
	}
	return g
}

func (c *Choice) sort() error {
	slices.SortFunc(c.Games, func(a, b *analysis.Game) int {
		return cmp.Or(strings.Compare(a.Tag(IDTag), b.Tag(IDTag)), strings.Compare(a.ID, b.ID))
	})
	for i, g := range c.Games[min(1, len(c.Games)):] {
		if before := c.Games[i]; g.Tag(IDTag) == before.Tag(IDTag) {
			return fault.New(fault.Invalid, "corpus_id", "%s and %s have the same %s %q",
				before.Source, g.Source, IDTag, g.Tag(IDTag))
		}
	}
	return nil
}

// Drop takes out the games that are in texts, by their moves and players or by their CorpusId.
func (c *Choice) Drop(texts iter.Seq2[pipeline.Text, error]) error {
	there := map[string]bool{}
	for text, err := range texts {
		if err != nil {
			return err
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if err != nil {
				return err
			}
			there[game.ID], there[game.Tag(IDTag)] = true, true
		}
	}
	before := len(c.Games)
	c.Games = slices.DeleteFunc(c.Games, func(g *analysis.Game) bool { return there[g.ID] || there[g.Tag(IDTag)] })
	c.Counts.Games, c.Counts.There = len(c.Games), before-len(c.Games)
	c.Positions, c.Moves = c.Positions[:0], 0
	for _, g := range c.Games {
		c.position(g)
		c.Moves += c.counted[g.ID]
	}
	return nil
}

// position adds the positions of a game.
func (c *Choice) position(g *analysis.Game) {
	for _, ply := range g.Plies {
		c.Positions = append(c.Positions, ply.Key)
	}
	c.Positions = append(c.Positions, g.End.Key)
}

// WriteGames writes the games as PGN, in order, without comments.
func (c *Choice) WriteGames(w io.Writer) error {
	for _, g := range c.Games {
		if err := pgn.Write(w, g); err != nil {
			return err
		}
	}
	return nil
}
