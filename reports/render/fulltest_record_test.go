package render

import (
	"strings"
	"testing"
	"time"

	"fairplay/reports"
	"fairplay/reports/tournament"
)

// recordedTest returns a full test of a player of whom the watch list and the arbiters' log speak.
func recordedTest() *reports.FullTest {
	r := singledOutTest()
	begin := time.Date(2026, 3, 14, 13, 0, 0, 0, time.UTC)
	entry := func(minutes int, reason string) tournament.ListedWatch {
		return tournament.ListedWatch{At: begin.Add(time.Duration(minutes) * time.Minute), WatchEntry: tournament.WatchEntry{
			Player: tournament.NamedPlayer{FideID: r.Player.FideID}, Reason: reason, Evidence: []tournament.EvidenceKind{tournament.ByEarlier, tournament.ByObservation},
			Begin: &tournament.Beginning{At: begin, Basis: tournament.BySchedule},
		}}
	}
	note := tournament.ListedNote{At: begin.Add(time.Hour), Digest: digits("d1"), LogNote: tournament.LogNote{
		Player: tournament.NamedPlayer{FideID: r.Player.FideID}, Round: 1, What: tournament.NotedAbsence, Left: 17, Back: 19,
		Tapped: begin.Add(58 * time.Minute), Ahead: -90}}
	r.Record = &tournament.EventRecord{
		Schedule: []tournament.RoundTimes{{Round: 1, Start: begin, End: begin.Add(6 * time.Hour)}},
		Received: []tournament.RoundReceived{{Round: 1, At: begin.Add(7 * time.Hour)}},
		Watch:    []tournament.ListedWatch{entry(-60, "named in a report of February"), entry(1, "=HYPERLINK(1)")},
		Log:      []tournament.ListedNote{note},
	}
	r.Subset.Notes, r.Subset.MovesAfter = []tournament.ListedNote{note}, tournament.MovesAfter
	r.Provenance.State("at", "2026-03-14T19:00:00Z")
	return r
}

// A report names the entries on which it rests: of the watch list with reason, moment and what
// they count for, of the log by digest.
func TestWhatIsOnRecordIsShown(t *testing.T) {
	t.Parallel()
	for lang, says := range map[string][]string{
		"en": {"named in a report of February (statistics of an earlier event, observational evidence of unlawful help); written 2026-03-14 12:00:00 UTC: before round 1 (2026-03-14 13:00:00 UTC), so that it counts",
			"after round 1 had begun (2026-03-14 13:00:00 UTC), so that it lowers no threshold", "the event is over",
			"On record besides the figures: observational evidence of unlawful help.", "The moves are the 3 that follow", "Round 1: left at move 17, back at move 19; noted 2026-03-14 14:00:00 UTC, entry " + digits("d1"),
			"tapped at 2026-03-14 13:58:00 UTC by the clock of his device, -90 s against"},
		"ru": {"до 1-го тура (2026-03-14 13:00:00 UTC), поэтому учитывается", "порога не снижает", "турнир окончен", "Кроме чисел известно: доказательства недозволенной помощи из наблюдения", "вернулся на ходу 19"},
		"uk": {"до 1-го туру (2026-03-14 13:00:00 UTC), тому враховується", "порогу не знижує", "турнір закінчено", "Крім чисел відомо: докази недозволеної допомоги зі спостереження", "повернувся на ході 19"},
	} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(tested(t, format, recordedTest(), Options{Lang: lang, Width: 400})), " ")
			for _, want := range says {
				if !strings.Contains(text, want) {
					t.Errorf("%s in %s lacks %q", format, lang, want)
				}
			}
		}
	}
	csv := tested(t, "csv", recordedTest(), Options{})
	for _, want := range []string{"watch,before_event,named in a report of February", "watch,after_begin,'=HYPERLINK(1)", "note," + digits("d1"), "received=2026-03-14T14:00:00Z tapped=2026-03-14T13:58:00Z ahead=-90"} {
		if !strings.Contains(csv, want) {
			t.Errorf("csv lacks %q", want)
		}
	}
}

// A report whose facts have changed says so in every format but JSON, with what is permitted now;
// those who may not see that learn what has changed.
func TestAnOutdatedTestSaysWhatHoldsNow(t *testing.T) {
	t.Parallel()
	now := &reports.StageActions{Actions: []reports.Permitted{{Action: "no_action", Note: "below_line", Article: "R-V-1", Citation: "Regan's notes, V.1"}}}
	o := &reports.Outdated{Made: time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC), Changed: []reports.ChangedFact{reports.PlayersChanged, reports.StageChanged}, Stage: "after", Now: now}
	for lang, says := range map[string][2]string{
		"en": {"Facts have changed since this test was made (2026-03-14 12:00:00 UTC): the number of players, the stage of the event.", "after the event: No measure (after the event, without other evidence"},
		"ru": {"изменились сведения: число игроков, идёт ли ещё турнир", "после турнира: Никаких мер"},
		"uk": {"змінилися відомості: число гравців, чи турнір ще триває", "після турніру: Жодних заходів"},
	} {
		for _, format := range []string{"table", "html"} {
			text := strings.Join(strings.Fields(tested(t, format, fullTestFixture(), Options{Lang: lang, Width: 400, Outdated: o})), " ")
			if strings.Count(text, says[0]) != 2 || strings.Count(text, says[1]) != 2 {
				t.Errorf("%s in %s lacks %q", format, lang, says)
			}
		}
	}
	csv := tested(t, "csv", fullTestFixture(), Options{Outdated: o})
	if !strings.Contains(csv, "\nchanged,stage,") || !strings.Contains(csv, "\nmeasure_now,no_action,") {
		t.Errorf("CSV: %s", csv)
	}
	if got := tested(t, "json", fullTestFixture(), Options{Outdated: o}); got != tested(t, "json", fullTestFixture(), Options{}) {
		t.Error("the stored report has changed")
	}
	o.Now = nil
	if text := tested(t, "table", fullTestFixture(), Options{Width: 400, Outdated: o}); strings.Contains(text, "With the facts of now") || !strings.Contains(text, "Facts have changed") {
		t.Error("permissions are told to somebody who may not see them")
	}
}
