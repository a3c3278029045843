package api

import (
	"bytes"
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

// ReadRounds answers when rounds are played and which of their games are there.
func (s *Server) ReadRounds(c echo.Context, _ wire.EventID) error {
	d, release, err := s.dossier(c, true)
	if err != nil {
		return err
	}
	defer release()
	rounds, err := d.Rounds()
	if err != nil {
		return err
	}
	c.Response().Header().Set("ETag", versionTag(rounds.Version))
	return answerJSON(c, rounds, nil)
}

// ReadCompleteness answers, for both duties to send games, which games are there.
func (s *Server) ReadCompleteness(c echo.Context, _ wire.EventID, params wire.ReadCompletenessParams) error {
	return s.answerDocument(c, params.Format, params.Lang, true, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		games, err := d.Completeness()
		if err != nil {
			return err
		}
		return render.Completeness(w, format, d.Record.Name, d.Now, games, o)
	})
}

// ReadRound answers one round game by game.
func (s *Server) ReadRound(c echo.Context, _ wire.EventID, round int) error {
	d, release, err := s.dossier(c, true)
	if err != nil {
		return err
	}
	defer release()
	boards, err := d.Boards(round)
	return answerJSON(c, boards, err)
}

// ReadLevel answers the protection level that the event needs, or would need with other facts.
func (s *Server) ReadLevel(c echo.Context, _ wire.EventID, params wire.ReadLevelParams) error {
	return s.answerDocument(c, params.Format, params.Lang, false, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		if err := suppose(d.Record, params.Facts, params.Start); err != nil {
			return err
		}
		return render.Level(w, format, d.Level(), nil, o)
	})
}

// LookUpLevel answers the protection level that an event with these facts would need.
func (s *Server) LookUpLevel(c echo.Context, params wire.LookUpLevelParams) error {
	d := &reports.Dossier{Record: &reports.EventRecord{}, Now: s.now()}
	if err := suppose(d.Record, params.Facts, params.Start); err != nil {
		return err
	}
	return answerJSON(c, d.Level(), nil)
}

// suppose puts facts and a first day into a record that is not stored.
func suppose(r *reports.EventRecord, facts *string, start *string) error {
	put(&r.Start, start)
	if facts != nil {
		if err := state(&r.Facts, []byte(*facts)); err != nil {
			return err
		}
	}
	return r.Validate()
}

// ReadDuties answers the state of the event's duties.
func (s *Server) ReadDuties(c echo.Context, _ wire.EventID, params wire.ReadDutiesParams) error {
	return s.answerDocument(c, params.Format, params.Lang, false, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		duties, err := d.Duties()
		if err != nil {
			return err
		}
		return render.EventDuties(w, format, duties, nil, o)
	})
}

// ReadFairPlaySection answers the fair-play section of the chief arbiter's report.
func (s *Server) ReadFairPlaySection(c echo.Context, _ wire.EventID, params wire.ReadFairPlaySectionParams) error {
	return s.answerDrawn(c, params.Format, params.Lang, func(w io.Writer, format string, o render.Options) error {
		section, err := s.records.FairPlaySection(c.Request().Context(), *callerOf(c).Event)
		if err != nil {
			return err
		}
		return render.FairPlaySection(w, format, section, nil, o)
	})
}

// answerDrawn answers with what draw writes in the format and language asked for. That takes as long
// as a view and waits for a slot.
func (s *Server) answerDrawn(c echo.Context, format *wire.Format, lang *wire.Lang, draw func(w io.Writer, format string, o render.Options) error) error {
	view, err := s.viewOf(c, format, lang)
	if err != nil {
		return err
	}
	release, err := s.take(c)
	if err != nil {
		return err
	}
	defer release()
	var body bytes.Buffer
	if err := draw(&body, view.format, view.options()); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}

