package pgn_test

import (
	"math"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

func TestTimeControlMinutes(t *testing.T) {
	tests := []struct {
		tag     string
		minutes float64
	}{
		// Arbiters' Manual 2022: Laws A.1 and B.1, rating regulations, and a
		// control of 30 moves in two hours, then 40 minutes, with 30 seconds.
		{`30'+30"`, 60}, {`10'+5"`, 15}, {`5'+5"`, 10}, {`6'+5"`, 11}, {`25'+10"`, 35}, {`40'+20"`, 60}, {`7'+3"`, 10},
		{`2h/30 + 40' + 30"`, 190},
		// PGN standard, 9.6.1
		{"40/9000", 150}, {"300", 5}, {"4500+60", 135}, {"*180", 3}, {"?", 0}, {"-", 0}, {"", 0},
		{"40/7200:3600", 180}, {"5400+30", 120}, {"300+3", 8}, {"300+8", 13}, {"180+2", 5}, {"60+1", 2}, {"60+0", 1},
		{"40/7200:20/3600:900+30", 195}, {"40/9000:16/3600", 210}, {"10+0.05", 13. / 60},
		// people's own forms
		{"90+30", 120}, {"15+10", 25}, {"3+2", 5}, {"5+0", 5}, {"G/90+30", 120}, {"G/60;d5", 65}, {"SD/60", 60},
		{"90'/40+30'/G+30''", 150}, {"90′/40 + 30′ + 30″", 150}, {"40/90:30", 120}, {"40/120, SD/60; +5", 185},
		{"90 minutes +30 seconds increment", 120}, {"1h30+30\"", 120}, {"1 hour 30 min + 30 sec per move", 120},
		{"40 moves in 90 min, then 30 min, 30 sec per move", 150}, {"90 min for 40 moves + 30 min + 30 sec", 150},
		{"90/40+30/G+30 s", 150}, {"90/40+30/G+30s", 150}, {"40/90+30/G+30", 150},
		{"100'/40 moves + 50'/20 moves + 15' + 30\"", 195}, {"game in 25 minutes", 25}, {"25 min", 25},
	}
	for _, tt := range tests {
		tc, err := pgn.TimeControl(tt.tag)
		if err != nil {
			t.Errorf("TimeControl(%q): %v", tt.tag, err)
		}
		if got := tc.Minutes(); math.Abs(got-tt.minutes) > 1e-9 || tc.Text != tt.tag {
			t.Errorf("TimeControl(%q) = %+v: T = %v minutes, want %v", tt.tag, tc, got, tt.minutes)
		}
	}
}

func TestTimeControlRefused(t *testing.T) {
	for _, tag := range []string{"soon", "40/", "x+30", "90''''x", "1e9", "99999999999", "/", "+", "rapid", "40/5400+1800:30"} {
		if tc, err := pgn.TimeControl(tag); fault.KindOf(err) != fault.Invalid || tc.Known() || tc.Text != tag {
			t.Errorf("TimeControl(%q) = %+v, %v; want an error of kind Invalid", tag, tc, err)
		}
	}
}

func FuzzTimeControl(f *testing.F) {
	for _, tag := range []string{"40/7200:20/3600:900+30", "90'/40+30'/G+30''", "1h30 + 30 sec", "G/60;d5", "*180"} {
		f.Add(tag)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		tc, err := pgn.TimeControl(tag)
		if m := tc.Minutes(); tc.Text != tag || math.IsNaN(m) || math.IsInf(m, 0) || m < 0 || err != nil && tc.Known() {
			t.Errorf("TimeControl(%q) = %+v, %v: T = %v", tag, tc, err, m)
		}
	})
}
