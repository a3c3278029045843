package work

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/pack"
	"fairplay/reports/render"
)

// normPackage is what the manifest of a NormPackage calls it.
const normPackage = "norm_package"

// NormPackage is what an organiser hands in with the report of an event in which title norms can be
// made (FIDE Title Regulations, 1.9.1): the games, the tournament file, what lacks, and the norms.
type NormPackage struct {
	Received  []byte // the tournament file, as it came
	Corrected []byte // the same with what people have answered; equal where they have corrected nothing

	Check *reports.PGNCheck // of the games, compared with the tournament file
	Norms *reports.Norms
	Made  *reports.Provenance // of Norms
	Lang  string              // of what is there to be read

	// Reason says why the package is made although games lack, and By who decided that; "" where
	// nothing may lack.
	Reason, By string
}

// Lacks says in words which games the package owes and does not have. In an event for norms all
// that were played are owed (Fair Play Regulations, protection measures of every level).
func (p *NormPackage) Lacks() []string { return render.Lacks(p.Check.Coverage.Clean.Lacks) }

// Write writes the package. The same contents give the same bytes. Where games lack and no reason
// is given, the error is Unprocessable, and nothing is written.
func (p *NormPackage) Write(w io.Writer) error {
	lacks := p.Lacks()
	if len(lacks) > 0 && p.Reason == "" {
		return fault.New(fault.Unprocessable, "package_lacks", "the package owes games that are not there: %s", first(lacks))
	}
	rules := p.Norms.Edition
	manifest := pack.Manifest{
		Kind: normPackage, Event: p.Norms.Event.Name, Rules: rules.Text, RulesFrom: rules.From, RulesStanding: rules.Standing,
		Program: p.Made.Program, Version: p.Made.Version, Commit: p.Made.Commit, Modified: p.Made.Modified,
	}
	if len(lacks) > 0 {
		manifest.Overridden = &pack.Override{Reason: p.Reason, By: p.By, Lacks: lacks}
	}
	contents, err := p.contents()
	if err != nil {
		return err
	}
	return pack.Write(w, manifest, contents)
}

// contents returns the files of the package but for its manifest.
func (p *NormPackage) contents() ([]pack.Content, error) {
	games, err := pipeline.PGN(p.Check.Coverage.Clean.Games)
	if err != nil {
		return nil, err
	}
	all := []pack.Content{
		{Path: "games.pgn", Body: games},
		{Path: "tournament_received.trf", Body: p.Received},
		{Path: "tournament_corrected.trf", Body: p.Corrected},
	}
	o := render.Options{Lang: p.Lang}
	for _, file := range []struct {
		path string
		draw func(io.Writer) error
	}{
		{"completeness.json", func(w io.Writer) error { return render.PGNCheck(w, "json", p.Check) }},
		{"completeness.txt", func(w io.Writer) error { return render.PGNCheck(w, "table", p.Check) }},
		{"norms.json", func(w io.Writer) error { return render.Norms(w, "json", p.Norms, p.Made, o) }},
		{"norms.html", func(w io.Writer) error { return render.Norms(w, "html", p.Norms, p.Made, o) }},
		{"repairs.csv", func(w io.Writer) error { return render.Repairs(w, p.Check) }},
	} {
		var body bytes.Buffer
		if err := file.draw(&body); err != nil {
			return nil, err
		}
		all = append(all, pack.Content{Path: file.path, Body: body.Bytes()})
	}
	return all, nil
}

// first lists the first of many lines in one sentence.
func first(lines []string) string {
	const most = 20
	text := strings.Join(lines[:min(most, len(lines))], "; ")
	if more := len(lines) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}
