package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
	"fairplay/uci"
)

// recordedGame is one line of a recording, a game as a JSON object. These fields of it are read.
type recordedGame struct {
	Positions []recordedPosition `json:"pos"`
}

// recordedPosition is a position of a game with the exact lines that an engine sent for it.
type recordedPosition struct {
	Ply    int            `json:"ply"`   // of the move made in it, from 0
	FEN    string         `json:"fen"`   // position key
	Legal  int            `json:"legal"` // number of legal moves
	Played analysis.Move  `json:"played"`
	Deep   []recordedLine `json:"deep"`
	Best   analysis.Move  `json:"best"` // bestmove of the deep pass
	Wide   []recordedLine `json:"wide"` // empty if the wide pass was not run
}

// recordedLine is the JSON list [depth, multipv index, first move, Score.Int].
type recordedLine uci.Info

// UnmarshalJSON splits the four values by hand for speed: a recording has millions of lines. The
// decoder has already checked that they are JSON.
func (r *recordedLine) UnmarshalJSON(b []byte) error {
	var values [4][]byte
	rest := bytes.Trim(b, "[ ]")
	for i := range values {
		var more bool
		if values[i], rest, more = bytes.Cut(rest, []byte{','}); more == (i == len(values)-1) {
			return fmt.Errorf("%.60s does not hold depth, index, move and score", b)
		}
		values[i] = bytes.TrimSpace(values[i])
	}
	var err [4]error
	var score int
	r.Depth, err[0] = strconv.Atoi(string(values[0]))
	r.MultiPV, err[1] = strconv.Atoi(string(values[1]))
	r.Move, err[2] = analysis.ParseMove(string(bytes.Trim(values[2], `"`)))
	score, err[3] = strconv.Atoi(string(values[3]))
	if i := slices.IndexFunc(err[:], func(e error) bool { return e != nil }); i >= 0 {
		return err[i]
	}
	var ok bool
	if r.Score, ok = analysis.ScoreFromInt(score); !ok {
		return fmt.Errorf("the score %d is out of range", score)
	}
	return nil
}

// evaluated is a position with its evaluation.
type evaluated struct {
	analysis.Position
	analysis.Evaluation
}

// parseRecorded reads one line of a recording and checks every position against the rules of chess.
// Its errors are of kind fault.Invalid.
func parseRecorded(line []byte, multiPV int) ([]evaluated, error) {
	var game recordedGame
	if err := json.Unmarshal(line, &game); err != nil {
		return nil, fault.Wrap(inWords(err), fault.Invalid, "recording", "it is not a recorded game")
	}
	if len(game.Positions) == 0 {
		return nil, fault.New(fault.Invalid, "recording", "it holds no positions")
	}
	all := make([]evaluated, len(game.Positions))
	for i, p := range game.Positions {
		var err error
		if all[i], err = p.evaluated(multiPV); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "recording", "position %q at ply %d", p.FEN, p.Ply)
		}
	}
	return all, nil
}

// inWords says what does not fit, without Go's type names.
func inWords(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("the field %s holds a %s", wrong.Field, wrong.Value)
	}
	return err
}

func (r recordedPosition) evaluated(multiPV int) (evaluated, error) {
	at, err := pgn.NewPosition(r.FEN)
	switch {
	case err != nil:
		return evaluated{}, err
	case at.Key != r.FEN:
		return evaluated{}, fmt.Errorf("it is not written as a position key, which is %q", at.Key)
	case len(at.Legal) != r.Legal:
		return evaluated{}, fmt.Errorf("it has %d legal moves, not %d", len(at.Legal), r.Legal)
	case !slices.Contains(at.Legal, r.Played):
		return evaluated{}, fmt.Errorf("the move played, %v, is not legal", r.Played)
	}
	e, err := uci.Recorded(at.Legal, multiPV, infos(r.Deep), infos(r.Wide), r.Best)
	return evaluated{at, e}, err
}

func infos(lines []recordedLine) []uci.Info {
	all := make([]uci.Info, len(lines))
	for i, l := range lines {
		all[i] = uci.Info(l)
	}
	return all
}
