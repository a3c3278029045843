package roster

import (
	"cmp"
	"io"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/fide"
)

// Rating is the rating in force for a player in an event, and its basis.
type Rating struct {
	Rating int         `json:"rating"`    // 0 for none
	K      int         `json:"k"`         // of the rating; 0 if unknown
	SD     float64     `json:"rating_sd"` // its uncertainty, Elo points, where it is wider than usual; otherwise 0
	Basis  RatingBasis `json:"basis"`
	List   string      `json:"list,omitempty"` // that has it, by month and class: "2026-03 rapid"; left out where none has
}

// MonthRating is the rating in force for games of a month.
type MonthRating struct {
	Month   string `json:"month"` // "2026-03"
	InForce Rating `json:"in_force"`
}

// On returns the rating in force for a game on a day, in the form of PGN. If the day, or the list
// of that time, is unknown, it is the rating at the start of the event.
func (e *Entry) On(day string) Rating {
	r := e.InForce
	if len(e.Later) == 0 {
		return r
	}
	played, err := time.Parse("2006.01", day[:min(len("2006.01"), len(day))])
	for _, later := range e.Later {
		if err == nil && later.Month <= played.Format("2006-01") {
			r = later.InForce
		}
	}
	return r
}

// RatingBasis says where a rating comes from.
type RatingBasis string

// The bases.
const (
	ByList       RatingBasis = "list"     // the rating list in force
	ByOtherClass RatingBasis = "standard" // its standard rating, for want of a rapid or blitz one (B02 7.2.1)
	ByEntry      RatingBasis = "entry"    // what was given; the player is not on the list, or there is no list
	ByEstimate   RatingBasis = "estimate" // an arbiter's estimate
	Unrated      RatingBasis = "unrated"
)

// EntryCaveat is a difference between an entry and the rating list.
type EntryCaveat string

// The caveats.
const (
	NotListed        EntryCaveat = "not_listed"       // no player of the list has the FIDE id
	NoFideID         EntryCaveat = "no_fide_id"       // so nobody was looked up: names are not proof
	RatingDiffers    EntryCaveat = "rating_differs"   // the list governs
	FederationAdded  EntryCaveat = "federation_added" // taken from the list
	FederationOther  EntryCaveat = "federation_other" // the list has another; what was given stays
	TitleOther       EntryCaveat = "title_other"      // likewise
	NameOther        EntryCaveat = "name_other"       // the list has another name under the FIDE id
	InactiveInList   EntryCaveat = "inactive"         // no rated game for a year
	BirthYearDiffers EntryCaveat = "birth_year_other"
)

// Uncertainties of ratings in Elo points, where they are wider than usual (MODEL 5).
const (
	youngSD    = 100.0 // under 20 years, or fewer than 30 rated games
	estimateSD = 200.0 // an arbiter's estimate, which may be no more than a guess
	youngYears = 20
	newK       = 40 // K of players with fewer than 30 rated games, and of those under 18 (B02 8.3.3)
)

// longEvent is the number of days beyond which the ratings of the day of a game apply (B01 1.1.4).
const longEvent = 30

// When says for which day a rating is needed.
type When struct {
	Start, End time.Time // of the event; End is zero if unknown
	Game       time.Time // day of the game; zero if unknown
}

// Month returns the month of the list that applies to a game: that of the day on which the event
// started (B02 7.1.1), or of the day of the game in events of more than 30 days (B01 1.1.4). If the
// end or the day of the game is unknown, it is that of the start.
func (w When) Month() fide.Month {
	if !w.Game.IsZero() && w.long() {
		return fide.MonthOf(w.Game)
	}
	return fide.MonthOf(w.Start)
}

// long reports whether the ratings of the day of a game apply.
func (w When) long() bool { return !w.End.IsZero() && int(w.End.Sub(w.Start).Hours()/24)+1 > longEvent }

// mostMonths is the greatest number of months of one event that have lists of their own.
const mostMonths = 24

