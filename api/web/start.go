package web

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"os"
	"path"
	"regexp"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/intake"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// startPages are the pages of no event in particular.
func startPages() []page {
	return []page{
		{name: "events", path: "/events", needs: []string{"listEvents"}, show: showEvents,
			forms: []form{{needs: []string{"createEvent", "uploadGames"}, do: dropGames}}},
		{name: "new", path: "/events/new", needs: []string{"createEvent", "lookUpLevel"}, show: showNew,
			forms: []form{{do: makeEvent}, {path: "/level", do: unsaved}}},
		{name: "account", path: "/account", needs: []string{"readMe"}, show: showAccount,
			forms: []form{{do: prefer}, {path: "/signout", do: signOut}}},
	}
}

// eventsContent is the list of a person's events.
type eventsContent struct {
	Events    []eventRow
	Next      string // cursor of the next events
	MayCreate bool
}

type eventRow struct {
	store.Event
	Next string // what is to be done, in one sentence
	Due  string // the duty with the next deadline, and that; "" if there is none
	Late int    // mandatory duties whose time is over
}

func showEvents(v *visit) (any, error) {
	list, err := v.events(wire.ListEventsParams{Cursor: v.wanted("cursor")})
	if err != nil {
		return nil, err
	}
	content := eventsContent{MayCreate: v.open("createEvent")}
	if list.Next != "" {
		content.Next = list.Next
	}
	for _, e := range list.Items {
		row := eventRow{Event: e}
		progress, err := asked(v, door.Attempt{Operation: "readProgress", Event: e.ID}, v.api.Progress)
		if err != nil && !hidden(err) {
			return nil, err
		}
		row.Next = v.nextStep(e, progress)
		if err := v.due(&row); err != nil {
			return nil, err
		}
		content.Events = append(content.Events, row)
	}
	return content, nil
}

// due fills in what is due in an event that is not closed, for those who may know.
func (v *visit) due(row *eventRow) error {
	on := row.Event.On()
	if on.Closed || !v.mayOn(on, "readDuties") {
		return nil
	}
	duties, err := asked(v, door.Attempt{Operation: "readDuties", Event: row.ID}, v.journals.Duties)
	if err != nil {
		return err
	}
	var next *tournament.Due
	for i, d := range duties.Duties {
		switch {
		case d.State == tournament.DutyLate && d.Demand == regulations.Mandatory:
			row.Late++
		case d.State == tournament.DutyOpen && d.By != nil && d.Demand != regulations.Optional:
			if next == nil || d.By.Before(*next.By) {
				next = &duties.Duties[i]
			}
		}
	}
	if next != nil {
		row.Due = v.Slug("duty", next.Duty) + " · " + v.deadline(next.By, zoneOf(&row.Event))
	}
	return nil
}

// nextStep says in one sentence what to do next in an event.
func (v *visit) nextStep(e store.Event, p wire.Progress) string {
	switch {
	case e.State == store.EventClosed:
		return v.Say("web.step.closed")
	case e.State == store.EventPaused:
		return v.Say("web.step.paused")
	case len(p.Errors) > 0 && p.Idle:
		return v.Say("web.step.given_up")
	case len(p.Errors) > 0:
		return v.Say("web.step.errors")
	case p.Games == 0 && p.Idle:
		return v.Say("web.step.games")
	case !p.Idle:
		return v.Say("web.step.growing", "Done", v.Integer(p.GamesDone), "Games", v.Integer(p.Games))
	}
	return v.Say("web.step.look")
}

// dropGames makes an event for dropped files, named after the tags of the first game, and hands
// them in.
func dropGames(v *visit) (string, error) {
	file, err := v.firstFile()
	if err != nil {
		return "", err
	}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(file.body, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return "", unreadable(v, err)
	}
	file.body = io.MultiReader(bytes.NewReader(head[:n]), file.body)
	looked, err := v.holdsSomething(&file, head[:n])
	if err != nil {
		return "", err
	}
	defer looked.forget()
	made, err := v.openEvent(eventOf(file.name, head[:n]))
	if err != nil {
		return "", err
	}
	v.event = &made
	return v.at(""), v.takeAll(file)
}

