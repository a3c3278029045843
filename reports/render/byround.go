package render

import (
	"io"
	"strconv"
	"strings"

	"fairplay/reports"
)

// ByRound writes the ROI of every player round by round, in one of Formats. CSV and JSON are the
// same in every language. An unknown format or language is fault.Invalid, and nothing is written;
// any other error is the writer's.
func ByRound(w io.Writer, format string, r *reports.ByRound, o Options) error {
	return publication[reports.ByRound]{
		formats: Formats(), report: r, csv: byRoundCSV,
		document: func(words *words, r *reports.ByRound) *document { return byRound{figures{words: words}, r}.document() },
	}.write(w, format, o)
}

// byRound says the parts of the report in one language.
type byRound struct {
	figures
	*reports.ByRound
}

func (b byRound) document() *document {
	again := section{ID: "provenance", Title: b.say("norms.again", nil), Notes: []string{b.say("by_round.again", nil)}}
	for _, f := range b.reproduction(&b.Provenance) {
		if f.Label != b.say("reproduction.check", nil) { // what can be checked is the screening
			again.Facts = append(again.Facts, f)
		}
	}
	return &document{
		frame: frame{Lang: b.lang, Kind: b.say("by_round.title", nil), Title: b.eventName(b.Event),
			Program: strings.TrimSpace(b.Provenance.Program + " " + b.Provenance.Version), Date: dayOf(b.Event)},
		Facts:    b.eventFacts(b.Event),
		Notes:    []string{b.say("by_round.hint", nil), b.standing(b.Provenance.RecipeFingerprint)},
		Sections: []section{b.players(), again},
	}
}

// players is a row for each round of each player.
func (b byRound) players() section {
	t := &table{Tight: true, Columns: []column{
		{Head: b.say("by_round.round", nil)}, {Head: b.say("by_round.moves", nil), Drop: 2}, {Head: b.say("by_round.roi", nil), Drop: 1},
		{Head: b.say("by_round.moves_until", nil)}, {Head: b.say("by_round.roi_until", nil)}, {Head: b.say("by_round.change", nil)},
	}}
	missing := b.gaps()
	for i := range b.Players {
		p := &b.Players[i]
		head := b.say("by_round.player", fields{"Name": orAbsent(printable(p.Name)), "FideID": orAbsent(p.FideID), "Rating": orAbsent(positive(p.Rating))})
		for k, r := range p.Rounds {
			where := printable(p.Name)
			missing.add(flat(b.say("by_round.roi", nil)), where, r.ROIMissing)
			missing.add(flat(b.say("by_round.roi_until", nil)), where, r.TotalMissing)
			if r.ChangeMissing != r.TotalMissing && k > 0 {
				missing.add(b.say("by_round.change", nil), where, r.ChangeMissing)
			}
			change := absent
			if r.Change != nil {
				change = b.signed(*r.Change, 1)
			}
			t.addFaint(!r.Judged, strconv.Itoa(r.Round), b.integer(r.Moves), b.index(r.ROI), b.integer(r.Until), b.index(r.Total), change)
			if k == 0 {
				t.Rows[len(t.Rows)-1].Head = head
			}
		}
	}
	return section{ID: "players", Title: b.say("by_round.players", nil), Tables: []*table{t}, Notes: missing.lines()}
}

// flat writes a heading in one line.
func flat(head string) string { return strings.ReplaceAll(head, "\n", " ") }

// index writes an ROI beside its lines.
func (b byRound) index(roi *float64) string {
	if roi == nil {
		return absent
	}
	return b.decimal(roiBeside(*roi), 1)
}

// byRoundCSV is the report for programs: a row for each player and round, and how to get the report again.
func byRoundCSV(b *reports.ByRound) *table {
	t := csvTable("record", "name", "fide_id", "rating", "round", "moves", "roi", "moves_until", "roi_until", "change", "judged",
		"roi_missing", "roi_until_missing", "change_missing", "item", "text")
	for i := range b.Players {
		p := &b.Players[i]
		for _, r := range p.Rounds {
			t.put(map[string]string{
				"record": "round", "name": p.Name, "fide_id": p.FideID, "rating": positive(p.Rating), "round": strconv.Itoa(r.Round),
				"moves": strconv.Itoa(r.Moves), "roi": roiCell(r.ROI), "moves_until": strconv.Itoa(r.Until), "roi_until": roiCell(r.Total),
				"change": number(r.Change, 1), "judged": strconv.FormatBool(r.Judged),
				"roi_missing": string(r.ROIMissing), "roi_until_missing": string(r.TotalMissing), "change_missing": string(r.ChangeMissing),
			})
		}
	}
	t.reproduction(&b.Provenance)
	return t
}
