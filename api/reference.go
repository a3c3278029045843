package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/render"
)

// Method says how one of the tests evaluates positions, and which moves count.
type Method struct {
	Recipe analysis.Recipe // completed with its engine
	Policy analysis.Policy
}

// ListRecipes answers the recipes by which positions are evaluated.
func (s *Server) ListRecipes(c echo.Context) error {
	recipes, err := s.Recipes(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[wire.ListedRecipe]{Items: recipes}, err)
}

// Recipes returns the recipes of the tests, with the approvals of their methods.
func (s *Server) Recipes(context.Context, *door.Caller) ([]wire.ListedRecipe, error) {
	return translated(s.recipes, s.listedRecipe), nil
}

// ReadNotice answers the notice for the hall.
func (s *Server) ReadNotice(c echo.Context, params wire.ReadNoticeParams) error {
	v := view{format: string(wire.NoticeFormatHtml)}
	if params.Format != nil {
		if !params.Format.Valid() {
			return fault.New(fault.Invalid, "format", "format is html or pdf")
		}
		v.format = string(*params.Format)
	}
	var page bytes.Buffer
	if err := render.Notice(&page, v.format, render.Options{}); err != nil {
		return err
	}
	return v.answer(c, http.StatusOK, page.Bytes())
}

// ListCalibrations answers the calibrations on which expectations rest.
func (s *Server) ListCalibrations(c echo.Context) error {
	all, err := s.Calibrations(c.Request().Context(), callerOf(c))
	return answered(c, wire.List[wire.ListedCalibration]{Items: all}, err)
}

// Calibrations returns the calibrations of the service.
func (s *Server) Calibrations(context.Context, *door.Caller) ([]wire.ListedCalibration, error) {
	return translated(s.calibrations, listedCalibration), nil
}

// ReadCalibration answers how far a calibration can be trusted.
func (s *Server) ReadCalibration(c echo.Context, name string, params wire.ReadCalibrationParams) error {
	v, err := s.viewOf(c, params.Format, params.Lang)
	if err != nil {
		return err
	}
	body, err := s.measuredIn(c.Request().Context(), callerOf(c), name, v)
	if err != nil {
		return err
	}
	return v.answer(c, http.StatusOK, body)
}

// Measured returns the report on a calibration.
func (s *Server) Measured(ctx context.Context, who *door.Caller, name string) (*render.MeasuredCalibration, error) {
	body, err := s.measuredIn(ctx, who, name, view{format: "json"})
	if err != nil {
		return nil, err
	}
	report := &render.MeasuredCalibration{}
	return report, json.Unmarshal(body, report)
}

// measuredIn returns the report on a calibration in a form.
func (s *Server) measuredIn(ctx context.Context, who *door.Caller, name string, v view) ([]byte, error) {
	at := slices.IndexFunc(s.calibrations, func(k *calibration.Calibration) bool { return k.Name == name })
	if at < 0 {
		return nil, fault.New(fault.NotFound, "calibration", "there is no calibration of that name")
	}
	tag := v.tag("calibration " + name)
	body, ok := s.rendered.find(tag)
	if ok {
		return body, nil
	}
	release, err := s.take(ctx, who)
	if err != nil {
		return nil, err
	}
	defer release()
	if body, err = s.measured(s.calibrations[at], v); err == nil {
		s.rendered.keep(tag, body)
	}
	return body, err
}

// measured returns the report on a calibration that the command line would give.
func (s *Server) measured(k *calibration.Calibration, v view) ([]byte, error) {
	var file, report bytes.Buffer
	if err := k.Save(&file); err != nil {
		return nil, err
	}
	digest, made := sha256.Sum256(file.Bytes()), s.made
	made.Basis = reports.Basis{} // no engine is used
	made.Inputs = []reports.InputFile{{File: k.Name, Bytes: int64(file.Len()), SHA256: hex.EncodeToString(digest[:])}}
	made.Complete(reports.TaskCalibration)
	err := render.CalibrationReport(&report, v.format, k, &made, v.options())
	return report.Bytes(), err
}

func (s *Server) listedRecipe(r Method) wire.ListedRecipe {
	fingerprint := r.Recipe.Fingerprint()
	out := wire.ListedRecipe{Fingerprint: fingerprint, Recipe: r.Recipe, Policy: r.Policy, PolicyFingerprint: r.Policy.Fingerprint()}
	if a, approved := reports.ApprovalOf(s.approvals, fingerprint); approved {
		out.Approval = &a
	}
	return out
}

func listedCalibration(k *calibration.Calibration) wire.ListedCalibration {
	out := wire.ListedCalibration{
		Name: k.Name, TimeClass: string(k.TimeClass), Recipe: k.Recipe.Name, RecipeFingerprint: k.RecipeFingerprint,
		PolicyFingerprint: k.PolicyFingerprint, Games: k.Corpus.Fit.Games, Moves: k.Corpus.Fit.Moves, CorpusSHA256: k.Corpus.Digest,
	}
	if r := k.Parameters.Ratings; !r.Empty() {
		out.RatingLow, out.RatingHigh = r.Low, r.High
	}
	return out
}
