package render

import (
	"fmt"
	"io"

	"fairplay/analysis/fault"
)

// Waiting says how far a report is that is not there yet.
type Waiting struct {
	Games, GamesDone int // to be evaluated; of them, those done
	Refresh          int // seconds until the page asks again
}

// BeingMade writes what a reader sees while there is no report: a page, which
// asks again by itself, or a line of text for the format table. Other formats are
// fault.Invalid.
func BeingMade(w io.Writer, format string, at Waiting, o Options) error {
	words, err := wordsFor(format, []string{"table", "html"}, o)
	if err != nil {
		return err
	}
	text := words.say("waiting.none", nil)
	if at.Games > 0 {
		text = words.say("waiting.games", fields{"Done": words.integer(at.GamesDone), "Games": words.integer(at.Games)})
	}
	if format == "table" {
		_, err := fmt.Fprintf(w, "%s %s\n", words.say("waiting.title", nil), text)
		return err
	}
	return writePage(w, "waiting.html", words, map[string]any{
		"Lang": words.lang, "Title": words.say("waiting.title", nil), "Text": text, "Refresh": at.Refresh,
	})
}

// Lacking is the sentence that stands at the head of a screening which is not of
// all that was handed in: of so many files and games that it does not know yet.
func Lacking(batches, games int, lang string) (string, error) {
	words, err := loadWords(lang)
	if err != nil {
		return "", err
	}
	if batches < 0 || games < 0 {
		return "", fault.New(fault.Internal, "lacking", "a screening lacks %d batches and %d games", batches, games)
	}
	return words.say("waiting.lacking", fields{
		"Games": words.count("waiting.lacking_games", games, nil), "Batches": words.count("waiting.lacking_batches", batches, nil),
	}), nil
}
