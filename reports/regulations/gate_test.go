package regulations

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func actions(ps []Permission) []Measure {
	out := make([]Measure, len(ps))
	for i, p := range ps {
		out[i] = p.Action
	}
	return out
}

// full is the evidence of a full test alone, during an event of ten players. By chance alone,
// one in 74 such events has a player with z of at least 3.00.
func full(z float64) Evidence {
	return Evidence{Mode: OverTheBoard, Players: 10, Test: FullTest, Judged: true, Z: z, HighestZ: z, Boundary: 2}
}

func with(ev Evidence, changes ...func(*Evidence)) Evidence {
	for _, change := range changes {
		change(&ev)
	}
	return ev
}

func observed(e *Evidence) { e.Observational = true }
func device(e *Evidence)   { e.Physical = true }
func listed(e *Evidence)   { e.WatchList = true }
func about(e *Evidence)    { e.Complaint = true }
func after(e *Evidence)    { e.Stage = After }
func second(e *Evidence)   { e.SecondTest = true }
func approved(e *Evidence) { e.ApprovedMethod = true }
func quick(e *Evidence)    { e.Test = QuickTest }
func unjudged(e *Evidence) { e.Judged = false }

func among(n int) func(*Evidence)       { return func(e *Evidence) { e.Players = n } }
func under(b float64) func(*Evidence)   { return func(e *Evidence) { e.Boundary = b } }
func mode(m Mode) func(*Evidence)       { return func(e *Evidence) { e.Mode = m } }
func highest(z float64) func(*Evidence) { return func(e *Evidence) { e.HighestZ = z } }

// said formats a ruling as "action article threshold note, ...; held".
func said(r Ruling) string {
	var parts []string
	for _, p := range r.Permitted {
		text := string(p.Action) + " " + p.Source.Article
		if p.Threshold != 0 {
			text += fmt.Sprintf(" %.2f", p.Threshold)
		}
		if p.Note != "" {
			text += " (" + string(p.Note) + ")"
		}
		parts = append(parts, text)
	}
	if r.Held != "" {
		parts = append(parts, "held: "+string(r.Held))
	}
	return strings.Join(parts, ", ")
}

