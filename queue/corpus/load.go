package corpus

import (
	"context"
	"fmt"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/queue/pipeline"
)

// Loader reads the corpus of a calibration: games in texts, and the evaluations of their positions
// under one recipe.
type Loader struct {
	Games       iter.Seq2[pipeline.Text, error]
	Evaluations Evaluations
	Recipe      string // fingerprint
	Policy      analysis.Policy
	Book        *book.Book // nil for none
	// Partial leaves out games that lack an evaluation. Otherwise the first of them ends the
	// loading.
	Partial bool
}

// LoadedGame is one game of a corpus with a record for each of its plies.
type LoadedGame struct {
	*analysis.Game
	ID      string // in the corpus; not the game's own
	Part    string // FitPart or TestPart
	Records []analysis.MoveRecord
	Choices map[int]analysis.Move // of the deep pass, by ply, also where the move does not count
}

// Loaded counts the content of a corpus.
type Loaded struct {
	Games   int `json:"games"`
	Moves   int `json:"moves"`   // that count
	Missing int `json:"missing"` // games passed over for want of an evaluation
}

// Load reads the games and calls each for every one, in their order, from the caller's goroutine.
// each may keep the records; nothing else holds their evaluations. Load evaluates nothing.
//
// Errors: fault.Invalid for a text or game that cannot be read or cannot be part of a corpus,
// fault.NotFound for a game that lacks an evaluation (with Partial it is counted instead), and
// those that Evaluations and each return.
func (l *Loader) Load(ctx context.Context, each func(LoadedGame) error) (Loaded, error) {
	var done Loaded
	for text, err := range l.Games {
		if err != nil {
			return done, err
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if err != nil {
				return done, fault.Wrap(err, fault.Invalid, "corpus_game", "the games of the corpus cannot be read")
			}
			if err := l.game(ctx, game, each, &done); err != nil {
				return done, err
			}
		}
	}
	return done, ctx.Err()
}

func (l *Loader) game(ctx context.Context, g *analysis.Game, each func(LoadedGame) error, done *Loaded) error {
	if reason := unsuitable(g); reason != "" {
		return fault.New(fault.Invalid, "corpus_game", "%s cannot be part of a corpus: %s", g.Source, reason)
	}
	plan, err := planKnown(ctx, g, l.Policy, l.Book, l.Evaluations, l.Recipe)
	if err != nil {
		return fmt.Errorf("%s: %w", g.Source, err)
	}
	if ply := plan.missing(l.Policy); ply >= 0 {
		if l.Partial {
			done.Missing++
			return nil
		}
		return fault.New(fault.NotFound, "corpus_evaluation",
			"%s: there is no evaluation under the recipe %s of the position at ply %d", g.Source, l.Recipe, ply)
	}
	records := plan.records(l.Policy)
	done.Games++
	for _, r := range records {
		if r.Excluded == analysis.Counted {
			done.Moves++
		}
	}
	return each(LoadedGame{Game: g, ID: g.Tag(IDTag), Part: g.Tag(PartTag), Records: records, Choices: plan.choices()})
}
