package pipeline

import (
	"context"
	"errors"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports"
)

// CheckPGN reads texts to their end and says what the reader found. A text that cannot be read at
// all becomes an error in the list, and reading goes on with the next; only an interruption ends
// it. seen, which may be nil, receives each game that could be read.
func CheckPGN(ctx context.Context, texts iter.Seq2[Text, error], seen func(*analysis.Game)) (*reports.PGNCheck, error) {
	check := newCheck()
	for text, err := range texts {
		if err != nil {
			check.Add(unreadable(text.Name, err))
			continue
		}
		if text.Skipped != "" {
			check.Notes = append(check.Notes, skipped(text))
			continue
		}
		file := newFileCheck(text.Name)
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if ctx.Err() != nil {
				return check, ctx.Err()
			}
			countGame(file, game, err)
			if err == nil && seen != nil {
				seen(game)
			}
		}
		check.Add(*file)
	}
	return check, ctx.Err()
}

func newCheck() *reports.PGNCheck {
	return &reports.PGNCheck{Errors: []reports.InputError{}, Notes: []reports.InputNote{}, Files: []reports.FileCheck{}}
}

func newFileCheck(name string) *reports.FileCheck {
	return &reports.FileCheck{File: name, Variants: map[string]int{}, Errors: []reports.InputError{}, Notes: []reports.InputNote{}}
}

func countGame(file *reports.FileCheck, g *analysis.Game, err error) {
	if bad, ok := errors.AsType[*analysis.GameError](err); ok {
		file.Games++
		file.Errors = append(file.Errors, inputError(bad))
		return
	}
	if err != nil {
		file.Errors = append(file.Errors, textError(file.File, err))
		return
	}
	countRead(file, g)
	if g.Cut != nil {
		file.Errors = append(file.Errors, inputError(g.Cut))
	}
	file.Notes = append(file.Notes, gameNotes(g)...)
}

// countRead counts a game that was read.
func countRead(file *reports.FileCheck, g *analysis.Game) {
	file.Games++
	file.Plies += len(g.Plies)
	if g.Variant != analysis.Standard {
		file.Variants[string(g.Variant)]++
	} else if !g.Played {
		file.Unplayed++
	}
}

func unreadable(name string, err error) reports.FileCheck {
	file := newFileCheck(name)
	file.Errors = append(file.Errors, textError(name, err))
	return *file
}

// CheckOf says what the reader found in an input that was read before: file by file in the order of
// its games, then all other files.
func CheckOf(in Input) *reports.PGNCheck {
	var order []string
	files := map[string]*reports.FileCheck{}
	of := func(name string) *reports.FileCheck {
		if files[name] == nil {
			files[name] = newFileCheck(name)
			order = append(order, name)
		}
		return files[name]
	}
	for _, g := range in.Games {
		countRead(of(g.Source.File), g)
	}
	for _, e := range in.Errors {
		f := of(e.File)
		f.Errors = append(f.Errors, e)
	}
	check := newCheck()
	for _, n := range in.Notes {
		if n.Kind == reports.Skipped {
			check.Notes = append(check.Notes, n)
			continue
		}
		f := of(n.File)
		f.Notes = append(f.Notes, n)
	}
	for _, name := range order {
		check.Add(*files[name])
	}
	check.Games += in.Bad // the errors say in which files
	return check
}
