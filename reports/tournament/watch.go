package tournament

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
)

// NamedPlayer is a player as the author of a note names him: by starting number, FIDE id or name.
type NamedPlayer struct {
	Number int    `json:"number,omitempty"`
	FideID string `json:"fide_id,omitempty"`
	Name   string `json:"name,omitempty"`
}

// Validate returns an Invalid error unless somebody is named.
func (n NamedPlayer) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "player", format, args...) }
	switch {
	case n == NamedPlayer{}:
		return wrong("say who the player is: starting number, FIDE id or name")
	case n.Number < 0 || n.Number > mostEntered:
		return wrong("%d is no starting number; numbers run from 1 to %d", n.Number, mostEntered)
	case n.FideID != "" && roster.FideID(n.FideID) == "":
		return wrong("%.20q is no FIDE id", n.FideID)
	case n.Name != "" && !analysis.IsName(n.Name):
		return wrong("a name has 1 to %d printable characters", analysis.LongestName)
	}
	return nil
}

// Is reports whether this names a person of the games: by FIDE id if both have one, otherwise by the
// same words of the name. A starting number counts only if neither is given: a later list of
// players may number them differently.
func (n NamedPlayer) Is(person *roster.Person) bool {
	names := append([]string{person.Name}, person.Aliases...)
	id := person.FideID
	if e := person.Entry; e != nil {
		if n.FideID == "" && n.Name == "" {
			return n.Number > 0 && n.Number == e.Number
		}
		id, names = cmp.Or(id, e.FideID), append(names, e.Name)
	}
	if own := roster.FideID(n.FideID); own != "" && roster.FideID(id) != "" {
		return own == roster.FideID(id)
	}
	name := roster.NameKey(n.Name)
	return name != "" && slices.ContainsFunc(names, func(s string) bool { return roster.NameKey(s) == name })
}

// On returns the player as the list of participants names him, with number, FIDE id and name.
// Without a list he stays as he is. A player who is not on it, or who may be several players of it,
// is an Invalid error.
func (n NamedPlayer) On(list []roster.Entry) (NamedPlayer, error) {
	if err := n.Validate(); err != nil || len(list) == 0 {
		return n, cmp.Or(err, n.inGames())
	}
	var found []NamedPlayer
	for _, e := range list {
		if known := (NamedPlayer{e.Number, e.FideID, e.Name}); known.same(n) {
			found = append(found, known)
		}
	}
	if len(found) == 1 && (n.Number == 0 || n.Number == found[0].Number) {
		return found[0], nil
	}
	return n, fault.New(fault.Invalid, "player", "%d players on the list are so called; name one of them by starting number or FIDE id", len(found))
}

// EvidenceKind is the kind of evidence on which an entry of the watch list rests.
type EvidenceKind string

// The kinds of evidence.
const (
	ByComplaint   EvidenceKind = "complaint" // an official one
	ByDevice      EvidenceKind = "physical"  // a device, notes or the like
	ByObservation EvidenceKind = "observational"
	ByEarlier     EvidenceKind = "earlier_statistics" // statistics of an earlier event
	ByOther       EvidenceKind = "other_grounds"      // as the reason says
)

// EvidenceKinds returns every kind.
func EvidenceKinds() []EvidenceKind {
	return []EvidenceKind{ByComplaint, ByDevice, ByObservation, ByEarlier, ByOther}
}

// WatchEntry says whom the arbiters watch, and why.
type WatchEntry struct {
	Player   NamedPlayer    `json:"player"`
	Reason   string         `json:"reason"`
	Evidence []EvidenceKind `json:"evidence"`
	// Begin is when round 1 starts, as known when the entry was written. The program fills it in,
	// so that no later change of the schedule can make the entry one from before the event.
	Begin *Beginning `json:"begin,omitempty"`
}

// Kind returns Watched.
func (WatchEntry) Kind() JournalKind { return Watched }

// Validate returns an Invalid error if player, reason or evidence is missing or impossible.
func (w WatchEntry) Validate() error {
	wrong := func(format string, args ...any) error { return fault.New(fault.Invalid, "watch", format, args...) }
	switch {
	case strings.TrimSpace(w.Reason) == "":
		return wrong("an entry of the watch list needs a reason (Arbiters' Manual 2022, ch. 3, Regan's notes, IV.3)")
	case !analysis.IsText(w.Reason, longestSentence):
		return wrong("a reason has at most %d characters, all printable", longestSentence)
	case len(w.Evidence) == 0:
		return wrong("say what the entry rests on: %s", listed(EvidenceKinds()))
	}
	for i, kind := range w.Evidence {
		if !slices.Contains(EvidenceKinds(), kind) {
			return wrong("%q is no kind of evidence; known are %s", kind, listed(EvidenceKinds()))
		}
		if slices.Contains(w.Evidence[:i], kind) {
			return wrong("the evidence %s is named twice", kind)
		}
	}
	return w.Player.Validate()
}

