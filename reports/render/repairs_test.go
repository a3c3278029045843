package render

import (
	"bytes"
	"testing"

	"fairplay/analysis"
	"fairplay/reports"
	"fairplay/reports/tournament"
)

// Every row names its place, and no cell of a spreadsheet begins like a formula.
func TestRepairs(t *testing.T) {
	check := &reports.PGNCheck{
		Errors: []reports.InputError{{File: "b.pgn", Game: 2, Line: 9, Ply: 3, Reason: "no such move", Token: "Ke5"}, {File: "a.pgn", Ply: -1, Reason: "=cannot be read"}},
		Notes:  []reports.InputNote{{File: "b.pgn", Game: 1, Line: 4, Note: "no result follows the moves"}, {File: "=x.doc", Kind: reports.Skipped, Note: "a letter"}},
		Coverage: &tournament.Coverage{Clean: tournament.Clean{Left: []tournament.LeftOut{
			{Game: &analysis.Game{Source: analysis.Source{File: "b.pgn", Game: 2, Line: 6}}, Why: tournament.BrokenOff},
			{Game: &analysis.Game{Source: analysis.Source{File: "b.pgn", Game: 1, Line: 1}}, Why: tournament.DoubledGame},
		}}},
	}
	want := "file,game,line,kind,what\r\n" +
		"'=x.doc,,,passed_over,a letter\r\n" +
		"a.pgn,,,refused,'=cannot be read\r\n" +
		"b.pgn,1,1,left_out,a further record of a game that is there\r\n" +
		"b.pgn,1,4,noted,no result follows the moves\r\n" +
		"b.pgn,2,6,left_out,the record cannot be read to its end\r\n" +
		"b.pgn,2,9,refused,\"no such move (\"\"Ke5\"\")\"\r\n"
	var got bytes.Buffer
	if err := Repairs(&got, check); err != nil || got.String() != want {
		t.Errorf("%v\n%s", err, got.String())
	}
}
