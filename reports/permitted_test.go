package reports

import (
	"slices"
	"testing"
	"time"

	"fairplay/reports/tournament"
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
	record := &EventRecord{Players: 10, Watch: []tournament.ListedWatch{
		{At: start.Add(-time.Hour), WatchEntry: tournament.WatchEntry{Player: tournament.NamedPlayer{Name: "Anna"}, Evidence: []tournament.EvidenceKind{tournament.ByEarlier}, Begin: begin}},
		{At: start.Add(time.Hour), WatchEntry: tournament.WatchEntry{Player: tournament.NamedPlayer{Name: "Boris"}, Evidence: []tournament.EvidenceKind{tournament.ByComplaint}, Begin: begin}},
	}}
	above := PlayerRow{Name: "Dora", Moves: 200, Hint: &MatchHint{Above: true}}
	s := &Screening{Players: []PlayerRow{above, {Name: "Anna", Moves: 200}}}
	tests := []MadeTest{
		madeTest("1", "Anna", FullKind, 2.5, 2), madeTest("2", "Anna", QuickKind, 4.4, 2),
		madeTest("3", "Boris", FullKind, 2.5, 3), madeTest("4", "Clara", FullKind, 4.2, 3), madeTest("5", "Emil", FullKind, 2.5, 2),
	}
	got := Permit(s, tests, record, true)
	if got.Stage != "after" || got.Players != 10 || len(got.Items) != 5 {
		t.Fatalf("%+v", got)
	}
	for name, want := range map[string][3][]string{ // during, after, evidence
		"Anna":  {{"unobtrusive", "orange_alert", "intrusive_warranted"}, {"no_action"}, nil},
		"Boris": {{"unobtrusive", "orange_alert"}, {"no_action"}, {"complaint"}},
		"Clara": {{"unobtrusive", "orange_alert", "intrusive_warranted", "private_enquiry"}, {"private_enquiry"}, nil},
		"Dora":  {{"unobtrusive", "orange_alert"}, {"unobtrusive"}, nil},
		"Emil":  {{"unobtrusive", "orange_alert"}, {"no_action"}, nil},
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
