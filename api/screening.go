package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// excerpt is the requested part of a screening, and its order.
type excerpt struct {
	only  reports.Filter
	order string // one of reports.Orders
}

// excerptOf reads which part of a screening is requested.
func excerptOf(params wire.ReadScreeningParams) (p excerpt, err error) {
	if params.Rounds != nil {
		if p.only.Rounds, err = reports.ParseRounds(*params.Rounds); err != nil {
			return p, err
		}
	}
	put(&p.only.Player, params.Player)
	put(&p.only.MinMoves, params.MinMoves)
	p.order = reports.Orders()[0]
	put(&p.order, params.Sort)
	if !slices.Contains(reports.Orders(), p.order) {
		return p, fault.New(fault.Invalid, "sort", "sort is one of %s", strings.Join(reports.Orders(), ", "))
	}
	return p, checkFilter(p.only)
}

// isWhole reports whether the whole report is requested, in its stored order.
func (e excerpt) isWhole() bool {
	return e.only.Player == "" && e.only.MinMoves == 0 && len(e.only.Rounds) == 0 && e.order == reports.Orders()[0]
}

// said describes the part for the audit: everything on which the answer depends, but no name.
func (e excerpt) said() string {
	var out []string
	if len(e.only.Rounds) > 0 {
		out = append(out, "rounds "+e.only.Rounds.String())
	}
	if e.only.Player != "" {
		who := "by name"
		if isFideID(e.only.Player) {
			who = e.only.Player
		}
		out = append(out, "player "+who)
	}
	if e.only.MinMoves > 0 {
		out = append(out, "min_moves "+strconv.Itoa(e.only.MinMoves))
	}
	if e.order != reports.Orders()[0] {
		out = append(out, "sort "+e.order)
	}
	return strings.Join(out, ", ")
}

// ReadsOf describes a filter for the audit. One that is refused reads nothing.
func ReadsOf(params wire.ReadScreeningParams) string {
	asked, err := excerptOf(params)
	if err != nil {
		return ""
	}
	return asked.said()
}

// tag distinguishes the part from others of the same report.
func (e excerpt) tag() string {
	if e.isWhole() {
		return ""
	}
	return "-" + shortDigest(e.only.Rounds.String(), e.only.Player, strconv.Itoa(e.only.MinMoves), e.order)
}

// ReadScreening answers the most recent finished screening of an event, marked with what it
// lacks, or how far the work on the first one has come.
func (s *Server) ReadScreening(c echo.Context, event wire.EventID, params wire.ReadScreeningParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	part, err := excerptOf(params)
	if err != nil {
		return err
	}
	turn, end, err := s.turn(c.Request().Context(), callerOf(c))
	if err != nil {
		return err
	}
	defer end()
	report, lacking, err := s.screenings.Screening(c.Request().Context(), event)
	if err != nil {
		return err
	}
	if report.ID == "" {
		return s.beingMade(c, event, view)
	}
	shown := shownScreening{Report: report, excerpt: part, view: view, lacking: lacking}
	tag := shown.tag()
	if shown.isStill() {
		c.Response().Header().Set("ETag", tag)
	}
	c.Response().Header().Set(lackingHeader, "nothing")
	if lacking != nil {
		c.Response().Header().Set(lackingHeader, fmt.Sprintf("games=%d, batches=%d", lacking.Games, lacking.Batches))
		c.Response().Header().Set("Retry-After", strconv.Itoa(retrySeconds))
	}
	if shown.isStill() && known(params.IfNoneMatch, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	body, err := s.screening(c.Request().Context(), turn, shown)
	if err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body)
}

// Screening returns the requested part of the most recent finished screening of the event; nil if the first
// one is being made.
func (s *Server) Screening(ctx context.Context, who *door.Caller, params wire.ReadScreeningParams) (*wire.ShownScreening, error) {
	part, err := excerptOf(params)
	if err != nil {
		return nil, err
	}
	turn, end, err := s.turn(ctx, who)
	if err != nil {
		return nil, err
	}
	defer end()
	report, lacking, err := s.screenings.Screening(ctx, who.Event.ID)
	if err != nil || report.ID == "" {
		return nil, err
	}
	release, err := s.slots.slot(ctx, turn)
	if err != nil {
		return nil, err
	}
	defer release()
	found, err := s.selected(ctx, shownScreening{Report: report, excerpt: part, lacking: lacking})
	if err == nil && len(part.only.Rounds) > 0 { // it is made just now
		found, err = reports.Published(found)
	}
	if err != nil {
		return nil, err
	}
	return &wire.ShownScreening{Screening: *found, Lacking: lacking}, nil
}

