package regulations

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func actions(ps []Permission) []Action {
	out := make([]Action, len(ps))
	for i, p := range ps {
		out[i] = p.Action
	}
	return out
}

// full is the evidence of a full test alone during an event of 100 players.
func full(z float64) Evidence {
	return Evidence{Mode: OverTheBoard, Players: 100, FullTest: true, Z: z, HighestZ: z}
}

func with(ev Evidence, change func(*Evidence)) Evidence {
	change(&ev)
	return ev
}

func TestGate(t *testing.T) {
	observed := func(e *Evidence) { e.Observational = true }
	after := func(e *Evidence) { e.Finished, e.SecondTest = true, true }
	approved := func(e *Evidence) { e.ApprovedMethod = true }
	tests := []struct {
		name string
		ev   Evidence
		want []Action
	}{
		{"nothing known", Evidence{}, []Action{NoAction}},
		{"unusual quick test", Evidence{QuickUnusual: true}, []Action{Unobtrusive, OrangeAlert}},
		{"the same after the event", Evidence{QuickUnusual: true, Finished: true}, []Action{Unobtrusive}},
		{"complaint without a test", Evidence{Complaint: true}, []Action{Unobtrusive}},
		{"full test not significant", with(full(1.99), func(e *Evidence) { e.QuickUnusual = true }), []Action{NoAction}},
		{"one test significant, Z not", with(full(1.5), func(e *Evidence) { e.HighestZ = 2.1 }), []Action{Unobtrusive, OrangeAlert}},
		{"significant", full(2.00), []Action{Unobtrusive, OrangeAlert}},
		{"singled out before", with(full(2.00), func(e *Evidence) { e.SingledOut = true }), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted}},
		{"complaint about moves", with(full(2.50), func(e *Evidence) { e.Complaint = true }), []Action{Unobtrusive, OrangeAlert}},
		{"below the warrant", full(2.99), []Action{Unobtrusive, OrangeAlert}},
		{"warrant", full(3.00), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted}},
		{"warrant in a large event", with(full(3.00), func(e *Evidence) { e.Players = 200 }), []Action{Unobtrusive, OrangeAlert}},
		{"observed, weak", with(full(2.49), observed), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted}},
		{"observed, 2.50", with(full(2.50), observed), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, SupportsExistingEvidence}},
		{"exactly 4.00", full(4.00), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted}},
		{"above 4.00", full(4.01), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, PrivateEnquiry}},
		{"exactly 4.50", with(full(4.50), after), []Action{Unobtrusive, PrivateEnquiry}},
		{"above 4.50 without second test", full(4.60), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, PrivateEnquiry}},
		{"above 4.50 after the event", with(full(4.60), after), []Action{Unobtrusive, PrivateEnquiry, PublicProcessCandidate}},
		{"approved, exactly 5.00", with(full(5.00), approved), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, PrivateEnquiry}},
		{"approved, above 5.00", with(full(5.01), approved), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, PrivateEnquiry, PresumptionThresholdExceeded}},
		{"approved, online above 4.25", with(with(full(4.26), approved), func(e *Evidence) { e.Mode = Online }), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, PrivateEnquiry, PresumptionThresholdExceeded}},
		{"approved, hybrid above 4.25", with(with(full(4.26), approved), func(e *Evidence) { e.Mode = Hybrid }), []Action{Unobtrusive, OrangeAlert, IntrusiveWarranted, PrivateEnquiry}},
	}
	e := Shipped().Edition(day("2025-04-12"))
	for _, tt := range tests {
		if got := actions(e.Gate(tt.ev)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestGateNamesTheHighestMarkPassed(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	for z, want := range map[float64]float64{4.51: 4.50, 4.75: 4.50, 4.76: 4.75, 5.01: 5.00} {
		ev := with(full(z), func(e *Evidence) { e.Finished, e.SecondTest = true, true })
		ps := e.Gate(ev)
		if last := ps[len(ps)-1]; last.Action != PublicProcessCandidate || last.Threshold != want {
			t.Errorf("z = %v: %+v, want threshold %v", z, last, want)
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
	z := rapid.Float64Range(-6, 8).Draw(t, "z")
	return Evidence{
		Mode:     rapid.SampledFrom([]Mode{OverTheBoard, Online, Hybrid}).Draw(t, "mode"),
		Players:  rapid.IntRange(0, 3000).Draw(t, "players"),
		Finished: flag("finished"), QuickUnusual: flag("quick"), FullTest: flag("full"),
		Z: z, HighestZ: z + rapid.Float64Range(0, 2).Draw(t, "spread"), SecondTest: flag("second"),
		SingledOut: flag("singled out"), Observational: flag("observed"),
		Complaint: flag("complaint"), ApprovedMethod: flag("approved"),
	}
}

func TestGateProperties(t *testing.T) {
	e := Shipped().Edition(day("2025-04-12"))
	order := Actions()
	rapid.Check(t, func(t *rapid.T) {
		ev := drawEvidence(t)
		ps := e.Gate(ev)
		got := actions(ps)
		for _, p := range ps {
			if p.Source.Article == "" || p.Source.Text == "" {
				t.Fatalf("%+v cites nothing", p)
			}
		}
		if !slices.IsSortedFunc(got, func(a, b Action) int { return slices.Index(order, a) - slices.Index(order, b) }) {
			t.Fatalf("not from the least to the gravest: %v", got)
		}
		if slices.Contains(got, NoAction) != (len(got) == 1 && got[0] == NoAction) || len(got) == 0 {
			t.Fatalf("no action beside others: %v", got)
		}
		if !ev.FullTest && slices.ContainsFunc(got, func(a Action) bool { return slices.Index(order, a) > 2 }) {
			t.Fatalf("without a full test: %v", got)
		}
		if !ev.ApprovedMethod && slices.Contains(got, PresumptionThresholdExceeded) {
			t.Fatalf("presumption without an approved method: %v", got)
		}
		// A higher z takes nothing away.
		ev.Z, ev.HighestZ = ev.Z+1, ev.HighestZ+1
		more := actions(e.Gate(ev))
		for _, a := range got {
			if a != NoAction && !slices.Contains(more, a) {
				t.Fatalf("z one higher loses %s: %v, then %v", a, got, more)
			}
		}
	})
}
