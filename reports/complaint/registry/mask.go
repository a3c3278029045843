package registry

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fairplay/reports"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/reports/tournament/roster"
)

// mask calls the players of an event by numbers, those apart who have a part in the case by name. The nil mask leaves everything as
// it is.
type mask struct {
	numbers map[string]int // of players, by the words of the name in alphabetical order, and by FIDE ID
	stems   []string       // of the words of their names that nobody with a part in the case has; a word of a text that begins with one names the player
	full    [][]string     // names of which every word must stand in a text, since somebody with a part in the case has one of them, too
}

// omitted stands where a text that names another player was.
const omitted = "[...]"

// shortestStem is how many letters a stem has at least, for a longer word that begins with it to count as it.
const shortestStem = 4

// newMask returns the mask of a case over the players of its event. spared are the names and FIDE IDs of those who have a part in the case.
func newMask(players []complaint.Individual, spared []complaint.Individual) *mask {
	m := &mask{numbers: map[string]int{}}
	known, words := map[string]bool{}, map[string]bool{}
	for _, p := range spared {
		known[roster.NameKey(p.Name)], known[roster.FideID(p.FideID)] = true, true
		for _, w := range roster.Fold(p.Name) {
			words[w] = true
		}
	}
	numbered := 0
	for _, p := range players {
		key, id := roster.NameKey(p.Name), roster.FideID(p.FideID)
		if key == "" || known[key] || id != "" && known[id] {
			continue
		}
		n := m.numbers[key]
		if n == 0 && id != "" {
			n = m.numbers[id]
		}
		if n == 0 {
			numbered++
			n = numbered
		}
		m.numbers[key] = n
		if id != "" {
			m.numbers[id] = n
		}
		for _, word := range callings(p.Name) {
			if words[word] {
				m.full = append(m.full, roster.Fold(p.Name))
				continue
			}
			if stem := stemOf(word); !slices.Contains(m.stems, stem) {
				m.stems = append(m.stems, stem)
			}
		}
	}
	return m
}

// callings are the words of a name by which people may call somebody. Files write names in either order, with a comma or without, so
// that nobody can tell which word is the surname; initials are none.
func callings(name string) []string {
	return slices.DeleteFunc(roster.Fold(name), func(w string) bool { return utf8.RuneCountInString(w) < shortestCalling })
}

// shortestCalling is how many letters a word has at least by which somebody is called.
const shortestCalling = 3

// stemOf is what the cases of a name have in common: Carlsen, Карлсена; Petrova, Петровой.
func stemOf(word string) string {
	letters := []rune(word)
	if len(letters) > shortestStem && strings.ContainsRune("aeiouyаеёиіїоуыэюяй", letters[len(letters)-1]) {
		letters = letters[:len(letters)-1]
	}
	return string(letters)
}

// digits are a number that may be a FIDE ID.
var digits = regexp.MustCompile(`\b[0-9]{4,}\b`)

// text returns a text as the reader of a masked file gets it: the name or FIDE ID of a player as his number, and of what
// names one in other words nothing at all; then it is left out.
func (m *mask) text(s string) (masked string, left bool) {
	if m == nil || s == "" {
		return s, false
	}
	if n := m.numbers[roster.NameKey(s)]; n > 0 {
		return fmt.Sprintf("player %d", n), false
	}
	for _, id := range digits.FindAllString(s, -1) {
		if n := m.numbers[roster.FideID(id)]; n > 0 {
			if id == strings.TrimSpace(s) {
				return fmt.Sprintf("player %d", n), false
			}
			return omitted, true
		}
	}
	words := roster.Fold(s)
	if slices.ContainsFunc(words, m.names) {
		return omitted, true
	}
	for _, name := range m.full {
		if !slices.ContainsFunc(name, func(w string) bool { return !slices.Contains(words, w) }) {
			return omitted, true
		}
	}
	return s, false
}

// alike is how alike a word and a name are that may be one in two spellings (roster.Likeness): a letter in six differs, or
// three in twelve between scripts.
const (
	alike       = 0.83
	alikeLatin  = 0.75
	alikeLength = 6 // letters from which spellings are compared
)

