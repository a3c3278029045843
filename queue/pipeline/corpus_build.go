package pipeline

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
)

// CorpusChoice is the games that a corpus is made of.
type CorpusChoice struct {
	Games     []*analysis.Game // in ascending order of CorpusId
	Positions []string         // keys of all their positions, with repetitions
	Moves     int              // that count under the policy, without a book
	Counts    CorpusChosen
}

// CorpusChosen counts the outcome of a choice.
type CorpusChosen struct {
	Read       int `json:"read"`
	Chosen     int `json:"chosen"`
	Missing    int `json:"missing"`    // games that lack an evaluation
	Unsuitable int `json:"unsuitable"` // unreadable, variants, cut short, without ratings or corpus tags
}

// ChooseCorpus reads games and chooses those that have every evaluation that
// the policy asks for without a book, and so with any book. Two games with one
// CorpusId are a fault.Invalid error.
func ChooseCorpus(ctx context.Context, texts iter.Seq2[Text, error], from Evaluations, recipe string, policy analysis.Policy) (*CorpusChoice, error) {
	choice := &CorpusChoice{}
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

// take chooses a game if it is complete.
func (c *CorpusChoice) take(plan planned, policy analysis.Policy) {
	if plan.missing(policy) >= 0 {
		c.Counts.Missing++
		return
	}
	c.Counts.Chosen++
	for _, r := range plan.records(policy) {
		if r.Excluded == analysis.Counted {
			c.Moves++
		}
	}
	g := plan.Game
	for i, ply := range g.Plies {
		c.Positions = append(c.Positions, ply.Key)
		g.Plies[i].Clock = -1 // a corpus is moves alone
	}
	c.Positions = append(c.Positions, g.End.Key)
	c.Games = append(c.Games, g)
}

func (c *CorpusChoice) sort() error {
	slices.SortFunc(c.Games, func(a, b *analysis.Game) int {
		return cmp.Or(strings.Compare(a.Tag(CorpusIDTag), b.Tag(CorpusIDTag)), strings.Compare(a.ID, b.ID))
	})
	for i, g := range c.Games[min(1, len(c.Games)):] {
		if before := c.Games[i]; g.Tag(CorpusIDTag) == before.Tag(CorpusIDTag) {
			return fault.New(fault.Invalid, "corpus_id", "%s and %s have the same %s %q",
				before.Source, g.Source, CorpusIDTag, g.Tag(CorpusIDTag))
		}
	}
	return nil
}

// WriteGames writes the games as PGN, in order, without comments.
func (c *CorpusChoice) WriteGames(w io.Writer) error {
	for _, g := range c.Games {
		if err := pgn.Write(w, g); err != nil {
			return err
		}
	}
	return nil
}
