package render

import (
	"cmp"
	"io"
	"strings"

	"fairplay/reports"
)

// Level writes which protection an event needs, in one of CalibrationFormats. made says
// how to get the report again. An unknown format or language is fault.Invalid, and
// nothing is written; any other error is the writer's.
func Level(w io.Writer, format string, r *reports.LevelReport, made *reports.Provenance, o Options) error {
	program := struct {
		*reports.LevelReport
		Made reproduction `json:"reproduction"`
	}{r, reproduced(made)}
	return publication{CalibrationFormats(), program, nil, func(words *words) *document { return words.levelDocument(r, made) }}.write(w, format, o)
}

// levelSection says which level an event needs and why.
func (w *words) levelSection(r *reports.LevelReport) section {
	s := section{ID: "level", Title: w.say("level.why", nil), Figure: w.say("level.is", fields{"Level": w.slug("protection", r.Level)})}
	if len(r.Missing) > 0 {
		facts := make([]string, len(r.Missing))
		for i, f := range r.Missing {
			facts[i] = w.slug("fact", f)
		}
		s.Figure = w.say("level.at_least", fields{"Level": w.slug("protection", r.Level)})
		s.Text = append(s.Text, w.say("level.undecided", fields{"Facts": strings.Join(facts, ", ")}))
	}
	for _, reason := range r.Reasons {
		fact := reason.Fact
		if fact == "" {
			fact = "rated"
		}
		s.List = append(s.List, w.localizeOr("level_reason."+fact, fact, fields{
			"Level": reason.Level, "Figure": w.figure(reason.Figure), "Bound": w.integer(reason.Bound), "Citation": w.citation(reason.Rule.Article, reason.Rule.Citation),
		}))
	}
	return s
}

func (w *words) levelDocument(r *reports.LevelReport, made *reports.Provenance) *document {
	s := w.levelSection(r)
	return &document{
		frame:    frame{Lang: w.lang, Kind: w.say("level.title", nil), Title: cmp.Or(r.Event, s.Figure), Program: strings.TrimSpace(made.Program + " " + made.Version)},
		Sections: []section{s, {ID: "provenance", Title: w.say("norms.again", nil), Facts: w.reproduction(made)}},
	}
}

// figure writes an average of ratings beside its bounds, or an amount of money.
func (w *words) figure(x float64) string {
	if x == float64(int(x)) {
		return w.integer(int(x))
	}
	return w.decimal(averageBeside(x), 1)
}