// Later returns the months after the first whose lists apply to games of the event, at most 23; nil
// for events of up to 30 days.
func (w When) Later() (months []fide.Month) {
	if w.Start.IsZero() || !w.long() {
		return nil
	}
	first := time.Date(w.Start.Year(), w.Start.Month(), 1, 0, 0, 0, 0, time.UTC)
	for i := 1; i < mostMonths; i++ {
		day := first.AddDate(0, i, 0)
		if day.After(w.End) {
			break
		}
		months = append(months, fide.MonthOf(day))
	}
	return months
}

// ListSource is a file with a rating list.
type ListSource struct {
	Name  string
	Month string // "2026-03" as stated; "" if the list must state it
	Open  func() (ListFile, error)
}

// ListFile is an opened file with random access, which zip archives need.
type ListFile interface {
	io.ReaderAt
	io.Closer
	Size() int64
}

// LookUp finds the entries in a rating list and gives each the rating in force for a time class.
// The list of another month than the one in force is refused (fault.Invalid), and so is one that
// does not state its month. What the list does not give stays as it was. Faulty lines of the list
// are returned and affect no other player.
func LookUp(entries []Entry, list ListSource, class analysis.TimeClass, when When) (faulty []error, err error) {
	wanted, found := map[string]bool{}, map[string]fide.Listed{}
	for _, e := range entries {
		wanted[e.FideID] = e.FideID != ""
	}
	read, err := list.Read(func(l fide.Listed) error {
		if _, before := found[l.FideID]; wanted[l.FideID] && !before { // the first of several lines counts
			found[l.FideID] = l
		}
		return nil
	})
	if err != nil {
		return read.Faulty, err
	}
	if inForce := when.Month(); read.Month != inForce {
		return read.Faulty, fault.New(fault.Invalid, "list_month", "%s is the list of %s, but that of %s is in force", list.Name, read.Month, inForce)
	}
	Compare(entries, found, class, read.Month)
	return read.Faulty, nil
}

// ReadList is the result of reading a rating list.
type ReadList struct {
	Month   fide.Month
	Class   analysis.TimeClass // of its ratings; "" for a list of all classes
	Players int
	Faulty  []error // lines that cannot be read; they affect no other player
}

// Read calls do for every player of a rating list, until it returns an error. A list that does not
// state its month, or has a thousand faulty lines, is refused (Invalid).
func (s ListSource) Read(do func(fide.Listed) error) (read ReadList, err error) {
	stated, ok := fide.ParseMonth(s.Month)
	if s.Month != "" && !ok {
		return read, fault.New(fault.Invalid, "list_month", "%q is not a month; write 2026-03", s.Month)
	}
	packed, err := s.Open()
	if err != nil {
		return read, err
	}
	defer packed.Close()
	text, name, err := fide.Unpack(s.Name, packed, packed.Size())
	if err != nil {
		return read, err
	}
	defer text.Close()
	class, named := fide.ClassOf(name)
	l := fide.RatingList{Month: cmp.Or(stated, named)}
	classes := map[analysis.TimeClass]bool{}
	for player, err := range l.Players(text, class) {
		switch {
		case err != nil && fault.KindOf(err) == fault.Invalid && len(read.Faulty) < mostFaulty:
			read.Faulty = append(read.Faulty, err)
			continue
		case err != nil:
			return read, err
		}
		for _, c := range analysis.TimeClasses() {
			classes[c] = classes[c] || player.Of(c).Rating > 0
		}
		if read.Players++; read.Players == 1 && l.Month == (fide.Month{}) {
			return read, fault.New(fault.Invalid, "list_month", "%s does not say of which month it is; state the month", s.Name)
		}
		if err := do(player); err != nil {
			return read, err
		}
	}
	read.Month = l.Month
	switch {
	case read.Players == 0 && len(read.Faulty) > 0:
		return read, read.Faulty[0]
	case read.Players == 0:
		return read, fault.New(fault.Invalid, "list_empty", "there is no player in %s", s.Name)
	case read.Month == (fide.Month{}):
		return read, fault.New(fault.Invalid, "list_month", "%s does not say of which month it is; state the month", s.Name)
	}
	for _, c := range analysis.TimeClasses() {
		if !classes[c] {
			continue
		}
		if read.Class == "" {
			read.Class = c
		} else {
			read.Class = ""
			return read, nil
		}
	}
	return read, nil
}

