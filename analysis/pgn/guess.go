package pgn

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// reading is how the bytes of one game are read. Text in UTF-8 needs no guess, and its page is
// never used.
type reading struct {
	page    codePage
	rival   codePage // the next best page that gives other text, where the guess is doubtful
	example token    // the first piece that is not UTF-8; to is 0 if there is none
}

// Of two pages that give different text, the better one is certain if it is ahead by at least
// certain points and has more than implausible points.
const (
	certain     = 2
	implausible = -4
)

// guessReading returns the code page of those tokens of a game that are not UTF-8. The bytes of
// a game decide alone, whatever stands before or after it: first those of tags and moves, and
// those of comments only where tags and moves are plain. Each page has points for how plausible
// the text is in it; see plausibility.
func guessReading(raw *rawGame) reading {
	all := codePages()
	guess := reading{page: all[windows1252]}
	if utf8.Valid(raw.text) {
		return guess
	}
	evidence := foreignTokens(raw)
	if len(evidence) == 0 {
		return guess
	}
	guess.example = evidence[0]
	best, points := 0, make([]int, len(all))
	for i, page := range all {
		points[i] = countryPoints(raw, i)
		for _, t := range evidence {
			points[i] += plausibility(page, i, raw.text[t.from:t.to])
		}
		if points[i] > points[best] {
			best = i
		}
	}
	guess.page = all[best]
	for i, page := range all {
		doubtful := points[best]-points[i] < certain || points[best] <= implausible
		nearest := guess.rival.name == "" || points[i] > points[indexOf(all, guess.rival)]
		if i != best && doubtful && nearest && !sameText(page, guess.page, raw.text, evidence) {
			guess.rival = page
		}
	}
	return guess
}

func indexOf(pages []codePage, p codePage) int {
	for i := range pages {
		if pages[i].name == p.name {
			return i
		}
	}
	return -1
}

// foreignTokens returns the tokens that are not UTF-8: those of tags and moves,
// or else those of comments and results.
func foreignTokens(raw *rawGame) []token {
	var first, second []token
	for _, t := range raw.tokens {
		if utf8.Valid(raw.text[t.from:t.to]) {
			continue
		}
		if t.kind == tagValueToken || t.kind == wordToken {
			first = append(first, t)
		} else {
			second = append(second, t)
		}
	}
	if len(first) > 0 {
		return first
	}
	return second
}

func sameText(a, b codePage, text []byte, tokens []token) bool {
	for _, t := range tokens {
		if piece := text[t.from:t.to]; a.decode(piece) != b.decode(piece) {
			return false
		}
	}
	return true
}

// note tells how a text that is not UTF-8 is read, "" if it is UTF-8.
func (r reading) note(text []byte) string {
	if r.example.to == 0 {
		return ""
	}
	piece := text[r.example.from:r.example.to]
	read := shorten(r.page.decode(piece))
	if r.rival.name == "" {
		return fmt.Sprintf("the text is not UTF-8; it is read as %s, for example %q", r.page.name, read)
	}
	other := shorten(r.rival.decode(piece))
	if other == read {
		return fmt.Sprintf("the text is not UTF-8, and its encoding is doubtful: it is read as %s, for example %q; it may be %s",
			r.page.name, read, r.rival.name)
	}
	return fmt.Sprintf("the text is not UTF-8, and its encoding is doubtful: it is read as %s, for example %q; as %s this would be %q",
		r.page.name, read, r.rival.name, other)
}

// countryPoints gives a page for Latin letters two points for each federation, in the tags or
// at the end of the Site, whose language needs this page and none of the other Latin ones.
func countryPoints(raw *rawGame, page int) (points int) {
	var countries string
	switch page {
	case windows1250:
		countries = "POL CZE SVK HUN SLO CRO BIH SRB MNE ROU ALB"
	case windows1254:
		countries = "TUR"
	case windows1252:
		countries = "ISL FAI ESP POR FRA ITA DEN NOR SWE FIN EST BRA"
	default:
		return 0
	}
	name := ""
	for _, t := range raw.tokens {
		text := raw.text[t.from:t.to]
		switch {
		case t.kind == tagNameToken:
			name = canonical(string(text))
		case t.kind != tagValueToken || len(text) < 3:
		case name == "Site" && len(text) > 3 && text[len(text)-4] == ' ', isFederation(name) && len(text) == 3:
			if code := string(text[len(text)-3:]); strings.Contains(countries, strings.ToUpper(code)) {
				points += 2
			}
		}
	}
	return points
}
