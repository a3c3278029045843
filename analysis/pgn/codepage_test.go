package pgn_test

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"fairplay/analysis/pgn"
)

// The text of real names as bytes in several code pages, written out by hand.
func pages() []struct{ page, white, black, wantWhite, wantBlack string } {
	return []struct{ page, white, black, wantWhite, wantBlack string }{
		{"Windows-1252", "M\xfcller, J\xf6rg", "H\xe4m\xe4l\xe4inen, \xc5ke", "Müller, Jörg", "Hämäläinen, Åke"},
		{"Windows-1252", "S\xf8rensen", "Mu\xf1oz, Jos\xe9", "Sørensen", "Muñoz, José"},
		{"Windows-1252", "Magalh\xe3es, Jo\xe3o", "Lef\xe8vre", "Magalhães, João", "Lefèvre"},
		{"Windows-1252", "\xde\xf3rhallsson, \xdeorsteinn", "Sigur\xf0sson", "Þórhallsson, Þorsteinn", "Sigurðsson"},
		{"Windows-1250", "Kova\xe8evi\xe6, Vlatko", "Dvo\xf8\xe1k", "Kovačević, Vlatko", "Dvořák"},
		{"Windows-1250", "Wojtaszek, Rados\xb3aw", "\x8cwiercz, Dariusz", "Wojtaszek, Radosław", "Świercz, Dariusz"},
		{"Windows-1250", "R\xf9\x9ei\xe8ka", "Navara", "Růžička", "Navara"},
		{"Windows-1254", "Kad\xfdo\xf0lu", "\xdeahin", "Kadıoğlu", "Şahin"},
		{"Windows-1251", "\xc8\xe2\xe0\xed\xee\xe2, \xcf\xb8\xf2\xf0", "\xd8\xe5\xe2\xf7\xe5\xed\xea\xee, \xaf\xe6\xe0\xea", "Иванов, Пётр", "Шевченко, Їжак"},
		{"KOI8-R", "\xe9\xd7\xc1\xce\xcf\xd7", "\xf0\xc5\xd4\xd2\xcf\xd7\xc1", "Иванов", "Петрова"},
		{"CP866", "\x88\xa2\xa0\xad\xae\xa2", "\x8f\xa5\xe2\xe0\xae\xa2\xa0", "Иванов", "Петрова"},
	}
}

func named(white, black string) string {
	return "[Event \"A\"]\n[White \"" + white + "\"]\n[Black \"" + black + "\"]\n\n1. e4 e5 *\n\n"
}

// TestCodePages recognises the page of one game by that game, and says so.
func TestCodePages(t *testing.T) {
	for _, tt := range pages() {
		g := only(t, named(tt.white, tt.black))
		note := noted(g)
		if g.White.Name != tt.wantWhite || g.Black.Name != tt.wantBlack {
			t.Errorf("%s: %q and %q, want %q and %q; %s", tt.page, g.White.Name, g.Black.Name, tt.wantWhite, tt.wantBlack, note)
		}
		if len(g.Notes) != 1 || g.Notes[0].Line < 2 || g.Notes[0].Line > 3 || !strings.Contains(note, "is not UTF-8; it is read as "+tt.page) {
			t.Errorf("%s: notes %v", tt.page, g.Notes)
		}
	}
	if g := only(t, named("Müller", "Иванов")); len(g.Notes) != 0 {
		t.Errorf("UTF-8 is remarked on: %v", g.Notes)
	}
}

