package render

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
)

// specimen is one document of those that people print, as a report of the fixtures.
type specimen struct {
	writer   string // the function that writes it
	formats  []string
	write    func(w io.Writer, format string, o Options) error
	document func(*words) *document
}

// everyDocument has one of each document, by its name in the golden files.
func everyDocument(t *testing.T) map[string]specimen {
	t.Helper()
	moment := time.Date(2026, 3, 31, 9, 30, 0, 0, time.UTC)
	screening, test := new(published(t, *calibratedCrowd(12))), new(published(t, *fullTestFixture()))
	games, byround, claimed, fitting := gamesFixture(), byRoundFixture(), aClaim(), calibrationFixture()
	due, made := dutiesOf(t, eventOnRecord)
	section := sectionOf(t, sectionRecord, &reports.MadeScreening{ID: strings.Repeat("ab", 32), Screening: calibrated()})
	norm, normMade := normsOf(t, "tournament", "norms_open_2023.trf", reports.StatedFacts{Championship: "none"}, "16=IM", "24=WIM")
	mail, filed := letterFixture(complaint.LetterNotice, complaint.ToRespondent), filing()
	told := &Explanation{Number: "C-3F9A-07BD", Date: moment, Test: test}
	story := investigated(t)
	seen, _ := story.seen.View(complaint.Actor{Token: "s", Role: access.FPLSecretary})
	record := &PrintedCase{Number: "C-3F9A-07BD", Event: "Example Open 2026", Zone: "Europe/Kyiv", Seen: seen, Reader: "Greta Secretary", At: story.at.Add(time.Hour)}
	return map[string]specimen{
		"screening": {"Screening", Formats(), func(w io.Writer, f string, o Options) error { return Screening(w, f, screening, o) },
			func(w *words) *document { return newScreeningPage(screening, w).document(w, screening) }},
		"byround": {"ByRound", Formats(), func(w io.Writer, f string, o Options) error { return ByRound(w, f, byround, o) },
			func(w *words) *document { return byRound{figures{words: w}, byround}.document() }},
		"test": {"FullTest", Formats(), func(w io.Writer, f string, o Options) error { return FullTest(w, f, test, o) },
			func(w *words) *document { return newFullTest(w, test, true) }},
		"claim": {"Claim", Formats(), func(w io.Writer, f string, o Options) error { return Claim(w, f, claimed, o) },
			func(w *words) *document { return claimReport{w, claimed}.document() }},
		"calibration": {"CalibrationReport", CalibrationFormats(), func(w io.Writer, f string, o Options) error {
			return CalibrationReport(w, f, fitting, calibrationMade(), o)
		},
			func(w *words) *document { return newCalibrationReport(fitted{w, fitting, calibrationMade()}) }},
		"power": {"Power", CalibrationFormats(), func(w io.Writer, f string, o Options) error { return Power(w, f, fitting, calibrationMade(), o) },
			func(w *words) *document { return newPowerReport(fitted{w, fitting, calibrationMade()}) }},
		"level": {"Level", Formats(), func(w io.Writer, f string, o Options) error { return Level(w, f, due.Level, made, o) },
			func(w *words) *document { return w.levelDocument(due.Level, made) }},
		"duties": {"EventDuties", Formats(), func(w io.Writer, f string, o Options) error { return EventDuties(w, f, due, made, o) },
			func(w *words) *document { return duties{w, due, made}.document() }},
		"completeness": {"Completeness", Formats(), func(w io.Writer, f string, o Options) error {
			return Completeness(w, f, "Kyiv Open 2026", moment, games, o)
		},
			func(w *words) *document { return completeness{w, games}.document("Kyiv Open 2026", moment) }},
		"section": {"FairPlaySection", Formats(), func(w io.Writer, f string, o Options) error { return FairPlaySection(w, f, section, nil, o) },
			func(w *words) *document {
				return fairPlaySection{w, section, duties{w, section.Measures, nil}}.document()
			}},
		"norms": {"Norms", Formats(), func(w io.Writer, f string, o Options) error { return Norms(w, f, norm, normMade, o) },
			func(w *words) *document { return norms{w, norm, normMade}.document() }},
		"notice": {"Notice", NoticeFormats(), func(w io.Writer, f string, o Options) error { return Notice(w, f, o) }, func(w *words) *document {
			return notice([]*words{w})
		}},
		"explanation": {"DataExplanation", PaperFormats(), func(w io.Writer, f string, o Options) error { return DataExplanation(w, f, told, o) },
			func(w *words) *document { return explanation{w, told}.document() }},
		"letter": {"CaseLetter", PaperFormats(), func(w io.Writer, f string, o Options) error { return CaseLetter(w, f, mail, o) },
			func(w *words) *document { return letter{w, mail}.document() }},
		"form": {"ComplaintForm", PaperFormats(), func(w io.Writer, f string, o Options) error {
			return ComplaintForm(w, f, complaint.PTC, filed, "Europe/Kyiv", o)
		}, func(w *words) *document {
			return complaintForm{words: w, kind: complaint.PTC, zone: "Europe/Kyiv", filing: filed}.document()
		}},
		"case": {"Case", PaperFormats(), func(w io.Writer, f string, o Options) error { return Case(w, f, record, o) },
			func(w *words) *document { return caseRecord{caseWords{w, record.Zone}, record}.document() }},
	}
}

