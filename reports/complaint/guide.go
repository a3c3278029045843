package complaint

import (
	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

// GuidePoint is one point of the notes on how complaints are evaluated (Regan's notes, VII). It is
// shown to those who judge; the program never acts on it.
type GuidePoint string

// The points.
const (
	AllBelowTwo   GuidePoint = "all_z_below_2"  // a complaint may be rejected even with observations
	NearRating    GuidePoint = "ipr_near"       // IPR not much above the rating: likewise
	MovesOnly     GuidePoint = "moves_only"     // may lead to a full test, and to no intrusive action without its z
	AfterAbsences GuidePoint = "after_absences" // matches right after the player came back may help
)

// GuideFigures are the figures that the guide needs, from the tests that are in evidence.
type GuideFigures struct {
	HighestZ float64 // of all tests
	Tested   bool    // there is a full test that may be judged
	IPR      float64 // from the full test, 0 if there is none
	Rating   float64 // with which IPR is compared, 0 if unknown
	Margin   float64 // the excess over the rating that counts as "not much"; 0, the default, shows the figure without an answer
	// AbsencesZ is the z of the moves after absences, and Absences the number of these moves.
	AbsencesZ float64
	Absences  int
}

// GuideRow is the answer to one point.
type GuideRow struct {
	Point  GuidePoint
	Holds  tournament.YesNo // "" if unknown
	Figure float64          // highest z, IPR minus rating, or z after absences; 0 for MovesOnly
	Known  bool             // there is a figure
	Source regulations.RuleSource
}

// Guide returns the points of the guide for a case, in the order of the notes.
func (c Case) Guide(f GuideFigures) []GuideRow {
	e := texts().Edition(c.start())
	below := e.SingledOutThreshold().Z // 2.00
	ev := c.Evidence()
	rows := []GuideRow{
		{Point: AllBelowTwo, Figure: f.HighestZ, Known: f.Tested, Source: e.ComplaintSource("R-VII-5")},
		{Point: NearRating, Known: f.IPR > 0 && f.Rating > 0, Source: e.ComplaintSource("R-VII-5")},
		{Point: MovesOnly, Holds: yes(!ev.Physical && !ev.Observational), Source: e.ComplaintSource("R-VII-2")},
		{Point: AfterAbsences, Figure: f.AbsencesZ, Known: f.Absences > 0, Source: e.ComplaintSource("NOTE-absences")},
	}
	if rows[0].Known {
		rows[0].Holds = yes(f.HighestZ < below)
	}
	if rows[1].Known {
		rows[1].Figure = f.IPR - f.Rating
		if f.Margin > 0 {
			rows[1].Holds = yes(rows[1].Figure <= f.Margin)
		}
	}
	return rows
}

func yes(holds bool) tournament.YesNo {
	if holds {
		return tournament.Yes
	}
	return tournament.No
}

// Evidence returns what the action gate of package regulations needs from a case; the report adds
// the results of tests.
func (c Case) Evidence() regulations.Evidence {
	ev := regulations.Evidence{Mode: c.Opening().In.Mode, Complaint: c.Opening().Case.IsComplaint() && has[Filing](c)}
	if c.Opening().In.Online() {
		ev.Mode = regulations.Online
	}
	var made []regulations.TestMaking
	for _, x := range Every[Exhibit](c) {
		switch x.Says.Of {
		case Physical:
			ev.Physical = true
		case Observational:
			ev.Observational = true
		case Statistical:
			if x.Says.Made != nil {
				made = append(made, *x.Says.Made)
			}
		}
	}
	ev.SecondTest = texts().Edition(c.start()).Confirmed(made, c.Opening().In.Ended)
	return ev
}
