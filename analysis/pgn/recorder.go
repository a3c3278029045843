package pgn

import (
	"time"

	"fairplay/analysis"
)

// recorder collects the plies of a game. Keys and moves of all plies are cut from one text. A
// kept game thus takes a tenth less memory than with separate texts, and the garbage collector
// has two objects fewer for every ply.
type recorder struct {
	plies []analysis.Ply
	seen  map[string]int // how often each position has occurred, by the part of its key without numbers
	text  []byte         // keys and moves, one after the other
	ends  []int          // where in text each key and each move ends
}

func newRecorder(plies int) *recorder {
	plies = min(plies, longestGame)
	return &recorder{
		plies: make([]analysis.Ply, 0, plies), seen: make(map[string]int, plies),
		text: make([]byte, 0, 80*plies), ends: make([]int, 0, 2*plies),
	}
}

// play makes a legal move in p.
func (r *recorder) play(p *position, m analysis.Move, clock time.Duration) {
	from := len(r.text)
	var same int
	r.text, same = p.appendKey(r.text)
	r.ends = append(r.ends, len(r.text))
	key := string(r.text[from : from+same])
	r.plies = append(r.plies, analysis.Ply{Move: m, Clock: clock, Repeats: r.seen[key]})
	r.seen[key]++
	r.text = p.appendSAN(r.text, m)
	p.advance(m)
	r.text = p.appendCheck(r.text)
	r.ends = append(r.ends, len(r.text))
}

// finish returns the plies.
func (r *recorder) finish() []analysis.Ply {
	text, from := string(r.text), 0
	for i := range r.plies {
		key, san := r.ends[2*i], r.ends[2*i+1]
		r.plies[i].Key, r.plies[i].SAN = text[from:key], text[key:san]
		from = san
	}
	return r.plies
}
