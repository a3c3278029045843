package render

import (
	"html/template"
	"io"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/reports"
)

// CalibrationFormats returns the formats that CalibrationReport and Power know.
func CalibrationFormats() []string { return []string{"table", "html", "pdf", "xlsx", "json"} }

// CalibrationReport writes how far a calibration can be trusted, in one of
// CalibrationFormats: what it rests on, how well its expectations and its z hold
// on games that took no part in the fit, and which demands it meets. A
// calibration that was not measured is fault.Unprocessable; an unknown format or
// language is fault.Invalid. Nothing is written then; any other error is the
// writer's. made says how to get the report again.
func CalibrationReport(w io.Writer, format string, c *calibration.Calibration, made *reports.Provenance, o Options) error {
	return writeMeasured(w, format, fitted{nil, c, made}, o, MeasuredCalibration{identityOf(c), c.Corpus, c.Report, reproduced(made)}, newCalibrationReport)
}

// Power writes what the tests would reveal if moves of honest players were
// replaced, in one of CalibrationFormats, with the errors of CalibrationReport.
func Power(w io.Writer, format string, c *calibration.Calibration, made *reports.Provenance, o Options) error {
	var power *calibration.PowerReport
	if c.Report != nil {
		power = &c.Report.Power
	}
	return writeMeasured(w, format, fitted{nil, c, made}, o, measuredPower{identityOf(c), power, reproduced(made)}, newPowerReport)
}

// writeMeasured writes a report on a calibration: program for JSON, pages for
// people.
func writeMeasured(w io.Writer, format string, m fitted, o Options, program any, pages func(fitted) *document) error {
	if m.Report == nil {
		return fault.New(fault.Unprocessable, "calibration_unmeasured",
			"the calibration %s has no report: it was not measured on games that took no part in the fit", m.Name)
	}
	return publication[any]{formats: CalibrationFormats(), report: &program, asIs: true, document: func(words *words, _ *any) *document {
		m.words = words
		return pages(m)
	}}.write(w, format, o)
}

// calibrationIdentity names a calibration in the formats for programs.
type calibrationIdentity struct {
	Name              string             `json:"name"`
	TimeClass         analysis.TimeClass `json:"time_class"`
	Recipe            string             `json:"recipe"`
	RecipeFingerprint string             `json:"recipe_fingerprint"`
	PolicyFingerprint string             `json:"policy_fingerprint"`
	Program           string             `json:"program"`
}

func identityOf(c *calibration.Calibration) calibrationIdentity {
	return calibrationIdentity{c.Name, c.TimeClass, c.Recipe.Name, c.RecipeFingerprint, c.PolicyFingerprint, c.Program}
}

// MeasuredCalibration is the JSON of a calibration report.
type MeasuredCalibration struct {
	calibrationIdentity
	Corpus calibration.CorpusSummary `json:"corpus"`
	Report *calibration.Validation   `json:"report"`
	Made   reproduction              `json:"reproduction"`
}

// measuredPower is the JSON of a power report.
type measuredPower struct {
	calibrationIdentity
	Power *calibration.PowerReport `json:"power"`
	Made  reproduction             `json:"reproduction"`
}

// reproduction says in JSON how to get a report on a calibration again.
type reproduction struct {
	Program  string              `json:"program"`
	Version  string              `json:"version"`
	Commit   string              `json:"commit"`
	Modified bool                `json:"modified"`
	Command  string              `json:"command"`
	Inputs   []reports.InputFile `json:"inputs"`
}

func reproduced(p *reports.Provenance) reproduction {
	return reproduction{p.Program, p.Version, p.Commit, p.Modified, p.Command, p.Inputs}
}

// fitted says the parts of a report on a calibration in one language.
type fitted struct {
	*words
	*calibration.Calibration
	made *reports.Provenance
}

// CalibrationPage is what a page for people shows of a calibration before its whole report.
type CalibrationPage struct {
	Summary string          // how far it can be trusted, in one paragraph
	Charts  []template.HTML // how z lies over honest performances, and what is found of help
}

