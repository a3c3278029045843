package tournament

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/roster/rostertest"
)

const eventFiles = "../../testdata/tournament"

// table reads a file of tab-separated columns as one map for each row.
func table(t *testing.T, name string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(eventFiles, name))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	heads := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, v := range strings.Split(line, "\t") {
			row[heads[i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// headers reads the games of an event without their moves.
func headers(t *testing.T, name string) []*analysis.Game {
	t.Helper()
	var games []*analysis.Game
	for _, row := range table(t, name+"_games.tsv") {
		side := func(c string) analysis.Player {
			rating, _ := strconv.Atoi(row[c+"Elo"]) // empty where none is given
			return analysis.Player{Name: row[c], FideID: row[c+"FideId"], Title: row[c+"Title"], Rating: rating}
		}
		g := rostertest.Pairing("", "", named(row["Event"]), rostertest.At(row["Date"], row["Round"]))
		g.White, g.Black = side("White"), side("Black")
		g.ID = fmt.Sprintf("%05d", len(games))
		games = append(games, g)
	}
	return games
}

// The players of two events as their TRF files list them.
func TestIdentifyAgreesWithTRF(t *testing.T) {
	for name, players := range map[string]int{"grand_swiss_2021": 108, "pedro_lezcano_2025": 151} {
		t.Run(name, func(t *testing.T) {
			r := roster.Identify(headers(t, name))
			want := table(t, name+"_players.tsv")
			if len(want) != players || len(r.Persons()) != players || len(r.Caveats()) != 0 {
				t.Fatalf("%d persons with caveats %v, %d in the TRF, want %d", len(r.Persons()), r.Caveats(), len(want), players)
			}
			byID := map[string]*roster.Person{}
			for _, p := range r.Persons() {
				byID[p.FideID] = p
			}
			for _, row := range want {
				p := byID[row["FideId"]]
				if p == nil || p.Title != row["Title"] || !strings.HasPrefix(p.Name, row["Name"]) { // TRF cuts names at 33 letters
					t.Errorf("TRF has %v, the roster %+v", row, p)
					continue
				}
				if rating, _ := strconv.Atoi(row["Rating"]); rating != p.Rating {
					t.Errorf("%s: rating %d, in the TRF %d", p.Name, p.Rating, rating)
				}
			}
		})
	}
}

// Names as an electronic board wrote them, given name first, without ids and
// ratings: 55 different names, no two of which may be one person.
func TestIdentifyNamesOutOfOrder(t *testing.T) {
	r := roster.Identify(headers(t, "begonia_open_2024"))
	if len(r.Persons()) != 55 || len(r.Caveats()) != 0 {
		t.Fatalf("%d persons, caveats %v; want 55 and none", len(r.Persons()), r.Caveats())
	}
	if p := r.Persons()[0]; p.Name != "Alistair,Maria" || p.Rating != 0 || p.FideID != "" {
		t.Errorf("first person %+v", p)
	}
}

// Whatever is lost of ids and names, two players are never taken for one, and
// names that keep all their words find their person.
func TestIdentifyDamagedEvent(t *testing.T) {
	r := rand.New(rand.NewPCG(2021, 108))
	for _, event := range []string{"grand_swiss_2021", "pedro_lezcano_2025"} {
		whole := headers(t, event)
		people := len(roster.Identify(whole).Persons())
		for _, initials := range []bool{false, true} {
			games := slices.Clone(whole)
			damaged := map[*analysis.Game][2]string{} // true ids
			for i, g := range games {
				d := *g
				damaged[&d] = [2]string{d.White.FideID, d.Black.FideID}
				damage(r, &d.White, initials)
				damage(r, &d.Black, initials)
				games[i] = &d
			}
			who := roster.Identify(games)
			ids := map[*roster.Person]map[string]bool{}
			for g, is := range damaged {
				for c, id := range is {
					p := who.Of(g, analysis.Color(c))
					if ids[p] == nil {
						ids[p] = map[string]bool{}
					}
					ids[p][id] = true
				}
			}
			for p, is := range ids {
				if len(is) > 1 {
					t.Errorf("%s: ids %q taken for one person, %+v", event, slices.Sorted(maps.Keys(is)), p)
				}
			}
			if got := len(who.Persons()); !initials && got != people {
				t.Errorf("%s: %d persons after damage, want %d", event, got, people)
			}
		}
	}
}

// damage writes a name in another way and, for every other player, loses the
// id; no id is lost in all games of the events that this is used for.
func damage(r *rand.Rand, p *analysis.Player, initials bool) {
	if r.IntN(2) == 0 {
		return
	}
	p.FideID = ""
	surname, given, _ := strings.Cut(p.Name, ", ")
	switch r.IntN(5) {
	case 0:
		p.Name = strings.ToUpper(p.Name)
	case 1:
		p.Name = surname + "," + given
	case 2:
		p.Name = given + " " + surname
	case 3:
		p.Name = " " + surname + " ,  " + given + "."
	case 4:
		if initials {
			p.Name = surname + "," + given[:1]
		}
	}
}

// A round put out while it was played, and again after corrections with other
// tags and with ids lost.
func TestSelectRoundUploadedAgain(t *testing.T) {
	var games []*analysis.Game
	for _, name := range []string{"round1_live.pgn", "round1_corrected.pgn"} {
		f, err := os.Open(filepath.Join(eventFiles, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for g, err := range pgn.Games(f, name, pgn.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
	}
	if n := len(roster.Identify(games).Persons()); n != 6 {
		t.Errorf("%d persons, want 6", n)
	}
	var kept []string
	for _, s := range Select(games, standardOptions()) {
		if s.Excluded == analysis.Counted {
			kept = append(kept, fmt.Sprintf("%s %s %d", s.Game.Source.File, s.Game.White.Name, len(s.Game.Plies)))
		} else if s.Excluded != analysis.DuplicateOfGame {
			t.Errorf("%s left out as %q", s.Game.Source, s.Excluded)
		}
	}
	want := []string{
		"round1_corrected.pgn Alsina Leal, Daniel 51", "round1_corrected.pgn Korneev, Oleg 95", "round1_live.pgn Schmitz, Manuela 62",
	}
	slices.Sort(kept)
	if !slices.Equal(kept, want) {
		t.Errorf("kept %q, want %q", kept, want)
	}
}
