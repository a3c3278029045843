package ucitest

import (
	"bufio"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/pgn"
)

// Name and Author are how Engine names itself.
const (
	Name   = "Scripted 1.0"
	Author = "fairplay"
)

// Depths is how deep Engine searches, whatever the node limit.
const Depths = 4

// Engine speaks UCI and values every move by a hash of position, move and
// depth, so that its answers are the same everywhere. The zero value behaves.
type Engine struct {
	Named string        // what it calls itself; "" for Name
	Delay time.Duration // added to every search
	Lacks []string      // options of Threads, Hash and MultiPV that are not offered
	Fault Fault         // how it misbehaves, if at all
	After int           // searches that succeed before the fault
	Once  string        // file that marks that the fault has happened, after which processes behave; "" for a fault every time
	Taste string        // engines of different tastes value moves differently
	Child string        // named pipe that the child of SpawnsChild holds open
}

// Score is the value that Engine gives to a move at a depth: centipawns within
// three pawns of equality.
func Score(fen string, m analysis.Move, depth int) analysis.Score {
	h := fnv.New32a()
	fmt.Fprint(h, fen, m, depth)
	return analysis.Centipawns(int(h.Sum32()%601) - 300)
}

// state is a running engine.
type state struct {
	Engine
	in       *bufio.Scanner
	out      io.Writer
	lines    int // MultiPV
	nodes    int // limit of the search
	position analysis.Position
	searches int
}

// Run speaks UCI until it is told to quit, input ends or the fault demands it,
// and returns the exit code.
func (e Engine) Run(in io.Reader, out io.Writer) (exitCode int) {
	if e.strikes(0, DiesAtStart) {
		return died()
	}
	s := &state{Engine: e, in: bufio.NewScanner(in), out: out, lines: 1}
	for s.in.Scan() {
		if code, over := s.obey(s.in.Text()); over {
			return code
		}
	}
	if e.Fault == IgnoresQuit {
		time.Sleep(10 * time.Minute)
	}
	return 0
}

// died reports its end and returns the exit code of a failure.
func died() int {
	fmt.Fprintln(os.Stderr, "ucitest: this engine was told to die")
	return 3
}

// obey carries out one command.
func (s *state) obey(command string) (exitCode int, over bool) {
	word, rest, _ := strings.Cut(command, " ")
	switch word {
	case "uci":
		s.introduce()
	case "isready":
		if s.strikes(s.searches, HangsInReady) {
			s.hang()
		}
		s.say("readyok")
	case "setoption":
		if value, ok := strings.CutPrefix(rest, "name MultiPV value "); ok {
			s.lines, _ = strconv.Atoi(value)
		}
	case "position":
		s.position, _ = pgn.NewPosition(strings.TrimPrefix(rest, "fen "))
	case "go":
		s.searches++
		s.nodes, _ = strconv.Atoi(strings.TrimPrefix(rest, "nodes "))
		return s.search()
	case "quit":
		return 0, s.Fault != IgnoresQuit
	}
	return 0, false
}

// introduce answers "uci".
func (s *state) introduce() {
	switch s.Fault {
	case NeverGreets:
		s.say("Error (unknown command): uci")
		s.hang()
	case SpawnsChild:
		s.spawn()
	}
	s.say("id name " + cmp.Or(s.Named, Name))
	s.say("id author " + Author)
	for _, o := range [...]struct{ name, kind string }{
		{"Threads", "spin default 1 min 1 max 8"},
		{"Hash", "spin default 16 min 1 max 1024"},
		{"MultiPV", "spin default 1 min 1 max 500"},
		{"Style", "combo default Solid var Solid var Risky"},
		{"EvalFile", "string default nn-scripted.nnue"},
	} {
		if !slices.Contains(s.Lacks, o.name) {
			s.say("option name " + o.name + " type " + o.kind)
		}
	}
	s.say("uciok")
}

func (s *state) say(line string) { io.WriteString(s.out, line+"\n") }

// search answers "go" as an honest engine does, unless the fault strikes.
func (s *state) search() (exitCode int, over bool) {
	time.Sleep(s.Delay)
	if s.Fault != "" && s.strikes(s.searches-1, s.Fault) {
		if code, over, instead := s.misbehave(); instead {
			return code, over
		}
	}
	var best analysis.Move
	for depth := 1; depth <= Depths; depth++ {
		best = s.table(depth)
	}
	s.say("bestmove " + best.String())
	return 0, false
}

// table sends the lines of one depth and returns the first move.
func (s *state) table(depth int) analysis.Move {
	lines := s.values(depth)
	for i, l := range lines[:min(s.lines, len(lines))] {
		s.say(s.line(depth, i+1, l))
	}
	return lines[0].Move
}

// line writes one line, which a fault may spoil.
func (s *state) line(depth, index int, l analysis.Line) string {
	bound := ""
	switch {
	case s.Fault == OnlyBounds:
		bound = " lowerbound"
	case s.Fault == SkipsIndex && index == 2:
		index = 3
	}
	return fmt.Sprintf("info depth %d seldepth %d multipv %d score cp %d%s nodes %d time 1 pv %v",
		depth, depth, index, l.Value.Int(), bound, s.counted(depth), l.Move)
}

// counted is how many nodes the engine reports at a depth: at the last depth the whole limit,
// unless a fault changes it.
func (s *state) counted(depth int) int {
	n := s.nodes * depth / Depths
	switch s.Fault {
	case StopsEarly:
		n = depth
	case SearchesOn:
		n *= 100
	}
	return n
}

// values returns all moves with their values, best first.
func (s *state) values(depth int) []analysis.Line {
	fen := s.position.Key + s.Taste
	if s.Fault == Remembers {
		fen += strconv.Itoa(s.searches)
	}
	lines := make([]analysis.Line, len(s.position.Legal))
	for i, m := range s.position.Legal {
		lines[i] = analysis.Line{Move: m, Value: Score(fen, m, depth)}
	}
	slices.SortStableFunc(lines, func(a, b analysis.Line) int { return b.Value.Compare(a.Value) })
	return lines
}
