package fit

import (
	"math"
	"slices"

	"fairplay/analysis/calibration"
	"fairplay/analysis/exact"
)

// Grades say how well a tool tells helped performances of the benchmark from those that were played
// without help. Intervals are 95 %, from drawing events anew; where all or none are found, which no
// drawing changes, they are those of share with as many trials as there are events.
type Grades struct {
	Honest, Events int // performances without help, and all events
	// Lines are the statistics above which a performance counts as found, at each of AlarmRates, and
	// Alarms how many performances without help lie above them.
	Lines  []calibration.Figure
	Alarms []int
	Rows   []GradeRow // in the order of the kinds of help
	// P holds the share of performances without help whose P is at most the nominal one; nil if the
	// tool gives no P.
	P []calibration.Tail
	// Odds is the mean of the odds of performances without help, which should not exceed 1; nil if the
	// tool gives none.
	Odds *calibration.Figure
}

// GradeRow is what was found of one kind of help.
type GradeRow struct {
	Help                 string
	Share                float64
	Performances, Events int
	Found                []calibration.Figure // share, at each of AlarmRates
	ByP                  []calibration.Figure // share whose P is at most that rate; nil if the tool gives no P
}

// AlarmRates are the shares of performances without help that may lie above a line.
func AlarmRates() []float64 { return []float64{0.01, alarmRate} }

// pLevels are the values of P at which its calibration is shown.
func pLevels() []float64 { return []float64{0.5, 0.1, 0.05, 0.01, 0.001} }

// Grade compares what a tool says with the labels of the benchmark, in the same order. A tool that gives
// P or Odds of some performances only is treated as giving none.
func Grade(labels []Label, results []Result) Grades {
	events, helps := map[string]int{}, kindsOf(labels)
	event := make([]int, len(labels))
	var honest []Result
	hasP, hasOdds := true, true
	for i := range labels {
		event[i] = number(events, labels[i].Event)
		hasP = hasP && !math.IsNaN(results[i].P)
		hasOdds = hasOdds && !math.IsNaN(results[i].Odds)
		if labels[i].Help == Unhelped {
			honest = append(honest, results[i])
		}
	}
	figures := bootstrap(len(labels), func(i int) int { return event[i] }, func(items []int) []float64 {
		return gradesOf(labels, results, items, helps)
	})
	next := func(n int) (some []calibration.Figure) {
		some, figures = figures[:n], figures[n:]
		return some
	}
	rates, levels := len(AlarmRates()), pLevels()
	g := Grades{Honest: len(honest), Events: len(events), Lines: next(rates)}
	for _, line := range g.Lines {
		g.Alarms = append(g.Alarms, int(math.Round(shareOf(honest, above(line.Value))*float64(len(honest)))))
	}
	for _, h := range helps {
		row := GradeRow{Help: h.help, Share: h.share}
		row.Performances, row.Events = countOf(labels, h)
		row.Found = ends(next(rates), row.Performances, row.Events)
		if byP := next(rates); hasP {
			row.ByP = ends(byP, row.Performances, row.Events)
		}
		g.Rows = append(g.Rows, row)
	}
	_, independent := countOf(labels, kind{Unhelped, 0})
	for k, f := range ends(next(len(levels)), len(honest), independent) {
		if hasP {
			g.P = append(g.P, calibration.Tail{Line: levels[k], Nominal: levels[k], Hits: int(math.Round(f.Value * float64(len(honest)))), Share: f})
		}
	}
	if odds := next(1)[0]; hasOdds {
		g.Odds = &odds
	}
	return g
}

// gradesOf returns the figures of some performances: the lines; for each kind of help the share above each
// line, and the share whose P is at most each rate; of performances without help, the share whose P is at
// most each level, and the mean of the odds.
func gradesOf(labels []Label, results []Result, items []int, helps []kind) (values []float64) {
	of := map[kind][]Result{}
	for _, i := range items {
		k := kind{labels[i].Help, labels[i].Share}
		of[k] = append(of[k], results[i])
	}
	honest := of[kind{Unhelped, 0}]
	for _, rate := range AlarmRates() {
		values = append(values, tailLine(honest, rate))
	}
	lines := values
	for _, h := range helps {
		for k := range AlarmRates() {
			values = append(values, shareOf(of[h], above(lines[k])))
		}
		for _, rate := range AlarmRates() {
			values = append(values, shareOf(of[h], atMost(rate)))
		}
	}
	for _, level := range pLevels() {
		values = append(values, shareOf(honest, atMost(level)))
	}
	odds := 0.0
	for _, r := range honest {
		odds += r.Odds / float64(len(honest))
	}
	return append(values, odds)
}

func above(line float64) func(Result) bool { return func(r Result) bool { return r.Statistic > line } }

func atMost(p float64) func(Result) bool { return func(r Result) bool { return r.P <= p } }

// kind is one kind of help.
type kind struct {
	help  string
	share float64
}

// countOf counts the performances with a kind of help, and their events.
func countOf(labels []Label, h kind) (performances, events int) {
	seen := map[string]bool{}
	for i := range labels {
		if (kind{labels[i].Help, labels[i].Share}) == h {
			performances++
			seen[labels[i].Event] = true
		}
	}
	return performances, len(seen)
}

// ends gives shares of 0 or 1 among n intervals that are not empty.
func ends(shares []calibration.Figure, n, independent int) []calibration.Figure {
	for k, f := range shares {
		if f.Value == 0 || f.Value == 1 {
			shares[k] = share(int(f.Value)*n, n, float64(independent))
		}
	}
	return shares
}

// kindsOf lists the kinds of help that labels have, in the order of benchmarkHelp, and then others as
// they come.
func kindsOf(labels []Label) (all []kind) {
	there := map[kind]bool{{Unhelped, 0}: true}
	add := func(k kind) {
		if !there[k] {
			there[k] = true
			all = append(all, k)
		}
	}
	has := map[kind]bool{}
	for i := range labels {
		has[kind{labels[i].Help, labels[i].Share}] = true
	}
	for _, h := range benchmarkHelp() {
		if k := (kind{h.name, h.share}); has[k] {
			add(k)
		}
	}
	for i := range labels {
		add(kind{labels[i].Help, labels[i].Share})
	}
	return all
}

// shareOf returns the share of results that pass; NaN without results.
func shareOf(results []Result, passes func(Result) bool) float64 {
	n := 0.0
	for i := range results {
		n += indicator(passes(results[i]))
	}
	return n / float64(len(results))
}

// tailShare is the share of performances without help whose statistics make the tail.
const tailShare = 0.1

// tailLine returns the statistic that this share of performances without help exceeds. Beyond its highest
// tenth, k of n with u the highest statistic below them, the tail is taken as exponential:
//
//	line = u + (mean of the excesses over u) ln(k / (n rate))
//
// (Pickands, Annals of Statistics 3, 1975, p. 119, with shape 0). At one in a thousand that is too high by
// about a third of a standard deviation for normal statistics, and too low for such as have a heavier tail
// than the exponential one. NaN for fewer than ten results.
func tailLine(honest []Result, rate float64) float64 {
	n := len(honest)
	if n < 10 {
		return math.NaN()
	}
	x := make([]float64, n)
	for i := range honest {
		x[i] = honest[i].Statistic
	}
	slices.Sort(x)
	k := int(math.Ceil(tailShare * float64(n)))
	u, excess := x[n-k-1], 0.0
	for _, v := range x[n-k:] {
		excess += (v - u) / float64(k)
	}
	return u + float64(excess*exact.Log(float64(k)/(float64(n)*rate)))
}
