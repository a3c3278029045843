package render

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Sizes of a page of a PDF and of what stands on it, in points.
const (
	shortSide, longSide = 595.28, 841.89 // of A4
	paperMargin         = 36.0
	footHeight          = 26.0
	bodySize            = 9.0
	titleSize           = 16.0
	largeSize           = 10.5 // of what is read from afar
	smallSize           = 8.0
	footSize            = 6.5
	leading             = 1.32 // height of a line as a multiple of the size of its letters
	keepTogether        = 60.0 // room that a heading asks for, so that it is not the last line of a page
)

// typeface is the family of the fonts, as a PDF names it.
const typeface = "dejavusanscondensed"

// writePDF writes a document as a PDF file: A4, upright unless a table needs the width, with the
// charts drawn and the digest of the report below every page. The same document gives the same
// bytes.
func writePDF(w io.Writer, d *document, words *words) error {
	look, err := loadLook()
	if err != nil {
		return err
	}
	p, err := newPaper(d, words, look)
	if err != nil {
		return err
	}
	p.pdf.AddPage()
	p.head()
	for i := range d.Sections {
		p.section(&d.Sections[i])
	}
	if p.unwritten {
		p.pdf.Ln(p.body)
		p.text(words.say("paper.unwritable", fields{"Letter": unwritable}), smallSize, p.ink("soft"))
	}
	var file bytes.Buffer
	if err := p.pdf.Output(&file); err != nil {
		return fmt.Errorf("make a PDF: %w", err)
	}
	_, err = w.Write(titled(file.Bytes()))
	return err
}

// titled asks readers to show the title of a PDF in the place of the name of its file (ISO 32000-1, 12.2), for which
// fpdf has no setting. The catalogue is the last object, so that of all offsets only that of the table behind it moves.
func titled(file []byte) []byte {
	const catalogue, wish = "/Type /Catalog\n", "/Version /1.4\n/ViewerPreferences << /DisplayDocTitle true >>\n"
	at, end := bytes.LastIndex(file, []byte(catalogue)), bytes.LastIndex(file, []byte("startxref\n"))
	if at < 0 || end < at {
		return file
	}
	at += len(catalogue)
	table := bytes.LastIndex(file[:end], []byte("\nxref\n")) + 1 + len(wish)
	return fmt.Appendf(slices.Concat(file[:at], []byte(wish), file[at:end]), "startxref\n%d\n%%%%EOF\n", table)
}

// paper is a PDF that is being written. What writes it keeps the first error until the end.
type paper struct {
	*words
	*document
	pdf           *fpdf.Fpdf
	fonts         *typefaces
	look          *look
	width, bottom float64 // between the margins; where the foot begins
	body, small   float64 // sizes of letters
	unwritten     bool    // some character stands as unwritable
}

func newPaper(d *document, words *words, look *look) (*paper, error) {
	fonts, err := fonts()
	if err != nil {
		return nil, fmt.Errorf("read the font: %w", err)
	}
	p := &paper{words: words, document: d, fonts: fonts, look: look, body: bodySize, small: smallSize}
	if d.Large {
		p.body, p.small = largeSize, largeSize
	}
	p.open("P", shortSide, longSide)
	if !p.fits() {
		p.open("L", longSide, shortSide)
	}
	return p, nil
}

// open begins the file anew with pages of that format.
func (p *paper) open(orientation string, width, height float64) {
	p.pdf = fpdf.NewCustom(&fpdf.InitType{OrientationStr: orientation, UnitStr: "pt", SizeStr: "A4"})
	p.width, p.bottom = width-2*paperMargin, height-paperMargin-footHeight
	if p.Large {
		p.bottom += footHeight
	}
	p.pdf.AddUTF8FontFromBytes(typeface, "", p.fonts.regular)
	p.pdf.AddUTF8FontFromBytes(typeface, "B", p.fonts.bold)
	p.pdf.SetMargins(paperMargin, paperMargin, paperMargin)
	p.pdf.SetAutoPageBreak(false, 0)
	p.pdf.SetCatalogSort(true)
	made := p.document.made()
	p.pdf.SetCreationDate(made)
	p.pdf.SetModificationDate(made)
	p.pdf.SetLang(p.document.Lang)
	p.pdf.SetTitle(strings.Join(slices.DeleteFunc([]string{p.clean(p.Title), p.Kind}, func(s string) bool { return s == "" }), " · "), true)
	p.pdf.SetSubject(p.Kind, true)
	p.pdf.SetCreator(p.Program, true)
	p.pdf.SetProducer("fpdf", true)
	p.pdf.SetKeywords(p.digestLine(), true)
	p.pdf.AliasNbPages("")
	p.pdf.SetFooterFunc(p.foot)
	p.pdf.SetFont(typeface, "", p.body)
}

// made is the day that the report is of, or a day that is the same for all: no file says when it
// was written.
func (d *document) made() time.Time {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if day, err := time.Parse(layout, d.Date); err == nil {
			return day
		}
	}
	return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
}

