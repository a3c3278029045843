package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament/fide"
	"fairplay/reports/tournament/roster"
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

func listImport(name, text, sha256, reason string) ListImport {
	return ListImport{ListSource: ratingSource(name, text), SHA256: sha256, At: start, Reason: reason}
}

func checkFideLists(t *testing.T, db *DB) {
	const players = playersTogether + 3
	told := 0
	twice := ratingTextOf(players) + strings.SplitAfter(ratingTextOf(1), "\n")[1] // the first player once more
	in := listImport("standard_mar26frl.txt", twice, "aa", "no reason is needed")
	in.Progress = func(n int) { told = n }
	list, err := db.ImportFideList(t.Context(), in)
	ok(t, err)
	if told != players+1 || len(list.Sum) != 64 {
		t.Errorf("progress ended at %d lines, sum %q", told, list.Sum)
	}
	same(t, "list", list, FideList{SHA256: "aa", File: "standard_mar26frl.txt", Month: "2026-03", Class: "standard", Players: players, Repeated: 1, Faulty: 1, Imported: start, Sum: list.Sum})
	same(t, "lists", must[[]FideList](t)(db.FideLists(t.Context())), []FideList{list})
	found := must[map[string]fide.Listed](t)(db.ListedPlayers(t.Context(), "aa", []string{"7", fmt.Sprint(players), "999999"}))
	same(t, "players", found, map[string]fide.Listed{
		"7": {FideID: "7", Name: "Player, 7", Federation: "UKR", Sex: "F", Title: "WIM", Born: 1990, Standard: fide.Rated{Rating: 2006, K: 20}},
		fmt.Sprint(players): {FideID: fmt.Sprint(players), Name: fmt.Sprintf("Player, %d", players), Federation: "UKR", Sex: "F", Title: "WIM", Born: 1990,
			Standard: fide.Rated{Rating: 2000 + (players-1)%500, K: 20}},
	})

	again := must[FideList](t)(db.ImportFideList(t.Context(), listImport("again.txt", "", "aa", "")))
	same(t, "the same file again", again, list)
	_, err = db.ImportFideList(t.Context(), listImport("standard_mar26frl.txt", ratingTextOf(2), "bb", ""))
	expectFault(t, err, fault.Conflict, "list_exists")
	if left := must[map[string]fide.Listed](t)(db.ListedPlayers(t.Context(), "bb", []string{"1"})); len(left) > 0 {
		t.Errorf("players of a list that was refused: %v", left)
	}
	cut := listImport("standard_apr26frl.txt", "", "cc", "")
	cut.Open = func() (roster.ListFile, error) { return nil, errors.New("gone") }
	if _, err := db.ImportFideList(t.Context(), cut); err == nil {
		t.Error("a list that cannot be opened was imported")
	}
	sound := func(want ...string) {
		t.Helper()
		var got []string
		for _, d := range must[Checked](t)(db.Check(t.Context(), nil)).Damages {
			got = append(got, d.What+" "+d.ID+": "+d.Reason)
		}
		same(t, "damages", got, want)
	}
	sound()

	replaced := must[FideList](t)(db.ImportFideList(t.Context(), listImport("standard_mar26frl.txt", ratingTextOf(2), "bb", "FIDE corrected it")))
	same(t, "a list in the place of another", replaced, FideList{SHA256: "bb", File: "standard_mar26frl.txt", Month: "2026-03", Class: "standard",
		Players: 2, Faulty: 1, Imported: start, Sum: replaced.Sum, Replaces: "aa", Reason: "FIDE corrected it"})
	same(t, "lists", must[[]FideList](t)(db.FideLists(t.Context())), []FideList{replaced})
	if left := must[map[string]fide.Listed](t)(db.ListedPlayers(t.Context(), "aa", []string{"1"})); len(left) > 0 {
		t.Errorf("players of a list that was replaced: %v", left)
	}
	sound()

	alter := func(text string) {
		t.Helper()
		ok(t, db.single(func(s session) error { _, err := s.exec(t.Context(), text); return err }))
	}
	alter(`UPDATE fide_players SET standard = 2800 WHERE list = 'bb' AND id = '1'`)
	sound("rating list bb: players of it have been changed by somebody else than fairplay")
	alter(`DELETE FROM fide_players WHERE list = 'bb' AND id = '1'`)
	sound("rating list bb: it had 2 players when it was imported, and has 1 now")
	alter(`UPDATE fide_lists SET players = 1 WHERE sha256 = 'bb'`)
	sound("rating list bb: it has been changed by somebody else than fairplay")
}
