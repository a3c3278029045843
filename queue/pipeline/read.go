package pipeline

import (
	"context"
	"errors"
	"io"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports"
)

// Input is what the reader found in PGN files: every game in them is either
// among Games or counted in Bad, and every fault among Errors.
type Input struct {
	Games  []*analysis.Game
	Bad    int                  // games that could not be read at all
	Errors []reports.InputError // one for each bad game and each game that is cut short
}

// Text is one PGN text and its name.
type Text struct {
	Name string
	io.Reader
}

// Read reads texts to their end. Faults in games are collected; an error of
// the texts themselves ends the reading and is returned with what was read
// until then.
func Read(ctx context.Context, texts iter.Seq2[Text, error]) (Input, error) {
	var in Input
	for text, err := range texts {
		if err != nil {
			return in, err
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if ctx.Err() != nil {
				return in, ctx.Err()
			}
			if err := in.add(game, err); err != nil {
				return in, err
			}
		}
	}
	return in, nil
}

// add files away one outcome of the reader. It returns only errors that end
// the reading.
func (in *Input) add(g *analysis.Game, err error) error {
	if bad, ok := errors.AsType[*analysis.GameError](err); ok {
		in.Bad++
		in.Errors = append(in.Errors, inputError(bad))
		return nil
	}
	if err != nil {
		return err
	}
	in.Games = append(in.Games, g)
	if g.Cut != nil {
		in.Errors = append(in.Errors, inputError(g.Cut))
	}
	return nil
}

func inputError(e *analysis.GameError) reports.InputError {
	return reports.InputError{
		File: e.Source.File, Game: e.Source.Game, Line: e.Line, Ply: e.Ply, Reason: e.Reason, Token: e.Token,
	}
}
