package render

import (
	"io"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// printable makes text from a game safe to show. Unsafe characters and bytes that are
// not UTF-8 become "?". White space becomes single spaces; no-break spaces stay.
func printable(text string) string {
	return visible(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }), " "))
}

// visible is printable for text in which every space counts, such as a command.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unsafe(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// unsafe reports whether a character acts instead of being seen: control characters,
// which could move the cursor of a terminal, and marks that turn the direction of
// writing, which could put a row's figures out of order (Unicode's Bidi_Control).
func unsafe(r rune) bool {
	return unicode.IsControl(r) || r > unicode.MaxLatin1 && unicode.Is(unicode.Bidi_Control, r)
}

// withoutOrders passes a page on with "?" for unsafe characters; the line ends and
// tabs of its templates stay. Close it to write the rest.
func withoutOrders(w io.Writer) io.WriteCloser {
	return transform.NewWriter(w, runes.Map(func(r rune) rune {
		if unsafe(r) && r != '\n' && r != '\t' {
			return '?'
		}
		return r
	}))
}

// width returns how many terminal cells text takes.
func width(text string) int {
	if strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
		return len(text) // nearly always, and uniseg is slow
	}
	return uniseg.StringWidth(text)
}

// cells is width as a length.
func cells(text string) float64 { return float64(width(text)) }

// padLeft puts spaces before text up to n cells.
func padLeft(text string, n int) string { return strings.Repeat(" ", max(0, n-width(text))) + text }

// padRight puts spaces after text up to n cells.
func padRight(text string, n int) string { return text + strings.Repeat(" ", max(0, n-width(text))) }

// truncate cuts text to at most n cells and ends what it cuts with an ellipsis. It
// never cuts inside what a reader sees as one character.
func truncate(text string, n int) string {
	if width(text) <= n {
		return text
	}
	head, _ := cut(text, n-1)
	return head + "…"
}

// length tells how long text is, in cells of a terminal or in points of a font.
type length func(string) float64

// cut splits text after as many whole characters as fit into n cells.
func cut(text string, n int) (head, tail string) { return length(cells).cut(text, float64(n)) }

// wrap breaks text between words into lines of at most n cells, never at a no-break
// space. The first line begins with first, the others with indent. A word too long for
// a line is cut.
func wrap(text string, n int, first, indent string) []string {
	return length(cells).wrap(text, float64(n), first, indent)
}

// cut splits text after as many whole characters as are no longer than n.
func (l length) cut(text string, n float64) (head, tail string) {
	at, used := 0, 0.0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		of := l(g.Str())
		if used+of > n {
			break
		}
		used += of
		_, at = g.Positions()
	}
	return text[:at], text[at:]
}

// wrap is wrap for lines that are no longer than n.
func (l length) wrap(text string, n float64, first, indent string) []string {
	var lines []string
	line, empty := first, true
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		if !empty && l(line)+l(" ")+l(word) > n {
			lines, line, empty = append(lines, line), indent, true
		}
		if !empty {
			line += " "
		}
		for l(line)+l(word) > n {
			head, tail := l.cut(word, n-l(line))
			if head == "" {
				break
			}
			lines, line, word = append(lines, line+head), indent, tail
		}
		line, empty = line+word, false
	}
	if !empty {
		lines = append(lines, line)
	}
	return lines
}
