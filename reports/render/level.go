package render

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// Level writes which protection an event needs, in one of Formats. CSV and JSON are the same in every
// language. made says how to get the report again; nil if that is not to be said. An unknown format
// or language is fault.Invalid, and nothing is written; any other error is the writer's.
func Level(w io.Writer, format string, r *reports.LevelReport, made *reports.Provenance, o Options) error {
	return publication[reports.LevelReport]{
		formats: Formats(), report: r, made: made, csv: levelCSV,
		document: func(words *words, r *reports.LevelReport) *document { return words.levelDocument(r, made) },
	}.write(w, format, o)
}

// levelCSV is the report for programs: a row for each reason, and one for each fact that may raise the
// level.
func levelCSV(r *reports.LevelReport) *table {
	t := csvTable("record", "level", "fact", "figure", "bound", "citation")
	for _, reason := range r.Reasons {
		figure := ""
		if reason.Figure != 0 {
			figure = strconv.FormatFloat(reason.Figure, 'f', -1, 64)
		}
		t.add("reason", reason.Level, reason.Fact, figure, positive(reason.Bound), reason.Rule.Citation)
	}
	for _, f := range r.Missing {
		t.add("missing", "", f, "", "", "")
	}
	return t
}

// levelOf names the level of an event, or the least that it can be.
func (w *words) levelOf(r *reports.LevelReport) string {
	level := fields{"Level": w.slug("protection", r.Level)}
	ifRated := slices.ContainsFunc(r.Reasons, func(reason reports.LevelReason) bool { return reason.Fact == string(tournament.FactRated) })
	switch {
	case len(r.Missing) > 0 && ifRated:
		return w.say("level.at_least_if_rated", level)
	case len(r.Missing) > 0:
		return w.say("level.at_least", level)
	case ifRated:
		return w.say("level.if_rated", level)
	}
	return w.say("level.is", level)
}

// levelSection says which level an event needs and why.
func (w *words) levelSection(r *reports.LevelReport) section {
	s := section{ID: "level", Title: w.say("level.why", nil), Figure: w.levelOf(r)}
	if len(r.Missing) > 0 {
		facts := make([]string, len(r.Missing))
		for i, f := range r.Missing {
			facts[i] = w.slug("fact", f)
		}
		s.Text = append(s.Text, w.say("level.undecided", fields{"Facts": strings.Join(facts, ", ")}))
	}
	for _, reason := range r.Reasons {
		fact := reason.Fact
		if fact == "" {
			fact = "any"
		}
		s.List = append(s.List, w.localizeOr("level_reason."+fact, fact, fields{
			"Level": reason.Level, "Figure": w.figure(reason.Figure), "Bound": w.integer(reason.Bound), "Citation": w.citation(reason.Rule.Article, reason.Rule.Citation),
		}))
	}
	return s
}

func (w *words) levelDocument(r *reports.LevelReport, made *reports.Provenance) *document {
	s := w.levelSection(r)
	d := &document{frame: frame{Lang: w.lang, Kind: w.say("level.title", nil), Title: cmp.Or(r.Event, s.Figure)}, Sections: []section{s}}
	if made != nil {
		d.Program = strings.TrimSpace(made.Program + " " + made.Version)
		d.Sections = append(d.Sections, section{ID: "provenance", Title: w.say("norms.again", nil), Facts: w.reproduction(made)})
	}
	return d
}

// figure writes an average of ratings beside its bounds, or an amount of money.
func (w *words) figure(x float64) string {
	if x == float64(int(x)) {
		return w.integer(int(x))
	}
	return w.decimal(averageBeside(x), 1)
}