// clean makes text fit to be written in the font.
func (p *paper) clean(text string) string {
	text, whole := p.fonts.writable(printable(text))
	p.unwritten = p.unwritten || !whole
	return text
}

// digestLine names the report by its digest, "" for none.
func (p *paper) digestLine() string {
	if p.Digest == "" {
		return ""
	}
	return p.say("paper.digest", fields{"Digest": p.Digest})
}

// foot says below a page which one it is, and of what.
func (p *paper) foot() {
	if p.Large {
		return
	}
	y := p.bottom + 10
	p.rule(paperMargin, y, p.width, "line", .5)
	p.pdf.SetFont(typeface, "", footSize)
	p.colour(p.ink("soft"))
	page := p.say("paper.page", fields{"N": p.pdf.PageNo(), "Of": "{nb}"})
	p.pdf.Text(paperMargin, y+9, page)
	left := 90.0
	digest := p.digestLine()
	about := p.clean(cmp.Or(p.Kind, p.Title))
	if p.Kind != "" {
		about += ": " + p.clean(p.Title)
	}
	room := p.width - left - p.pdf.GetStringWidth(digest) - 12
	if head, tail := length(p.pdf.GetStringWidth).cut(about, room); tail != "" {
		about = strings.TrimSpace(head) + "…"
	}
	p.pdf.Text(paperMargin+left, y+9, about)
	p.pdf.Text(paperMargin+p.width-p.pdf.GetStringWidth(digest), y+9, digest)
}

// room begins a new page unless this one has so much room left.
func (p *paper) room(height float64) {
	if p.pdf.GetY()+height > p.bottom && p.pdf.GetY() > paperMargin {
		p.pdf.AddPage()
	}
}

// rgb is a colour.
type rgb struct{ r, g, b int }

// ink is a colour that the style sheet names.
func (p *paper) ink(name string) rgb { return p.look.colour("var(--" + name + ")") }

func (p *paper) colour(c rgb) { p.pdf.SetTextColor(c.r, c.g, c.b) }

// rule draws a level line.
func (p *paper) rule(x, y, width float64, ink string, weight float64) {
	c := p.ink(ink)
	p.pdf.SetDrawColor(c.r, c.g, c.b)
	p.pdf.SetLineWidth(weight)
	p.pdf.Line(x, y, x+width, y)
}

// lines breaks text in the font that is set.
func (p *paper) lines(text string, width float64) []string {
	return length(p.pdf.GetStringWidth).wrap(text, width, "", "")
}

// put writes one line whose letters are as high as size, from y downwards.
func (p *paper) put(x, y, size float64, text string) {
	p.pdf.Text(x, y+float64(size*.98), visual(text))
}

// text writes a paragraph over the whole width.
func (p *paper) text(text string, size float64, c rgb) { p.paragraph(0, p.width, text, "", size, c) }

// paragraph writes a paragraph that begins at x from the margin, and goes on below it.
func (p *paper) paragraph(x, width float64, text, style string, size float64, c rgb) {
	p.pdf.SetFont(typeface, style, size)
	for _, line := range p.lines(p.clean(text), width) {
		p.room(size * leading)
		p.pdf.SetFont(typeface, style, size) // a foot has changed it
		p.colour(c)
		p.put(paperMargin+x, p.pdf.GetY(), size, line)
		p.pdf.SetY(p.pdf.GetY() + float64(size*leading))
	}
}

// gap leaves room, but not at the head of a page.
func (p *paper) gap(height float64) {
	if p.pdf.GetY() > paperMargin {
		p.pdf.SetY(p.pdf.GetY() + height)
	}
}

// head writes what stands before the sections: what it is about, what must be read first, and the
// figures that a reader wants first.
func (p *paper) head() {
	if p.Lacking != "" {
		p.boxed(p.Lacking, "B")
	}
	if p.Kind != "" {
		p.paragraph(0, p.width, p.Kind, "B", p.body, p.ink("blue"))
	}
	p.paragraph(0, p.width, p.Title, "B", titleSize, p.ink("ink"))
	if len(p.Facts) > 0 {
		p.text(strings.Join(p.Facts, " · "), p.body, p.ink("soft"))
	}
	p.gap(4)
	for _, note := range p.Notes {
		p.boxed(note, "")
	}
	p.tiles()
}

// boxed writes a paragraph beside an upright bar.
func (p *paper) boxed(text, style string) {
	const indent, around = 10.0, 3.0
	p.pdf.SetFont(typeface, style, p.body)
	lines := p.lines(p.clean(text), p.width-indent)
	height := float64(float64(len(lines))*p.body*leading) + 2*around
	p.room(min(height, p.bottom-paperMargin))
	y := p.pdf.GetY()
	c := p.ink("blue")
	p.pdf.SetFillColor(c.r, c.g, c.b)
	p.pdf.Rect(paperMargin, y, 3, min(height, p.bottom-y), "F")
	p.pdf.SetY(y + around)
	p.paragraph(indent, p.width-indent, text, style, p.body, p.ink("ink"))
	p.pdf.SetY(p.pdf.GetY() + around + 3)
}