// ReadScreeningRounds answers the ROI of every player round by round.
func (s *Server) ReadScreeningRounds(c echo.Context, event wire.EventID, params wire.ReadScreeningRoundsParams) error {
	view, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	body, tag, err := s.roundsIn(c.Request().Context(), callerOf(c), view, params.IfNoneMatch)
	if err != nil {
		return err
	}
	if tag != "" {
		c.Response().Header().Set("ETag", tag)
	}
	if body == nil {
		return c.NoContent(http.StatusNotModified)
	}
	return view.answer(c, http.StatusOK, body)
}

// ByRound returns the ROI of every player of the event round by round.
func (s *Server) ByRound(ctx context.Context, who *door.Caller) (*reports.ByRound, error) {
	body, _, err := s.roundsIn(ctx, who, view{format: "json"}, nil)
	if err != nil {
		return nil, err
	}
	rounds := &reports.ByRound{}
	return rounds, json.Unmarshal(body, rounds)
}

// roundsIn returns the screening round by round in a form, with its ETag; nil if the reader has it.
func (s *Server) roundsIn(ctx context.Context, who *door.Caller, v view, has *wire.IfNoneMatch) (body []byte, tag string, err error) {
	turn, end, err := s.turn(ctx, who)
	if err != nil {
		return nil, "", err
	}
	defer end()
	if tag, err = s.roundsTag(ctx, who, v); err != nil {
		return nil, "", err
	}
	if tag != "" {
		if known(has, tag) {
			return nil, tag, nil
		}
		if body, made := s.rendered.find(tag); made {
			return body, tag, nil
		}
	}
	release, err := s.slots.slot(ctx, turn)
	if err != nil {
		return nil, "", err
	}
	defer release()
	followed, err := s.screenings.ByRound(ctx, who.Event.ID)
	if err != nil {
		return nil, "", err
	}
	var page bytes.Buffer
	if err := render.ByRound(&page, v.format, followed, v.options()); err != nil {
		return nil, "", err
	}
	if tag != "" {
		s.rendered.keep(tag, page.Bytes())
	}
	return page.Bytes(), tag, nil
}

// roundsTag is the ETag of the screening round by round. It follows from the present games and
// their screening, and is "" as long as games are being evaluated.
func (s *Server) roundsTag(ctx context.Context, who *door.Caller, v view) (string, error) {
	event := who.Event
	report, lacking, err := s.screenings.Screening(ctx, event.ID)
	switch {
	case fault.KindOf(err) == fault.Unprocessable:
		return "", nil
	case err != nil || lacking != nil || report.ID == "":
		return "", err
	}
	return v.tag(shortDigest("rounds", strconv.FormatInt(event.Games, 10), report.Key, report.ID)), nil
}

// turn waits until it is the turn of the caller's token to get a view. A right that has ended in
// the meantime opens nothing any more.
func (s *Server) turn(ctx context.Context, who *door.Caller) (*turn, func(), error) {
	turn, end, err := s.slots.turn(ctx, who.Token.ID)
	if err != nil {
		return nil, nil, err
	}
	if _, err := who.Again(ctx); err != nil {
		end()
		return nil, nil, who.Refused(ctx, err)
	}
	return turn, end, nil
}

// take waits for the turn of the caller's token and for a slot; release gives both back. A right
// that has ended in the meantime opens nothing any more.
func (s *Server) take(ctx context.Context, who *door.Caller) (release func(), err error) {
	turn, end, err := s.turn(ctx, who)
	if err != nil {
		return nil, err
	}
	back, err := s.slots.slot(ctx, turn)
	if err != nil {
		end()
		return nil, err
	}
	return func() { back(); end() }, nil
}