// mostSearched is how many bytes of a file are searched for a game before an event is made of it.
const mostSearched = 64 << 20

// searched is what was read of a file while it was searched.
type searched struct{ *os.File }

func (s searched) forget() {
	if s.File != nil {
		s.Close()
		os.Remove(s.Name())
	}
}

// holdsSomething refuses a file from which no event can be made: without players in a list of them,
// and without a game in any other. Afterwards f is read from its beginning again. Of a file that is
// larger than mostSearched only so much is searched.
func (v *visit) holdsSomething(f *sentFile, head []byte) (searched, error) {
	spool, err := os.CreateTemp("", "fairplay-first-")
	if err != nil {
		return searched{}, err
	}
	looked := searched{spool}
	part := &io.LimitedReader{R: f.body, N: mostSearched}
	why := v.searchIn(f.name, head, io.TeeReader(part, spool))
	if why != nil && part.N > 0 {
		if fault.KindOf(why) == fault.Internal { // the upload broke off
			looked.forget()
			return searched{}, unreadable(v, why)
		}
		looked.forget()
		return searched{}, v.refusal("web.upload.no_games", "File", f.name, "Why", v.why(why))
	}
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		looked.forget()
		return searched{}, err
	}
	f.body = io.MultiReader(spool, f.body)
	return looked, nil
}

// searchIn returns why a file holds neither players nor a game; nil if it does.
func (v *visit) searchIn(name string, head []byte, body io.Reader) error {
	if namesPlayers(name, head) {
		entries, err := reports.ReadEntries(name, body)
		if err == nil && len(entries.Players) == 0 {
			err = fault.New(fault.Invalid, "roster", "%s", v.Say("page.no_players"))
		}
		return err
	}
	for part, err := range intake.Decode(body, name, intake.Limits{}) {
		if err != nil {
			return err
		}
		if part.Skipped != "" {
			continue
		}
		games := pgn.NewReader(part, part.Name, pgn.Options{HeadersOnly: true})
		for {
			_, err := games.Next()
			if err == nil {
				return nil
			}
			if _, bad := errors.AsType[*analysis.GameError](err); !bad {
				break
			}
		}
	}
	return fault.New(fault.Invalid, "no_games", "%s", v.Say("web.upload.no_pgn"))
}

// eventOf describes an event by the tags of the first game in a file that is not packed, or by the
// event's name in a tournament file, which states the rest itself; otherwise by the name of the
// file.
func eventOf(name string, head []byte) wire.EventChange {
	if called := trfName.FindSubmatch(head); called != nil && namesPlayers(name, head) {
		return wire.EventChange{Name: new(strings.TrimSpace(strings.ToValidUTF8(string(called[1]), "?")))}
	}
	var e wire.EventChange
	called := ""
	if g, err := pgn.NewReader(bytes.NewReader(head), name, pgn.Options{HeadersOnly: true}).Next(); err == nil {
		called = known(g.Tag("Event"))
		if site := known(g.Tag("Site")); site != "" {
			e.Site = &site
		}
		if date := strings.ReplaceAll(g.Tag("EventDate"), ".", "-"); len(date) == 10 && !strings.Contains(date, "?") {
			e.Start = &date
		}
	}
	e.Name = new(cmp.Or(called, strings.TrimSuffix(path.Base(name), path.Ext(name))))
	return e
}

// known returns the value of a tag, "" if it means unknown.
func known(tag string) string {
	if tag == "?" {
		return ""
	}
	return tag
}

// sentFile is one file of an upload as it comes.
type sentFile struct {
	name string
	body io.Reader
}

// firstFile returns the first file of an upload; a form without files is refused.
func (v *visit) firstFile() (sentFile, error) {
	f, err := v.nextFile()
	if err == io.EOF {
		err = v.refusal("web.upload.no_file")
	}
	return f, err
}

