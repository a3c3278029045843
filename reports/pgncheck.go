package reports

import (
	"fairplay/analysis"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

// PGNCheck is what the reader found in PGN files.
type PGNCheck struct {
	Games  int          `json:"games"`  // found, whether they could be read or not
	Plies  int          `json:"plies"`  // legal half-moves
	Errors []InputError `json:"errors"` // never nil
	Notes  []InputNote  `json:"notes"`  // oddities that do no harm; never nil
	Files  []FileCheck  `json:"files"`  // in the order given

	// Coverage compares the games with a tournament file or with the tables of a round robin; nil
	// if neither was asked for.
	Coverage *tournament.Coverage `json:"coverage,omitempty"`
}

// Compare compares the games with a tournament file of that name. Errors of the file itself are
// added to the errors. If an answer assigns a name in the games to a participant, that participant
// is meant.
func (p *PGNCheck) Compare(file string, t *trf.Tournament, games []*analysis.Game, answers ...tournament.NameAnswer) {
	for _, e := range t.Errors {
		p.Errors = append(p.Errors, InputError{File: file, Line: e.Line, Ply: -1, Reason: e.Reason, Token: e.Text})
	}
	p.Coverage = tournament.Cover(t, games, answers...)
}

// CompareTables compares the games of a round robin with the Berger tables. If the games do not say
// which player has which number, the error is Unprocessable.
func (p *PGNCheck) CompareTables(system string, games []*analysis.Game) (err error) {
	p.Coverage, err = tournament.CoverTables(nil, tournament.System(system), tournament.AllRounds, games)
	return err
}

// Deviations returns the number of places at which the games differ from the tournament file or the
// tables.
func (p *PGNCheck) Deviations() int {
	if p.Coverage == nil {
		return 0
	}
	return len(p.Coverage.Deviations)
}

// FileCheck is what the reader found in one file, or in one member of an archive.
type FileCheck struct {
	File     string         `json:"file"`
	Games    int            `json:"games"`
	Plies    int            `json:"plies"`
	Unplayed int            `json:"unplayed"` // games without a move of both sides
	Variants map[string]int `json:"variants"` // games of other kinds of chess, by name; never nil
	Errors   []InputError   `json:"errors"`
	Notes    []InputNote    `json:"notes"`
}

// InputNote is an oddity of the input that does no harm. Kind is Skipped or Unfinished; for all
// others it is empty, and Note says what it is.
type InputNote struct {
	File string `json:"file"`
	Game int    `json:"game"`
	Line int    `json:"line"`
	Kind string `json:"kind,omitempty"`
	Note string `json:"note"`
}

// The kinds of InputNote that reports list.
const (
	Skipped    = "skipped"    // the file was passed over; Note says why
	Unfinished = "unfinished" // the file ends within this game, or right after it without a result: it may be incomplete
)

// Add adds the findings of one more file.
func (p *PGNCheck) Add(f FileCheck) {
	p.Games += f.Games
	p.Plies += f.Plies
	p.Errors = append(p.Errors, f.Errors...)
	p.Notes = append(p.Notes, f.Notes...)
	p.Files = append(p.Files, f)
}
