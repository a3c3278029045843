package analysis

// Period is one part of a time control.
type Period struct {
	Moves     int     // moves to be made in it, 0 for the rest of the game
	Base      float64 // seconds
	Increment float64 // seconds a move, or delay, which the rules count alike
}

// TimeControl is the thinking time of one player. The zero value is unknown.
type TimeControl struct {
	Text    string // as written
	Periods []Period
}

// Known reports whether the time control says anything.
func (t TimeControl) Known() bool { return len(t.Periods) > 0 }

// Minutes returns T, the total thinking time of a game of 60 moves: the sum of
// the periods' base times plus 60 times the increment (Laws of Chess, A.1 and
// B.1). Where periods differ in their increment, each counts for the moves it
// covers. 0 if nothing is known.
func (t TimeControl) Minutes() float64 {
	const moves = 60
	total, left := 0.0, moves
	for i, p := range t.Periods {
		n := left
		if i < len(t.Periods)-1 && p.Moves > 0 {
			n = min(p.Moves, left)
		}
		total += p.Base + float64(float64(n)*p.Increment)
		left -= n
	}
	return total / 60
}

// TimeClass is standard, rapid or blitz. Which T belongs to which class is
// decided by the rule set, in reports/regulations.
type TimeClass string

// The time classes that ratings know, and the class of games that do not say.
const (
	StandardTime TimeClass = "standard"
	Rapid        TimeClass = "rapid"
	Blitz        TimeClass = "blitz"
	UnknownTime  TimeClass = ""
)

// TimeClasses returns the time classes that ratings know.
func TimeClasses() []TimeClass { return []TimeClass{StandardTime, Rapid, Blitz} }
