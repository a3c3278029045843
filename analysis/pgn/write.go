package pgn

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// lineWidth is the longest line of the export format (PGN standard 8.2.1).
const lineWidth = 79

// Write writes a game in the export format of the PGN standard: the seven tag roster, the other
// tags by name, the moves in SAN with their clock readings, and the result on the board.
// Reading it back gives a game with the same ID and plies. A game that was cut ends where its
// plies end. A game of a variant, whose moves are unknown, is a fault.Error of kind
// Unprocessable.
func Write(w io.Writer, g *analysis.Game) error {
	if g.Variant != analysis.Standard && g.Variant != "" {
		return fault.New(fault.Unprocessable, "pgn_variant", "%s is a game of %s and cannot be written", g.Source, g.Variant)
	}
	out := bufio.NewWriter(w)
	writeTags(out, g)
	line := 0
	for i := range g.Plies {
		for _, word := range plyWords(g, i) {
			line = writeWord(out, word, line)
		}
	}
	writeWord(out, string(g.Board), line)
	_, _ = out.WriteString("\n\n") // Flush returns the first error of all writes
	return out.Flush()
}

// writeTags writes the tag pairs: the seven first, then the others in the
// order of their names, each name once.
func writeTags(out *bufio.Writer, g *analysis.Game) {
	written := map[string]bool{}
	for _, name := range sevenTags() {
		written[name] = true
		value := g.Tag(name)
		unknown := "?"
		switch name {
		case "Date":
			unknown = "????.??.??"
		case "Result":
			unknown = string(g.Board)
		}
		writeTag(out, name, cmp.Or(value, unknown))
	}
	var others []analysis.Tag
	for _, t := range g.Tags {
		if !written[t.Name] {
			others = append(others, t)
			written[t.Name] = true
		}
	}
	slices.SortFunc(others, func(a, b analysis.Tag) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range others {
		writeTag(out, t.Name, t.Value)
	}
	_ = out.WriteByte('\n')
}

func writeTag(out *bufio.Writer, name, value string) {
	_, _ = fmt.Fprintf(out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
}

// writeWord writes a word after a space, or on a line of its own where this
// one is full, and returns how long the line is.
func writeWord(out *bufio.Writer, word string, line int) int {
	switch {
	case line > 0 && line+1+len(word) > lineWidth:
		_ = out.WriteByte('\n')
		line = 0
	case line > 0:
		_ = out.WriteByte(' ')
		line++
	}
	_, _ = out.WriteString(word)
	return line + len(word)
}

// plyWords returns what is written for one ply: its number if it needs one, the move, and the
// clock.
func plyWords(g *analysis.Game, i int) []string {
	offset := 0
	if g.Turn(0) == analysis.Black {
		offset = 1
	}
	number := strconv.Itoa((i+offset)/2 + 1)
	var words []string
	switch {
	case g.Turn(i) == analysis.White:
		words = append(words, number+".")
	case i == 0 || g.Plies[i-1].Clock >= 0:
		words = append(words, number+"...")
	}
	words = append(words, g.Plies[i].SAN)
	if c := g.Plies[i].Clock; c >= 0 {
		words = append(words, "{[%clk "+clockText(c)+"]}")
	}
	return words
}

// clockText writes a clock reading as h:mm:ss, with as many decimals as it
// needs.
func clockText(d time.Duration) string {
	hours, minutes := int(d.Hours()), int(d.Minutes())%60
	rest := d % time.Minute
	text := fmt.Sprintf("%d:%02d:%02d", hours, minutes, int(rest.Seconds()))
	if fraction := rest % time.Second; fraction > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", fraction.Milliseconds()), "0")
	}
	return text
}
