package render

import (
	"strings"
	"time"

	"fairplay/reports/tournament"
)

// instant writes a moment, to the second: in UTC, because readers sit in several time zones.
func instant(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05 UTC") }

// onRecord says what of the event and the player is on record, as far as figures or permissions
// rest on it: the stage, and each entry of the watch list with what it counts for.
func (t fullTest) onRecord() (facts []fact) {
	if t.Record == nil {
		return nil
	}
	at, err := time.Parse(time.RFC3339, t.Provenance.Option("at"))
	stage := t.say("record.playing", nil)
	switch {
	case err != nil:
		stage = t.say("record.open_end", nil)
	case t.Record.Finished(at):
		stage = t.say("record.over", nil)
	}
	facts = append(facts, fact{Label: t.say("record.stage", nil), Value: stage})
	for i := range t.Record.Watch {
		facts = append(facts, fact{Label: t.say("record.watch", nil), Value: t.watched(&t.Record.Watch[i])})
	}
	return facts
}

func (w *words) watched(e *tournament.ListedWatch) string {
	kinds := make([]string, len(e.Evidence))
	for i, kind := range e.Evidence {
		kinds[i] = w.slug("evidence_kind", string(kind))
	}
	begin := ""
	if e.Begin != nil && !e.Begin.At.IsZero() {
		begin = instant(e.Begin.At)
	}
	return w.say("record.entry", fields{
		"Reason": printable(e.Reason), "Kinds": strings.Join(kinds, ", "), "At": instant(e.At),
		"Standing": w.localizeOr("watch_standing."+string(e.Standing()), string(e.Standing()), fields{"Begin": begin}),
	})
}

// otherEvidence names the evidence on record besides the figures, "" if there is none.
func (t fullTest) otherEvidence() string {
	if t.Record == nil {
		return ""
	}
	var kinds []string
	physical, observational, complaint := t.Record.Evidence()
	for _, kind := range []struct {
		there bool
		name  tournament.EvidenceKind
	}{{physical, tournament.ByDevice}, {observational, tournament.ByObservation}, {complaint, tournament.ByComplaint}} {
		if kind.there {
			kinds = append(kinds, string(kind.name))
		}
	}
	return t.besidesFigures(kinds)
}

// besidesFigures names kinds of evidence, and says what no statistic is required for; "" for none.
func (w *words) besidesFigures(kinds []string) string {
	if len(kinds) == 0 {
		return ""
	}
	names, text := make([]string, len(kinds)), ""
	for i, kind := range kinds {
		names[i] = w.slug("evidence_kind", kind)
		if kind != string(tournament.ByComplaint) {
			text = " " + w.say("record.no_statistic", nil)
		}
	}
	return w.say("record.besides", fields{"Kinds": strings.Join(names, ", ")}) + text
}

// namedBy says which notes of the arbiters' log name the moves of a subset.
func (t fullTest) namedBy() (texts []string) {
	u := t.Subset
	if len(u.Notes) == 0 {
		return nil
	}
	texts = append(texts, t.say("record.subset", fields{"N": t.integer(u.MovesAfter)}))
	for _, n := range u.Notes {
		left := absent
		if n.Left > 0 {
			left = t.integer(n.Left)
		}
		text := t.say("record.note", fields{"Round": t.integer(n.Round), "Left": left, "Back": t.integer(n.Back),
			"At": instant(n.At), "Digest": orAbsent(n.Digest)})
		if !n.Tapped.IsZero() {
			text += " " + t.say("record.tapped", fields{"Tapped": instant(n.Tapped), "Ahead": t.signed(float64(n.Ahead), 0)})
		}
		texts = append(texts, text)
	}
	return texts
}
