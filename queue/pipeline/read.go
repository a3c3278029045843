package pipeline

import (
	"context"
	"errors"
	"io"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/reports"
	"fairplay/reports/tournament/roster"
)

// Input is what the reader found in PGN files. Every game in them is either among Games or counted
// in Bad, and every fault is among Errors.
type Input struct {
	Games  []*analysis.Game
	Bad    int                  // games that could not be read at all
	Errors []reports.InputError // one for each bad game and each game that is cut short
	Notes  []reports.InputNote  // what was passed over, uploads that may be incomplete, and oddities of games
	Files  []GivenFile          // in the order in which they were read

	Entries []roster.Entry // participants, if somebody stated them; their ratings in force then apply
}

// GivenFile is a file that was read. For a packed file, the caller fills in size and digest; Read
// knows only the texts inside.
type GivenFile struct {
	reports.InputFile
	Path string // where the caller keeps it
}

// MaxGames is the greatest number of games kept at a time; each takes some 13 kB.
const MaxGames = 100_000

// Text is one PGN text and its name.
type Text struct {
	Name    string
	Skipped string // why it is passed over, "" if it is read
	io.Reader

	// File is the caller's path of the file that contains the text, Upload the name of that file,
	// and Member the rest of Name. Packed is true if the text was unpacked.
	File, Upload, Member string
	Packed               bool
}

// Read reads texts to their end. It collects what is wrong with a game or a text; that harms no
// other. Only an interruption ends the reading, or more games than can be kept (fault.TooLarge).
func Read(ctx context.Context, texts iter.Seq2[Text, error]) (Input, error) {
	var in Input
	err := Scan(ctx, in.Noted(texts), func(text Text, game *analysis.Game, err error) error {
		if len(in.Games) == MaxGames {
			return TooManyGames(text.Name)
		}
		in.Add(text, game, err)
		return nil
	})
	return in, err
}

func TooManyGames(name string) error {
	return fault.New(fault.TooLarge, "games_limit", "%s: these are more than %d games; hand them in in parts", name, MaxGames)
}

// Scan reads texts to their end and calls found for everything in them: each game or its error,
// texts that cannot be read, and, with neither game nor error, texts that are passed over. It ends
// early when it is interrupted, or with the error of found.
func Scan(ctx context.Context, texts iter.Seq2[Text, error], found func(Text, *analysis.Game, error) error) error {
	for text, err := range texts {
		if err != nil || text.Skipped != "" {
			if err := found(text, nil, err); err != nil {
				return err
			}
			continue
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := found(text, game, err); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// Add adds a finding of Scan.
func (in *Input) Add(text Text, g *analysis.Game, err error) {
	if bad, ok := errors.AsType[*analysis.GameError](err); ok {
		in.Bad++
		in.Errors = append(in.Errors, inputError(bad))
		return
	}
	if err != nil {
		in.Errors = append(in.Errors, textError(text.Name, err))
		return
	}
	if g == nil {
		in.Notes = append(in.Notes, skipped(text))
		return
	}
	in.Games = append(in.Games, g)
	in.Notes = append(in.Notes, gameNotes(g)...)
	if g.Cut != nil {
		in.Errors = append(in.Errors, inputError(g.Cut))
	}
	if g.Unfinished {
		in.Notes = append(in.Notes, reports.InputNote{File: text.Name, Game: g.Source.Game, Line: g.Source.Line, Kind: reports.Unfinished})
	}
}

// gameNotes returns the reader's remarks on a game.
func gameNotes(g *analysis.Game) []reports.InputNote {
	notes := make([]reports.InputNote, len(g.Notes))
	for i, n := range g.Notes {
		notes[i] = reports.InputNote{File: g.Source.File, Game: g.Source.Game, Line: n.Line, Note: n.Text}
	}
	return notes
}

// skipped notes a text that is passed over.
func skipped(text Text) reports.InputNote {
	return reports.InputNote{File: text.Name, Kind: reports.Skipped, Note: text.Skipped}
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
