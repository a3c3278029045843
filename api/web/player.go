package web

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// playerKey names a player in an address: by his FIDE id, or, without one, by his name.
func playerKey(fideID, name string) string {
	if fideID != "" {
		return fideID
	}
	return "n-" + base64.RawURLEncoding.EncodeToString([]byte(name))
}

// keyed returns how the API finds the player of an address: by his FIDE id or his name.
func keyed(key string) (string, bool) {
	encoded, named := strings.CutPrefix(key, "n-")
	if !named {
		return key, key != ""
	}
	name, err := base64.RawURLEncoding.DecodeString(encoded)
	return string(name), err == nil && len(name) > 0
}

// playerContent is the dossier: all that is known of one player of an event, with one of his tests.
type playerContent struct {
	Key      string
	Name     string
	Row      *screeningRow // nil before there are figures
	Sheet    *wire.ShownScreening
	Rounds   []reports.RoundROI
	Games    []playedGame
	Tests    []wire.ListedTest
	Test     *shownTest    // nil if there is none, or none that he may read
	Now      *permittedNow // what is permitted; nil for those who may not see it
	Notes    []tournament.ListedNote
	Watch    []watchRow
	Missing  string // why there is no ROI by round
	MayTest  bool
	MayNote  bool
	MayWatch bool
	MayOpen  bool // a case
	Career   int  // events of his that the reader may see
}

// Subject is the name of the player.
func (c playerContent) Subject() string { return c.Name }

// playedGame is a game from the view of one of its players.
type playedGame struct {
	store.StoredGame
	White    bool // he had the white pieces
	Opponent string
	OtherKey string
	Row      *reports.GameRow  // in the test, nil without one
	Until    *reports.RoundRow // what the test says after its round
}

// Points is the player's own result: "1", "½", "0", or "*" where there is none.
func (g playedGame) Points() string {
	white, black, decided := strings.Cut(g.Result, "-")
	switch {
	case !decided:
		return "*"
	case strings.Contains(g.Result, "1/2"):
		return "½"
	case g.White:
		return white
	}
	return black
}

// Number is the number of the round, 0 if it has none.
func (g playedGame) Number() int { return roundOf(g.Round) }

func roundOf(text string) int {
	n, _, _ := analysis.ParseRound(text)
	return n
}

// Ply is that of his move of a turn, from 0.
func (g playedGame) Ply(turn int) int {
	if g.White {
		return 2*turn - 2
	}
	return 2*turn - 1
}

// Color is that of his pieces.
func (g playedGame) Color() analysis.Color {
	if g.White {
		return analysis.White
	}
	return analysis.Black
}

func showPlayer(v *visit) (any, error) {
	who, ok := keyed(v.c.Param("player"))
	if !ok {
		return nil, access.Hidden()
	}
	content := playerContent{Key: v.c.Param("player"), MayTest: v.open("startTest"), MayNote: v.writes("addNote"), MayWatch: v.writes("addWatch"), MayOpen: v.mayOn(access.On{}, "openCase")}
	if err := v.rowOf(who, &content); err != nil {
		return nil, err
	}
	if err := v.gamesOf(&content); err != nil {
		return nil, err
	}
	if content.Row == nil && len(content.Games) == 0 {
		return nil, access.Hidden()
	}
	if content.Row != nil {
		if err := v.roundsOf(&content); err != nil {
			return nil, err
		}
		content.Sheet.Caveats = slices.DeleteFunc(content.Sheet.Caveats, func(c reports.PlayerCaveat) bool { return !content.concerns(c) })
	}
	if err := v.testsOf(who, &content); err != nil {
		return nil, err
	}
	permitted, err := v.permitted()
	if err != nil {
		return nil, err
	}
	content.Now = permitted.of(content.Key)
	if content.Career, err = v.careerOf(content.Key); err != nil {
		return nil, err
	}
	return content, v.journalOf(&content)
}

// journalOf finds what the log and the watch list say of a player, as far as the person may read them.
func (v *visit) journalOf(content *playerContent) error {
	if v.may("listLog") {
		notes, err := ask(v, "listLog", v.journals.Log)
		if err != nil {
			return err
		}
		for _, n := range notes {
			if content.is(n.Player) {
				n.At, n.Tapped = n.At.In(v.zone()), n.Tapped.In(v.zone())
				content.Notes = append(content.Notes, n)
			}
		}
	}
	if !v.may("listWatch") {
		return nil
	}
	list, err := ask(v, "listWatch", v.journals.WatchList)
	if err != nil || len(list) == 0 {
		return err
	}
	players, err := v.entrants()
	if err != nil {
		return err
	}
	for _, item := range list {
		if row := v.watchRow(item, nil, players); content.is(row.Entry.Player) {
			content.Watch = append(content.Watch, row)
		}
	}
	return nil
}

