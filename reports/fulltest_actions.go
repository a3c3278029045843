package reports

import (
	"cmp"
	"math"
	"sort"

	"fairplay/analysis/score"
	"fairplay/reports/regulations"
)

// mostPlayers is greater than the number of players of any event.
const mostPlayers = 1_000_000

// rule looks up what the regulations permit on the figures and the evidence on record. If the number
// of players is not stated and graver measures depend on it, it says what each range of numbers would
// permit. With physical or observational evidence the number does not matter. It judges the figures
// as JSON has them, as whoever reads the report later does. Of several events, which
// no record takes for one, nothing is named: the rules speak of the performance in one.
func (in *FullTestInput) rule(t *FullTest) error {
	if in.severalEvents() && in.Record == nil {
		t.Stage, t.Actions, t.Held, t.Ranges = "", []Permitted{}, string(regulations.SeveralEvents), []PlayerRange{}
		return nil
	}
	published, err := Published(&FullTest{Kind: t.Kind, Footing: t.Footing, Combined: t.Combined, Tests: t.Tests, Rounds: t.Rounds})
	if err != nil {
		return err
	}
	ev := published.evidence()
	ev.Mode, ev.Stage, ev.Players, ev.WatchList = cmp.Or(in.Mode, regulations.OverTheBoard), regulations.Stage(t.Stage), in.Players, in.SingledOut
	if in.Record != nil {
		ev.Physical, ev.Observational, ev.Complaint = in.Record.Evidence()
		ev.Unsettled = in.Record.Unsettled()
	}
	now := permit(in.Edition, ev)
	t.Actions, t.Held, t.Ranges = now.Actions, now.Held, []PlayerRange{}
	if now.Held == string(regulations.PlayersUnknown) {
		t.Ranges = in.ranges(t, ev)
	}
	return nil
}

// stage says whether the event is still being played.
func (in *FullTestInput) stage() string {
	if in.Finished {
		return string(regulations.After)
	}
	return string(regulations.During)
}

// line returns the Z at which a single look would have the error of all looks together: the
// threshold that the regulations set for this event.
func (in *FullTestInput) line() float64 {
	if in.SingledOut {
		return in.Edition.SingledOutThreshold().Z
	}
	return in.Edition.ZThreshold(in.Players).Z
}

// lastBoundary returns the value that Z had to reach at the last look for a line; 0 if unknown.
func (in *FullTestInput) lastBoundary(rows []RoundRow, line float64) float64 {
	if len(rows) == 0 || rows[len(rows)-1].Boundary == nil {
		return 0
	}
	if line == in.line() {
		return *rows[len(rows)-1].Boundary
	}
	again := make([]RoundRow, len(rows))
	for i, r := range rows {
		again[i] = RoundRow{Round: r.Round, Moves: r.Moves}
	}
	if err := in.bound(again, line); err != nil {
		return 0
	}
	return *again[len(again)-1].Boundary
}

// ranges says what the figures would permit in events of each size.
func (in *FullTestInput) ranges(t *FullTest, ev regulations.Evidence) []PlayerRange {
	boundaries := map[float64]float64{}
	ask := func(players int) regulations.Ruling {
		line := in.Edition.ZThreshold(players).Z
		if _, known := boundaries[line]; !known {
			boundaries[line] = in.lastBoundary(t.Rounds, line)
		}
		ev.Players, ev.Boundary = players, boundaries[line]
		return in.Edition.Gate(ev)
	}
	var rows []PlayerRange
	from := 1
	for _, to := range append(in.Edition.Sizes(), 0) {
		least := in.Edition.ZThreshold(from)
		r := PlayerRange{From: from, To: to, Threshold: least.Z, Article: least.Source.Article, Citation: least.Source.Citation, Graver: []Permitted{}}
		if r.UpTo = in.upTo(from, to, ev.Z, func(n int) bool { return graver(ask(n)) }); r.UpTo > 0 {
			r.Graver = actionsOf(gravePart(ask(r.UpTo)))
		}
		last := ask(from)
		if r.UpTo != to {
			last = ask(max(r.UpTo+1, from))
		}
		r.Actions, r.Held = actionsOf(lightPart(last)), string(last.Held)
		rows, from = append(rows, r), to+1
	}
	return rows
}

// upTo returns the largest number of players within a range for which graver measures are
// permitted, 0 if there is none. Each line needs a boundary of its own, which is slow to compute.
// Beyond the last size with its own threshold only two numbers are therefore tried: the one at
// which the adjusted p reaches its limit, and the last one to which the lowest line still applies.
func (in *FullTestInput) upTo(from, to int, z float64, permits func(players int) bool) int {
	most := min(mostPlayers, math.Floor(regulations.Unusual/score.Tail(z)))
	if to > 0 {
		most = min(most, float64(to))
	}
	line := in.Edition.ZThreshold(from).Z
	alike := from + sort.Search(mostPlayers, func(i int) bool { return in.Edition.ZThreshold(from+i).Z > line }) - 1
	for _, n := range []int{int(most), min(int(most), alike)} {
		if n >= from && permits(n) {
			return n
		}
	}
	return 0
}

func graver(r regulations.Ruling) bool { return len(gravePart(r)) > 0 }

// gravePart returns the permissions that go beyond measures which single nobody out.
func gravePart(r regulations.Ruling) (out []regulations.Permission) {
	for _, p := range r.Permitted {
		if !light(p.Action) {
			out = append(out, p)
		}
	}
	return out
}

func lightPart(r regulations.Ruling) (out []regulations.Permission) {
	for _, p := range r.Permitted {
		if light(p.Action) && p.Action != regulations.NoAction {
			out = append(out, p)
		}
	}
	return out
}

func light(a regulations.Measure) bool {
	return a == regulations.NoAction || a == regulations.Unobtrusive || a == regulations.OrangeAlert
}

func actionsOf(permitted []regulations.Permission) []Permitted {
	actions := []Permitted{}
	for _, p := range permitted {
		actions = append(actions, Permitted{
			Action: string(p.Action), Note: string(p.Note), Threshold: p.Threshold,
			Article: p.Source.Article, Citation: p.Source.Citation, Text: p.Source.Text,
		})
	}
	return actions
}
