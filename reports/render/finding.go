package render

import (
	"math"

	"fairplay/analysis/score"
	"fairplay/reports"
)

// Finding says who stands out in a screening, as a headline without a full stop, and what that means, in a sentence.
func (p Phrases) Finding(s *reports.Screening) (headline, lead string) {
	judged := fields{"Judged": p.integer(s.Standing.Judged)}
	if s.Standing.Judged == 0 {
		if lead = p.unfitted(&s.Provenance); lead == "" {
			lead = p.count("finding.too_few", s.Standing.Provisional, fields{"Enough": score.MinMoves})
		}
		return p.say("finding.unjudged", nil), lead
	}
	n := 0
	var first *reports.PlayerRow
	for i := range s.Players {
		if r := &s.Players[i]; r.StandsOut() {
			if n++; first == nil || r.ROI.Z > first.ROI.Z {
				first = r
			}
		}
	}
	if n == 0 {
		return p.say("finding.nobody", nil), p.atLine(s, judged)
	}
	judged["Name"], judged["ROI"] = printable(orAbsent(first.Name)), p.decimal(roiBeside(first.ROI.ROI), 1)
	judged["Chance"] = p.small(*first.ROI.Expected)
	if headline = p.count("finding.stand_out", n, judged); *first.ROI.Expected < least {
		return headline, p.say("finding.rare", judged)
	}
	judged["Events"] = p.integer(int(math.Round(1 / *first.ROI.Expected)))
	return headline, p.say("finding.first", judged)
}

// atLine compares the players at ROI 60 or above with what chance does.
func (w *words) atLine(s *reports.Screening, all fields) string {
	for i := range s.Lines {
		line, _, expected, _ := w.roiLine(&s.Lines[i])
		if all["ROI"], all["Expected"] = line, expected; s.Lines[i].ROI != 60 {
			continue
		}
		if s.Lines[i].Seen == 0 {
			return w.say("finding.none_at_line", all)
		}
		return w.count("finding.at_line", s.Lines[i].Seen, all)
	}
	return ""
}

// Chance says in a sentence how many of the judged players chance puts where a row stands, or why the row is not judged.
func (p Phrases) Chance(r *reports.PlayerRow, judged int) string {
	if r.Judged() && exists(r.ROI.Expected) {
		return p.say("finding.row", fields{"Chance": p.small(*r.ROI.Expected), "Judged": p.integer(judged)})
	}
	return p.say("finding.row_unjudged", fields{"Reason": p.slug("missing", string(r.Unjudged()))})
}
