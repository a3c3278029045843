package pipeline

import (
	"context"
	"errors"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports"
)

// CheckPGN reads texts to their end and says what the reader found. A text
// that cannot be read at all is an error of its own in the list, and the next
// one is read. Only an interruption ends the reading. Each game that could be read is handed
// to seen, which may be nil.
func CheckPGN(ctx context.Context, texts iter.Seq2[Text, error], seen func(*analysis.Game)) (*reports.PGNCheck, error) {
	check := &reports.PGNCheck{Errors: []reports.InputError{}, Notes: []reports.InputNote{}, Files: []reports.FileCheck{}}
	for text, err := range texts {
		if err != nil {
			check.Add(unreadable(text.Name, err))
			continue
		}
		if text.Skipped != "" {
			check.Notes = append(check.Notes, skipped(text))
			continue
		}
		file := reports.FileCheck{
			File: text.Name, Variants: map[string]int{}, Errors: []reports.InputError{}, Notes: []reports.InputNote{},
		}
		for game, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if ctx.Err() != nil {
				return check, ctx.Err()
			}
			countGame(&file, game, err)
			if err == nil && seen != nil {
				seen(game)
			}
		}
		check.Add(file)
	}
	return check, ctx.Err()
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
	file.Games++
	file.Plies += len(g.Plies)
	if g.Variant != analysis.Standard {
		file.Variants[string(g.Variant)]++
	} else if !g.Played {
		file.Unplayed++
	}
	if g.Cut != nil {
		file.Errors = append(file.Errors, inputError(g.Cut))
	}
	file.Notes = append(file.Notes, gameNotes(g)...)
}

func unreadable(name string, err error) reports.FileCheck {
	return reports.FileCheck{
		File: name, Variants: map[string]int{}, Notes: []reports.InputNote{},
		Errors: []reports.InputError{textError(name, err)},
	}
}
