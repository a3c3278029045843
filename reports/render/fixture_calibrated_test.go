package render

import (
	"math"

	"fairplay/reports"
)

// calibrated returns the fixture with expectations: one figure for each player
// that is judged, none for those without rating or moves.
func calibrated() *reports.Screening {
	s := fixture()
	zs := map[string]float64{
		"Above, Anna": 3.42, "Петренко, Олександр Володимирович": .31, `<script>alert("x")</script>`: -.44,
		`=HYPERLINK("http://example.org","O'Neil")`: -.95, "丁立人": 1.18,
		"Venkata Narasimha Rajuvaripet Satyanarayana-Subrahmanyam, Lakshmi": .02, "אברהם כהן": -1.61, "Average, Alex": .77,
	}
	judge(s, func(r *reports.PlayerRow) (z float64, ok bool) { z, ok = zs[r.Name]; return z, ok })
	beyond := &s.Players[4]
	beyond.Extrapolated, beyond.ChanceMissing, beyond.ROI.Expected, beyond.ROI.Holm = true, reports.OutOfRange, nil, nil
	s.Standing.Judged, s.Standing.Extrapolated = s.Standing.Judged-1, 1
	s.Field = &reports.FieldOffset{Offset: 31.4, SD: 27.6, Interval: [2]float64{-22.6, 85.4}, Estimate: 40.1, SE: 31.2, Players: 9, Sides: 66, Moves: 1873}
	for i := range s.Players {
		r := &s.Players[i]
		if r.Insufficient = few(r); r.Insufficient && r.Moves > 1 { // z with the reason, and no index
			expect(r, 1.9)
			r.ROI = &reports.PlayerIndex{ROI: 61.8, Z: 2.36, RatingAlone: new(62.9)} // provisional: chance is not reckoned for it
		}
	}
	s.Lines[0].Provisional = 1
	return sorted(s)
}

// judge gives players the figures of a calibrated report, with z their index
// in standard deviations, and orders them by it.
func judge(s *reports.Screening, z func(*reports.PlayerRow) (float64, bool)) {
	s.Provenance.Calibration = &reports.UsedCalibration{Name: "quick", SHA256: digits("ca"), TimeClass: "standard",
		Corpus: digits("c0"), Games: 612, Moves: 34567}
	n := 0
	for i := range s.Players {
		if _, ok := z(&s.Players[i]); ok {
			n++
		}
	}
	for i := range s.Players {
		r := &s.Players[i]
		if z, ok := z(r); ok {
			chance := float64(n) * math.Erfc(z/math.Sqrt2) / 2
			holm := min(1, chance)
			r.ROI = &reports.PlayerIndex{ROI: 50 + 5*z, Z: z, RatingAlone: new(51.2 + 5.1*z), Expected: &chance, Holm: &holm}
			expect(r, z)
		}
	}
	s.Standing.Judged = n
	sorted(s)
	for _, roi := range []float64{60, 65, 70} {
		line := reports.IndexLine{ROI: roi, Expected: float64(n) * math.Erfc((roi-50)/5/math.Sqrt2) / 2}
		for i := range s.Players {
			if s.Players[i].ROI != nil && s.Players[i].ROI.ROI >= roi {
				line.Seen++
			}
		}
		s.Lines = append(s.Lines, line)
	}
}

// sorted brings the players into the order of every screening.
func sorted(s *reports.Screening) *reports.Screening {
	if err := s.Sort("roi"); err != nil {
		panic(err)
	}
	return s
}

// expect gives the quantities of a row expectations that lie about z standard
// deviations from what was played.
func expect(r *reports.PlayerRow, z float64) {
	for _, q := range []struct {
		*reports.Measured
		sign, z float64
	}{{&r.MM, 1, z}, {&r.EV, 1, z - .2}, {&r.T3, 1, z + .15}, {&r.AE, -1, z - .1}, {&r.ASD, -1, z * .8}} {
		sd := .42 / math.Sqrt(float64(q.N))
		if q.sign < 0 {
			sd = *q.Actual / math.Sqrt(float64(q.N))
		}
		expected := *q.Actual - q.sign*q.z*sd
		q.Expected, q.SD, q.Z = &expected, &sd, &q.z
	}
}

// calibratedCrowd returns a large event with figures spread as chance has it,
// and one player beyond that.
func calibratedCrowd(n int) *reports.Screening {
	s := crowd(n)
	place := map[string]int{}
	for i := range s.Players {
		place[s.Players[i].Name] = i
	}
	judge(s, func(r *reports.PlayerRow) (float64, bool) {
		if few(r) {
			return 0, false
		}
		i := (place[r.Name]*67)%n + 1
		z := math.Sqrt2 * math.Erfinv(2*(float64(i)-.5)/float64(n)-1)
		if i == n {
			z = 4.6
		}
		return z, true
	})
	return s
}
