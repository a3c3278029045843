package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/roster"
	"fairplay/reports/trf/fide"
)

// ratingText is a rating list in memory.
type ratingText struct{ *strings.Reader }

func (ratingText) Close() error { return nil }

func (r ratingText) Size() int64 { return r.Reader.Size() }

func ratingSource(name, text string) roster.ListSource {
	return roster.ListSource{Name: name, Open: func() (roster.ListFile, error) { return ratingText{strings.NewReader(text)}, nil }}
}

// ratingTextOf is a list of March 2026 with so many players, and one line that cannot be read.
func ratingTextOf(players int) string {
	var list strings.Builder
	list.WriteString("ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA MAR26 Gms K  B-day Flag\n")
	for i := range players {
		fmt.Fprintf(&list, "%-15d%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6d%-4s%-3s%-6s\n", i+1, fmt.Sprintf("Player, %d", i+1), "UKR", "F", "WIM", "", "", "", 2000+i%500, "0", "20", "1990")
	}
	return list.String() + "here is no player\n"
}

func checkFideLists(t *testing.T, db *DB) {
	const players = playersTogether + 3
	told := 0
	list, err := db.ImportFideList(t.Context(), ratingSource("standard_mar26frl.txt", ratingTextOf(players)), "aa", start, func(n int) { told = n })
	ok(t, err)
	same(t, "list", list, FideList{SHA256: "aa", File: "standard_mar26frl.txt", Month: "2026-03", Class: "standard", Players: players, Faulty: 1, Imported: start})
	if told != players {
		t.Errorf("progress ended at %d players", told)
	}
	same(t, "lists", must[[]FideList](t)(db.FideLists(t.Context())), []FideList{list})
	found := must[map[string]fide.Listed](t)(db.ListedPlayers(t.Context(), "aa", []string{"7", fmt.Sprint(players), "999999"}))
	same(t, "players", found, map[string]fide.Listed{
		"7": {FideID: "7", Name: "Player, 7", Federation: "UKR", Sex: "F", Title: "WIM", Born: 1990, Standard: fide.Rated{Rating: 2006, K: 20}},
		fmt.Sprint(players): {FideID: fmt.Sprint(players), Name: fmt.Sprintf("Player, %d", players), Federation: "UKR", Sex: "F", Title: "WIM", Born: 1990,
			Standard: fide.Rated{Rating: 2000 + (players-1)%500, K: 20}},
	})

	again := must[FideList](t)(db.ImportFideList(t.Context(), ratingSource("again.txt", ""), "aa", start, nil))
	same(t, "the same file again", again, list)
	_, err = db.ImportFideList(t.Context(), ratingSource("standard_mar26frl.txt", ratingTextOf(2)), "bb", start, nil)
	expectFault(t, err, fault.Conflict, "list_exists")
	if left := must[map[string]fide.Listed](t)(db.ListedPlayers(t.Context(), "bb", []string{"1"})); len(left) > 0 {
		t.Errorf("players of a list that was refused: %v", left)
	}
	cut := roster.ListSource{Name: "standard_apr26frl.txt", Open: func() (roster.ListFile, error) { return nil, errors.New("gone") }}
	if _, err := db.ImportFideList(t.Context(), cut, "cc", start, nil); err == nil {
		t.Error("a list that cannot be opened was imported")
	}
}
