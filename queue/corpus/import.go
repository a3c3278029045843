package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
)

// Import puts evaluations that another program recorded into the cache. Progress and Sample may be
// nil.
type Import struct {
	Recipe   analysis.Recipe // including the recorded engine
	Cache    pipeline.EvaluationCache
	Sample   *Sample                    // receives every position
	Progress func(games, positions int) // called after every game
}

// Imported counts what an import read.
type Imported struct {
	Games     int                  `json:"games"`
	Positions int                  `json:"positions"`
	Wide      int                  `json:"wide"`   // positions that have the wide pass
	Errors    []reports.InputError `json:"errors"` // one for each line and file that is refused
	Notes     []reports.InputNote  `json:"notes"`  // files that are cut off
}

// maxRecordedLine is the longest line that is read (one game): 64 MiB, some twenty times the
// longest game under the full recipe.
const maxRecordedLine = 64 << 20

// Run reads texts to their end. A line with anything wrong in it is refused as a whole and listed;
// all others are imported. A file that is cut off, as while it is being written, is read as far as
// it goes, with a note. If the cache holds another evaluation of a position, the run ends with a
// fault.Corrupt error; a failure to write the cache ends it too.
func (i *Import) Run(ctx context.Context, texts iter.Seq2[pipeline.Text, error]) (Imported, error) {
	done := Imported{Errors: []reports.InputError{}, Notes: []reports.InputNote{}}
	for text, err := range texts {
		if err != nil {
			done.refuse(text.Name, 0, err)
			continue
		}
		if err := i.text(ctx, text, &done); err != nil {
			return done, err
		}
	}
	return done, ctx.Err()
}

// text imports one recording.
func (i *Import) text(ctx context.Context, text pipeline.Text, done *Imported) error {
	wide, _ := i.Recipe.Pass(analysis.Wide)
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, maxRecordedLine)
	lines.Split(withLineFeed)
	number, cutOff := 0, false
	for !cutOff && lines.Scan() {
		number++
		line := lines.Bytes()
		if cutOff = !bytes.HasSuffix(line, []byte{'\n'}) && !json.Valid(line); cutOff {
			continue
		}
		game, err := parseRecorded(line, wide.MultiPV)
		if err == nil {
			err = i.put(ctx, game, done)
		}
		switch {
		case fault.KindOf(err) == fault.Invalid:
			done.refuse(text.Name, number, err)
		case err != nil:
			return fmt.Errorf("%s:%d: %w", text.Name, number, err)
		}
	}
	err := lines.Err()
	switch {
	case cutOff && err == nil, errors.Is(err, io.ErrUnexpectedEOF):
		done.Notes = append(done.Notes, reports.InputNote{File: text.Name, Line: number,
			Note: "the file is cut off here, perhaps because it is still being written; the games before are imported"})
	case err != nil:
		done.refuse(text.Name, number+1, err)
	}
	return ctx.Err()
}

func (i *Imported) refuse(file string, line int, err error) {
	i.Errors = append(i.Errors, reports.InputError{File: file, Line: line, Ply: -1, Reason: err.Error()})
}

// put keeps the positions of one game.
func (i *Import) put(ctx context.Context, game []evaluated, done *Imported) error {
	recipe := i.Recipe.Fingerprint()
	for _, p := range game {
		if err := i.Cache.Put(ctx, recipe, p.Key, p.Evaluation, p.Legal); err != nil {
			return err
		}
		if len(p.Wide) > 0 {
			done.Wide++
		}
		if i.Sample != nil {
			i.Sample.add(p)
		}
	}
	done.Games++
	done.Positions += len(game)
	if i.Progress != nil {
		i.Progress(done.Games, done.Positions)
	}
	return nil
}

// withLineFeed is a bufio.SplitFunc for lines that keep their line feed, so that a last line that
// was cut off can be recognised.
func withLineFeed(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
