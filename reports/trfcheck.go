package reports

import (
	"bytes"
	"io"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

// TRFCheck is what the reader found in tournament files.
type TRFCheck struct {
	Errors int          `json:"errors"` // in all files
	Files  []CheckedTRF `json:"files"`  // in the order given; never nil
}

// CheckedTRF is what the reader found in one tournament file.
type CheckedTRF struct {
	File string `json:"file"`
	// Failure says why the file could not be read at all; all other fields are then empty.
	Failure     string         `json:"failure,omitempty"`
	Name        string         `json:"name"`
	City        string         `json:"city"`
	Federation  string         `json:"federation"`
	Start       string         `json:"start"` // YYYY/MM/DD, zeros for what is unknown
	End         string         `json:"end"`
	Encoding    string         `json:"encoding"`
	Players     int            `json:"players"`
	WithFideID  int            `json:"with_fide_id"`
	Rated       int            `json:"rated"`
	Federations int            `json:"federations"` // different ones
	Rounds      int            `json:"rounds"`
	Pairings    int            `json:"pairings"` // played or not
	Played      int            `json:"played"`   // games that were begun
	Forfeits    int            `json:"forfeits"`
	Byes        int            `json:"byes"`   // half-point, full-point and those that the pairing leaves over
	Absent      int            `json:"absent"` // rounds of players with a zero-point bye or nothing at all, up to the last round that has any result
	Codes       map[string]int `json:"codes"`  // lines by code; never nil
	Unknown     []TRFLine      `json:"unknown"`
	Errors      []trf.Remark   `json:"errors"`
	Warnings    []trf.Remark   `json:"warnings"`
	RoundTrip   bool           `json:"round_trip"` // written again, it is the same to the last byte
}

// TRFLine is one line of a tournament file.
type TRFLine struct {
	Line int    `json:"line"`
	Code string `json:"code"`
	Text string `json:"text"`
}

// Add reads one more tournament file. name is what the report calls it.
func (t *TRFCheck) Add(name string, r io.Reader) {
	f := tournamentFile(name, r)
	t.Files = append(t.Files, f)
	t.Errors += len(f.Errors)
	if f.Failure != "" {
		t.Errors++
	}
}

// ReadTournament reads a tournament file for use in other reports. A file that names no player is
// refused.
func ReadTournament(name string, r io.Reader) (*trf.Tournament, error) {
	t, err := trf.Read(r)
	if err == nil && len(t.Participants) == 0 {
		err = fault.New(fault.Invalid, "trf", "%s is no tournament file: no line begins with 001", name)
	}
	return t, err
}

// CorrectTournament corrects a tournament file by what people have stated of single players since
// it was received (tournament.Correct), and returns it with its text. Without such statements the
// text is the received one, byte for byte. A value that does not fit into the file's columns or
// letters is Unprocessable.
func CorrectTournament(name string, received []byte, journal []tournament.JournalEntry) (*trf.Tournament, []byte, error) {
	t, err := ReadTournament(name, bytes.NewReader(received))
	if err != nil {
		return nil, nil, err
	}
	if err := tournament.Correct(t, journal); err != nil {
		return nil, nil, err
	}
	var text bytes.Buffer
	if err := trf.Write(&text, t); err != nil {
		return nil, nil, fault.Wrap(err, fault.Unprocessable, "correction", "a correction does not go into the tournament file")
	}
	return t, text.Bytes(), nil
}

func tournamentFile(name string, r io.Reader) CheckedTRF {
	f := CheckedTRF{File: name, Codes: map[string]int{}, Unknown: []TRFLine{}, Errors: []trf.Remark{}, Warnings: []trf.Remark{}}
	var read bytes.Buffer
	t, err := trf.Read(io.TeeReader(r, &read))
	if err != nil {
		f.Failure = err.Error()
		return f
	}
	f.Name, f.City, f.Federation, f.Start, f.End, f.Encoding = t.Name, t.City, t.Federation, t.Start.String(), t.End.String(), t.Encoding
	f.Rounds, f.Players = t.NumRounds(), len(t.Participants)
	for _, r := range t.Records {
		f.Codes[r.Code]++
	}
	for _, r := range t.Unknown {
		f.Unknown = append(f.Unknown, TRFLine{Line: r.Line, Code: r.Code, Text: r.Text})
	}
	f.Errors = append(f.Errors, t.Errors...)
	f.Warnings = append(f.Warnings, t.Warnings...)
	f.count(t)
	var again bytes.Buffer
	f.RoundTrip = trf.Write(&again, t) == nil && bytes.Equal(again.Bytes(), read.Bytes())
	return f
}

// count counts the content of a tournament.
func (c *CheckedTRF) count(t *trf.Tournament) {
	federations := map[string]bool{}
	for _, p := range t.Participants {
		if p.FideID != "" {
			c.WithFideID++
		}
		if p.Rating > 0 {
			c.Rated++
		}
		if p.Federation != "" {
			federations[p.Federation] = true
		}
	}
	c.Federations = len(federations)
	for _, p := range t.Pairings() {
		c.Pairings++
		switch {
		case p.Played():
			c.Played++
		case p.WhiteMark.Forfeit() || p.BlackMark.Forfeit():
			c.Forfeits++
		}
	}
	for round := 1; round <= t.LastRound(); round++ {
		byes, absent := t.Idle(round)
		c.Byes += byes
		c.Absent += absent
	}
}
