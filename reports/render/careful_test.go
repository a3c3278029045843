package render

import (
	"bytes"
	"html"
	"maps"
	"regexp"
	"strings"
	"testing"

	"fairplay/reports/render/rendertest"
)

// Every report and paper, of every fixture, in every format and language: it accuses nobody, leaves no word to be filled
// in, and its page has every cell of its tables.
func TestWordsOfEveryReport(t *testing.T) {
	t.Parallel()
	for name, s := range everyReport(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check := rendertest.Accusing
			if s.ofCase() {
				check = rendertest.AccusingInCase
			}
			for _, lang := range Languages() {
				for _, format := range s.formats {
					if format == "pdf" && strings.Contains(name, " ") {
						continue // a variant: its paper says what the page says
					}
					var b bytes.Buffer
					if err := s.write(&b, format, Options{Lang: lang, Width: 140, Moves: true}); err != nil {
						t.Fatalf("%s in %s: %v", format, lang, err)
					}
					text := readable(t, format, b.String())
					if _, body, is := strings.Cut(text, "</head>"); is {
						text = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " "))
					}
					if found := check(text); found != nil && format != "json" && format != "csv" {
						t.Errorf("%s in %s says %q", format, lang, found)
					}
					for _, unfilled := range []string{"{{", "%!", "<no value>", "ZgotmplZ"} {
						if strings.Contains(text, unfilled) {
							t.Errorf("%s in %s has %q", format, lang, unfilled)
						}
					}
					if format == "html" {
						checkCells(t, lang, text, s.document(wordsOf(t, lang)))
					}
				}
			}
		})
	}
}

// checkCells checks that the text of a page has every cell of every table of a document.
func checkCells(t *testing.T, lang, text string, d *document) {
	t.Helper()
	said := letters(text)
	for _, s := range d.Sections {
		for _, of := range s.Tables {
			for i, r := range of.Rows {
				for _, c := range append(texts(r.Head, r.Across), r.Cells...) {
					if !strings.Contains(said, letters(c.Text)) {
						t.Errorf("in %s the page does not have %q of row %d of %q", lang, c.Text, i, of.Caption)
					}
				}
			}
		}
	}
}

// The rarer messages stand in no fixture, so the catalogues are read as well. Those of cases may use official terms, each
// with its article.
func TestNoMessageAccusesAnybody(t *testing.T) {
	for _, lang := range Languages() {
		ofCases := messagesOf(t, "words/complaint."+lang+".yaml")
		maps.Copy(ofCases, messagesOf(t, "words/case."+lang+".yaml"))
		maps.Copy(ofCases, messagesOf(t, "words/web-cases."+lang+".yaml"))
		for id, text := range messages(t, lang) {
			check := rendertest.Accusing
			if ofCases[id] != "" {
				check = rendertest.AccusingInCase
			}
			if found := check(text); found != nil {
				t.Errorf("%s: %s says %q", lang, id, found)
			}
		}
	}
}

// An official term is one only with its article behind it, and every term has all languages and a word of the first list.
func TestOfficialTermsStandWithTheirArticle(t *testing.T) {
	languages := map[string]int{}
	for _, term := range rendertest.OfficialTerms() {
		languages[term.Lang]++
		if rendertest.Accusing(term.Phrase) == nil {
			t.Errorf("%q needs no permission", term.Phrase)
		}
		if found := rendertest.AccusingInCase("the " + term.Phrase + " (" + term.Article + ") was named"); found != nil {
			t.Errorf("%q with its article: %q", term.Phrase, found)
		}
		for _, text := range []string{term.Phrase, term.Phrase + " (IX.9)", "a case of " + term.Phrase + ", see " + term.Article} {
			if rendertest.AccusingInCase(text) == nil {
				t.Errorf("%q is let through", text)
			}
		}
	}
	for _, lang := range Languages() {
		if languages[lang] != languages["en"] {
			t.Errorf("%s has %d terms, English has %d", lang, languages[lang], languages["en"])
		}
	}
}

func TestAccusingWordsAreRecognised(t *testing.T) {
	for _, text := range []string{"He cheated.", "CHEATER", "игрок виновен", "підозра", "шахрай", "винний", "a suspicious game"} {
		if rendertest.Accusing(text) == nil {
			t.Errorf("%q is not recognised", text)
		}
	}
	for _, text := range []string{"fair play", "ходи повинні збігатися", "forced", "unusual"} {
		if rendertest.Accusing(text) != nil {
			t.Errorf("%q is taken for an accusation", text)
		}
	}
}

// Every report for people says that a line proves nothing and that the results
// are hints.
func TestReportsSayWhatTheyAre(t *testing.T) {
	say := map[string][]string{
		"en": {"proves nothing", "Regan's notes, II and IV, paragraph on 70 %", "hints", "Arbiters' Manual 2022, ch. 3, Regan's notes, IV.4"},
		"ru": {"ничего не доказывает", "заметки Регана, II и IV, абзац о 70 %", "подсказка", "Руководство арбитра 2022, гл. 3, заметки Регана, IV.4", "ненавязчивым"},
		"uk": {"нічого не доводить", "нотатки Регана, II і IV, абзац про 70 %", "підказка", "Посібник арбітра 2022, розд. 3, нотатки Регана, IV.4", "ненав’язливих"},
	}
	for lang, wanted := range say {
		for _, format := range []string{"table", "html"} {
			text := html.UnescapeString(strings.Join(strings.Fields(written(t, format, fixture(), Options{Lang: lang, Width: 140})), " "))
			for _, want := range wanted {
				if !strings.Contains(text, want) {
					t.Errorf("%s in %s does not say %q", format, lang, want)
				}
			}
		}
	}
}