// ofCase reports whether a document may use the official terms of cases.
func (s specimen) ofCase() bool {
	return slices.Contains([]string{"CaseLetter", "ComplaintForm", "Case"}, s.writer)
}

// everyReport has the documents of everyDocument, and under names of two words the reports that differ from them: because
// little is known, something is refused, or a second engine was asked.
func everyReport(t *testing.T) map[string]specimen {
	t.Helper()
	all := everyDocument(t)
	for name, s := range map[string]*reports.Screening{"uncalibrated": fixture(), "bare": emptyInput(), "crowded": crowd(20), "small": calibrated()} {
		s := new(published(t, *s))
		all["screening "+name] = specimen{"Screening", Formats(), func(w io.Writer, f string, o Options) error { return Screening(w, f, s, o) },
			func(w *words) *document { return newScreeningPage(s, w).document(w, s) }}
	}
	for name, r := range fullTests() {
		r := new(published(t, *r))
		all["test "+name] = specimen{"FullTest", Formats(), func(w io.Writer, f string, o Options) error { return FullTest(w, f, r, o) },
			func(w *words) *document { return newFullTest(w, r, true) }}
	}
	due, made := dutiesOf(t, barelyOnRecord)
	all["duties bare"] = specimen{"EventDuties", Formats(), func(w io.Writer, f string, o Options) error { return EventDuties(w, f, due, made, o) },
		func(w *words) *document { return duties{w, due, made}.document() }}
	section := sectionOf(t, barelyOnRecord, nil)
	all["section bare"] = specimen{"FairPlaySection", Formats(), func(w io.Writer, f string, o Options) error { return FairPlaySection(w, f, section, nil, o) },
		func(w *words) *document {
			return fairPlaySection{w, section, duties{w, section.Measures, nil}}.document()
		}}
	return all
}

// fullTests returns the variants of the test of one player.
func fullTests() map[string]*reports.FullTest {
	return map[string]*reports.FullTest{
		"quick": quickTest(), "unstated": unstatedTest(), "thin": thinTest(), "refused": refusedTest(), "uncalibrated": uncalibratedTest(),
		"second": secondOf(fullTestFixture(), -1.5), "unfitted second": unfittedSecond(), "recorded": recordedTest(),
	}
}

// Whatever this package writes in a choice of formats and languages is among them, if people can print it.
func TestSpecimensAreOfEveryDocument(t *testing.T) {
	t.Parallel()
	var named []string
	for _, s := range everyDocument(t) {
		named = append(named, s.writer)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is || f.Recv != nil || !f.Name.IsExported() || len(f.Type.Params.List) < 3 {
				continue
			}
			last, is := f.Type.Params.List[len(f.Type.Params.List)-1].Type.(*ast.Ident)
			if !is || last.Name != "Options" || slices.Contains([]string{"PGNCheck", "BeingMade"}, f.Name.Name) { // for a terminal, or until the document is there
				continue
			}
			if found++; !slices.Contains(named, f.Name.Name) {
				t.Errorf("%s has no specimen", f.Name.Name)
			}
		}
	}
	if found != len(named) {
		t.Errorf("%d functions, %d specimens", found, len(named))
	}
}

// Every table of every document stands on paper and in the workbook with all its columns and cells, in its order; two
// runs give the same bytes of each.
func TestFormatsOfEveryDocumentAgree(t *testing.T) {
	t.Parallel()
	for name, s := range everyDocument(t) {
		lang := Languages()[len(name)%len(Languages())]
		w := wordsOf(t, lang)
		d := s.document(w)
		checkPaper(t, name+" in "+lang, d, w)
		if slices.Contains(s.formats, "xlsx") {
			checkWorkbook(t, name+" in "+lang, d, w)
		}
		for _, format := range s.formats {
			var first, second bytes.Buffer
			if err := s.write(&first, format, Options{Lang: lang}); err != nil {
				t.Fatalf("%s as %s: %v", name, format, err)
			}
			if err := s.write(&second, format, Options{Lang: lang}); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Errorf("%s as %s: two runs differ (%v)", name, format, err)
			}
		}
	}
}

// Every document that a service draws names the state of its log, once. Two do not: a letter, whose bytes must be the same on
// every day, and the notice for the hall.
func TestDocumentsNameTheStateOfTheLog(t *testing.T) {
	t.Parallel()
	const state = "fairplay/00112233445566778899aabbccddeeff, seal 17"
	for name, s := range everyDocument(t) {
		for _, format := range []string{"html", "table"} {
			want := 1
			if name == "letter" || name == "notice" {
				want = 0
			}
			if !slices.Contains(s.formats, format) {
				continue
			}
			var with, without bytes.Buffer
			for b, checkpoint := range map[*bytes.Buffer]string{&with: state, &without: ""} {
				if err := s.write(b, format, Options{Lang: "en", Width: 200, Checkpoint: checkpoint}); err != nil {
					t.Fatal(err)
				}
			}
			if n := strings.Count(with.String(), state); n != want {
				t.Errorf("%s as %s names it %d times, want %d", name, format, n, want)
			}
			if want == 0 && with.String() != without.String() {
				t.Errorf("%s as %s depends on the state of the log", name, format)
			}
		}
	}
}

