package render

import (
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/dejavu/dejavusanscondensed"
	bolddejavu "codeberg.org/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// typefaces are the fonts that a PDF embeds, as far as it uses their characters: DejaVu Sans
// Condensed, which has Latin, Cyrillic and Greek letters and the signs of our tables. Their
// licence (fonts/NOTICE) allows that.
type typefaces struct {
	regular, bold []byte
	known         *sfnt.Font
}

// fonts reads the typefaces once; the font is part of the program, so that only a damaged program
// fails.
var fonts = sync.OnceValues(func() (*typefaces, error) {
	known, err := sfnt.Parse(dejavusanscondensed.TTF)
	return &typefaces{dejavusanscondensed.TTF, bolddejavu.TTF, known}, err
})

// unwritable stands for a character that the typefaces lack.
const unwritable = "\ufffd"

// visual puts the letters of a line in the order in which they are seen: names in Hebrew or Arabic
// letters run from the right.
func visual(line string) string {
	if strings.IndexFunc(line, func(r rune) bool { return unicode.In(r, unicode.Hebrew, unicode.Arabic) }) < 0 {
		return line
	}
	var p bidi.Paragraph
	if _, err := p.SetString(line, bidi.DefaultDirection(bidi.LeftToRight)); err != nil {
		return line
	}
	order, err := p.Order()
	if err != nil {
		return line
	}
	var out strings.Builder
	for i := range order.NumRuns() {
		run := order.Run(i)
		if run.Direction() == bidi.RightToLeft {
			out.WriteString(bidi.ReverseString(run.String()))
		} else {
			out.WriteString(run.String())
		}
	}
	return out.String()
}

// writable returns printable text, letters and their accents joined, with a sign in the place of
// each character that the typefaces lack; whole is false if there is one.
func (t *typefaces) writable(text string) (_ string, whole bool) {
	whole = true
	var glyphs sfnt.Buffer
	var out strings.Builder
	for _, r := range norm.NFC.String(text) {
		if at, err := t.known.GlyphIndex(&glyphs, r); r > 0xffff || err != nil || at == 0 {
			whole = false
			out.WriteString(unwritable)
			continue
		}
		out.WriteRune(r)
	}
	return out.String(), whole
}