// Calibrated says and draws a calibration from its JSON. A calibration that was not measured is
// fault.Unprocessable.
func (p Phrases) Calibrated(c *MeasuredCalibration) (CalibrationPage, error) {
	if c.Report == nil {
		return CalibrationPage{}, fault.New(fault.Unprocessable, "calibration_unmeasured", "the calibration %s has no report", c.Name)
	}
	m := fitted{p.words, &calibration.Calibration{Name: c.Name, Corpus: c.Corpus, Report: c.Report}, nil}
	page := CalibrationPage{Summary: m.summary()}
	charts := m.zShape().Plots
	if curves := m.curves(); curves != nil {
		curves.Notes = []string{m.say("power_report.note", fields{"Rate": m.percentSign(c.Report.Power.Rate, 1)})}
		charts = append(charts, curves)
	}
	for _, c := range charts {
		c.TitleID, c.NoteID = m.Name+"-"+c.TitleID, m.Name+"-"+c.NoteID // several stand on one page
		drawn, err := picture("chart", p.words, c)
		if err != nil {
			return page, err
		}
		page.Charts = append(page.Charts, drawn)
	}
	return page, nil
}

func newCalibrationReport(m fitted) *document {
	d := m.document(m.say("calibration.title", nil))
	d.Notes = append(d.Notes, m.summary(), m.say("calibration.explain", nil))
	d.Tiles = m.tiles()
	d.Sections = []section{
		m.acceptance(), m.basis(), m.effects(), m.zShape(), m.zTail(), m.odds(), m.power(), m.bands(), m.slices(),
		m.intrinsic(), m.ladder(), m.reliability(), m.weights(), m.assistants(), m.terms(), m.losses(), m.provenance(),
	}
	if len(m.Report.Passes) > 0 {
		d.Sections = slices.Insert(d.Sections, len(d.Sections)-1, m.otherPasses()) // before the provenance
	}
	return d
}

func newPowerReport(m fitted) *document {
	d := m.document(m.say("power_report.title", nil))
	d.Sections = []section{m.power(), m.odds(), m.assistants(), m.provenance()}
	return d
}

// document returns the frame that both reports have.
func (m fitted) document(kind string) *document {
	return &document{
		frame: frame{Lang: m.lang, Kind: kind, Title: orAbsent(m.Name), Program: strings.TrimSpace("fairplay " + m.Program)},
		Notes: []string{m.standing(m.RecipeFingerprint)},
		Facts: []string{
			m.say("time_class.label", fields{"Class": m.slug("time_class", string(m.TimeClass))}),
			m.say("calibration.recipe", fields{"Recipe": m.Recipe.Name}),
			m.say("calibration.games", fields{"Fit": m.integer(m.Corpus.Fit.Games), "Test": m.integer(m.Corpus.Test.Games)}),
		},
	}
}

// tiles count the answers to the demands.
func (m fitted) tiles() []tile {
	n := map[calibration.Finding]int{}
	for i := range m.Report.Acceptance {
		n[m.Report.Acceptance[i].Answer]++
	}
	return []tile{
		{Figure: m.integer(n[calibration.Met]), Label: m.say("acceptance.met_tile", nil)},
		{Figure: m.integer(n[calibration.NotMet]), Label: m.say("acceptance.not_met_tile", nil)},
		{Figure: m.integer(n[calibration.Undecided]), Label: m.say("acceptance.undecided_tile", nil)},
		{Figure: m.integer(m.Report.Independence.Moves), Label: m.say("calibration.test_moves", nil)},
	}
}

// provenance says what the calibration belongs to.
func (m fitted) provenance() section {
	code := func(id, value string) fact {
		return fact{Label: m.say("provenance."+id, nil), Value: orAbsent(value), Code: true}
	}
	plain := func(id, value string) fact { return fact{Label: m.say("provenance."+id, nil), Value: orAbsent(value)} }
	r := &m.Recipe
	return section{ID: "provenance", Title: m.say("calibration.belongs", nil), Text: []string{m.say("calibration.belongs_explain", nil)}, Facts: append(m.reproduction(m.made),
		plain("program", strings.TrimSpace("fairplay "+m.Program)), plain("engine", r.Engine), code("engine_sha256", r.EngineSHA256),
		plain("network", r.Network), plain("recipe", r.Name), plain("passes", m.passes(r.Passes)), code("recipe_fingerprint", m.RecipeFingerprint),
		plain("policy", m.Policy.Name+": "+m.policy(m.Policy)), code("policy_fingerprint", m.PolicyFingerprint),
		code("book", m.Policy.BookSHA256), code("calibration_corpus", m.Corpus.Digest),
	)}
}
