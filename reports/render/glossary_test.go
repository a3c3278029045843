package render

import (
	"regexp"
	"strings"
	"testing"
)

// Official terms stand in the glossary, and no message says them otherwise; Ukrainian ones, of which
// there is no official text, are marked as translated by us.
func TestOfficialTerms(t *testing.T) {
	official := map[string]map[string]string{
		"en": {"commission": "Fair Play Commission", "during": "in-tournament complaint", "after": "post-tournament complaint",
			"unobtrusive": "unobtrusive", "alert": "Orange Alert", "intrusive": "intrusive", "intrinsic": "IPR", "match": "move match"},
		"ru": {"commission": "Комиссия по честной игре", "during": "претензия во время турнира (ПВТ)", "after": "(ППТ)",
			"unobtrusive": "ненавязчивые действия", "alert": "«Оранжевая тревога»", "intrusive": "навязчивые действия", "intrinsic": "внутренний рейтинг перформанс (ВРП)", "match": "совпадение ходов"},
		"uk": {"commission": "Комісія з чесної гри", "unobtrusive": "ненав’язливі дії", "alert": "«Помаранчева тривога»", "intrinsic": "внутрішній рейтинг перформанс"},
	}
	other := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`(?i)unobtrusive measures|general measures|intrinsic rating \(|anti-cheating commission|engine match`),
		"ru": regexp.MustCompile(`(?i)ненавязчивы[а-я]+ мер|общи[а-я]+ мер|рейтинг выступления|\bIPR\b|жалоб|комисси[а-я]+ честной`),
		"uk": regexp.MustCompile(`(?i)ненав’язлив[а-яіїє]+ захо|загальн[а-яіїє]+ захо|рейтинг[а-яіїє]* виступу|скарг`),
	}
	values := regexp.MustCompile(`\{\{[^}]*\}\}`)
	for lang, terms := range official {
		all := messages(t, lang)
		for term, want := range terms {
			if got := all["glossary."+term]; !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q, want %q", lang, term, got, want)
			}
		}
		for id, text := range all {
			if found := other[lang].FindString(values.ReplaceAllString(text, "")); found != "" {
				t.Errorf("%s: %s says %q, which is no official term", lang, id, found)
			}
		}
	}
	if said := messages(t, "uk")["glossary.note"]; !strings.Contains(said, "українські терміни — наш переклад") {
		t.Errorf("the Ukrainian terms are not marked as ours: %q", said)
	}
}
