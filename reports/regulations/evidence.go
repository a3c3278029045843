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

// Stage is when it is asked what may be done.
type Stage string

// The stages; "" is During.
const (
	During Stage = "during"
	After  Stage = "after"
)

// TestKind says what sort of test a z comes from.
type TestKind string

// The kinds. A quick test gives hints only (R-II-1, R-IV-4), whatever its z.
const (
	NoTest    TestKind = ""
	QuickTest TestKind = "quick"
	FullTest  TestKind = "full"
)

// Evidence is what is known of one player in one event when it is asked what
// may be done.
type Evidence struct {
	Mode    Mode
	Stage   Stage
	Players int // in the event, as its arbiter states; 0 where nobody did

	// QuickUnusual tells that the match-rate line was passed. It is a hint only
	// (R-II-1).
	QuickUnusual bool

	// Test says which test was made of the player, and Judged that its z may be
	// compared with thresholds: enough moves, and a calibration that covers the
	// rating. Z is its combined z and HighestZ the highest z of any of its tests.
	Test        TestKind
	Judged      bool
	Z, HighestZ float64
	// Boundary is what Z had to reach at this look for looking after every round to
	// be as safe as one look; 0 where it is not known.
	Boundary float64
	// SecondTest tells that an independent second test was made after the event
	// and agrees (R-II-2).
	SecondTest bool

	WatchList     bool // the player was singled out before the event, with a recorded reason (R-IV-3)
	Physical      bool // a device, notes or the like were found
	Observational bool // somebody saw something and it is on record
	Complaint     bool // an official complaint names the player

	// ApprovedMethod tells that FIDE has approved the method that gave Z. It is
	// for the operator to configure: no approval comes with this program.
	ApprovedMethod bool
}

// other tells whether there is evidence beside the moves, before which a
// statistic is not a precondition (R-IV-0).
func (ev *Evidence) other() bool { return ev.Physical || ev.Observational }

// Ruling is what the regulations permit.
type Ruling struct {
	Permitted []Permission // from the least to the gravest, each action once; NoAction alone where there is none
	// Held says why graver measures, which Z alone would permit, are not among
	// them; "" where nothing is held back.
	Held Held
}
