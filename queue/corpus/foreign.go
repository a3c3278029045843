package corpus

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/fit"
	"fairplay/queue/pipeline"
)

// foreignLine is one recorded move of another engine in a position of the corpus, which looked for some
// nodes or to some depth.
type foreignLine struct {
	Game  int            `json:"id"` // CorpusId
	Ply   int            `json:"ply"`
	Part  string         `json:"part"`
	Name  string         `json:"name"`
	Nodes int            `json:"nodes"`
	Depth int            `json:"depth"`
	Move  analysis.Move  `json:"move"`
	Best  analysis.Move  `json:"best"`
	Value analysis.Score `json:"value"`
	After analysis.Score `json:"after"`
}

// ReadForeign reads what other engines play in positions of a corpus, one JSON object per line. The
// error, of kind Invalid, names file, line and reason.
func ReadForeign(texts iter.Seq2[pipeline.Text, error]) (all []fit.Foreign, err error) {
	for text, err := range texts {
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(text)
		for n := 1; lines.Scan(); n++ {
			var l foreignLine
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				return nil, fault.Wrap(err, fault.Invalid, "foreign_move", "%s:%d: this is no move of another engine", text.Name, n)
			}
			if l.Name == "" || (l.Nodes > 0) == (l.Depth > 0) {
				return nil, fault.New(fault.Invalid, "foreign_move", "%s:%d: the engine is missing, or either its number of nodes or its depth", text.Name, n)
			}
			effort := nodes(l.Nodes)
			if l.Depth > 0 {
				effort = fmt.Sprintf("depth%d", l.Depth)
			}
			all = append(all, fit.Foreign{
				Engine: l.Name + "-" + effort, Game: fmt.Sprintf("%05d", l.Game), Ply: l.Ply, Move: l.Move, Value: l.Value, After: l.After,
			})
		}
		if err := lines.Err(); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "foreign_move", "%s cannot be read", text.Name)
		}
	}
	return all, nil
}

// nodes writes a number of nodes, in thousands or millions if it is large.
func nodes(n int) string {
	switch {
	case n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n%1000 == 0:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}
