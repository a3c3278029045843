package render

import (
	"html"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/reports/render/rendertest"
)

func TestNoReportAccusesAnybody(t *testing.T) {
	t.Parallel()
	for _, s := range []*reports.Screening{fixture(), emptyInput(), crowd(20), calibrated()} {
		for _, format := range Formats() {
			for _, lang := range Languages() {
				text := written(t, format, s, Options{Lang: lang, Width: 140})
				if found := rendertest.Accusing(text); found != nil {
					t.Errorf("%s in %s says %q", format, lang, found)
				}
			}
		}
	}
}

// The rarer messages stand in no fixture, so the catalogues are read as well.
func TestNoMessageAccusesAnybody(t *testing.T) {
	for _, lang := range Languages() {
		for id, text := range messages(t, lang) {
			if found := rendertest.Accusing(text); found != nil {
				t.Errorf("%s: %s says %q", lang, id, found)
			}
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
