package book

import (
	"errors"
	"io"
	"iter"

	"fairplay/analysis"
)

// Built counts what a book was made from.
type Built struct {
	Games     int `json:"games"`     // counted
	Passed    int `json:"passed"`    // passed over: rating, tags, variant, set-up position, duplicate
	Errors    int `json:"errors"`    // records that gave no game
	Positions int `json:"positions"` // in the book
	Moves     int `json:"moves"`     // in the book, 16 bytes each
}

// Build makes a book from games and writes it to w. GameErrors among the games
// are counted and passed over; any other error ends the build before anything
// is written.
func Build(w io.Writer, games iter.Seq2[*analysis.Game, error], o Options) (Built, error) {
	var built Built
	b := NewBuilder(o)
	for g, err := range games {
		if _, bad := errors.AsType[*analysis.GameError](err); bad {
			built.Errors++
			continue
		}
		if err != nil {
			return Built{}, err
		}
		counted, err := b.Add(g)
		if err != nil {
			return Built{}, err
		}
		if counted {
			built.Games++
		} else {
			built.Passed++
		}
	}
	var err error
	built.Positions, built.Moves, err = b.Write(w)
	return built, err
}
