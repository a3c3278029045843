package render

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fairplay/reports"
	"fairplay/reports/render/rendertest"
)

// normsOf judges a file of a folder of testdata.
func normsOf(t *testing.T, folder, file string, stated reports.StatedFacts, direct ...string) (*reports.Norms, *reports.Provenance) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "testdata", folder, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, made, err := reports.NormsMade(reports.Provenance{Program: "fairplay", Version: "test"}, file, f, stated, direct)
	if err != nil {
		t.Fatal(err)
	}
	return r, made
}

func writtenNorms(t *testing.T, format string, r *reports.Norms, made *reports.Provenance, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Norms(&b, format, r, made, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNorms(t *testing.T) {
	t.Parallel()
	open, made := normsOf(t, "tournament", "norms_open_2023.trf", reports.StatedFacts{Championship: "none"}, "16=IM", "24=WIM")
	for _, lang := range Languages() {
		text := writtenNorms(t, "table", open, made, Options{Lang: lang})
		page := writtenNorms(t, "html", open, made, Options{Lang: lang})
		for _, s := range []string{text, page} {
			if found := rendertest.Accusing(s); found != nil {
				t.Errorf("norms in %s say %q", lang, found)
			}
		}
	}
	golden(t, "norms.en.txt", writtenNorms(t, "table", open, made, Options{}))
	if book := writtenNorms(t, "xlsx", open, made, Options{}); !strings.HasPrefix(book, "PK") || book != writtenNorms(t, "xlsx", open, made, Options{}) {
		t.Error("the workbook is none, or differs from run to run")
	}
}

// The Grand Swiss of 2021 is known without federations and sexes: what its players
// could have made stays undecided, and the report names what is missing.
func TestNormsWithoutFederations(t *testing.T) {
	t.Parallel()
	r, made := normsOf(t, "trf", "grand_swiss_2021.trf", reports.StatedFacts{})
	undecided := map[string]int{}
	for _, p := range r.Players {
		for _, n := range p.Norms {
			if n.State == "made" {
				t.Errorf("%s has made a norm of %s", p.Name, n.Title)
			}
			if n.State == "undecided" {
				undecided[n.Title]++
			}
		}
	}
	if len(r.Players) != 108 || undecided["GM"] < 50 || undecided["WIM"] < undecided["GM"] {
		t.Errorf("%d players, undecided %v", len(r.Players), undecided)
	}
	text := strings.Join(strings.Fields(writtenNorms(t, "table", r, made, Options{})), " ")
	for _, want := range []string{"on which the event began, federations, what sort of championship it is", "No norm is certain yet: ", "Which edition applies is open"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}

// While rounds are to come nothing is missed for good.
func TestNormsDuringAnEvent(t *testing.T) {
	t.Parallel()
	r, made := normsOf(t, "trf", "gros_open_2010_javafo_example_4rounds.trf", reports.StatedFacts{})
	for _, p := range r.Players {
		for _, n := range p.Norms {
			if n.State != "undecided" {
				t.Errorf("%s: %s of %s after four rounds of nine", p.Name, n.State, n.Title)
			}
		}
	}
	if text := writtenNorms(t, "table", r, made, Options{}); !strings.Contains(text, "208 are open: rounds are still to be played") {
		t.Error("the report does not count what is open")
	}
}

// A level of an event of which nobody has said that FIDE rates it is said under that condition.
func TestLevelOfWhatMayBeUnrated(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		stated reports.StatedFacts
		want   string
	}{
		{"nothing is known", reports.StatedFacts{}, "If FIDE rates the event, at least level C"},
		{"rated, no more is known", reports.StatedFacts{Rated: "yes"}, "At least level C"},
		{"a norm event is rated", reports.StatedFacts{Titles: "IM"}, "At least level B"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := tt.stated.Dossier()
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := Level(&b, "table", d.Level(), nil, Options{Lang: "en"}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), tt.want) {
				t.Errorf("%q is missing in:\n%s", tt.want, b.String())
			}
		})
	}
}

func TestLevel(t *testing.T) {
	t.Parallel()
	made := reports.Provenance{Program: "fairplay", Version: "test"}
	made.Complete(reports.TaskLevel)
	for name, stated := range map[string]reports.StatedFacts{
		"level":           {System: "round_robin", Average: "2599.96", Women: "no", PrizeFund: "150000", Titles: "GM,IM", Championship: "national", Official: "no"},
		"level_undecided": {System: "round_robin", Average: "2599.96", Women: "no", Titles: "none"},
	} {
		d, err := stated.Dossier()
		if err != nil {
			t.Fatal(err)
		}
		r := d.Level()
		for _, lang := range Languages() {
			var b bytes.Buffer
			if err := Level(&b, "table", r, &made, Options{Lang: lang}); err != nil {
				t.Fatal(err)
			}
			if lang == "en" {
				golden(t, name+".en.txt", b.String())
			}
			if found := rendertest.Accusing(b.String()); found != nil {
				t.Errorf("level in %s says %q", lang, found)
			}
		}
		for _, format := range []string{"html", "json", "xlsx"} {
			var b bytes.Buffer
			if err := Level(&b, format, r, &made, Options{}); err != nil {
				t.Fatal(err)
			}
			if format == "xlsx" {
				if !strings.HasPrefix(b.String(), "PK") {
					t.Error("the workbook is none")
				}
				continue
			}
			if name == "level" && !strings.Contains(b.String(), "Protection Measures, section 1, maximum level") {
				t.Errorf("%s does not cite the rule", format)
			}
		}
	}
}
