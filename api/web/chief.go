package web

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
)

// chiefPages returns the pages of the log, of the watch list, and of packages and closing.
func chiefPages() []page {
	return []page{
		{name: "log", path: "/events/:event/log", part: "log", needs: []string{"listLog"}, show: showLog,
			forms: []form{{needs: []string{"addNote"}, do: addNote}}},
		{name: "watch", path: "/events/:event/watch", part: "log", needs: []string{"listWatch"}, show: showWatch,
			forms: []form{{needs: []string{"addWatch"}, do: addWatch}, {path: "/withdraw", needs: []string{"withdrawWatch"}, do: withdrawWatch}}},
		{name: "actions", path: "/events/:event/actions", part: "figures", needs: []string{"readActions"}, show: showActions},
		{name: "duties", path: "/events/:event/duties", part: "overview", needs: []string{"readDuties"}, show: showDuties,
			forms: []form{{needs: []string{"tickDuty"}, do: tickDuty}}, streams: []stream{{path: "/file", needs: "readDuties"},
				{path: "/section", needs: "readFairPlaySection"}}},
		{name: "norms", path: "/events/:event/norms", part: "papers", needs: []string{"readNorms"}, show: showNorms, streams: []stream{{path: "/file", needs: "readNorms"}}},
		{name: "package", path: "/events/:event/package", part: "papers", needs: []string{"readPackage", "readCompleteness"}, show: showPackage,
			forms: []form{{needs: []string{"makePackage"}, do: makePackage}},
			streams: []stream{{path: "/file", needs: "readCompleteness"},
				{path: "/zip", needs: "readPackage"}}},
		{name: "close", path: "/events/:event/close", part: "papers", needs: []string{"readClosing"}, show: showClosing,
			forms: []form{{needs: []string{"closeEvent"}, do: closeEvent}, {path: "/reopen", needs: []string{"resumeEvent"}, do: reopenEvent}}},
	}
}

// done returns the address of the page after one of its forms was submitted.
func (v *visit) done() string { return v.ownPath() + "?done=saved" }

// zone is the time zone of the event of the page.
func (v *visit) zone() *time.Location { return zoneOf(v.event) }

// zoneOf returns the time zone of an event, UTC if nobody has stated one.
func zoneOf(e *store.Event) *time.Location {
	zone, err := time.LoadLocation(e.Facts.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// when writes an instant in the time zone of the event.
func (v *visit) when(t time.Time) string { return v.Moment(t.In(v.zone())) }

// holders returns the names of tokens by their ids, as far as the person may see them.
func (v *visit) holders() (map[string]string, error) {
	names := map[string]string{v.person.Token.ID: v.person.Token.Name}
	if !v.may("listGrants") {
		return names, nil
	}
	grants, err := ask(v, "listGrants", v.api.Grants)
	for _, g := range grants {
		names[g.Token] = g.Name
	}
	return names, err
}

// entrant is a participant as a form offers him.
type entrant struct {
	Key         string // what the form sends
	Number      int
	FideID      string
	Title, Name string
}

// entrants returns the participants: from the list of players or, without one, from the games.
func (v *visit) entrants() ([]entrant, error) {
	var list journal.EventRoster
	if v.may("readRoster") {
		var err error
		if list, err = ask(v, "readRoster", v.journals.Roster); err != nil {
			return nil, err
		}
	}
	var all []entrant
	for _, p := range list.Players {
		all = append(all, entrant{Key: "no. " + strconv.Itoa(p.Number), Number: p.Number, FideID: p.FideID, Title: p.Title, Name: p.Name})
	}
	if len(all) > 0 || !v.may("listPlayers") {
		return all, nil
	}
	players, err := ask(v, "listPlayers", v.api.Players)
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		e := entrant{Key: p.Name, FideID: p.FideID, Title: p.Title, Name: p.Name}
		if p.FideID != "" {
			e.Key = p.FideID
		}
		all = append(all, e)
	}
	return all, nil
}

// named reads a player as a form names him: "no. 12", a FIDE id, or a name. Typed text takes
// precedence over a choice.
func (v *visit) named() tournament.NamedPlayer {
	text := v.value("who")
	if text == "" {
		text = v.value("player")
	}
	var p tournament.NamedPlayer
	if n, err := strconv.Atoi(strings.TrimPrefix(text, "no. ")); err == nil && strings.HasPrefix(text, "no. ") {
		p.Number = n
	} else if err == nil {
		p.FideID = text
	} else if text != "" {
		p.Name = text
	}
	return p
}

// among completes a player of the journal who is noted only by number, FIDE id or name with the others, and
// returns the key that a form sends for him, "" if he is no participant.
func among(all []entrant, p tournament.NamedPlayer) (tournament.NamedPlayer, string) {
	for _, e := range all {
		if p.Number != 0 && e.Number == p.Number || p.FideID != "" && e.FideID == p.FideID || p.Name != "" && e.Name == p.Name {
			p.Name, p.FideID = cmp.Or(p.Name, e.Name), cmp.Or(p.FideID, e.FideID)
			return p, e.Key
		}
	}
	return p, ""
}

// whole reads a whole number of the form, 0 if there is none.
func (v *visit) whole(name string) int {
	n, err := strconv.Atoi(v.value(name))
	if err != nil {
		return 0
	}
	return n
}
