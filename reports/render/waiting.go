package render

import (
	"fmt"
	"io"

	"fairplay/reports"
)

// Waiting says how far the making of a report has come.
type Waiting struct {
	Games, GamesDone int // to be evaluated; of them, those done
	Refresh          int // seconds until the page asks again
}

// BeingMade writes what a reader sees while there is no report: a page that asks again
// by itself, or a line of text for the format table. Other formats are fault.Invalid.
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
	return writePage(w, "waiting.html", words, struct {
		frame
		Text string
	}{frame{Lang: words.lang, Title: words.say("waiting.title", nil), Refresh: at.Refresh}, text})
}

// lacking is the sentence about that at the head of a screening, "" for nil.
func (w *words) lacking(l *reports.Lacking) string {
	if l == nil {
		return ""
	}
	return w.say("waiting.lacking", fields{
		"Games": w.count("waiting.lacking_games", l.Games, nil), "Batches": w.count("waiting.lacking_batches", l.Batches, nil),
	})
}
