package web

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports"
)

// figurePages are the pages with statistics of players.
func figurePages() []page {
	return []page{
		{name: "screening", path: "/events/:event/screening", needs: []string{"readScreening"}, show: showScreening,
			streams: []stream{
				{path: "/progress", needs: "readProgress", of: func(v *visit) string { return v.ofEvent("/progress") }},
				{path: "/file", needs: "readScreening", of: func(v *visit) string { return v.ofEvent("/screening?" + v.asked(screeningQuery()...).Encode()) }},
			}},
		{name: "player", path: "/events/:event/players/:player", needs: []string{"readScreening"}, show: showPlayer,
			forms: []form{{path: "/test", needs: []string{"startTest"}, do: orderTest}}},
		{name: "report", path: "/events/:event/tests/:test", needs: []string{"readTest"}, show: showReport,
			forms: []form{{path: "/cancel", needs: []string{"cancelTest"}, do: cancelTest}},
			streams: []stream{{path: "/file", needs: "readTestReport", of: func(v *visit) string {
				return v.ofEvent("/tests/" + v.c.Param("test") + "/report?" + v.asked("format", "lang").Encode())
			}}}},
	}
}

// screeningQuery are the fields of the filter of a screening.
func screeningQuery() []string {
	return []string{"sort", "rounds", "player", "min_moves", "format", "lang"}
}