// nextFile returns the next file of an upload: a part of a form, or the whole body, which a script
// sends with its name in the address; io.EOF after the last part.
func (v *visit) nextFile() (sentFile, error) {
	r := v.c.Request()
	if v.files == nil && !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") {
		return sentFile{v.c.QueryParam("name"), r.Body}, nil
	}
	if v.files == nil {
		var err error
		if v.files, err = r.MultipartReader(); err != nil {
			return sentFile{}, unreadable(v, err)
		}
	}
	for {
		part, err := v.files.NextPart()
		if err == io.EOF {
			return sentFile{}, io.EOF
		} else if err != nil {
			return sentFile{}, unreadable(v, err)
		}
		if part.FileName() != "" {
			return sentFile{partName(part), part}, nil
		}
	}
}

func partName(p *multipart.Part) string { return path.Base(strings.ReplaceAll(p.FileName(), `\`, "/")) }

// unreadable is the refusal of an upload that broke off.
func unreadable(v *visit, err error) error {
	if fault.KindOf(err) != fault.Internal {
		return err
	}
	return v.cut()
}

// cut is the refusal of an upload that broke off. The rest of it is not waited for; the failed reading has cancelled the
// request, whose page is made all the same.
func (v *visit) cut() error {
	v.c.SetRequest(v.c.Request().WithContext(context.WithoutCancel(v.c.Request().Context())))
	v.c.Response().Header().Set("Connection", "close")
	return v.refusal("web.upload.cut")
}

// handIn hands in the games of a file.
func (v *visit) handIn(f sentFile) error {
	return v.arrived(v.do("uploadGames", func(ctx context.Context, who *door.Caller) error { return v.api.HandIn(ctx, who, f.name, f.body) }))
}

// arrived returns why a file was not taken; of one that broke off, the refusal that says so.
func (v *visit) arrived(err error) error {
	if f, is := errors.AsType[*fault.Error](err); is && f.Code == "upload_cut" {
		return v.cut()
	}
	return err
}

// takeAll sends a file and those that follow it in a form. A file that is refused keeps none of the others away: the first
// refusal is returned at the end.
func (v *visit) takeAll(f sentFile) (refusal error) {
	for {
		if err := v.takeIn(f); err != nil && !refused(err, fault.Invalid) {
			return err
		} else if refusal == nil {
			refusal = err
		}
		if v.files == nil {
			return refusal
		}
		var err error
		if f, err = v.nextFile(); err == io.EOF {
			return refusal
		} else if err != nil {
			return err
		}
	}
}

// takeIn sends a file to its destination: a file with players to the list of players, any other to
// the games. One in which no game is found is refused.
func (v *visit) takeIn(f sentFile) error {
	text := bufio.NewReaderSize(f.body, 4096)
	head, err := text.Peek(4096)
	if err != nil && err != io.EOF {
		return unreadable(v, err)
	}
	f.body = text
	if namesPlayers(f.name, head) {
		return v.importRoster(f)
	}
	looked, err := v.holdsSomething(&f, head)
	if err != nil {
		return err
	}
	defer looked.forget()
	return v.handIn(f)
}

// namesPlayers tells a tournament file or a table of players from games, by the name of the file or else by its first
// line: those of a tournament file begin with a code of three characters.
func namesPlayers(name string, head []byte) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".trf", ".trfx", ".csv", ".tsv":
		return true
	case ".txt", "":
		line, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(string(head), "\ufeff"), " \t\r\n"), "\n")
		return trfLine.MatchString(line)
	}
	return false
}

// trfName is the line of a tournament file with the name of the event (TRF16, 012).
var trfName = regexp.MustCompile(`(?m)^012 ([^\r\n]*\S)`)

var trfLine = regexp.MustCompile(`^([0-9]{3}|###|XX[A-Z]|DD[0-9])( |$|\r)`)

func showAccount(v *visit) (any, error) {
	return ask(v, "readMe", v.api.Me)
}
