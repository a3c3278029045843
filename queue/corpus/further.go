package corpus

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/fit"
	"fairplay/queue/pipeline"
)

// LoadFurther reads what the engine of a corpus would play in every position that it has evaluated.
func LoadFurther(ctx context.Context, c *Loader) (all []fit.Further, err error) {
	_, err = c.Load(ctx, func(g LoadedGame) error {
		for ply, move := range g.Choices {
			all = append(all, fit.Further{Game: g.ID, Ply: ply, Move: move})
		}
		return nil
	})
	return all, err
}

// furtherLine is what a further engine would play in positions of one game of the corpus.
type furtherLine struct {
	Game      int `json:"id"` // CorpusId
	Positions []struct {
		Ply  int             `json:"ply"`
		Deep []furtherChoice `json:"deep"` // the first line of each depth, ascending
	} `json:"positions"`
}

type furtherChoice struct {
	Depth, Nodes, Centipawns int
	Move                     analysis.Move
}

// UnmarshalJSON reads [depth, nodes, move, centipawns].
func (f *furtherChoice) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&f.Depth, &f.Nodes, &f.Move, &f.Centipawns})
}

// ReadFurther reads what a further engine would play in positions of a corpus, one JSON object for each
// game and line. The error, of kind Invalid, names file, line and reason.
func ReadFurther(texts iter.Seq2[pipeline.Text, error]) (all []fit.Further, err error) {
	for text, err := range texts {
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(text)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			var l furtherLine
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				return nil, fault.Wrap(err, fault.Invalid, "further_choice", "%s:%d: these are no choices of a further engine", text.Name, n)
			}
			for _, p := range l.Positions {
				if len(p.Deep) == 0 {
					return nil, fault.New(fault.Invalid, "further_choice", "%s:%d: the choice at ply %d is missing", text.Name, n, p.Ply)
				}
				all = append(all, fit.Further{Game: fmt.Sprintf("%05d", l.Game), Ply: p.Ply, Move: p.Deep[len(p.Deep)-1].Move})
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "further_choice", "%s cannot be read", text.Name)
		}
	}
	return all, nil
}
