package rendertest

import "strings"

// OfficialTerm is the name of a procedure, or a title, that the regulations print with a word that no paper says of a
// person.
type OfficialTerm struct{ Lang, Phrase, Article string }

// OfficialTerms returns the official terms that papers of a case may use, each together with its article of the Arbiters'
// Manual 2022, chapter 3, in round brackets behind it.
func OfficialTerms() []OfficialTerm {
	return []OfficialTerm{
		{"en", "false accusation", "I.7"}, {"ru", "ложное обвинение", "I.7"}, {"uk", "неправдиве звинувачення", "I.7"},
		{"en", "rating fraud", "I.2(b)"}, {"ru", "рейтинговое мошенничество", "I.2(b)"}, {"uk", "рейтингове шахрайство", "I.2(b)"},
		{"en", "violation over the board", "I.4(a)"}, {"ru", "нарушение за доской", "I.4(a)"}, {"uk", "порушення за дошкою", "I.4(a)"},
		{"en", "technical violation online", "I.4(b)"}, {"ru", "техническое нарушение онлайн", "I.4(b)"}, {"uk", "технічне порушення онлайн", "I.4(b)"},
		{"en", "proposed sanction", "IV.10"}, {"ru", "предлагаемая санкция", "IV.10"}, {"uk", "запропонована санкція", "IV.10"},
	}
}

// AccusingInCase is Accusing for the papers of a case: official terms may stand there with their article behind them.
func AccusingInCase(text string) []string {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, term := range OfficialTerms() {
		text = strings.ReplaceAll(text, term.Phrase+" ("+strings.ToLower(term.Article)+")", "")
	}
	return Accusing(text)
}