// tiles writes large figures beside one another.
func (p *paper) tiles() {
	if len(p.Tiles) == 0 {
		return
	}
	const between, inside = 8.0, 7.0
	width := (p.width - float64(between*float64(len(p.Tiles)-1))) / float64(len(p.Tiles))
	p.pdf.SetFont(typeface, "", smallSize)
	most := 0
	labels := make([][]string, len(p.Tiles))
	for i, t := range p.Tiles {
		labels[i] = p.lines(p.clean(t.Label), width-2*inside)
		most = max(most, len(labels[i]))
	}
	height := 24 + float64(float64(most)*smallSize*leading) + inside
	p.room(height)
	y := p.pdf.GetY()
	for i, t := range p.Tiles {
		x := paperMargin + float64(float64(i)*(width+between))
		pale := p.ink("pale")
		p.pdf.SetFillColor(pale.r, pale.g, pale.b)
		p.pdf.Rect(x, y, width, height, "F")
		p.pdf.SetFont(typeface, "B", 14)
		p.colour(p.ink(inkOf(t.Faint)))
		p.put(x+inside, y+5, 14, p.clean(t.Figure))
		p.pdf.SetFont(typeface, "", smallSize)
		p.colour(p.ink("soft"))
		for k, line := range labels[i] {
			p.put(x+inside, y+24+float64(float64(k)*smallSize*leading), smallSize, line)
		}
	}
	p.pdf.SetY(y + height + 6)
}

// inkOf is the colour of figures, and of those from which nothing follows.
func inkOf(faint bool) string {
	if faint {
		return "soft"
	}
	return "ink"
}

// kept is the room that a section needs so that its title does not stand alone at the end of a page.
func (p *paper) kept(s *section) float64 {
	if s.Chart == nil || s.Figure != "" || len(s.Text)+len(s.Facts) > 0 {
		return keepTogether
	}
	return keepTogether + p.chartHeight(s.Chart, p.width)
}

func (p *paper) section(s *section) {
	p.gap(12)
	p.room(p.kept(s))
	if s.Title != "" {
		p.pdf.SetFont(typeface, "B", 11.5) // the bookmark is written in its encoding
		p.pdf.Bookmark(p.clean(s.Title), 0, -1)
		p.paragraph(0, p.width, s.Title, "B", p.body+2.5, p.ink("ink"))
		p.gap(2)
	}
	if s.Figure != "" {
		p.paragraph(0, p.width, s.Figure, "B", 14, p.ink(inkOf(s.Faint)))
	}
	for _, text := range s.Text {
		p.text(text, p.body, p.ink("ink"))
		p.gap(2)
	}
	p.facts(s.Facts, .3, "")
	if s.Chart != nil {
		p.charts([]*chart{s.Chart})
	}
	p.charts(s.Plots)
	for _, t := range s.Tables {
		p.gap(4)
		p.table(t)
	}
	p.gap(3)
	p.facts(s.Terms, .22, "B")
	p.gap(3)
	for _, note := range s.Notes {
		p.text(note, smallSize, p.ink("soft"))
		p.gap(1)
	}
	for _, item := range s.List {
		p.item(item)
	}
}

// item writes one item of a list behind its dot.
func (p *paper) item(text string) {
	const indent = 10.0
	p.room(p.body * leading)
	p.pdf.SetFont(typeface, "", p.body)
	p.colour(p.ink("ink"))
	p.put(paperMargin, p.pdf.GetY(), p.body, "•")
	p.paragraph(indent, p.width-indent, text, "", p.body, p.ink("ink"))
	p.gap(1.5)
}

// facts writes labels and values beside each other; labels take that share of the width.
func (p *paper) facts(all []fact, share float64, style string) {
	at := float64(p.width * share)
	for _, f := range all {
		p.pdf.SetFont(typeface, style, p.small)
		labels := p.lines(p.clean(f.Label), at-8)
		p.pdf.SetFont(typeface, "", p.small)
		values := p.lines(p.clean(f.Value), p.width-at) // all on one page, unless there are many
		free := float64(float64(f.Room) * p.small * 1.9)
		p.room(max(free, float64(float64(max(len(labels), min(len(values), 4)))*p.small*leading)) + 3)
		y := p.pdf.GetY()
		p.pdf.SetFont(typeface, style, p.small)
		p.colour(p.ink(inkOf(style == "")))
		for k, line := range labels {
			p.put(paperMargin, y+float64(float64(k)*p.small*leading), p.small, line)
		}
		below := y + float64(float64(len(labels))*p.small*leading)
		p.paragraph(at, p.width-at, f.Value, "", p.small, p.ink("ink"))
		if p.pdf.GetY() >= y { // on the same page
			p.pdf.SetY(max(p.pdf.GetY(), below, y+free))
		}
		p.rule(paperMargin, p.pdf.GetY()+1, p.width, "line", .3)
		p.pdf.SetY(p.pdf.GetY() + 3)
	}
}