// TestDoubtfulPage reads a few bytes that fit several pages: a note names the second page and
// how the bytes read in it.
func TestDoubtfulPage(t *testing.T) {
	for _, tt := range []struct{ name, read, page, other string }{
		{"Erd\xf5s", "Erdõs", "Windows-1252", "Erdős"},
		{"Y\xfdlmaz", "Yýlmaz", "Windows-1252", "Yılmaz"},
		{"D\xeabski", "Dêbski", "Windows-1252", "Dębski"},
		{"Vi\xf0ar", "Viğar", "Windows-1254", "Viðar"},
		{"A\xb1\xb2b", "", "", ""}, // any page will do
	} {
		g := only(t, named(tt.name, "B"))
		note := noted(g)
		if !strings.Contains(note, "doubtful") || tt.other != "" && (g.White.Name != tt.read || !strings.Contains(note, tt.page) || !strings.Contains(note, tt.other)) {
			t.Errorf("%q: %q, notes %v", tt.name, g.White.Name, g.Notes)
		}
	}
	// The country of a player decides where letters cannot.
	g := only(t, "[WhiteFed \"TUR\"]\n"+named("Y\xfdlmaz", "B"))
	if g.White.Name != "Yılmaz" || strings.Contains(noted(g), "doubtful") {
		t.Errorf("%q, notes %v", g.White.Name, g.Notes)
	}
	g = only(t, "[Site \"Budapest HUN\"]\n"+named("Erd\xf5s", "B"))
	if g.White.Name != "Erdős" {
		t.Errorf("%q, notes %v", g.White.Name, g.Notes)
	}
}

// A comment that is not UTF-8 is noted too, but does not decide how names are
// read.
func TestPageOfComments(t *testing.T) {
	g := only(t, "[White \"M\xfcller\"]\n\n1. e4 {\xc8\xe2\xe0\xed\xee\xe2 \xcf\xe5\xf2\xf0\xee\xe2} *\n")
	if g.White.Name != "Müller" {
		t.Errorf("White is %q", g.White.Name)
	}
	g = only(t, "[White \"A\"]\n\n1. e4\n{l'\xe9t\xe9} *\n")
	if len(g.Notes) != 1 || g.Notes[0].Line != 4 || !strings.Contains(noted(g), `Windows-1252 (Western European), for example "l'été"`) {
		t.Errorf("notes %v", g.Notes)
	}
}

// TestNeighbours reads games of all pages in any order and number, and finds
// each with the names and identity that it has alone.
func TestNeighbours(t *testing.T) {
	var texts []string
	for _, p := range pages() {
		texts = append(texts, named(p.white, p.black), named(p.white, "B"), named("A", p.black))
	}
	texts = append(texts, named("Erd\xf5s", "\xe8"), named("Müller", "Иванов"), named("\xc5", "A"),
		"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. \xcaf3 \xca\xf16 *\n\n", "[White \"\xd1\"]\n[Black \"B\"]\n\n1. e4 {x {y} z} e5 *\n\n")
	var alone []string
	for _, text := range texts {
		alone = append(alone, only(t, text).ID)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var file strings.Builder
		var want []string
		for range 20 {
			i := random.IntN(len(texts))
			file.WriteString(texts[i])
			want = append(want, alone[i])
		}
		games, errs := read(t, file.String())
		if len(games) != len(want) || len(errs) != 0 {
			t.Fatalf("%d games, errors %v", len(games), errs)
		}
		for i, g := range games {
			if g.ID != want[i] {
				t.Fatalf("game %d has another identity than alone: %q - %q", i+1, g.White.Name, g.Black.Name)
			}
		}
	}
}

// TestUTF16WithoutMark reads UTF-16 that says nothing of itself, and remarks on
// it once.
func TestUTF16WithoutMark(t *testing.T) {
	const text = "[White \"Müller\"]\n[Black \"Иванов\"]\n\n1. e4 e5 1-0\n\n[White \"A\"]\n\n1. d4 *\n"
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		b := wide(text, order)[2:]
		if !pgn.IsUTF16(b) || !pgn.Sniff(b) {
			t.Errorf("%v is not recognised", order)
		}
		games, errs := read(t, string(b))
		if len(games) != 2 || len(errs) != 0 || games[0].White.Name != "Müller" || games[0].Black.Name != "Иванов" || len(games[0].Plies) != 2 {
			t.Fatalf("%v: %v, %v", order, games, errs)
		}
		if len(games[0].Notes) != 1 || !strings.Contains(noted(games[0]), "UTF-16") || len(games[1].Notes) != 0 {
			t.Errorf("notes %v and %v", games[0].Notes, games[1].Notes)
		}
	}
	for _, text := range []string{"", "[", "1. e4 \x00\x00", "[White \"Müller\"]", "\n\x00", "\x00\x01\x02\x03\x00\x01\x02\x03\x00\x00"} {
		if pgn.IsUTF16([]byte(text)) {
			t.Errorf("%q is taken for UTF-16", text)
		}
	}
}
