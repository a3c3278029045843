package render

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// messages returns every text of a catalogue by its id, plural forms apart:
// "errors.more" has the key "errors.more/few".
func messages(t *testing.T, lang string) map[string]string {
	t.Helper()
	paths, err := fs.Glob(catalogues, "words/*."+lang+".yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("catalogues of %s: %v, %v", lang, paths, err)
	}
	all := map[string]string{}
	for _, path := range paths {
		for id, text := range messagesOf(t, path) {
			if _, twice := all[id]; twice {
				t.Errorf("%s stands in two files", id)
			}
			all[id] = text
		}
	}
	return all
}

// messagesOf returns the texts of one file.
func messagesOf(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := catalogues.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	flatten(t, all, "", tree)
	return all
}

func flatten(t *testing.T, all map[string]string, id string, node any) {
	t.Helper()
	switch node := node.(type) {
	case string:
		all[id] = node
	case map[string]any:
		for key, child := range node {
			next := strings.TrimPrefix(id+"."+key, ".")
			if slices.Contains([]string{"one", "few", "many", "other"}, key) {
				next = id + "/" + key
			}
			flatten(t, all, next, child)
		}
	default:
		t.Errorf("%s is neither text nor a group of texts", id)
	}
}

// ids returns the message ids of a catalogue with the plural forms of each.
func ids(all map[string]string) map[string][]string {
	forms := map[string][]string{}
	for key := range all {
		id, form, _ := strings.Cut(key, "/")
		forms[id] = append(forms[id], form)
		slices.Sort(forms[id])
	}
	return forms
}

func TestEveryMessageExistsInEveryLanguage(t *testing.T) {
	plural := map[string][]string{ // CLDR plural rules
		"en": {"one", "other"}, "ru": {"few", "many", "one", "other"}, "uk": {"few", "many", "one", "other"},
	}
	english := ids(messages(t, "en"))
	for _, lang := range Languages() {
		forms := ids(messages(t, lang))
		for id := range english {
			if _, ok := forms[id]; !ok {
				t.Errorf("%s lacks %s", lang, id)
			}
		}
		for id, has := range forms {
			want := []string{""}
			if len(english[id]) > 1 {
				want = plural[lang]
			}
			if english[id] == nil || !slices.Equal(has, want) {
				t.Errorf("%s: %s has the forms %q, want %q as in English", lang, id, has, want)
			}
		}
	}
}

func TestMessagesLeaveRoomForTheSameValues(t *testing.T) {
	room := regexp.MustCompile(`\{\{[^}]*\}\}`)
	values := func(text string) []string {
		all := room.FindAllString(text, -1)
		slices.Sort(all)
		return slices.Compact(all)
	}
	english := messages(t, "en")
	for _, lang := range Languages() {
		for key, text := range messages(t, lang) {
			want, ok := english[key]
			if !ok { // forms that English does not have
				id, _, _ := strings.Cut(key, "/")
				want = english[id+"/other"]
			}
			if !slices.Equal(values(text), values(want)) {
				t.Errorf("%s: %s takes %v, in English %v", lang, key, values(text), values(want))
			}
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
		}
	}
}

// Every id that the program names exists, and every message is named: ids are
// built only for the lists below.
func TestMessagesAreThoseThatAreUsed(t *testing.T) {
	built := regexp.MustCompile(`^(?:(column|group|time_class|exclusion|limits|provenance|caveats|rating_source|test|test_meaning|color|games_table|setting|action|action_short|action_note|held|missing|citation|answer|demand|unit|model|slice|bands|z|sample|effect|help|helper|detector|found|field|others|agreement|norm_state|norm_answer|requirement|fact|ground|system|confirm|protection|level_reason|duty|duty_who|duty_state|duty_demand|breach|basis|rate_rule|rate_met|evidence_kind|here|games_basis|deviation|name_ground|board\.(letter|side)|watch_standing|glossary|glossary_meaning|case_(kind|state|entry|subject|party|link|goes_to)|capacity|criterion|criterion_(missing|refused|undecided|answer)|ballot_question|vote_choice|exhibit_kind|foundation|scanned|decision|case_label|case_costs|explain_point|form_channel|form_privacy|letter_(subject|text|decides|next|rules|to))\.|form\.(itc|ptc|hand_itc|hand_ptc)$|web\.(case_(part|field|hint|wrong)|data_kind|data_state|given_up|starting)\.|web\.[a-z_]+\.title$)`)
	named := regexp.MustCompile(`(?:[sS]ay|[cC]ount|plural|facts|field|box|wordsOf|refusal|unfit)\(?[ (]"([a-z0-9_]+(?:\.[a-z0-9_]+)+)"[,)} ]`)
	listed := regexp.MustCompile(`(?:[sS]lug\(?|Words:)[ (]"([a-z0-9_.]+)"`)
	used, lists := map[string]bool{}, []string{}
	for _, pattern := range []string{"*.go", "templates/*.html", "../../api/web/*.go", "../../api/web/templates/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range named.FindAllStringSubmatch(string(text), -1) {
				used[m[1]] = true
			}
			for _, m := range listed.FindAllStringSubmatch(string(text), -1) {
				lists = append(lists, m[1]+".")
			}
		}
	}
	exist := ids(messages(t, "en"))
	for id := range used {
		if exist[id] == nil {
			t.Errorf("no message %s", id)
		}
	}
	for id := range exist {
		of := func(list string) bool { return strings.HasPrefix(id, list) }
		if !used[id] && !built.MatchString(id) && !slices.ContainsFunc(lists, of) {
			t.Errorf("message %s is never used", id)
		}
	}
}

func TestPluralForms(t *testing.T) {
	tests := []struct {
		lang, want string
		n          int
	}{
		{"en", "1 player", 1}, {"en", "0 players", 0}, {"en", "21 players", 21},
		{"ru", "1 игрок", 1}, {"ru", "2 игрока", 2}, {"ru", "5 игроков", 5}, {"ru", "11 игроков", 11},
		{"ru", "21 игрок", 21}, {"ru", "112 игроков", 112}, {"ru", "0 игроков", 0},
		{"uk", "1 гравець", 1}, {"uk", "3 гравці", 3}, {"uk", "5 гравців", 5}, {"uk", "14 гравців", 14}, {"uk", "101 гравець", 101},
	}
	for _, tt := range tests {
		w := wordsOf(t, tt.lang)
		if got := w.integer(tt.n) + " " + w.count("page.players", tt.n, nil); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.lang, got, tt.want)
		}
	}
}

func TestUnknownReasonFallsBackToItsSlug(t *testing.T) {
	for _, lang := range Languages() {
		if got := wordsOf(t, lang).slug("exclusion", "moon_phase"); got != "moon_phase" {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

func wordsOf(t *testing.T, lang string) *words {
	t.Helper()
	w, err := loadWords(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
