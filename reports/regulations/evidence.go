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

// Modes returns every mode.
func Modes() []Mode { return []Mode{OverTheBoard, Online, Hybrid} }

// Stage says whether the event is still being played.
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

// Evidence is what is known about one player in one event at the time of a ruling.
type Evidence struct {
	Mode    Mode
	Stage   Stage
	Players int // in the event, as its arbiter states; 0 if nobody has stated it

	// QuickUnusual says that the match-rate line was passed. It is a hint only (R-II-1).
	QuickUnusual bool

	// Test is the kind of test that was made. Judged says that its z may be compared with
	// thresholds: there are enough moves, and a calibration covers the rating. Z is the
	// combined z and HighestZ the highest z of any single test.
	Test        TestKind
	Judged      bool
	Z, HighestZ float64
	// Boundary is what Z has to reach at this look, so that looking after every round is as
	// safe as looking once; 0 if it is unknown.
	Boundary float64
	// SecondTest says that an independent second test was made after the event and agrees
	// (R-II-2).
	SecondTest bool

	WatchList     bool // the player was singled out before the event, with a recorded reason (R-IV-3)
	Unsettled     bool // an entry names him, but nobody had stated when the event begins
	Physical      bool // a device, notes or the like were found
	Observational bool // an observation is on record
	Complaint     bool // an official complaint names the player

	// ApprovedMethod says that FIDE has approved the method that gave Z. The operator
	// configures it: no approval comes with this program.
	ApprovedMethod bool
}

// other reports whether there is evidence besides the moves. With it, no statistic is required
// before acting (R-IV-0).
func (e *Evidence) other() bool { return e.Physical || e.Observational }

// Ruling is what the regulations permit.
type Ruling struct {
	Permitted []Permission // from the least to the gravest, each action once; NoAction alone where there is none
	// Held says why graver measures that Z alone would permit are not in Permitted; "" where
	// nothing is held back.
	Held Held
}
