package api

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// ReadRounds answers when rounds are played and what is there of their games.
func (s *Server) ReadRounds(c echo.Context, _ wire.EventID) error {
	return answerFrom(c, s.work.WholeDossier, (*reports.Dossier).Rounds)
}

// ReadCompleteness answers of both duties to send games what is there.
func (s *Server) ReadCompleteness(c echo.Context, _ wire.EventID, params wire.ReadCompletenessParams) error {
	return s.answerDocument(c, params.Format, params.Lang, s.work.WholeDossier, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		games, err := d.Completeness()
		if err != nil {
			return err
		}
		return render.Completeness(w, format, d.Record.Name, d.Now, games, o)
	})
}

// ReadLevel answers which level of protection the event needs.
func (s *Server) ReadLevel(c echo.Context, _ wire.EventID) error {
	return answerFrom(c, s.work.Dossier, func(d *reports.Dossier) (*reports.LevelReport, error) { return d.Level(), nil })
}

// ReadDuties answers how the duties of the event stand.
func (s *Server) ReadDuties(c echo.Context, _ wire.EventID, params wire.ReadDutiesParams) error {
	return s.answerDocument(c, params.Format, params.Lang, s.work.Dossier, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		duties, err := d.Duties()
		if err != nil {
			return err
		}
		return render.EventDuties(w, format, duties, nil, o)
	})
}

func (s *Server) answerDuties(c echo.Context) error {
	return answerFrom(c, s.work.Dossier, (*reports.Dossier).Duties)
}

// ReadNorms answers who has made a title norm.
func (s *Server) ReadNorms(c echo.Context, _ wire.EventID, params wire.ReadNormsParams) error {
	return s.answerDocument(c, params.Format, params.Lang, s.work.Dossier, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		found, err := d.Norms()
		if err != nil {
			return err
		}
		return render.Norms(w, format, found, nil, o)
	})
}

// answerDocument answers with what draw makes of the dossier of the event of the address, in the
// form that was asked for. Files wait for a slot, as they take the time of a view.
func (s *Server) answerDocument(c echo.Context, format *wire.Format, lang *wire.Lang, open func(context.Context, store.Event) (*reports.Dossier, error),
	draw func(w io.Writer, format string, d *reports.Dossier, o render.Options) error) error {
	view, err := viewOf(c, format, lang)
	if err != nil {
		return err
	}
	d, err := open(c.Request().Context(), *callerOf(c).event)
	if err != nil {
		return err
	}
	if view.format == "pdf" || view.format == "xlsx" {
		release, err := s.slots.take(c.Request().Context(), callerOf(c).token.ID)
		if err != nil {
			return err
		}
		defer release()
	}
	var body bytes.Buffer
	if err := draw(&body, view.format, d, render.Options{Lang: view.lang, Width: 120}); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}

// PlanRounds states when rounds are played; what was stated before stays in the journal. The same
// schedule once more changes nothing.
func (s *Server) PlanRounds(c echo.Context, event wire.EventID) error {
	var asked tournament.Schedule
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	_, err := s.desk.Write(c.Request().Context(), event, callerOf(c).token.ID, tournament.ScheduleStated, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		if n := len(asked.Rounds); e.PlannedRounds > 0 && n > e.PlannedRounds {
			return nil, fault.New(fault.Invalid, "schedule", "the event has %d rounds as stated, not %d", e.PlannedRounds, n)
		}
		if err := asked.Fits(e.Stated()); err != nil {
			return nil, err
		}
		before, found, err := tournament.Current[tournament.Schedule](journal)
		if err != nil || found && reflect.DeepEqual(inUTC(before.Says), inUTC(asked)) {
			return nil, err
		}
		return []tournament.EntryBody{asked}, nil
	})
	if err != nil {
		return err
	}
	if err := s.audit(c, ""); err != nil {
		return err
	}
	return s.ReadRounds(c, event)
}

// inUTC returns a schedule with its instants in UTC, so that two can be compared.
func inUTC(s tournament.Schedule) (rounds []tournament.RoundTimes) {
	for _, r := range s.Rounds {
		r.Start, r.End = r.Start.UTC(), r.End.UTC()
		rounds = append(rounds, r)
	}
	return rounds
}

// TickDuty notes that a duty is done, waived, or open again.
func (s *Server) TickDuty(c echo.Context, event wire.EventID) error {
	var asked tournament.DutyTick
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	read, err := s.work.Dossier(c.Request().Context(), *callerOf(c).event)
	if err != nil {
		return err
	}
	_, err = s.desk.Write(c.Request().Context(), event, callerOf(c).token.ID, tournament.DutyTicked, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		record, err := work.RecordOf(e, journal)
		if err != nil {
			return nil, err
		}
		d := &reports.Dossier{Record: record, File: read.File, Now: read.Now}
		return []tournament.EntryBody{asked}, d.Ticks(asked)
	})
	if err != nil {
		return err
	}
	if err := s.audit(c, asked.Duty+" "+string(asked.State)); err != nil {
		return err
	}
	return s.answerDuties(c)
}

// answerFrom answers with what a report finds in the dossier of the event of the address.
func answerFrom[R any](c echo.Context, open func(context.Context, store.Event) (*reports.Dossier, error), report func(*reports.Dossier) (R, error)) error {
	d, err := open(c.Request().Context(), *callerOf(c).event)
	if err != nil {
		return err
	}
	found, err := report(d)
	if err != nil {
		return err
	}
	body, err := reports.JSON(found)
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, body)
}
