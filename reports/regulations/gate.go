package regulations

// Mode is how an event is played.
type Mode string

// The modes. Chapter 3 of the manual assigns hybrid events to neither of its
// thresholds; they get the higher one, that of play over the board.
const (
	OverTheBoard Mode = "over_the_board"
	Online       Mode = "online"
	Hybrid       Mode = "hybrid"
)

// Evidence is what is known of one player in one event when it is asked what
// may be done.
type Evidence struct {
	Mode     Mode
	Players  int  // in the event
	Finished bool // the event is over

	// QuickUnusual tells that a quick test, or the match-rate line, was found
	// unusual. It is a hint only (R-II-1).
	QuickUnusual bool

	// FullTest tells that a full test gave a z on a sufficient sample. Z is its
	// combined z and HighestZ the highest z of any of its tests.
	FullTest    bool
	Z, HighestZ float64
	// SecondTest tells that an independent second test was made after the event
	// and agrees (R-II-2).
	SecondTest bool

	SingledOut    bool // before the event, with a recorded reason (R-IV-3)
	Observational bool // physical or observational evidence exists
	Complaint     bool // an official complaint names the player

	// ApprovedMethod tells that FIDE has approved the method that gave Z. It is
	// for the operator to configure: no approval comes with this program.
	ApprovedMethod bool
}

// Gate returns the actions that the evidence permits, from the least to the
// gravest, each with its article; NoAction alone where it permits none. Quick
// tests lead to Unobtrusive and OrangeAlert at most (R-IV-4).
func (e Edition) Gate(ev Evidence) []Permission {
	permitted := e.observing(ev)
	if ev.FullTest {
		permitted = append(permitted, e.byFullTest(ev)...)
	}
	if len(permitted) == 0 {
		return []Permission{e.noAction(ev)}
	}
	return permitted
}

// noAction says why nothing is permitted.
func (e Edition) noAction(ev Evidence) Permission {
	r, standing := inForce(e.catalogue.statistics, e.start)
	article := "R-IV-6" // nothing unusual was seen
	if ev.FullTest {
		article = "R-II-4" // not significant
		if ev.Complaint || ev.Observational {
			article = "R-VII-5" // grounds to reject a complaint
		}
	}
	return Permission{Action: NoAction, Source: cite(r.Source, standing, article)}
}

// observing returns the actions that single nobody out. A full test outweighs
// a quick one, since only it shows the true deviation (R-IV-6).
func (e Edition) observing(ev Evidence) []Permission {
	r, standing := inForce(e.catalogue.statistics, e.start)
	permit := func(a Action, z float64, article string) Permission {
		return Permission{a, z, cite(r.Source, standing, article)}
	}
	var out []Permission
	switch {
	case ev.FullTest && ev.HighestZ < r.Significant.Z:
		return nil
	case ev.FullTest:
		out = append(out, permit(Unobtrusive, r.Significant.Z, "R-IV-8"))
	case ev.QuickUnusual:
		out = append(out, permit(Unobtrusive, 0, "R-IV-4"))
	case ev.Complaint, ev.Observational: // they may justify a full test
		return append(out, permit(Unobtrusive, 0, "R-VII-2"))
	default:
		return nil
	}
	if !ev.Finished {
		out = append(out, permit(OrangeAlert, out[0].Threshold, "R-IV-4"))
	}
	return out
}

// byFullTest returns the actions that take a full test.
func (e Edition) byFullTest(ev Evidence) []Permission {
	var out []Permission
	for _, rule := range []func(Evidence) (Permission, bool){
		e.intrusive, e.supporting, e.privately, e.publicly, e.presumption,
	} {
		if p, ok := rule(ev); ok {
			out = append(out, p)
		}
	}
	return out
}

// intrusive: z must reach the threshold of the event, or 2.00 where the player
// was singled out before or observational evidence exists (R-IV-1 to R-IV-3,
// R-VII-2, R-VII-3). A complaint that rests on moves only changes nothing.
// After the event there is nobody to search.
func (e Edition) intrusive(ev Evidence) (Permission, bool) {
	t := e.ZThreshold(ev.Players)
	if ev.SingledOut {
		t = e.SingledOutThreshold()
	} else if ev.Observational {
		t = e.SingledOutThreshold()
		t.Source.Article = "R-VII-3"
	}
	return Permission{IntrusiveWarranted, t.Z, t.Source}, !ev.Finished && ev.Z >= t.Z
}

// supporting: 2.50 or higher beside other evidence (AC-I-6c).
func (e Edition) supporting(ev Evidence) (Permission, bool) {
	r, standing := inForce(e.catalogue.presumption, e.start)
	t := r.Support.threshold(r.Source, standing)
	return Permission{SupportsExistingEvidence, t.Z, t.Source}, ev.Observational && ev.Z >= t.Z
}

// privately: above 4.00 even without observational evidence (R-V), and with it
// all the more. The text leaves exactly 4.00 unassigned; here it permits
// nothing.
func (e Edition) privately(ev Evidence) (Permission, bool) {
	r, standing := inForce(e.catalogue.statistics, e.start)
	t := r.Private.threshold(r.Source, standing)
	return Permission{PrivateEnquiry, t.Z, t.Source}, ev.Z > t.Z
}

// publicly: above 4.50, and more conservatively 4.75 or 5.00, after the event
// and with a second independent test (R-V, R-II-2). The permission names the
// highest of the three that was passed.
func (e Edition) publicly(ev Evidence) (Permission, bool) {
	r, standing := inForce(e.catalogue.statistics, e.start)
	var p Permission
	passed := false
	for _, z := range r.Public {
		if ev.Z > z.Z {
			p, passed = Permission{PublicProcessCandidate, z.Z, cite(r.Source, standing, z.Article)}, true
		}
	}
	return p, passed && ev.Finished && ev.SecondTest
}

// presumption: above the threshold of the mode, with an approved method only
// (AC-I-5, AC-I-6).
func (e Edition) presumption(ev Evidence) (Permission, bool) {
	r, standing := inForce(e.catalogue.presumption, e.start)
	z := r.OverTheBoard
	if ev.Mode == Online {
		z = r.Online
	}
	t := z.threshold(r.Source, standing)
	return Permission{PresumptionThresholdExceeded, t.Z, t.Source}, ev.ApprovedMethod && ev.Z > t.Z
}
