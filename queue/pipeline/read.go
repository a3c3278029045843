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

// Read reads texts to their end. What is wrong with a game or a text is
// collected and harms no other; only an interruption ends the reading.
func Read(ctx context.Context, texts iter.Seq2[Text, error]) (Input, error) {
	var in Input
	for text, err := range texts {
		if err != nil {
			in.Errors = append(in.Errors, textError(text.Name, err))
			continue
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if ctx.Err() != nil {
				return in, ctx.Err()
			}
			in.add(text.Name, game, err)
		}
	}
	return in, ctx.Err()
}

// add files away one outcome of the reader.
func (in *Input) add(name string, g *analysis.Game, err error) {
	if bad, ok := errors.AsType[*analysis.GameError](err); ok {
		in.Bad++
		in.Errors = append(in.Errors, inputError(bad))
		return
	}
	if err != nil {
		in.Errors = append(in.Errors, textError(name, err))
		return
	}
	in.Games = append(in.Games, g)
	if g.Cut != nil {
		in.Errors = append(in.Errors, inputError(g.Cut))
	}
}

// textError is what is wrong with a whole text.
func textError(name string, err error) reports.InputError {
	return reports.InputError{File: name, Ply: -1, Reason: err.Error()}
}

func inputError(e *analysis.GameError) reports.InputError {
	return reports.InputError{
		File: e.Source.File, Game: e.Source.Game, Line: e.Line, Ply: e.Ply, Reason: e.Reason, Token: e.Token,
	}
}
