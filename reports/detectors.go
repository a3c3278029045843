package reports

import "fairplay/analysis/score"

// Detector is one detector of the bank from which the overall Z follows: the sum of all figures that
// best shows one kind of helper (score.BankResult). Z is that of the highest detector, corrected for
// how many there are.
type Detector struct {
	Helper string  `json:"helper"` // choice.Assistant.Kind
	Z      float64 `json:"z"`
	// Shift is how much higher Z is expected to be if the helper makes every counted move.
	Shift float64 `json:"z_if_all_helped"`
	// Games is what each game adds to Z, in the order of play; what the event plays off its ratings is
	// not in it. Nil in a screening.
	Games []float64 `json:"games,omitempty"`
}

// detectors returns the detectors of an assessment; nil if there is no bank.
func detectors(a *score.Assessment) (all []Detector) {
	if a.Bank == nil || a.Footing.Refused {
		return nil
	}
	for _, d := range a.Bank.Detectors {
		all = append(all, Detector{Helper: d.Kind, Z: d.Z, Shift: d.Shift, Games: d.Games})
	}
	return all
}

// Closest returns the detector with the highest Z; nil if there is none.
func Closest(of []Detector) (highest *Detector) {
	for i := range of {
		if highest == nil || of[i].Z > highest.Z {
			highest = &of[i]
		}
	}
	return highest
}