// Compare compares entries with the list of a month, by FIDE id, and gives each the rating in force
// for a time class. What the list does not give stays as it was.
func Compare(entries []Entry, listed map[string]fide.Listed, class analysis.TimeClass, month fide.Month) {
	for i := range entries {
		e := &entries[i]
		l, ok := listed[e.FideID]
		switch {
		case e.FideID == "":
			e.Caveats = append(e.Caveats, NoFideID)
		case !ok:
			e.Caveats = append(e.Caveats, NotListed)
		default:
			e.compare(&l, class)
		}
		e.inForce(l, class, month)
	}
}

// mostFaulty is the number of faulty lines at which a file no longer counts as a rating list.
const mostFaulty = 1000

// compare fills in what the entry lacks, and notes differences.
func (e *Entry) compare(l *fide.Listed, class analysis.TimeClass) {
	note := func(differs bool, c EntryCaveat) {
		if differs {
			e.Caveats = append(e.Caveats, c)
		}
	}
	note(e.Name != "" && !SameName(e.Name, l.Name), NameOther)
	if e.Federation == "" && l.Federation != "" {
		e.Federation = l.Federation
		note(true, FederationAdded)
	}
	note(l.Federation != "" && e.Federation != l.Federation, FederationOther)
	if e.Title == "" {
		e.Title = l.Title
	}
	note(e.Title != l.Title && l.Title != "", TitleOther)
	note(e.Born > 0 && l.Born > 0 && e.Born != l.Born, BirthYearDiffers)
	e.Born = cmp.Or(e.Born, l.Born)
	if e.Sex == "" {
		e.Sex = strings.NewReplacer("M", "m", "F", "w").Replace(l.Sex)
	}
	rating := cmp.Or(l.Of(class).Rating, l.Standard.Rating)
	note(e.Rating > 0 && rating > 0 && e.Rating != rating, RatingDiffers)
	note(l.Inactive, InactiveInList)
}

// inForce sets the rating in force by the list of a month.
func (e *Entry) inForce(l fide.Listed, class analysis.TimeClass, month fide.Month) {
	r, basis, list := l.Of(class), ByList, ""
	if r.Rating == 0 && l.Standard.Rating > 0 {
		r, basis, class = l.Standard, ByOtherClass, analysis.StandardTime
	}
	switch {
	case r.Rating > 0:
		list = month.String() + " " + string(class)
	case e.Rating > 0 && e.Estimated:
		r, basis = fide.Rated{Rating: e.Rating}, ByEstimate
	case e.Rating > 0:
		r, basis = fide.Rated{Rating: e.Rating}, ByEntry
	default:
		basis = Unrated
	}
	e.InForce = Rating{Rating: r.Rating, K: r.K, Basis: basis, List: list}
	if basis == Unrated {
		return
	}
	switch {
	case basis == ByEstimate:
		e.InForce.SD = estimateSD
	case r.K == newK, e.Born > 0 && month.Year > 0 && month.Year-e.Born < youngYears:
		e.InForce.SD = youngSD
	}
}

// Given gives each entry the rating that was stated, for use without a rating list. start is the
// first day of the event; if it is zero (unknown), nobody is treated as young.
func Given(entries []Entry, start time.Time) {
	year := 0
	if !start.IsZero() {
		year = start.Year()
	}
	for i := range entries {
		entries[i].inForce(fide.Listed{}, analysis.StandardTime, fide.Month{Year: year})
	}
}
