package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/tournament"
)

// ReadRounds answers when rounds are played and which of their games are there.
func (s *Server) ReadRounds(c echo.Context, _ wire.EventID) error {
	rounds, err := s.journals.Rounds(c.Request().Context(), callerOf(c))
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
	boards, err := s.journals.Round(c.Request().Context(), callerOf(c), round)
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
	asked := wire.EventChange{Start: params.Start}
	if params.Facts != nil {
		asked.Facts = new(json.RawMessage(*params.Facts))
	}
	level, err := s.SupposedLevel(c.Request().Context(), callerOf(c), asked)
	return answerJSON(c, level, err)
}

// SupposedLevel returns the protection level that an event with these facts would need.
func (s *Server) SupposedLevel(_ context.Context, _ *door.Caller, asked wire.EventChange) (*reports.LevelReport, error) {
	return levelWith(&reports.Dossier{Record: &tournament.EventRecord{}, Now: s.now()}, asked)
}

// Level returns the protection level that the event needs, or would need with other facts.
func (s *Server) Level(ctx context.Context, who *door.Caller, asked wire.EventChange) (*reports.LevelReport, error) {
	d, _, err := s.journals.Dossier(ctx, who, false)
	if err != nil {
		return nil, err
	}
	return levelWith(d, asked)
}

func levelWith(d *reports.Dossier, asked wire.EventChange) (*reports.LevelReport, error) {
	var facts *string
	if asked.Facts != nil {
		facts = new(string(*asked.Facts))
	}
	if err := suppose(d.Record, facts, asked.Start); err != nil {
		return nil, err
	}
	return d.Level(), nil
}

// suppose puts facts and a first day into a record that is not stored.
func suppose(r *tournament.EventRecord, facts *string, start *string) error {
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
	release, err := s.take(c.Request().Context(), callerOf(c))
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
	d, release, err := s.journals.Dossier(c.Request().Context(), callerOf(c), whole || view.format == "pdf" || view.format == "xlsx")
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

// PlanRounds states when rounds are played. A schedule other than that of If-Match is not overwritten.
func (s *Server) PlanRounds(c echo.Context, event wire.EventID, params wire.PlanRoundsParams) error {
	version, err := versionOf(params.IfMatch, "schedule")
	if err != nil {
		return err
	}
	var asked tournament.Schedule
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if err := s.journals.Plan(c.Request().Context(), callerOf(c), asked, version); err != nil {
		return err
	}
	return s.ReadRounds(c, event)
}

// TickDuty notes that a duty is done, waived, or open again.
func (s *Server) TickDuty(c echo.Context, _ wire.EventID) error {
	var asked tournament.DutyTick
	if err := s.readJSON(c, &asked); err != nil {
		return err
	}
	if err := s.journals.Tick(c.Request().Context(), callerOf(c), asked); err != nil {
		return err
	}
	duties, err := s.journals.Duties(c.Request().Context(), callerOf(c))
	return answerJSON(c, duties, err)
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