func (s *Server) answerDuties(c echo.Context) error {
	d, release, err := s.dossier(c, false)
	if err != nil {
		return err
	}
	defer release()
	duties, err := d.Duties()
	return answerJSON(c, duties, err)
}

// ReadNorms answers who has made a title norm. A paper of it is written into the audit, because the event then stays.
func (s *Server) ReadNorms(c echo.Context, _ wire.EventID, params wire.ReadNormsParams) error {
	return s.answerDocument(c, params.Format, params.Lang, false, func(w io.Writer, format string, d *reports.Dossier, o render.Options) error {
		found, err := d.Norms()
		if err == nil && format != "json" {
			err = s.audit(c, "paper "+format)
		}
		if err != nil {
			return err
		}
		return render.Norms(w, format, found, nil, o)
	})
}

// answerDocument answers with what draw makes of the dossier of the event in the address, in the
// requested form. whole reports whether it needs the games.
func (s *Server) answerDocument(c echo.Context, format *wire.Format, lang *wire.Lang, whole bool, draw func(w io.Writer, format string, d *reports.Dossier, o render.Options) error) error {
	view, err := s.viewOf(c, format, lang)
	if err != nil {
		return err
	}
	d, release, err := s.dossier(c, whole || view.format == "pdf" || view.format == "xlsx")
	if err != nil {
		return err
	}
	defer release()
	var body bytes.Buffer
	if err := draw(&body, view.format, d, view.options()); err != nil {
		return err
	}
	return view.answer(c, http.StatusOK, body.Bytes())
}

// dossier returns the dossier of the event in the address, with its games if whole is set. That
// takes as long as a view and waits for a slot, which release gives back.
func (s *Server) dossier(c echo.Context, whole bool) (_ *reports.Dossier, release func(), err error) {
	ctx, event := c.Request().Context(), *callerOf(c).Event
	if !whole {
		d, err := s.dossiers.Dossier(ctx, event)
		return d, func() {}, err
	}
	if release, err = s.take(c); err != nil {
		return nil, nil, err
	}
	d, err := s.dossiers.WholeDossier(ctx, event)
	if err != nil {
		release()
	}
	return d, release, err
}

// PlanRounds states when rounds are played; earlier statements stay in the journal. Repeating the
// same schedule changes nothing; a schedule other than that of If-Match is not overwritten.
func (s *Server) PlanRounds(c echo.Context, event wire.EventID, params wire.PlanRoundsParams) error {
	version, err := versionOf(params.IfMatch, "schedule")
	if err != nil {
		return err
	}
	var asked tournament.Schedule
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	_, err = s.journals.Write(c.Request().Context(), event, callerOf(c).Token.ID, tournament.ScheduleStated, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
		if n := len(asked.Rounds); e.PlannedRounds > 0 && n > e.PlannedRounds {
			return nil, fault.New(fault.Invalid, "schedule", "the event has %d rounds as stated, not %d", e.PlannedRounds, n)
		}
		if err := asked.Fits(e.Stated()); err != nil {
			return nil, err
		}
		before, err := tournament.EntriesOf[tournament.Schedule](journal)
		if n := len(before); err != nil || n > 0 && reflect.DeepEqual(inUTC(before[n-1].Says), inUTC(asked)) {
			return nil, err
		}
		if version != 0 && version != int64(len(before))+1 {
			return nil, fault.New(fault.Conflict, codeEventChanged, "somebody has stated another schedule since; read it again")
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
	read, err := s.dossiers.Dossier(c.Request().Context(), *callerOf(c).Event)
	if err != nil {
		return err
	}
	_, err = s.journals.Write(c.Request().Context(), event, callerOf(c).Token.ID, tournament.DutyTicked, func(e store.Event, journal []tournament.JournalEntry) ([]tournament.EntryBody, error) {
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

// answerJSON answers with a part of a dossier as JSON.
func answerJSON(c echo.Context, found any, err error) error {
	if err != nil {
		return err
	}
	body, err := reports.JSON(found)
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, body)
}
