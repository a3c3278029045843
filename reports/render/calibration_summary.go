package render

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fairplay/analysis/calibration"
)

// summaryLines are the lines of the combined Z that the summary counts at.
func summaryLines() []float64 { return []float64{2, 2.5} }

// summary says in one paragraph, for people who read no more, on how many honest
// performances the calibration was tried, how their combined Z lies, and which
// demands are not met or still open.
func (m fitted) summary() string {
	n := &m.Report.Independence
	parts := []string{m.say("summary.basis", fields{"N": m.integer(n.Whole), "Games": m.integer(n.Games), "Events": m.integer(n.Events)})}
	z := m.ofSample(calibration.WholePerformances)
	if i := slices.IndexFunc(z, func(r *calibration.ZRow) bool { return r.Test == "combined" }); i >= 0 {
		r := z[i]
		parts = append(parts, m.say("summary.z", fields{"Mean": m.bounded(r.Mean, m.signs(2)), "SD": m.bounded(r.SD, m.decimals(2))}))
		for _, t := range r.Tail {
			if slices.Contains(summaryLines(), t.Line) {
				parts = append(parts, m.say("summary.tail", fields{"Line": m.decimal(t.Line, 1), "Hits": m.integer(t.Hits),
					"Expected": m.small(t.Nominal * float64(r.N))}))
			}
		}
	} else {
		parts = append(parts, m.say("summary.no_z", nil))
	}
	return strings.Join(append(parts, m.answered()...), " ")
}

// bounded writes a figure with its interval, where it has one.
func (w *words) bounded(f calibration.Figure, write func(float64) string) string {
	if interval := w.interval(f, write); interval != absent {
		return w.say("figure.bounded", fields{"Figure": write(f.Value), "Interval": interval})
	}
	return write(f.Value)
}

// answered says how many demands are met, and names the others.
func (m fitted) answered() (said []string) {
	all := m.Report.Acceptance
	if len(all) == 0 {
		return []string{m.say("summary.no_demands", nil)}
	}
	met := 0
	for i := range all {
		if all[i].Answer == calibration.Met {
			met++
		}
	}
	said = append(said, m.say("summary.met", fields{"Met": m.integer(met), "All": m.integer(len(all))}))
	if names := m.demandsOf(calibration.NotMet); names != "" {
		said = append(said, m.say("summary.not_met", fields{"Demands": names}))
	}
	if names := m.demandsOf(calibration.Undecided); names != "" {
		return append(said, m.say("summary.open", fields{"Demands": names}))
	}
	return append(said, m.say("summary.none_open", nil))
}

// demandsOf names the demands with that answer, those of one kind together: "mean
// of z (MM, LR); ...". "" for none.
func (m fitted) demandsOf(answer calibration.Finding) string {
	var kinds []string
	tests := map[string][]string{}
	for i := range m.Report.Acceptance {
		v := &m.Report.Acceptance[i]
		if v.Answer != answer {
			continue
		}
		if !slices.Contains(kinds, v.Demand) {
			kinds = append(kinds, v.Demand)
		}
		if name := m.slug("test", v.Test); v.Test != "" && !slices.Contains(tests[v.Demand], name) {
			tests[v.Demand] = append(tests[v.Demand], name)
		}
	}
	for i, kind := range kinds {
		kinds[i] = uncapitalised(m.slug("demand", kind))
		if names := tests[kind]; len(names) > 0 {
			kinds[i] += " (" + strings.Join(names, ", ") + ")"
		}
	}
	return strings.Join(kinds, "; ")
}

// uncapitalised writes words as they appear within a sentence.
func uncapitalised(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}
