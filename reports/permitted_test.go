package reports

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

func madeTest(id, name, kind string, z, line float64) MadeTest {
	return MadeTest{id, &FullTest{
		Kind: kind, Player: TestedPlayer{Name: name}, Footing: Firmness{Judged: true}, Combined: CombinedZ{Z: &z},
		Rounds: []RoundRow{{Round: "5", Boundary: &line}}, Boundary: &Boundary{Threshold: line},
	}}
}

func named(actions []Permitted) (names []string) {
	for _, a := range actions {
		names = append(names, a.Action)
	}
	return names
}

// What is permitted at each stage follows the last full test, the record as it is now, and the rows
// of the screening for those who have no test. A boundary for another line says nothing.
func TestPermit(t *testing.T) {
	start := time.Date(2026, 3, 14, 13, 0, 0, 0, time.UTC)
	begin := &tournament.Beginning{At: start, Basis: tournament.BySchedule}
	record := &tournament.EventRecord{Players: 10, Watch: []tournament.ListedWatch{
		{At: start.Add(-time.Hour), WatchEntry: tournament.WatchEntry{Player: tournament.NamedPlayer{Name: "Anna"}, Evidence: []tournament.EvidenceKind{tournament.ByEarlier}, Begin: begin}},
		{At: start.Add(time.Hour), WatchEntry: tournament.WatchEntry{Player: tournament.NamedPlayer{Name: "Boris"}, Evidence: []tournament.EvidenceKind{tournament.ByComplaint}, Begin: begin}},
	}}
	above := PlayerRow{Name: "Dora", Moves: 200, Hint: &MatchHint{Above: true}}
	low, beyond, few := above, above, above
	low.Name, low.ROIMissing = "Fedor", LowRating
	beyond.Name, beyond.ROI, beyond.Extrapolated = "Gina", &PlayerIndex{ROI: 61, Z: 2.2}, true
	few.Name, few.Moves, few.Insufficient = "Hanna", 20, true
	s := &Screening{Players: []PlayerRow{above, low, beyond, few, {Name: "Anna", Moves: 200}}}
	tests := []MadeTest{
		madeTest("1", "Anna", FullKind, 2.5, 2), madeTest("2", "Anna", QuickKind, 4.4, 2),
		madeTest("3", "Boris", FullKind, 2.5, 3), madeTest("4", "Clara", FullKind, 4.2, 3), madeTest("5", "Emil", FullKind, 2.5, 2),
	}
	got := Permit(s, tests, record, true)
	if got.Stage != "after" || got.Players != 10 || len(got.Items) != 8 {
		t.Fatalf("%+v", got)
	}
	for name, want := range map[string][3][]string{ // during, after, evidence
		"Anna":  {{"unobtrusive", "orange_alert", "intrusive_warranted"}, {"no_action"}, nil},
		"Boris": {{"unobtrusive", "orange_alert"}, {"no_action"}, {"complaint"}},
		"Clara": {{"unobtrusive", "orange_alert", "intrusive_warranted", "private_enquiry"}, {"private_enquiry"}, nil},
		"Dora":  {{"unobtrusive", "orange_alert"}, {"unobtrusive"}, nil},
		"Emil":  {{"unobtrusive", "orange_alert"}, {"no_action"}, nil},
		"Fedor": {{"no_action"}, {"no_action"}, nil}, // no calibration reaches so low, so that no hint does
		"Gina":  {{"no_action"}, {"no_action"}, nil},
		"Hanna": {{"no_action"}, {"no_action"}, nil},
	} {
		p := got.Items[slices.IndexFunc(got.Items, func(p PlayerActions) bool { return p.Name == name })]
		var evidence []string
		for _, kind := range p.Evidence {
			evidence = append(evidence, string(kind))
		}
		if !slices.Equal(named(p.During.Actions), want[0]) || !slices.Equal(named(p.After.Actions), want[1]) || !slices.Equal(evidence, want[2]) {
			t.Errorf("%s: %v, %v, %v", name, named(p.During.Actions), named(p.After.Actions), evidence)
		}
		if p.SingledOut != (name == "Anna") {
			t.Errorf("%s: singled out %v", name, p.SingledOut)
		}
	}
	if first := got.Items[0].Name; first != "Clara" {
		t.Errorf("%s stands first", first)
	}
	// Once the entry is withdrawn, a boundary that was made for 2.00 is none any more.
	record.Watch[0].Withdrawn = &tournament.Withdrawn{}
	tests[0].Combined.Z = new(3.2)
	got = Permit(s, tests, record, false)
	p := got.Items[slices.IndexFunc(got.Items, func(p PlayerActions) bool { return p.Name == "Anna" })]
	if p.During.Held != "boundary_unknown" || p.SingledOut || got.Stage != "during" {
		t.Errorf("withdrawn: %+v", p)
	}
}

