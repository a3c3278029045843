package tournament_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// journalOf writes a journal that says this.
func journalOf(t *testing.T, says ...tournament.EntryBody) (journal []tournament.JournalEntry) {
	t.Helper()
	for i, body := range says {
		e, err := tournament.NewEntry(body, "somebody", time.Unix(int64(i), 0))
		if err != nil {
			t.Fatal(err)
		}
		journal = append(journal, e)
	}
	return journal
}

// What people state of single players changes the columns of these facts and nothing else, and holds
// when a later list names the same player.
func TestCorrect(t *testing.T) {
	file := tournament.TournamentFile{File: "small.trf", SHA256: strings.Repeat("0", 64), Bytes: 1}
	one := func(whole bool, e roster.Entry) tournament.PlayersList {
		return tournament.PlayersList{Whole: whole, Players: []roster.Entry{e}}
	}
	stated := one(false, roster.Entry{Number: 2, Name: "Beta, Borys", FideID: "14100010", Title: "IM", Federation: "UKR", Sex: "m", Born: 1990, Rating: 2310})
	asListed := one(true, roster.Entry{Number: 2, Name: "Beta, Boris", FideID: "2", Rating: 2300})
	corrected := strings.Replace(small, "001    2 m    Beta, Boris                       2300            2                1.0",
		"001    2 m IM Beta, Borys                       2310 UKR    14100010 1990/00/00  1.0", 1)
	for _, c := range []struct {
		name string
		says []tournament.EntryBody
		want string
	}{
		{"nothing", []tournament.EntryBody{file}, small},
		{"a whole list", []tournament.EntryBody{file, one(true, roster.Entry{Number: 2, Name: "Somebody"})}, small},
		{"somebody who is not in the file", []tournament.EntryBody{file, one(false, roster.Entry{Number: 9, Name: "Late, Larisa"})}, small},
		{"one player", []tournament.EntryBody{file, stated}, corrected},
		{"before the file and its list", []tournament.EntryBody{stated, file, asListed}, small},
		{"between two files of two rounds", []tournament.EntryBody{file, asListed, stated, file, asListed}, corrected},
		{"before a whole list", []tournament.EntryBody{file, stated, one(true, roster.Entry{Number: 2, Name: "Beta, Boris"})}, small},
		{"the same again", []tournament.EntryBody{file, one(false, roster.Entry{Number: 1, Name: "Alpha, Anna", FideID: "1", Rating: 2400})}, small},
		{"an estimated rating", []tournament.EntryBody{file, one(false, roster.Entry{Number: 1, Name: "Alpha, Anna", Rating: 2500, Estimated: true})}, small},
	} {
		read := listed(t, small)
		if err := tournament.Correct(read, journalOf(t, c.says...)); err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := trf.Write(&text, read); err != nil {
			t.Fatal(err)
		}
		if text.String() != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, text.String(), c.want)
		}
	}
}
