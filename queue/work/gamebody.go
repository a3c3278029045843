package work

import (
	"bytes"
	"encoding/json"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// gameBody is the stored form of a game: an analysis.Game without its Source, so that a game has
// the same body in whatever file it was handed in. The fields are those of analysis.Game, in its
// order; the compiler checks that.
type gameBody struct {
	ID     string          `json:"id"`
	Source analysis.Source `json:"-"`
	Tags   []analysis.Tag  `json:"tags"`

	Event       string               `json:"event"`
	Site        string               `json:"site"`
	Date        string               `json:"date"`
	Round       string               `json:"round"`
	White       analysis.Player      `json:"white"`
	Black       analysis.Player      `json:"black"`
	TimeControl analysis.TimeControl `json:"time_control"`
	Variant     analysis.Variant     `json:"variant"`

	Board   analysis.Result `json:"board"`
	Awarded string          `json:"awarded"`
	Played  bool            `json:"played"`

	Unfinished bool `json:"unfinished"`

	SetUp       bool                `json:"set_up"`
	Start       string              `json:"start"`
	Plies       []analysis.Ply      `json:"plies"`
	End         analysis.Position   `json:"end"`
	RepeatsFrom int                 `json:"repeats_from"`
	Unread      []string            `json:"unread,omitempty"`
	Cut         *analysis.GameError `json:"cut"`
	Notes       []analysis.Oddity   `json:"notes"`
}

// encodeGame returns the canonical body of a game. The lines of Cut and Notes are counted from the
// game's first line, because the place of the game in a file is not part of it.
func encodeGame(g *analysis.Game) ([]byte, error) {
	body := gameBody(*g)
	if g.Cut != nil {
		cut := *g.Cut
		cut.Source, cut.Line = analysis.Source{}, cut.Line-g.Source.Line
		body.Cut = &cut
	}
	body.Notes = moved(g.Notes, -g.Source.Line)
	return json.Marshal(body)
}

// decodeGame returns the game of a body, placed at a source. An unreadable body is a Corrupt error.
func decodeGame(body []byte, at analysis.Source) (*analysis.Game, error) {
	var b gameBody
	read := json.NewDecoder(bytes.NewReader(body))
	read.DisallowUnknownFields()
	if err := read.Decode(&b); err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "game_body", "the stored game %s cannot be read", at)
	}
	g := analysis.Game(b)
	g.Source = at
	if g.Cut != nil {
		g.Cut.Source, g.Cut.Line = at, g.Cut.Line+at.Line
	}
	g.Notes = moved(g.Notes, at.Line)
	return &g, nil
}

// moved returns notes moved down by this many lines.
func moved(notes []analysis.Oddity, lines int) []analysis.Oddity {
	notes = slices.Clone(notes)
	for i := range notes {
		notes[i].Line += lines
	}
	return notes
}