// asked returns the fields of the address that are filled in.
func (v *visit) asked(names ...string) url.Values {
	query := url.Values{}
	for _, name := range names {
		if value := strings.TrimSpace(v.c.QueryParam(name)); value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// screeningContent is the table of an event, in all or round by round.
type screeningContent struct {
	Pending  bool
	Progress wire.Progress
	Query    url.Values
	Sheet    *wire.ShownScreening
	Chart    template.HTML
	Rows     []screeningRow
	Rounds   *wire.ScreeningByRound
	Orders   []string
}

// Formats are those in which people take a document away.
func (screeningContent) Formats() []string { return formats() }

// Formats are those in which people take a document away.
func (reportContent) Formats() []string { return formats() }

func formats() []string { return []string{"html", "pdf", "xlsx", "csv"} }

// screeningRow is a player with what is permitted as to him.
type screeningRow struct {
	wire.PlayerRow
	Place   int
	Key     string // of his page
	Above   int    // the highest line of the ROI that he reaches, 0 for none
	Actions []wire.Action
}

func showScreening(v *visit) (any, error) {
	content := screeningContent{Query: v.asked("sort", "rounds", "player", "min_moves", "by"), Orders: screeningOrders()}
	var sheet wire.ShownScreening
	var drawn reports.Screening
	var err error
	content.Pending, err = v.read(v.ofEvent("/screening"), v.asked("sort", "rounds", "player", "min_moves"), &both{&sheet, &drawn})
	if refused(err, http.StatusNotFound) && !hidden(err) { // nobody has that name
		content.Sheet = &sheet
		return content, nil
	}
	if err != nil {
		return nil, err
	}
	if content.Pending {
		return content, v.get(v.ofEvent("/progress"), &content.Progress)
	}
	content.Sheet = &sheet
	if content.Chart, err = v.Index(&drawn); err != nil {
		return nil, err
	}
	if v.c.QueryParam("by") == "round" {
		content.Rounds = &wire.ScreeningByRound{}
		if _, err := v.read(v.ofEvent("/screening/rounds"), nil, content.Rounds); err != nil {
			return nil, err
		}
		return content, nil
	}
	permitted, err := v.permitted()
	if err != nil {
		return nil, err
	}
	for i, p := range sheet.Players {
		row := screeningRow{PlayerRow: p, Place: i + 1, Key: playerKey(p.FideId, p.Name), Actions: measures(permitted[playerKey(p.FideId, p.Name)])}
		if p.Roi != nil {
			row.Above = lineOf(sheet.RoiLines, p.Roi.Roi)
		}
		content.Rows = append(content.Rows, row)
	}
	return content, nil
}

// measures are the actions now permitted as to a player, without that of doing nothing.
func measures(p wire.PlayerActions) []wire.Action {
	return slices.DeleteFunc(slices.Clone(p.During.Actions), func(a wire.Action) bool { return a.Action == "no_action" })
}

// both reads one JSON into two values: what a page shows, and what a chart is drawn from.
type both [2]any

// UnmarshalJSON reads the JSON twice.
func (b both) UnmarshalJSON(text []byte) error {
	return errors.Join(json.Unmarshal(text, b[0]), json.Unmarshal(text, b[1]))
}

// screeningOrders are the orders that people choose between.
func screeningOrders() []string { return []string{"roi", "mm", "asd", "t3", "rating", "moves", "name"} }

// lineOf returns the highest line of the ROI that a figure reaches, 0 for none.
func lineOf(lines []wire.IndexLine, roi float64) int {
	highest := 0
	for _, l := range lines {
		if roi >= l.Roi {
			highest = max(highest, int(math.Round(l.Roi)))
		}
	}
	return highest
}

// permitted returns what the regulations permit as to each player, by the key of his page; nothing for who may not see it.
func (v *visit) permitted() (map[string]wire.PlayerActions, error) {
	all := map[string]wire.PlayerActions{}
	if !v.may("readActions") {
		return all, nil
	}
	var actions wire.PermittedActions
	if _, err := v.read(v.ofEvent("/actions"), nil, &actions); err != nil {
		return nil, err
	}
	for _, a := range actions.Items {
		all[playerKey(a.FideId, a.Name)] = a
	}
	return all, nil
}

// playerKey names a player in an address: by his FIDE id, or, without one, by his name.
func playerKey(fideID, name string) string {
	if fideID != "" {
		return fideID
	}
	return "n-" + base64.RawURLEncoding.EncodeToString([]byte(name))
}

// keyed returns by what the API finds the player of an address: his FIDE id or his name.
func keyed(key string) (string, bool) {
	encoded, named := strings.CutPrefix(key, "n-")
	if !named {
		return key, key != ""
	}
	name, err := base64.RawURLEncoding.DecodeString(encoded)
	return string(name), err == nil && len(name) > 0
}

// playerContent is what concerns one player of an event.
type playerContent struct {
	Key     string
	Name    string
	Row     *screeningRow // nil before there are figures
	Sheet   *wire.ShownScreening
	Rounds  []wire.RoundROI
	Games   []playedGame
	Tests   []wire.Test
	Actions *wire.PlayerActions
	Notes   []wire.ListedNote
	Missing string // why there is no ROI by round
	MayTest bool
}

// Subject is the name of the player.
func (c playerContent) Subject() string { return c.Name }

// playedGame is a game from the view of one of its players.
type playedGame struct {
	wire.Game
	White    bool // he had the white pieces
	Opponent string
	OtherKey string
}

func showPlayer(v *visit) (any, error) {
	who, ok := keyed(v.c.Param("player"))
	if !ok {
		return nil, fault.New(fault.NotFound, "player", "there is no such player")
	}
	content := playerContent{Key: v.c.Param("player"), MayTest: v.open("startTest")}
	if err := v.rowOf(who, &content); err != nil {
		return nil, err
	}
	if err := v.gamesOf(&content); err != nil {
		return nil, err
	}
	if content.Row == nil && len(content.Games) == 0 {
		return nil, fault.New(fault.NotFound, "player", "there is no such player")
	}
	if content.Row != nil {
		if err := v.roundsOf(&content); err != nil {
			return nil, err
		}
	}
	if err := v.testsOf(who, &content); err != nil {
		return nil, err
	}
	permitted, err := v.permitted()
	if err != nil {
		return nil, err
	}
	if a, ok := permitted[content.Key]; ok {
		content.Actions = &a
	}
	if v.may("listLog") {
		var notes wire.ArbitersLog
		if err := v.get(v.ofEvent("/log"), &notes); err != nil {
			return nil, err
		}
		for _, n := range notes.Items {
			if content.is(n.Player) {
				content.Notes = append(content.Notes, n)
			}
		}
	}
	return content, nil
}

// is tells whether a note is about the player.
func (c *playerContent) is(p wire.NamedPlayer) bool {
	if c.Row != nil && p.FideId != nil && *p.FideId != "" {
		return *p.FideId == c.Row.FideId
	}
	return p.Name != nil && *p.Name == c.Name
}

// rowOf finds the row of a player in the screening.
func (v *visit) rowOf(who string, content *playerContent) error {
	var sheet wire.ShownScreening
	pending, err := v.read(v.ofEvent("/screening"), url.Values{"player": {who}}, &sheet)
	if refused(err, http.StatusNotFound) && !hidden(err) {
		return nil // the screening does not hold him yet
	}
	if pending || err != nil {
		return err
	}
	content.Sheet = &sheet
	for i, p := range sheet.Players {
		if playerKey(p.FideId, p.Name) == content.Key {
			content.Row = &screeningRow{PlayerRow: p, Place: i + 1, Key: content.Key}
			content.Name = p.Name
			if p.Roi != nil {
				content.Row.Above = lineOf(sheet.RoiLines, p.Roi.Roi)
			}
		}
	}
	return nil
}

// gamesOf finds the games of a player, in the order of their rounds.
func (v *visit) gamesOf(content *playerContent) error {
	query := url.Values{"limit": {"500"}}
	for {
		var list wire.GameList
		if _, err := v.read(v.ofEvent("/games"), query, &list); err != nil {
			return err
		}
		for _, g := range list.Items {
			white, black := playerKey(g.WhiteFideId, g.White), playerKey(g.BlackFideId, g.Black)
			switch content.Key {
			case white:
				content.Games = append(content.Games, playedGame{g, true, g.Black, black})
				content.Name = g.White
			case black:
				content.Games = append(content.Games, playedGame{g, false, g.White, white})
				content.Name = g.Black
			}
		}
		if list.Next == nil {
			break
		}
		query.Set("cursor", *list.Next)
	}
	slices.SortStableFunc(content.Games, func(a, b playedGame) int { return roundNumber(a.Round) - roundNumber(b.Round) })
	return nil
}

// roundNumber is the number of a round as PGN writes it, 0 where it has none.
func roundNumber(round string) int {
	text, _, _ := strings.Cut(round, ".")
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

func (v *visit) roundsOf(content *playerContent) error {
	var all wire.ScreeningByRound
	pending, err := v.read(v.ofEvent("/screening/rounds"), nil, &all)
	if refused(err, 422) {
		content.Missing = err.Error()
		return nil
	}
	if pending || err != nil {
		return err
	}
	for _, p := range all.Players {
		if playerKey(p.FideId, p.Name) == content.Key {
			content.Rounds = p.Rounds
		}
	}
	return nil
}

func (v *visit) testsOf(who string, content *playerContent) error {
	var list wire.TestList
	if _, err := v.read(v.ofEvent("/tests"), url.Values{"limit": {"500"}}, &list); err != nil {
		return err
	}
	for _, t := range slices.Backward(list.Items) {
		if t.Request.Player == who || t.Request.Player == content.Name {
			content.Tests = append(content.Tests, t)
		}
	}
	return nil
}

// orderTest asks for a test of the player, and goes on to its page.
func orderTest(v *visit) (string, error) {
	who, _ := keyed(v.c.Param("player"))
	kind := wire.TestKind(v.value("kind"))
	request := wire.TestRequest{Player: who, Kind: &kind}
	if v.value("second") != "" {
		yes := true
		request.Second = &yes
	}
	var made wire.Test
	if err := v.send("POST", v.ofEvent("/tests"), request, &made); err != nil {
		return "", err
	}
	return v.at("/tests/" + made.Id), nil
}

// reportContent is a test: how far it is, and what it says when it is done.
type reportContent struct {
	Test      wire.Test
	Key       string
	Report    *wire.FullTestReport
	Progress  *wire.Progress
	Before    int // tasks that wait before it
	MayCancel bool
}

// Subject is the name of the player.
func (c reportContent) Subject() string {
	if c.Report == nil {
		return ""
	}
	return c.Report.Player.Name
}

func showReport(v *visit) (any, error) {
	content := reportContent{MayCancel: v.open("cancelTest")}
	path := v.ofEvent("/tests/" + v.c.Param("test"))
	if err := v.get(path, &content.Test); err != nil {
		return nil, err
	}
	content.Key = content.Test.Request.Player
	if !allDigits(content.Key) {
		content.Key = playerKey("", content.Key)
	}
	switch content.Test.State {
	case wire.TestStateDone:
		content.Report = &wire.FullTestReport{}
		_, err := v.read(path+"/report", nil, content.Report)
		return content, err
	case wire.TestStateOpen:
		content.Progress = &wire.Progress{}
		return content, v.get(v.ofEvent("/progress"), content.Progress)
	}
	return content, nil
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func cancelTest(v *visit) (string, error) {
	return v.at("/tests/" + v.c.Param("test")), v.send("POST", v.ofEvent("/tests/"+v.c.Param("test")+"/cancel"), nil, nil)
}

// roundIn returns what a player's rounds say of one, nil for nothing.
func roundIn(rounds []wire.RoundROI, n int) *wire.RoundROI {
	for i := range rounds {
		if rounds[i].Round == n {
			return &rounds[i]
		}
	}
	return nil
}

// lastOf returns the last of a player's rounds, nil if there is none.
func lastOf(rounds []wire.RoundROI) *wire.RoundROI {
	if len(rounds) == 0 {
		return nil
	}
	return &rounds[len(rounds)-1]
}
