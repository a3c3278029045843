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
func (n *NormPackage) Lacks() ([]string, error) {
	return render.Lacks(n.Check.Coverage.Clean.Lacks, n.Lang)
}

// Write writes the package. The same contents give the same bytes. If games are missing and no
// reason is given, the error is Unprocessable; a tournament file with errors is Invalid. Nothing is
// written then.
func (n *NormPackage) Write(w io.Writer) error {
	norms, made, err := reports.NormsMade(n.Program, correctedFile, bytes.NewReader(n.Corrected), n.Stated, n.Direct)
	if err != nil {
		return err
	}
	lacks, err := n.Lacks()
	if err != nil {
		return err
	}
	if len(lacks) > 0 && n.Reason == "" {
		return fault.New(fault.Unprocessable, "package_lacks", "the package owes games that are not there: %s", first(lacks))
	}
	rules := norms.Edition
	manifest := pack.Manifest{
		Kind: normPackage, Event: norms.Event.Name, Rules: rules.Text, RulesFrom: rules.From, RulesStanding: rules.Standing,
		Program: made.Program, Version: made.Version, Commit: made.Commit, Modified: made.Modified,
	}
	if len(lacks) > 0 {
		manifest.Overridden = &pack.Override{Reason: n.Reason, By: n.By, Lacks: lacks}
	}
	contents, err := n.contents(norms, made)
	if err != nil {
		return err
	}
	return pack.Write(w, manifest, contents, n.Log)
}

// contents returns the files of the package without its manifest.
func (n *NormPackage) contents(norms *reports.Norms, made *reports.Provenance) ([]pack.Content, error) {
	games, err := pipeline.PGN(n.Check.Coverage.Clean.Games)
	if err != nil {
		return nil, err
	}
	all := []pack.Content{
		{Path: "games.pgn", Body: games},
		{Path: "tournament_received.trf", Body: n.Received},
		{Path: correctedFile, Body: n.Corrected},
	}
	o := render.Options{Lang: n.Lang}
	type drawn struct {
		path string
		draw func(io.Writer) error
	}
	files := []drawn{
		{"completeness.json", func(w io.Writer) error { return render.PGNCheck(w, "json", n.Check, o) }},
		{"completeness.txt", func(w io.Writer) error { return render.PGNCheck(w, "table", n.Check, o) }},
		{"norms.json", func(w io.Writer) error { return render.Norms(w, "json", norms, made, o) }},
		{"norms.html", func(w io.Writer) error { return render.Norms(w, "html", norms, made, o) }},
		{"repairs.csv", func(w io.Writer) error { return render.Repairs(w, n.Check) }},
	}
	if n.Duties != nil {
		for name, format := range map[string]string{"measures.json": "json", "measures.html": "html", "measures.csv": "csv"} {
			files = append(files, drawn{name, func(w io.Writer) error { return render.EventDuties(w, format, n.Duties, nil, o) }})
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
