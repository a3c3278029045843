package tournament

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/reports/tournament/roster"
	"fairplay/reports/tournament/trf"
)

// From adds what was not stated from a tournament file: federation, days, rounds as far as the file
// states or dates them, pairing system, time control, and the average rating if every player has a
// rating.
func (f Facts) From(t *trf.Tournament) Facts {
	if f.Federation == "" {
		f.Federation = t.Federation
	}
	if f.Start.IsZero() {
		f.Start = t.Start.Time()
	}
	if f.End.IsZero() && !t.End.Time().Before(f.Start) {
		f.End = t.End.Time()
	}
	if f.Rounds == 0 {
		f.Rounds = max(t.Rounds, len(t.Dates))
	}
	if f.System == "" {
		f.System = systemNamed(t.System + " " + t.Type)
	}
	if f.TimeControl == "" {
		if text := cmp.Or(t.Control.White.Text, t.Times); analysis.IsText(text, longestFact) {
			f.TimeControl = text
		}
	}
	if f.Average == nil {
		ratings := make([]int, len(t.Participants))
		for i, p := range t.Participants {
			ratings[i] = p.Rating
		}
		f.Average = AverageOf(ratings)
	}
	return f
}

// AverageOf returns the average of ratings; nil if somebody has none (0), or there is nobody.
func AverageOf(ratings []int) *float64 {
	sum := 0
	for _, r := range ratings {
		if r == 0 {
			return nil
		}
		sum += r
	}
	if sum == 0 {
		return nil
	}
	return new(float64(sum) / float64(len(ratings)))
}

// systemNamed reads the pairing system from its name in a file: "Individual: Swiss-System",
// "FIDE_DUTCH_2026". "" if it names none, or more than one.
func systemNamed(text string) System {
	words := roster.Fold(strings.ReplaceAll(text, "_", " "))
	has := func(all ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return slices.ContainsFunc(all, func(begin string) bool { return strings.HasPrefix(w, begin) })
		})
	}
	var found []System
	if has("swiss", "dutch", "dubov", "burstein", "suizo", "schweizer", "швейцар") {
		found = append(found, Swiss)
	}
	if has("robin", "roundrobin", "berger", "круговая", "круговой", "круговий", "колова", "двухкруговая", "двоколова") {
		if has("double", "двухкруговая", "двоколова") {
			found = append(found, DoubleRoundRobin)
		} else {
			found = append(found, RoundRobin)
		}
	}
	if has("scheveningen", "схевенинген", "схевенінген") {
		found = append(found, Scheveningen)
	}
	if has("schiller", "шиллер") {
		found = append(found, Schiller)
	}
	if has("knock", "knockout", "выбыван", "вибуван") {
		found = append(found, KnockOut)
	}
	if has("match", "матч") {
		found = append(found, Match)
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}
