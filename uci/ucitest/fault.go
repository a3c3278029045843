package ucitest

import (
	"io"
	"os"
	"strings"
)

// Fault is a way to misbehave.
type Fault string

// The faults. Unless they say otherwise they strike in the first search after
// Engine.After good ones.
const (
	DiesAtStart    Fault = "dies at start"    // with exit code 3 and a message on standard error
	NeverGreets    Fault = "never greets"     // never answers "uci"
	HangsInReady   Fault = "hangs in isready" // never answers "isready"
	DiesInSearch   Fault = "dies in search"   // after some lines, with exit code 3
	HangsInSearch  Fault = "hangs in search"  // after some lines, and does not obey "stop"
	WaitsForStop   Fault = "waits for stop"   // searches until told to stop, then answers
	HangsAfterStop Fault = "hangs after stop" // searches until told to stop, then never answers
	OnlyBounds     Fault = "only bounds"      // sends no exact score, ever
	SkipsIndex     Fault = "skips an index"   // never sends index 2
	Noise          Fault = "noise"            // sends meaningless lines, then the true answer
	Floods         Fault = "floods"           // 100 MB of lines without an answer
	LongLines      Fault = "long lines"       // 100 MB of lines of 70 kB each
	EndlessLine    Fault = "endless line"     // 100 MB without a line end
	PartialLine    Fault = "partial line"     // dies in the middle of "bestmove"
	IllegalMove    Fault = "illegal move"     // bestmove is not legal
	NoMove         Fault = "no move"          // bestmove (none)
	OtherMove      Fault = "other move"       // bestmove is legal but not the one just sent
	IllegalLine    Fault = "illegal line"     // a line with a move that is not legal
	IgnoresQuit    Fault = "ignores quit"     // and the end of input
	SpawnsChild    Fault = "spawns a child"   // which holds the engine's output, standard error and Engine.Child open; then dies in search
	StopsEarly     Fault = "stops early"      // reports four nodes searched, whatever the limit
	SearchesOn     Fault = "searches on"      // reports a hundred times as many nodes as the limit
	Remembers      Fault = "remembers"        // answers depend on how many searches came before
)

// strikes reports whether the fault is this one and its time has come. It marks a fault that
// happens only once.
func (e Engine) strikes(searches int, f Fault) bool {
	if e.Fault != f || searches < e.After {
		return false
	}
	if e.Once == "" {
		return true
	}
	mark, err := os.OpenFile(e.Once, os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return false
	}
	mark.Close()
	return true
}

// noise is meaningless output that an engine may send.
var noise = [...]string{
	"", "   ", "nonsense", "info", "info depth", "info depth x score cp y pv z",
	"info string depth 99 multipv 1 score cp 999 pv a1a2",
	"info depth 99 string score cp 999 pv a1a2",
	"info depth 99 currmove e2e4 currmovenumber 1",
	"info depth 99 hashfull 12 nps 1 tbhits 0 cpuload 5",
	"info depth 99 score cp 999 novelty 3",
	"readyok", "uciok", "option name Late type check default false", "\x00\xff\xfe",
	"copyprotection ok", "registration checking",
}

// misbehave does what the fault says in place of, or before, a true answer.
func (s *state) misbehave() (exitCode int, over, instead bool) {
	switch s.Fault {
	case Noise:
		for _, line := range noise {
			s.say(line)
		}
		return 0, false, false
	case DiesInSearch, SpawnsChild:
		s.table(1)
		return died(), true, true
	case HangsInSearch:
		s.table(1)
		s.hang()
	case WaitsForStop:
		s.table(1)
		for s.in.Scan() && s.in.Text() != "stop" {
		}
	case HangsAfterStop:
		for s.in.Scan() && s.in.Text() != "stop" {
		}
		s.hang()
	case Floods:
		s.flood("info string " + strings.Repeat("x", 986) + "\n")
	case LongLines:
		s.flood(strings.Repeat("info string x", 5000) + strings.Repeat("x", 5000) + "\n")
	case EndlessLine:
		s.flood(strings.Repeat("x", 1000))
	case PartialLine:
		s.table(1)
		io.WriteString(s.out, "bestmove "+s.values(1)[0].Move.String())
		return 0, true, true
	case IllegalMove:
		s.answer("a1b8")
	case NoMove:
		s.answer("(none)")
	case OtherMove:
		s.answer(s.values(1)[len(s.position.Legal)-1].Move.String())
	case IllegalLine:
		s.say("info depth 9 multipv 1 score cp 0 pv a1b8")
	}
	return 0, false, s.Fault == IllegalMove || s.Fault == NoMove || s.Fault == OtherMove
}

// answer sends one depth and the given bestmove.
func (s *state) answer(best string) {
	s.table(1)
	s.say("bestmove " + best)
}

// flood sends 100 MB in copies of a piece.
func (s *state) flood(piece string) {
	for range 100_000_000 / len(piece) {
		if _, err := io.WriteString(s.out, piece); err != nil {
			return
		}
	}
}

// hang reads commands and never answers.
func (s *state) hang() {
	for s.in.Scan() {
	}
}

// spawn starts a child that outlives the engine unless it is killed.
func (s *state) spawn() {
	pipe, err := os.OpenFile(s.Child, os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	defer pipe.Close()
	files := []*os.File{nil, os.Stdout, os.Stderr, pipe}
	if _, err := os.StartProcess("/bin/sleep", []string{"sleep", "60"}, &os.ProcAttr{Files: files}); err != nil {
		panic(err)
	}
}