// lackingHeader says what a screening does not contain yet.
const lackingHeader = "Fairplay-Lacking"

// shownScreening is a finished screening in the requested form.
type shownScreening struct {
	store.Report
	excerpt
	view
	lacking *reports.Lacking
}

// isStill reports whether the answer stays the same as long as its tag does. A selection of
// rounds changes while they are being evaluated.
func (s shownScreening) isStill() bool { return s.lacking == nil || len(s.only.Rounds) == 0 }

// tag is the ETag. It includes what the screening lacks, which may change while the screening
// stays the same.
func (s shownScreening) tag() string {
	id := s.ID + s.excerpt.tag()
	if s.lacking != nil {
		id += fmt.Sprintf("-lacks-%d-%d", s.lacking.Games, s.lacking.Batches)
	}
	return s.view.tag(id)
}

// screening returns the bytes of an answer. The whole screening as JSON is the stored report.
// Anything else is made from the finished report, after waiting for a slot, and not stored.
func (s *Server) screening(ctx context.Context, turn *turn, shown shownScreening) ([]byte, error) {
	if shown.format == "json" && shown.isWhole() {
		stored, err := s.store.ReportIn(ctx, shown.Event, shown.ID)
		if err != nil {
			return nil, err
		}
		return shown.marked(stored.Body)
	}
	if body, ok := s.rendered.find(shown.tag()); ok && shown.isStill() {
		return body, nil
	}
	release, err := s.slots.slot(ctx, turn)
	if err != nil {
		return nil, err
	}
	defer release()
	if body, ok := s.rendered.find(shown.tag()); ok && shown.isStill() { // somebody else has made it in the meantime
		return body, nil
	}
	body, err := s.drawn(ctx, shown)
	if err == nil && shown.isStill() {
		s.rendered.keep(shown.tag(), body)
	}
	return body, err
}

// drawn makes a view of a finished screening.
func (s *Server) drawn(ctx context.Context, shown shownScreening) ([]byte, error) {
	screening, err := s.selected(ctx, shown)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	o := shown.options()
	o.Lacking = shown.lacking
	if err := render.Screening(&page, shown.format, screening, o); err != nil || shown.format != "json" {
		return page.Bytes(), err
	}
	return shown.marked(page.Bytes())
}

// selected returns the requested rows in the requested order.
func (s *Server) selected(ctx context.Context, shown shownScreening) (screening *reports.Screening, err error) {
	if len(shown.only.Rounds) > 0 {
		screening, err = s.screenings.Part(ctx, shown.Event, shown.only.Rounds)
	} else {
		screening, err = s.finished(ctx, shown.Report)
	}
	if err != nil || shown.isWhole() {
		return screening, err
	}
	if err := shown.only.Narrow(screening); err != nil {
		return nil, err
	}
	return screening, screening.Sort(shown.order)
}

// finished returns a screening as it is stored. The last one is kept in memory, because most
// views in a row are of the same one.
func (s *Server) finished(ctx context.Context, r store.Report) (*reports.Screening, error) {
	last := s.last.Load()
	if last == nil || last.id != r.ID {
		stored, err := s.store.ReportIn(ctx, r.Event, r.ID)
		if err != nil {
			return nil, err
		}
		last = &decoded{id: r.ID}
		if err := decodeReport(stored, &last.screening); err != nil {
			return nil, err
		}
		s.last.Store(last)
	}
	screening := last.screening
	screening.Players, screening.Caveats = slices.Clone(screening.Players), slices.Clone(screening.Caveats) // views leave some out, and sort them
	return &screening, nil
}

// decoded is a screening read from its stored bytes; it must not be changed.
type decoded struct {
	id        string
	screening reports.Screening
}

// marked puts what a screening lacks before all other members of its JSON; the rest stays
// unchanged byte for byte.
func (s shownScreening) marked(body []byte) ([]byte, error) {
	if s.lacking == nil {
		return body, nil
	}
	mark, err := json.Marshal(s.lacking)
	return slices.Concat([]byte(`{"lacking": `), mark, []byte(",\n"), bytes.TrimPrefix(body, []byte("{"))), err
}
