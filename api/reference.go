package api

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports/render"
)

// Method says how one of the tests evaluates positions, and which moves count.
type Method struct {
	Recipe analysis.Recipe // completed with its engine
	Policy analysis.Policy
}

// ListRecipes answers the recipes by which positions are evaluated.
func (s *Server) ListRecipes(c echo.Context) error {
	return c.JSON(http.StatusOK, wire.RecipeList{Items: translated(s.recipes, wireRecipe)})
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
	return c.JSON(http.StatusOK, wire.CalibrationList{Items: translated(s.calibrations, wireCalibration)})
}

func wireRecipe(r Method) wire.Recipe {
	facts := wire.RecipeFacts{
		Name: r.Recipe.Name, Engine: r.Recipe.Engine, EngineSha256: r.Recipe.EngineSHA256, Network: r.Recipe.Network,
		Threads: r.Recipe.Threads, HashMib: r.Recipe.HashMiB,
		Options: translated(r.Recipe.Options, func(o analysis.Option) wire.EngineOption { return wire.EngineOption(o) }),
		Passes: translated(r.Recipe.Passes, func(p analysis.Pass) wire.Pass {
			return wire.Pass{Name: p.Name, Multipv: p.MultiPV, Nodes: p.Nodes}
		}),
	}
	p := r.Policy
	return wire.Recipe{
		Fingerprint: r.Recipe.Fingerprint(), Recipe: facts, PolicyFingerprint: p.Fingerprint(),
		Policy: wire.Policy{
			Name: p.Name, FirstTurn: p.FirstTurn, LastTurn: p.LastTurn, MaxPawns: p.MaxPawns, MinTurns: p.MinTurns,
			BookSha256: p.BookSHA256, Rules: p.Rules,
		},
	}
}

func wireCalibration(k *calibration.Calibration) wire.Calibration {
	out := wire.Calibration{
		Name: k.Name, TimeClass: string(k.TimeClass), Recipe: k.Recipe.Name, RecipeFingerprint: k.RecipeFingerprint,
		PolicyFingerprint: k.PolicyFingerprint, Games: k.Corpus.Fit.Games, Moves: k.Corpus.Fit.Moves, CorpusSha256: k.Corpus.Digest,
	}
	if r := k.Parameters.Ratings; !r.Empty() {
		out.RatingLow, out.RatingHigh = r.Low, r.High
	}
	return out
}