// names reports whether a word of a text is a name of a player, in one of its cases or in another spelling or script.
func (m *mask) names(word string) bool {
	letters := []rune(word)
	cyrillic := slices.ContainsFunc(letters, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	return slices.ContainsFunc(m.stems, func(stem string) bool {
		length := utf8.RuneCountInString(stem)
		if word == stem || length >= shortestStem && strings.HasPrefix(word, stem) {
			return true
		}
		if length < shortestStem || len(letters) < length || !cyrillic && length < alikeLength {
			return false
		}
		like, latin := roster.Likeness(string(letters[:length]), stem)
		return like >= alike && length >= alikeLength || latin && like >= alikeLatin
	})
}

// json masks every string of a JSON text, keys of objects among them, and returns how many were left out.
func (m *mask) json(body []byte) (masked []byte, left int, err error) {
	if m == nil {
		return body, 0, nil
	}
	for i := 0; i < len(body); i++ {
		if body[i] != '"' {
			masked = append(masked, body[i])
			continue
		}
		end := i + 1
		for ; end < len(body) && body[end] != '"'; end++ {
			if body[end] == '\\' {
				end++
			}
		}
		var text string
		if err := json.Unmarshal(body[i:min(end+1, len(body))], &text); err != nil {
			return nil, 0, err
		}
		said, gone := m.text(text)
		if gone {
			left++
		}
		if said == text {
			masked = append(masked, body[i:end+1]...)
		} else {
			quoted, err := json.Marshal(said)
			if err != nil {
				return nil, 0, err
			}
			masked = append(masked, quoted...)
		}
		i = end
	}
	return masked, left, nil
}

// players returns those who play in the event of the case, as far as it is kept here.
func (f *file) players(ctx context.Context, event store.Event) (all []complaint.Individual, err error) {
	dossier, err := f.Events.WholeDossier(ctx, event)
	if err != nil {
		return nil, err
	}
	for _, g := range dossier.Games {
		all = append(all, complaint.Individual{Name: g.White.Name, FideID: g.White.FideID}, complaint.Individual{Name: g.Black.Name, FideID: g.Black.FideID})
	}
	for _, p := range dossier.Record.Roster {
		all = append(all, complaint.Individual{Name: p.Name, FideID: p.FideID})
	}
	return all, nil
}

// shuffle puts players into an order that nobody can work out: a list of the event, sorted in any way, does not tell who player 17 is.
func (f *file) shuffle(players []complaint.Individual) error {
	seed, err := store.Random(f.Random, 32)
	if err != nil {
		return err
	}
	rand.New(rand.NewChaCha8([32]byte(seed))).Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
	return nil
}

// maskOthers masks the case for a reader who asks for it: from here on f has players as numbers. Texts that name a player, and all
// files that people sent, are left out, which f.left says.
func (f *file) maskOthers(ctx context.Context) error {
	if !f.Masked {
		return nil
	}
	words, err := render.PhrasesOf(f.Lang)
	if err != nil {
		return err
	}
	f.words = words
	var players []complaint.Individual
	if f.kept.Event == "" {
		f.left = append(f.left, f.words.LeftOut(render.NamesUnknown, ""))
	} else {
		event, err := f.Store.Event(ctx, f.kept.Event)
		if err != nil {
			return err
		}
		if players, err = f.players(ctx, event); err != nil {
			return err
		}
	}
	for _, found := range complaint.Every[complaint.ClaimFinding](f.seen) {
		body, err := f.claim(ctx, found.Says)
		if err != nil {
			return err
		}
		var says reports.ClaimReport
		if err := json.Unmarshal(body, &says); err != nil {
			return err
		}
		for _, g := range says.ClaimedGames {
			players = append(players, complaint.Individual{Name: g.Opponent})
		}
	}
	if err := f.shuffle(players); err != nil {
		return err
	}
	var spared []complaint.Individual
	for _, p := range f.view.Parties {
		spared = append(spared, p.Individual)
	}
	f.mask = newMask(players, append(spared, f.seen.Opening().In.Arbiters...))
	left := map[int64]bool{}
	seen, err := f.seen.Reword(func(entry int64, text string) string {
		said, gone := f.mask.text(text)
		if gone && !left[entry] {
			left[entry] = true
			f.left = append(f.left, f.words.LeftOut(render.TextLeft, f.words.Integer(int(entry))))
		}
		return said
	})
	if err != nil {
		return err
	}
	f.seen = seen
	for i, e := range seen.Entries() {
		f.view.Entries[i].Says = e.Body
	}
	return nil
}
