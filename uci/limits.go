package uci

import "time"

// limits is what one engine may use before it is ended, apart from the deadlines of the
// callers' contexts.
type limits struct {
	Handshake time.Duration // from start to uciok
	Ready     time.Duration // for readyok
	Search    time.Duration // from go to bestmove; searches end by nodes, so this only finds hung engines
	Grace     time.Duration // to answer stop or quit before being killed
	Output    int           // bytes of output for one command
	Line      int           // bytes of one line
}

// search is how long a search of that many nodes may take: half a minute, and a second for each
// thousand nodes, but at most Search. The slowest engine needs a hundredth of that.
func (l limits) search(nodes int) time.Duration {
	return min(l.Search, 30*time.Second+time.Duration(nodes)*time.Millisecond)
}

// standardLimits are generous enough for a loaded machine, and too short to hold up a
// tournament.
func standardLimits() limits {
	return limits{
		Handshake: 30 * time.Second,
		Ready:     time.Minute,
		Search:    10 * time.Minute,
		Grace:     2 * time.Second,
		Output:    64 << 20,
		Line:      64 << 10,
	}
}

// attempts is how often a pool tries one position, each time on another process.
const attempts = 3

// Setting changes how engines are started.
type Setting func(*settings)

type settings struct {
	limits  limits
	args    []string
	backoff Backoff
}

func settled(all []Setting) settings {
	s := settings{limits: standardLimits(), backoff: StandardBackoff(nil)}
	for _, set := range all {
		set(&s)
	}
	return s
}

// WithArgs starts the engine with command-line arguments, for instance another program with the
// engine as its argument. The files that they name enter the engine's SHA-256.
func WithArgs(args ...string) Setting { return func(s *settings) { s.args = args } }

// WithBackoff replaces the waiting times of a pool between restarts.
func WithBackoff(b Backoff) Setting { return func(s *settings) { s.backoff = b } }