// What a full test permits, a quick one of the same player, made later or earlier, does not exceed,
// and the report, the list and every stage agree.
func TestAQuickTestPermitsNoMoreThanTheFullOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := &tournament.EventRecord{Players: rapid.SampledFrom([]int{0, 10, 300}).Draw(t, "players")}
		z := rapid.Float64Range(-1, 6)
		full := madeTest("full", "Anna", FullKind, z.Draw(t, "full"), 3)
		quick := madeTest("quick", "Anna", QuickKind, z.Draw(t, "quick"), 3)
		tests := []MadeTest{full, quick}
		if rapid.Bool().Draw(t, "full last") {
			tests = []MadeTest{quick, full}
		}
		finished := rapid.Bool().Draw(t, "finished")
		row := &Screening{Players: []PlayerRow{{Name: "Anna", Moves: 200, Hint: &MatchHint{Above: true}}}}
		alone, all := Permit(nil, []MadeTest{full}, record, finished), Permit(row, tests, record, finished)
		if len(all.Items) != 1 || !all.Items[0].Now.Equal(alone.Items[0].Now) || all.Items[0].Report != "full" {
			t.Fatalf("%+v, alone %+v", all.Items, alone.Items)
		}
	})
}

// After the event nobody is searched, whatever was written into the watch list late; a player whom no
// game names yet is in the list if something is on record about him; and a missing fact is named.
func TestWhatIsPermittedNow(t *testing.T) {
	start := time.Date(2026, 3, 14, 13, 0, 0, 0, time.UTC)
	late := func(who tournament.NamedPlayer, kind tournament.EvidenceKind, basis tournament.BeginBasis) tournament.ListedWatch {
		return tournament.ListedWatch{At: start.Add(time.Hour), WatchEntry: tournament.WatchEntry{
			Player: who, Evidence: []tournament.EvidenceKind{kind}, Begin: &tournament.Beginning{At: start, Basis: basis}}}
	}
	record := &tournament.EventRecord{
		Players: 10, Closed: start.Add(200 * time.Hour),
		Roster: []roster.Entry{{Number: 7, Name: "Boris", FideID: "14100000", CalledAs: []roster.Called{{Name: "Borys"}}}},
		Watch: []tournament.ListedWatch{
			late(tournament.NamedPlayer{Name: "Anna"}, tournament.ByObservation, tournament.BySchedule),
			late(tournament.NamedPlayer{Number: 7}, tournament.ByDevice, tournament.BySchedule),
			late(tournament.NamedPlayer{Name: "Clara"}, tournament.ByEarlier, tournament.NotKnown),
			late(tournament.NamedPlayer{Name: "Dora"}, tournament.ByOther, tournament.BySchedule),
		},
	}
	tests := []MadeTest{madeTest("1", "Anna", FullKind, 1, 3), madeTest("2", "Borys", QuickKind, 1, 3), madeTest("3", "Clara", FullKind, 2.5, 3)}
	few := PlayerRow{Name: "Emil", Moves: 20, ROI: &PlayerIndex{}, Insufficient: true}
	for _, c := range []struct {
		stage string
		at    time.Time
		want  map[string][]string
	}{
		{stage: "after", at: record.Closed, want: map[string][]string{
			"Anna": {"private_enquiry"}, "Boris": {"unobtrusive", "private_enquiry"}, "Clara": {"no_action"}, "Dora": {"no_action"}, "Emil": {"no_action"}}},
		{stage: "during", at: start, want: map[string][]string{
			"Anna": {"unobtrusive", "intrusive_warranted"}, "Boris": {"unobtrusive", "intrusive_warranted"}, "Clara": {"unobtrusive", "orange_alert"}, "Dora": {"no_action"}, "Emil": {"no_action"}}},
	} {
		got := Permit(&Screening{Players: []PlayerRow{few}}, tests, record, record.Finished(c.at))
		if got.Stage != c.stage || !got.EndKnown || len(got.Items) != len(c.want) {
			t.Fatalf("%s: %+v", c.stage, got)
		}
		for name, want := range c.want {
			p := got.Of(name, map[string]string{"Boris": "14100000"}[name])
			if p == nil || !slices.Equal(named(p.Now.Actions), want) {
				t.Errorf("%s, %s: %+v, want %v", c.stage, name, p, want)
			}
		}
		if p := got.Of("Clara", ""); c.stage == "during" && p.Now.Held != "begin_unknown" {
			t.Errorf("nobody had stated when the event begins: %+v", p.Now)
		}
		if got.Of("Dora", "").Missing != NotScreened || got.Of("Emil", "").Missing != FewMoves || got.Of("Dora", "").Basis != "none" {
			t.Errorf("missing: %+v, %+v", got.Of("Dora", ""), got.Of("Emil", ""))
		}
	}
	record.Closed = time.Time{}
	if got := Permit(nil, nil, record, record.Finished(start.Add(9000*time.Hour))); got.EndKnown || got.Stage != "during" {
		t.Errorf("nobody has stated the end: %+v", got)
	}
}