// checkWorkbook checks that each table of a document has a sheet with its cells, figures as numbers.
func checkWorkbook(t *testing.T, name string, d *document, w *words) (numbers int) {
	t.Helper()
	var b bytes.Buffer
	if err := writeWorkbook(&b, d, w); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	book, n := opened(t, b.String()), 0
	sheets := book.GetSheetList()
	for _, s := range d.Sections {
		for _, of := range s.Tables {
			n++
			rows, err := book.GetRows(sheets[n])
			if err != nil {
				t.Fatal(err)
			}
			panes, err := book.GetPanes(sheets[n])
			if err != nil || !panes.Freeze || panes.YSplit != 1 {
				t.Errorf("%s, %s: the heading does not stay: %+v, %v", name, sheets[n], panes, err)
			}
			at := 1
			for _, r := range of.Rows {
				if r.Head != "" {
					at++
				}
				var got []string
				if at < len(rows) {
					got = rows[at]
				}
				place := 0
				for _, c := range r.Cells {
					for place < len(got) && !sameCell(got[place], printable(c.Text)) { // marks and notes have cells of their own
						place++
					}
					if place++; place > len(got) && c.Text != "" && r.Across == "" {
						t.Errorf("%s, %s, row %d: %q lacks %q, or it is not in its place", name, sheets[n], at, got, c.Text)
						break
					}
				}
				for j := range got {
					if numberFormat(t, book, sheets[n], j+1, at+1) != "" {
						numbers++
					}
				}
				at++
			}
		}
	}
	if n != len(sheets)-1 {
		t.Errorf("%s: %d tables in %d sheets", name, n, len(sheets))
	}
	return numbers
}

// sameCell compares a cell of a workbook with that of the table. A spreadsheet writes numbers in the manner of its reader,
// here of English.
func sameCell(got, want string) bool {
	spaceless := strings.NewReplacer(noBreakSpace, "", "\u202f", "")
	got, want = spaceless.Replace(got), spaceless.Replace(want)
	return got == want || strings.ReplaceAll(got, ",", "") == strings.ReplaceAll(want, ",", ".")
}

// Sizes of the pictures of pages, and how far two may differ: versions of poppler draw the edges of letters differently.
const (
	pictureDots = "20" // in an inch
	pictureEdge = 8    // of a square, in dots
	mostApart   = 40   // grey levels that a square may differ by, of 255
)

// The first page of each document looks as it did when somebody last looked at it: lines, tables and charts are in their
// places and nothing covers anything. Run with -update and look at the pictures, if that is meant to change.
func TestPagesAsPictures(t *testing.T) {
	t.Parallel()
	i := 0
	all := everyDocument(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		lang := Languages()[i%len(Languages())]
		i++
		var pdf bytes.Buffer
		if err := all[name].write(&pdf, "pdf", Options{Lang: lang}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		draw := exec.Command("pdftoppm", "-r", pictureDots, "-f", "1", "-l", "1", "-gray", "-png", "-")
		draw.Stdin = &pdf
		page, err := draw.Output()
		if err != nil {
			t.Fatalf("pdftoppm (make deps installs poppler-utils): %s: %v", name, err)
		}
		path := goldenFile("page_" + name + "." + lang + ".png")
		if *update {
			if err := os.WriteFile(path, page, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		stored, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		now, before := picture8(t, page), picture8(t, stored)
		if now.Rect != before.Rect {
			t.Errorf("%s: the page is %v, was %v", path, now.Rect, before.Rect)
			continue
		}
		if apart, at := furthest(now, before); apart > mostApart {
			t.Errorf("%s differs around %v by %d grey levels; run with -update if that is meant, and look", path, at, apart)
		}
	}
}

// picture8 reads a picture in shades of grey.
func picture8(t *testing.T, file []byte) *image.Gray {
	t.Helper()
	read, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewGray(read.Bounds())
	for y := out.Rect.Min.Y; y < out.Rect.Max.Y; y++ {
		for x := out.Rect.Min.X; x < out.Rect.Max.X; x++ {
			out.Set(x, y, read.At(x, y))
		}
	}
	return out
}

// furthest returns the square whose mean shades are furthest apart.
func furthest(a, b *image.Gray) (most int, at image.Point) {
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y += pictureEdge {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x += pictureEdge {
			sum, n := 0, 0
			for dy := range min(pictureEdge, a.Rect.Max.Y-y) {
				for dx := range min(pictureEdge, a.Rect.Max.X-x) {
					sum += int(a.GrayAt(x+dx, y+dy).Y) - int(b.GrayAt(x+dx, y+dy).Y)
					n++
				}
			}
			if d := max(sum, -sum) / n; d > most {
				most, at = d, image.Pt(x, y)
			}
		}
	}
	return most, at
}