// WatchWithdrawal removes an entry from the watch list. The entry stays in the journal.
type WatchWithdrawal struct {
	Entry  int64  `json:"entry"` // number in the journal
	Reason string `json:"reason"`
}

// Kind returns WatchWithdrawn.
func (WatchWithdrawal) Kind() JournalKind { return WatchWithdrawn }

// Validate returns an Invalid error if the entry or the reason is missing.
func (w WatchWithdrawal) Validate() error {
	if w.Entry < 1 || strings.TrimSpace(w.Reason) == "" || !analysis.IsText(w.Reason, longestSentence) {
		return fault.New(fault.Invalid, "watch_withdrawal", "say which entry is withdrawn, and why, in at most %d characters", longestSentence)
	}
	return nil
}

// BeginBasis says how the beginning of an event is known.
type BeginBasis string

// The bases.
const (
	BySchedule BeginBasis = "schedule"  // start of round 1
	ByFirstDay BeginBasis = "first_day" // midnight, in the time zone of the event
	ByHandedIn BeginBasis = "games"     // games had been handed in: play had begun before
	NotKnown   BeginBasis = "unknown"   // neither a schedule nor both first day and time zone were stated
)

// Beginning is when an event begins, as far as known at some instant.
type Beginning struct {
	At    time.Time  `json:"at,omitzero"` // zero for ByHandedIn and NotKnown
	Basis BeginBasis `json:"basis"`
}

// StatedStart is a statement of when round 1 starts.
type StatedStart struct{ Stated, Start time.Time }

// BeginningOf returns when an event begins, by what is known so far: by the schedules that were
// stated, oldest first; without any, by the first day ("" if not stated) in the time zone of the
// event. played reports whether games of it have been handed in.
//
// A schedule may be moved while round 1 lies ahead. Once round 1 has begun, a later schedule can no
// longer postpone it.
func BeginningOf(stated []StatedStart, firstDay, zone string, played bool) Beginning {
	if played {
		return Beginning{Basis: ByHandedIn}
	}
	var begin time.Time
	for _, s := range stated {
		if begin.IsZero() || s.Stated.Before(begin) || s.Start.Before(begin) {
			begin = s.Start
		}
	}
	if !begin.IsZero() {
		return Beginning{At: begin.UTC(), Basis: BySchedule}
	}
	place, err := time.LoadLocation(zone)
	day, wrong := time.ParseInLocation(time.DateOnly, firstDay, cmp.Or(place, time.UTC))
	if err != nil || wrong != nil || zone == "" {
		return Beginning{Basis: NotKnown}
	}
	return Beginning{At: day.UTC(), Basis: ByFirstDay}
}

// ListedWatch is an entry of the watch list in its present state.
type ListedWatch struct {
	Seq    int64     `json:"seq,omitempty"` // in the journal of the event
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"` // ID of a token
	Digest string    `json:"digest,omitempty"`
	WatchEntry
	Withdrawn *Withdrawn `json:"withdrawn,omitempty"`
}

// Withdrawn says when and why an entry was removed from the watch list.
type Withdrawn struct {
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	Reason string    `json:"reason"`
}

// WatchStanding reports whether an entry of the watch list counts as one from before the event.
type WatchStanding string

// The standings.
const (
	BeforeEvent  WatchStanding = "before_event"
	AfterBegin   WatchStanding = "after_begin"   // round 1 had begun
	AfterGames   WatchStanding = "after_games"   // games of the event had been handed in
	BeginUnknown WatchStanding = "begin_unknown" // nobody had stated when it begins
	OffTheList   WatchStanding = "withdrawn"
)

// Standing reports whether the entry singled its player out before the event (Regan's notes, IV.3).
// An entry exactly at the start of round 1 is no longer before it.
func (l *ListedWatch) Standing() WatchStanding {
	switch {
	case l.Withdrawn != nil:
		return OffTheList
	case l.Begin == nil || l.Begin.Basis == NotKnown:
		return BeginUnknown
	case l.Begin.Basis == ByHandedIn:
		return AfterGames
	case l.At.Before(l.Begin.At):
		return BeforeEvent
	}
	return AfterBegin
}