// Every row of the gate on both sides of its boundary.
func TestGate(t *testing.T) {
	const (
		hints    = "unobtrusive R-IV-8 2.00, orange_alert R-IV-4 2.00"
		search   = hints + ", intrusive_warranted R-IV-2 3.00"
		quickly  = "unobtrusive R-IV-4, orange_alert R-IV-4"
		onSeen   = "unobtrusive R-IV-0, intrusive_warranted R-IV-0"
		onDevice = "unobtrusive R-IV-0, intrusive_warranted " + laws
		enquire  = "private_enquiry R-V-2 4.00"
	)
	tests := []struct {
		name string
		ev   Evidence
		want string
	}{
		{"nothing known", Evidence{}, "no_action R-I-1 (nothing_unusual)"},
		{"nothing known after the event", with(Evidence{}, after), "no_action R-I-1 (nothing_unusual)"},
		{"match-rate line passed", Evidence{QuickUnusual: true}, quickly},
		{"the same after the event", Evidence{QuickUnusual: true, Stage: After}, "unobtrusive R-IV-4 (full_test_only)"},
		{"complaint without a test", Evidence{Complaint: true}, "unobtrusive R-VII-2 (full_test_only)"},
		{"not judged", with(full(9), unjudged), "no_action R-IV-1 (not_judged)"},
		{"not judged, after the event", with(full(9), unjudged, after), "no_action R-IV-1 (not_judged)"},

		{"quick, not significant", with(full(1.99), quick), "no_action R-II-4 (not_significant)"},
		{"quick, significant", with(full(2), quick), quickly},
		{"quick, below the warrant", with(full(2.99), quick), quickly},
		{"quick, at the warrant", with(full(3), quick), quickly + ", held: quick_evaluations"},
		{"quick, however high", with(full(9), quick, approved, listed, second), quickly + ", held: quick_evaluations"},
		{"quick, after the event", with(full(9), quick, after, second), "unobtrusive R-IV-4 (full_test_only), held: quick_evaluations"},
		{"quick, not judged", with(full(9), quick, unjudged), "no_action R-IV-1 (not_judged)"},

		{"full, not significant", with(full(1.99), func(e *Evidence) { e.QuickUnusual = true }), "no_action R-II-4 (not_significant)"},
		{"one test significant, Z not", with(full(1.5), highest(2)), hints},
		{"significant", full(2), hints},
		{"singled out, below", with(full(1.99), listed), "no_action R-II-4 (not_significant)"},
		{"singled out, at 2.00", with(full(2), listed, among(0)), hints + ", intrusive_warranted R-IV-3 2.00"},
		{"complaint about moves", with(full(2.5), about), hints},
		{"complaint, all below", with(full(1.99), about), "no_action R-VII-5 (all_below_significant)"},
		{"below the warrant", full(2.99), hints},
		{"warrant", full(3), search},
		{"exactly 4.00", full(4), search},
		{"above 4.00", full(4.01), search + ", " + enquire},
		{"150 players, below", with(full(2.99), among(150)), hints},
		{"151 players, below", with(full(3.29), among(151)), hints},
		{"150 players, at 3.40", with(full(3.41), among(150)), search},
		{"151 players, at 3.41", with(full(3.42), among(151)), hints + ", intrusive_warranted R-IV-7 3.30"},
		{"400 players", with(full(3.67), among(400)), hints + ", intrusive_warranted R-IV-7 3.30"},
		{"401 players", with(full(3.67), among(401)), hints + ", intrusive_warranted R-IV-7 3.30"},
		{"1000 players, below", with(full(3.53), among(1000)), hints},
		{"1000 players", with(full(3.9), among(1000)), hints + ", intrusive_warranted R-IV-7 3.54"},

		{"players not stated", with(full(9), among(0)), hints + ", held: players_unknown"},
		{"players not stated, nothing to hold", with(full(2.99), among(0)), hints},
		{"boundary not known", with(full(3.5), under(0)), hints + ", held: boundary_unknown"},
		{"below the boundary", with(full(3.79), under(3.8)), hints + ", held: below_boundary"},
		{"at the boundary", with(full(3.8), under(3.8)), search},
		{"150 players, at 3.00", with(full(3), among(150)), hints + ", held: adjusted_p"},
		{"151 players, at 3.30", with(full(3.3), among(151)), hints + ", held: adjusted_p"},
		{"400 players, at 3.30", with(full(3.3), among(400)), hints + ", held: adjusted_p"},
		{"400 players, below", with(full(3.29), among(400)), hints},
		{"401 players, below", with(full(3.29), among(401)), hints},
		{"1000 players, at 3.54", with(full(3.541), among(1000)), hints + ", held: adjusted_p"},
		{"singled out among 1000, at 2.00", with(full(2), listed, among(1000)), hints + ", intrusive_warranted R-IV-3 2.00"},
		{"singled out, seen, 2.00", with(full(2), listed, observed), hints + ", intrusive_warranted R-IV-0"},
		{"after, singled out, above 4.00", with(full(4.01), after, listed, among(0)), enquire},
		{"too likely among 150", with(full(3.3), among(150)), hints + ", held: adjusted_p"},
		{"singled out, below the boundary", with(full(2.5), listed, under(2.6)), hints + ", held: below_boundary"},

		{"seen, no test", with(Evidence{}, observed), onSeen},
		{"device, no test", with(Evidence{}, device), onDevice},
		{"device, z below 2.00", with(full(-1), device), onDevice},
		{"device and seen, z below 2.00", with(full(-1), device, observed), onDevice},
		{"device, not judged", with(full(9), device, unjudged), onDevice},
		{"seen, all below 2.00", with(full(1.99), observed), "unobtrusive R-IV-0, intrusive_warranted R-IV-0 (all_below_significant)"},
		{"seen, 2.99", with(full(2.99), observed), hints + ", intrusive_warranted R-IV-0"},
		{"seen, 3.00", with(full(3), observed), hints + ", intrusive_warranted R-IV-0, supports_existing_evidence R-I-2, R-IV-8 3.00"},
		{"seen, approved, 2.49", with(full(2.49), observed, approved), hints + ", intrusive_warranted R-IV-0"},
		{"seen, approved, 2.50", with(full(2.5), observed, approved), hints + ", intrusive_warranted R-IV-0, supports_existing_evidence AC-I-6c 2.50"},
		{"seen, quick, 9", with(full(9), observed, quick), "unobtrusive R-IV-4, orange_alert R-IV-4, intrusive_warranted R-IV-0, held: quick_evaluations"},
		{"seen, players not stated", with(full(3), device, among(0)), hints + ", intrusive_warranted " + laws + ", supports_existing_evidence R-I-2, R-IV-8 3.00"},

		{"after, not significant", with(full(1.99), after), "no_action R-V-1 (below_line)"},
		{"after, 3.99", with(full(3.99), after), "no_action R-V-1 (below_line)"},
		{"after, singled out, 3.99", with(full(3.99), after, listed), "no_action R-V-1 (below_line)"},
		{"after, exactly 4.00", with(full(4), after), "no_action R-V (exactly_at_line)"},
		{"after, above 4.00", with(full(4.01), after), enquire},
		{"after, above 4.00, players not stated", with(full(4.01), after, among(0)), "no_action R-V (held_back), held: players_unknown"},
		{"after, above 4.00, below the boundary", with(full(4.01), after, under(4.2)), "no_action R-V (held_back), held: below_boundary"},
		{"after, exactly 4.50", with(full(4.5), after, second), enquire},
		{"after, above 4.50", with(full(4.51), after, second), enquire + ", public_process_candidate R-V-3 4.50"},
		{"after, exactly 4.75", with(full(4.75), after, second), enquire + ", public_process_candidate R-V-3 4.50"},
		{"after, above 4.75", with(full(4.76), after, second), enquire + ", public_process_candidate R-V-3 4.75"},
		{"after, exactly 5.00", with(full(5), after, second), enquire + ", public_process_candidate R-V-3 4.75"},
		{"after, above 5.00", with(full(5.01), after, second), enquire + ", public_process_candidate R-V-3 5.00"},
		{"after, above 4.50, no second test", with(full(4.6), after), enquire},
		{"during, above 4.50", with(full(4.6), second), search + ", " + enquire},
		{"after, seen, no test", with(Evidence{}, observed, after), "unobtrusive R-VII-2 (full_test_only), private_enquiry AC-B-10"},
		{"after, device, 1.99", with(full(1.99), device, after), "private_enquiry AC-B-10"},
		{"after, seen, 1.99", with(full(1.99), observed, after), "private_enquiry AC-B-10 (all_below_significant)"},
		{"after, seen, 3.00", with(full(3), observed, after), "supports_existing_evidence R-I-2, R-IV-8 3.00, private_enquiry AC-B-10"},

		{"approved, exactly 5.00", with(full(5), approved), search + ", " + enquire},
		{"approved, above 5.00", with(full(5.01), approved), search + ", " + enquire + ", presumption_threshold_exceeded AC-I-6b 5.00"},
		{"approved, online, exactly 4.25", with(full(4.25), approved, mode(Online)), search + ", " + enquire},
		{"approved, online, above 4.25", with(full(4.26), approved, mode(Online)), search + ", " + enquire + ", presumption_threshold_exceeded AC-I-6a 4.25"},
		{"approved, hybrid, above 4.25", with(full(4.26), approved, mode(Hybrid)), search + ", " + enquire},
		{"not approved, above 5.00", full(9), search + ", " + enquire},
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range tests {
		if got := said(e.Gate(tt.ev)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// With odds of 5 to 1 for each of 150 players, z = 3.00 is enough; with the adjusted p of at
// most 0.05 that pages call usual, it is not.
func TestAdjustedP(t *testing.T) {
	for _, tt := range []struct {
		z       float64
		players int
		want    float64
	}{{3, 150, 0.20248}, {3.42, 96, 0.030058}, {0, 5, 1}, {3, 1, 0.0013499}} {
		if got := AdjustedP(tt.z, tt.players); math.Abs(got/tt.want-1) > 1e-4 {
			t.Errorf("z %v among %d: %v, want %v", tt.z, tt.players, got, tt.want)
		}
	}
}

func TestActionsNeverDisqualify(t *testing.T) {
	for _, a := range Actions() {
		if strings.Contains(string(a), "disqualif") || strings.Contains(string(a), "cheat") {
			t.Errorf("action %q", a)
		}
	}
}

func drawEvidence(t *rapid.T) Evidence {
	flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
	lines := rapid.SampledFrom([]float64{1.99, 2, 2.5, 3, 3.3, 4, 4.25, 4.5, 4.75, 5})
	z := rapid.OneOf(lines, rapid.Float64Range(-6, 8)).Draw(t, "z")
	return Evidence{
		Mode:    rapid.SampledFrom([]Mode{OverTheBoard, Online, Hybrid}).Draw(t, "mode"),
		Stage:   rapid.SampledFrom([]Stage{"", During, After}).Draw(t, "stage"),
		Players: rapid.IntRange(0, 3000).Draw(t, "players"), QuickUnusual: flag("unusual"),
		Test:   rapid.SampledFrom([]TestKind{NoTest, QuickTest, FullTest}).Draw(t, "test"),
		Judged: flag("judged"), Boundary: rapid.SampledFrom([]float64{0, 2.1, 3.05, 6}).Draw(t, "boundary"),
		Z: z, HighestZ: z + rapid.Float64Range(0, 2).Draw(t, "spread"), SecondTest: flag("second"),
		WatchList: flag("watch list"), Observational: flag("observed"), Physical: flag("physical"),
		Complaint: flag("complaint"), ApprovedMethod: flag("approved"),
	}
}

func grave(a Measure) bool { return slices.Index(Actions(), a) > slices.Index(Actions(), OrangeAlert) }

func TestGateProperties(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	order := Actions()
	rapid.Check(t, func(t *rapid.T) {
		ev := drawEvidence(t)
		ruling := e.Gate(ev)
		got := actions(ruling.Permitted)
		for _, p := range ruling.Permitted {
			if p.Source.Article == "" || p.Source.Text == "" || p.Source.Citation == "" {
				t.Fatalf("%+v cites nothing", p)
			}
			if p.Action == NoAction && p.Note == "" {
				t.Fatalf("no action without a reason: %+v", p)
			}
		}
		if !slices.IsSortedFunc(got, func(a, b Measure) int { return slices.Index(order, a) - slices.Index(order, b) }) {
			t.Fatalf("not from the least to the gravest: %v", got)
		}
		if slices.Contains(got, NoAction) != (len(got) == 1 && got[0] == NoAction) || len(got) == 0 {
			t.Fatalf("no action beside others: %v", got)
		}
		byZ := ev.Test == FullTest && ev.Judged && ev.Boundary > 0 && ev.Z >= ev.Boundary
		if !ev.other() && slices.ContainsFunc(got, grave) && !(byZ && (ev.WatchList || AdjustedP(ev.Z, ev.Players) <= Unusual && ev.Players > 0)) {
			t.Fatalf("%v from a z that another part of the page calls usual", got)
		}
		if !ev.ApprovedMethod && slices.Contains(got, PresumptionThresholdExceeded) {
			t.Fatalf("presumption without an approved method: %v", got)
		}
	})
}

// loses returns an action of one list that the other lacks.
func loses(before, then []Permission) Measure {
	for _, a := range actions(before) {
		if a != NoAction && !slices.Contains(actions(then), a) {
			return a
		}
	}
	return ""
}

// Neither a higher z nor more evidence takes anything away.
func TestGateIsMonotone(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	rapid.Check(t, func(t *rapid.T) {
		ev := drawEvidence(t)
		before := e.Gate(ev).Permitted
		rise := rapid.Float64Range(0, 3).Draw(t, "rise")
		higher := with(ev, func(e *Evidence) { e.Z, e.HighestZ = e.Z+rise, e.HighestZ+rise })
		if lost := loses(before, e.Gate(higher).Permitted); lost != "" {
			t.Fatalf("%+v: z higher by %v loses %s", ev, rise, lost)
		}
		for name, more := range map[string]func(*Evidence){
			"device": device, "observation": observed, "watch list": listed, "complaint": about, "second test": second,
		} {
			if lost := loses(before, e.Gate(with(ev, more)).Permitted); lost != "" {
				t.Fatalf("%+v: %s loses %s", ev, name, lost)
			}
		}
	})
}

// Our limit on the adjusted p only holds back: a search also needs the printed threshold for
// that number of players.
func TestOurLimitIsOnlyStricter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, z := rapid.IntRange(1, 5000).Draw(t, "players"), rapid.Float64Range(1.5, 6).Draw(t, "z")
		e := Shipped().Edition(time.Time{})
		r := e.Gate(with(full(z), among(n), under(.1)))
		printed, ours := z >= e.ZThreshold(n).Z, AdjustedP(z, n) <= Unusual
		if got := slices.Contains(actions(r.Permitted), IntrusiveWarranted); got != (printed && ours) {
			t.Fatalf("%v; printed %v, ours %v", actions(r.Permitted), printed, ours)
		}
		if (r.Held == AmongPlayers) != (!ours && (printed || z > 4)) {
			t.Fatalf("held %q; printed %v, ours %v", r.Held, printed, ours)
		}
	})
}
