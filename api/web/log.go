package web

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"fairplay/queue/door"
	"fairplay/reports/tournament"
)

// logContent is the log of the arbiters, the latest note first.
type logContent struct {
	Players   []entrant
	Notes     []noteRow
	Round     int
	Move      string
	Chosen    string // key of the player
	Corrects  *noteRow
	Writer    string // id of the token: notes that wait in the browser are his alone
	Incidents []string
	MayWrite  bool
	Whole     bool // not his own notes alone
}

// noteRow is a note as it is shown.
type noteRow struct {
	tournament.ListedNote
	Key         string // of the player
	Received    string
	Tapped      string // by the clock of the device, "" if it told nothing
	Clock       int    // minutes by which that clock is wrong, 0 for up to 2
	Fast        bool   // it is ahead
	Writer      string
	CorrectedBy int64
}

// clockMayBeWrong is the greatest difference at which the clock of a device still counts as right.
const clockMayBeWrong = 2 * time.Minute

// incidentCodes are the codes of incidents between which an arbiter chooses.
func incidentCodes() []string {
	return []string{"device", "notes", "information", "advice", "other_board", "computer", "refused_check", "absence", "disturbing", "collusion"}
}

func showLog(v *visit) (any, error) {
	content := logContent{Round: 1, Writer: v.person.Token.ID, Incidents: incidentCodes(), MayWrite: v.writes("addNote"), Whole: v.may("listWatch"),
		Move: v.c.QueryParam("move"), Chosen: v.c.QueryParam("player")}
	log, err := ask(v, "listLog", v.journals.Log)
	if err != nil {
		return nil, err
	}
	names, err := v.holders()
	if err != nil {
		return nil, err
	}
	if content.Players, err = v.entrants(); err != nil {
		return nil, err
	}
	for _, n := range log {
		content.Round = n.Round
		content.Notes = append(content.Notes, v.noteRow(n, names, log, content.Players))
	}
	slices.Reverse(content.Notes)
	if n, err := strconv.Atoi(v.c.QueryParam("round")); err == nil {
		content.Round = n
	}
	for i := range content.Notes {
		n := &content.Notes[i]
		if n.Seq != 0 && strconv.FormatInt(n.Seq, 10) == v.c.QueryParam("corrects") && n.CorrectedBy == 0 {
			content.Corrects, content.Round, content.Chosen = n, n.Round, n.Key
		}
	}
	return content, nil
}

func (v *visit) noteRow(n tournament.ListedNote, names map[string]string, all []tournament.ListedNote, players []entrant) noteRow {
	row := noteRow{ListedNote: n, Received: v.when(n.At)}
	row.Player, row.Key = among(players, n.Player)
	if !n.Tapped.IsZero() {
		row.Tapped = v.when(n.Tapped)
		if at := n.Tapped.In(v.zone()); at.Format(time.DateOnly) == n.At.In(v.zone()).Format(time.DateOnly) {
			row.Tapped = at.Format("15:04")
		}
	}
	if n.Ahead != 0 {
		wrong := time.Duration(n.Ahead) * time.Second
		if row.Fast = wrong > 0; wrong.Abs() > clockMayBeWrong {
			row.Clock = int(wrong.Abs().Round(time.Minute) / time.Minute)
		}
	}
	row.Writer = names[n.By]
	for _, later := range all {
		if n.Seq != 0 && later.Corrects == n.Seq {
			row.CorrectedBy = later.Seq
		}
	}
	return row
}

// addNote writes into the log what a button of the form says.
func addNote(v *visit) (string, error) {
	note := tournament.LogNote{Player: v.named(), Round: v.whole("round"), What: tournament.NoteKind(v.value("do")), Text: v.value("text"),
		Corrects: v.number("corrects"), Tapped: v.instant("tapped")}
	switch v.value("do") {
	case "left":
		note.What, note.Left = tournament.NotedAbsence, v.whole("move")
	case "back":
		note.What, note.Back = tournament.NotedAbsence, v.whole("move")
	case "absence":
		note.Left, note.Back = v.whole("left"), v.whole("back")
	case "check":
		note.Requested = v.value("requested") != ""
	case "incident":
		note.Code = v.value("code")
	}
	if err := v.do("addNote", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.Note(ctx, who, note, v.instant("sent"))
		return err
	}); err != nil {
		return "", err
	}
	return v.ownPath() + "?" + url.Values{"done": {"saved"}, "round": {v.value("round")}, "move": {v.value("move")}}.Encode(), nil
}

// number reads a number of the journal, 0 if there is none.
func (v *visit) number(name string) int64 {
	n, err := strconv.ParseInt(v.value(name), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// instant reads an instant that a script wrote, the zero time if there is none.
func (v *visit) instant(name string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, v.value(name))
	if err != nil {
		return time.Time{}
	}
	return t
}