// is reports whether a note is about the player.
func (c *playerContent) is(p tournament.NamedPlayer) bool {
	if c.Row != nil && p.FideID != "" {
		return p.FideID == c.Row.FideID
	}
	return p.Name != "" && p.Name == c.Name
}

// concerns reports whether a caveat is about the player, or about nobody by name.
func (c *playerContent) concerns(about reports.PlayerCaveat) bool {
	return len(about.Names) == 0 || slices.Contains(about.Names, c.Name) || c.Row.FideID != "" && slices.Contains(about.FideIDs, c.Row.FideID)
}

// rowOf finds the row of a player in the screening.
func (v *visit) rowOf(who string, content *playerContent) error {
	sheet, err := v.sheet(wire.ReadScreeningParams{Player: &who})
	if refused(err, fault.NotFound) && !hidden(err) {
		return nil // the screening does not hold him yet
	}
	if sheet == nil || err != nil {
		return err
	}
	content.Sheet = sheet
	for i, p := range sheet.Players {
		if own := playerKey(p.FideID, p.Name); own == content.Key || p.Name == who || len(sheet.Players) == 1 && !allDigits(who) {
			content.Key = own // a test may have been asked for by his name
			content.Row = &screeningRow{PlayerRow: p, Place: i + 1, Key: content.Key}
			content.Name = p.Name
			if p.ROI != nil {
				content.Row.Above = lineOf(sheet.Lines, p.ROI.ROI)
			}
		}
	}
	return nil
}

// gamesOf finds the games of a player, in the order of their rounds.
func (v *visit) gamesOf(content *playerContent) error {
	part := wire.ListGamesParams{Limit: new(most)}
	for {
		list, err := ask(v, "listGames", func(ctx context.Context, who *door.Caller) (wire.List[store.StoredGame], error) {
			return v.api.Games(ctx, who, part)
		})
		if err != nil {
			return err
		}
		for _, g := range list.Items {
			white, black := playerKey(g.WhiteFide, g.White), playerKey(g.BlackFide, g.Black)
			switch content.Key {
			case white:
				content.Games = append(content.Games, playedGame{StoredGame: g, White: true, Opponent: g.Black, OtherKey: black})
				content.Name = g.White
			case black:
				content.Games = append(content.Games, playedGame{StoredGame: g, Opponent: g.White, OtherKey: white})
				content.Name = g.Black
			}
		}
		if list.Next == "" {
			break
		}
		part.Cursor = &list.Next
	}
	slices.SortStableFunc(content.Games, func(a, b playedGame) int { return a.Number() - b.Number() })
	return nil
}

func (v *visit) roundsOf(content *playerContent) error {
	all, err := ask(v, "readScreeningRounds", v.api.ByRound)
	if refused(err, fault.Unprocessable) {
		content.Missing = v.why(err)
		return nil
	}
	if err != nil {
		return err
	}
	for _, p := range all.Players {
		if playerKey(p.FideID, p.Name) == content.Key {
			content.Rounds = p.Rounds
		}
	}
	return nil
}

// testsOf finds the tests of a player, the latest first, and reads one: that which is asked for, or else the latest full test that
// is done, or else the latest of them that is.
func (v *visit) testsOf(who string, content *playerContent) error {
	tests, err := v.tests()
	if err != nil {
		return err
	}
	wanted, kind := "", ""
	for _, t := range slices.Backward(tests) {
		if t.Request.Player != who && t.Request.Player != content.Name && (content.Row == nil || t.Request.Player != content.Row.FideID) {
			continue
		}
		content.Tests = append(content.Tests, t)
		if t.State == store.TaskDone && (wanted == "" || kind != reports.FullKind && t.Request.Kind == reports.FullKind) {
			wanted, kind = t.ID, t.Request.Kind
		}
	}
	if asked := v.c.FormValue("test"); asked != "" {
		wanted = asked
	}
	of := slices.IndexFunc(content.Tests, func(t wire.ListedTest) bool { return t.ID == wanted })
	if of < 0 || !v.open("readTest", "readTestReport") {
		return nil
	}
	test, err := asked(v, door.Attempt{Operation: "readTest", Reads: "test " + wanted}, func(ctx context.Context, who *door.Caller) (wire.ListedTest, error) {
		return v.api.PlayerTest(ctx, who, wanted)
	})
	if err != nil {
		return err
	}
	if content.Test, err = v.shown(test); err != nil || content.Test.Report == nil {
		return err
	}
	for i := range content.Games {
		g := &content.Games[i]
		for j := range content.Test.Report.GameRows {
			if row := &content.Test.Report.GameRows[j]; row.Round == g.Round && row.Opponent == g.Opponent && row.Color == g.Color().String() {
				g.Row = row
			}
		}
		for j := range content.Test.Report.Rounds {
			if row := &content.Test.Report.Rounds[j]; roundOf(row.Round) == g.Number() {
				g.Until = row
			}
		}
	}
	return nil
}
