package regulations

import (
	"cmp"
	"slices"
)

// Gate returns the actions that the evidence permits, from the least to the gravest, each with
// its article; NoAction alone where it permits none. A quick test leads to Unobtrusive and
// OrangeAlert at most (R-IV-4), and a z that may not be judged leads to nothing.
//
// With physical or observational evidence, no statistic is required (R-IV-0; Laws 11.3.2 and
// 11.3.3). More evidence, or a higher z of the same kind of test, takes nothing away.
func (e Edition) Gate(ev Evidence) Ruling {
	byZ := e.byZ(ev)
	var held Held
	if len(byZ) > 0 {
		if held = e.held(ev); held != "" {
			byZ = nil
		}
	} else if e.unsettled(ev) {
		held = BeginUnknown
	}
	permitted := slices.Concat(e.observing(ev), e.onEvidence(ev), byZ)
	if len(permitted) == 0 {
		permitted = []Permission{e.noAction(ev, held)}
	}
	order := Actions()
	slices.SortStableFunc(permitted, func(a, b Permission) int {
		return cmp.Compare(slices.Index(order, a.Action), slices.Index(order, b.Action))
	})
	permitted = slices.CompactFunc(permitted, func(a, b Permission) bool { return a.Action == b.Action })
	return Ruling{Permitted: permitted, Held: held}
}

// gateArticles are the articles that the gate names beside those of the tables.
func gateArticles() []string {
	return []string{laws, "AC-B-10", "R-I-1", "R-II-4", "R-IV-0", "R-IV-1", "R-IV-4", "R-IV-8", "R-V", "R-V-1", "R-VII-2", "R-VII-5"}
}

// laws are the articles that allow an arbiter to act on a device that was found.
const laws = "LAWS-11.3.2, LAWS-11.3.3"

// permit returns an action under an article of the notes on statistics.
func (e Edition) permit(a Measure, z float64, article string, note Note) Permission {
	r, standing := inForce(e.catalogue.statistics, e.start)
	return Permission{Action: a, Threshold: z, Source: e.catalogue.cite(r.RuleSource, standing, article), Note: note}
}

// observing returns the actions that single nobody out. A full test outweighs a quick one,
// because only it shows the true deviation (R-IV-6). After the event there is nobody left to
// watch, so they only mean that the games go to a full test; a player who has one needs no
// more.
func (e Edition) observing(ev Evidence) []Permission {
	r, _ := inForce(e.catalogue.statistics, e.start)
	after, full := ev.Stage == After, ev.Test == FullTest && ev.Judged
	significant := ev.Judged && ev.HighestZ >= r.Significant.Z
	switch {
	case full && after:
		return nil
	case full && significant:
		return []Permission{e.permit(Unobtrusive, r.Significant.Z, "R-IV-8", ""), e.permit(OrangeAlert, r.Significant.Z, "R-IV-4", "")}
	case !full && (ev.Test == QuickTest && significant || ev.QuickUnusual):
		if after {
			return []Permission{e.permit(Unobtrusive, 0, "R-IV-4", FullTestOnly)}
		}
		return []Permission{e.permit(Unobtrusive, 0, "R-IV-4", ""), e.permit(OrangeAlert, 0, "R-IV-4", "")}
	case ev.other() && !after:
		return []Permission{e.permit(Unobtrusive, 0, "R-IV-0", "")}
	case !full && (ev.other() || ev.Complaint):
		return []Permission{e.permit(Unobtrusive, 0, "R-VII-2", FullTestOnly)}
	}
	return nil
}

// onEvidence returns what physical or observational evidence permits, whatever the statistics:
// questions and a search during the event (R-IV-0, Laws 11.3), enquiries after it (Guidelines
// III.B.10). If every z is below 2.00, a complaint may be rejected even with observational data
// (R-VII-5), and the permission says so.
func (e Edition) onEvidence(ev Evidence) []Permission {
	if !ev.other() {
		return nil
	}
	p := e.permit(IntrusiveWarranted, 0, "R-IV-0", "")
	switch {
	case ev.Stage == After:
		p = Permission{Action: PrivateEnquiry, Source: e.guideline("AC-B-10")}
	case ev.Physical:
		p.Source = RuleSource{Article: laws, Citation: e.catalogue.citations[laws], Text: "FIDE Laws of Chess (E01)", ValidFrom: "2018-01-01", Standing: p.Source.Standing}
	}
	if r, _ := inForce(e.catalogue.statistics, e.start); ev.Test == FullTest && ev.Judged && ev.HighestZ < r.Significant.Z && !ev.Physical {
		p.Note = AllBelowSignificant
	}
	return []Permission{p}
}

