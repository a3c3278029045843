package work

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/pack"
	"fairplay/reports/render"
)

// normPackage is the kind of a NormPackage in its manifest.
const normPackage = "norm_package"

// NormPackage is what an organiser hands in with the report of an event in which title norms can be
// made (FIDE Title Regulations, 1.9.1): the games, the tournament file, what is missing, and the
// norms.
type NormPackage struct {
	Received  []byte // the tournament file, as received
	Corrected []byte // the tournament file with corrections by people; equal if there are none

	Check   *reports.PGNCheck   // of the games, compared with the corrected file
	Stated  reports.StatedFacts // of the event
	Direct  []string            // titles won directly, as "7=FM"
	Program reports.Provenance  // the program that makes the package
	Lang    string              // language of the readable parts

	// Duties are the present duties of the event; nil if nobody could record what was done, and the
	// package then does not mention them.
	Duties *reports.EventDuties

	// Reason says why the package is made although games are missing, and By who decided that; ""
	// if nothing may be missing.
	Reason, By string

	// Log puts the package into the log of the service and returns the proof of that; nil where there is none.
	Log func(digest string) (json.RawMessage, error)
}

// correctedFile is the name of the corrected tournament file.
const correctedFile = "tournament_corrected.trf"

// Lacks lists, in the language of the package, the games that it must contain and does not. In an
// event for norms all games that were played are required (FIDE Protection Measures, section 3: at
// every level the games of norm tournaments are mandatory).
func (p *NormPackage) Lacks() ([]string, error) {
	return render.Lacks(p.Check.Coverage.Clean.Lacks, p.Lang)
}

// Write writes the package. The same contents give the same bytes. If games are missing and no
// reason is given, the error is Unprocessable; a tournament file with errors is Invalid. Nothing is
// written then.
func (p *NormPackage) Write(w io.Writer) error {
	norms, made, err := reports.NormsMade(p.Program, correctedFile, bytes.NewReader(p.Corrected), p.Stated, p.Direct)
	if err != nil {
		return err
	}
	lacks, err := p.Lacks()
	if err != nil {
		return err
	}
	if len(lacks) > 0 && p.Reason == "" {
		return fault.New(fault.Unprocessable, "package_lacks", "the package owes games that are not there: %s", first(lacks))
	}
	rules := norms.Edition
	manifest := pack.Manifest{
		Kind: normPackage, Event: norms.Event.Name, Rules: rules.Text, RulesFrom: rules.From, RulesStanding: rules.Standing,
		Program: made.Program, Version: made.Version, Commit: made.Commit, Modified: made.Modified,
	}
	if len(lacks) > 0 {
		manifest.Overridden = &pack.Override{Reason: p.Reason, By: p.By, Lacks: lacks}
	}
	contents, err := p.contents(norms, made)
	if err != nil {
		return err
	}
	return pack.Write(w, manifest, contents, p.Log)
}

// contents returns the files of the package without its manifest.
func (p *NormPackage) contents(norms *reports.Norms, made *reports.Provenance) ([]pack.Content, error) {
	games, err := pipeline.PGN(p.Check.Coverage.Clean.Games)
	if err != nil {
		return nil, err
	}
	all := []pack.Content{
		{Path: "games.pgn", Body: games},
		{Path: "tournament_received.trf", Body: p.Received},
		{Path: correctedFile, Body: p.Corrected},
	}
	o := render.Options{Lang: p.Lang}
	type drawn struct {
		path string
		draw func(io.Writer) error
	}
	files := []drawn{
		{"completeness.json", func(w io.Writer) error { return render.PGNCheck(w, "json", p.Check, o) }},
		{"completeness.txt", func(w io.Writer) error { return render.PGNCheck(w, "table", p.Check, o) }},
		{"norms.json", func(w io.Writer) error { return render.Norms(w, "json", norms, made, o) }},
		{"norms.html", func(w io.Writer) error { return render.Norms(w, "html", norms, made, o) }},
		{"repairs.csv", func(w io.Writer) error { return render.Repairs(w, p.Check) }},
	}
	if p.Duties != nil {
		for name, format := range map[string]string{"measures.json": "json", "measures.html": "html", "measures.csv": "csv"} {
			files = append(files, drawn{name, func(w io.Writer) error { return render.EventDuties(w, format, p.Duties, nil, o) }})
		}
	}
	for _, file := range files {
		var body bytes.Buffer
		if err := file.draw(&body); err != nil {
			return nil, err
		}
		all = append(all, pack.Content{Path: file.path, Body: body.Bytes()})
	}
	return all, nil
}

// first joins the first of many lines into one sentence.
func first(lines []string) string {
	const most = 20
	text := strings.Join(lines[:min(most, len(lines))], "; ")
	if more := len(lines) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}