func (e Edition) guideline(article string) RuleSource {
	r, standing := inForce(e.catalogue.presumption, e.start)
	return e.catalogue.cite(r.RuleSource, standing, article)
}

// byZ returns the actions that need a judged z. For a quick test these are the actions that the
// z would permit in a full one.
func (e Edition) byZ(ev Evidence) []Permission {
	if ev.Test == NoTest || !ev.Judged {
		return nil
	}
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

// intrusive: z must reach the threshold of the event, or 2.00 if the player was singled out
// before (R-IV-1 to R-IV-3, R-VII-2). A complaint about moves alone changes nothing. After the
// event there is nobody to search.
func (e Edition) intrusive(ev Evidence) (Permission, bool) {
	t := e.ZThreshold(ev.Players)
	if ev.WatchList {
		t = e.SingledOutThreshold()
	}
	return Permission{Action: IntrusiveWarranted, Threshold: t.Z, Source: t.Source}, ev.Stage != After && ev.Z >= t.Z
}

// supporting: 2.50 or higher beside other evidence, by a method that FIDE has approved
// (AC-I-6c). The result of another method may corroborate such evidence (R-I-2), strongly from
// 3.00 on (R-IV-8).
func (e Edition) supporting(ev Evidence) (Permission, bool) {
	r, _ := inForce(e.catalogue.statistics, e.start)
	p := e.permit(SupportsExistingEvidence, r.Support.Z, r.Support.Article, "")
	if ev.ApprovedMethod {
		approved, _ := inForce(e.catalogue.presumption, e.start)
		p.Threshold, p.Source = approved.Support.Z, e.guideline(approved.Support.Article)
	}
	return p, ev.other() && ev.Z >= p.Threshold
}

// privately: above 4.00 even without observational evidence (R-V). The text
// leaves exactly 4.00 unassigned; here it permits nothing.
func (e Edition) privately(ev Evidence) (Permission, bool) {
	r, _ := inForce(e.catalogue.statistics, e.start)
	return e.permit(PrivateEnquiry, r.Private.Z, r.Private.Article, ""), ev.Z > r.Private.Z
}

// publicly: above 4.50, and more conservatively 4.75 or 5.00, after the event
// and with a second independent test (R-V, R-II-2). The permission names the
// highest of the three that was passed.
func (e Edition) publicly(ev Evidence) (Permission, bool) {
	r, _ := inForce(e.catalogue.statistics, e.start)
	var p Permission
	passed := false
	for _, z := range r.Public {
		if ev.Z > z.Z {
			p, passed = e.permit(PublicProcessCandidate, z.Z, z.Article, ""), true
		}
	}
	return p, passed && ev.Stage == After && ev.SecondTest
}

// presumption: above the threshold of the mode, with an approved method only
// (AC-I-5, AC-I-6).
func (e Edition) presumption(ev Evidence) (Permission, bool) {
	r, _ := inForce(e.catalogue.presumption, e.start)
	z := r.OverTheBoard
	if ev.Mode == Online {
		z = r.Online
	}
	return Permission{Action: PresumptionThresholdExceeded, Threshold: z.Z, Source: e.guideline(z.Article)}, ev.ApprovedMethod && ev.Z > z.Z
}

// noAction says why nothing is permitted.
func (e Edition) noAction(ev Evidence, held Held) Permission {
	r, _ := inForce(e.catalogue.statistics, e.start)
	full := ev.Test == FullTest
	no := func(article string, note Note) Permission { return e.permit(NoAction, 0, article, note) }
	switch {
	case ev.Test == NoTest:
		return no("R-I-1", NothingUnusual)
	case !ev.Judged:
		return no("R-IV-1", NotJudged)
	case held != "" && ev.Stage == After:
		return no("R-V", HeldBack)
	case held != "":
		return no("R-IV-1", HeldBack)
	case full && ev.Complaint && ev.HighestZ < r.Significant.Z:
		return no("R-VII-5", AllBelowSignificant)
	case full && ev.Stage == After && ev.Z == r.Private.Z:
		return no("R-V", ExactlyAtLine)
	case full && ev.Stage == After:
		return no("R-V-1", BelowLine)
	}
	return no("R-II-4", NotSignificant)
}
