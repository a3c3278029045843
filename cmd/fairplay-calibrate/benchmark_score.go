package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/analysis/fit"
	"fairplay/cmd/config"
)

const benchmarkScoreHelp = `Say how well a tool tells helped performances of the benchmark from others. RESULTS is
what it says, a CSV file with this first line, and a line for each performance:

  performance,statistic,p,odds

The statistic is higher the less the moves are like those of an unhelped player. p, the
probability of at least this without help, and odds, how many times as likely the moves
are with help as without, may be empty or left out.

A performance is found if its statistic lies above a line that one unhelped performance
in a hundred, or in a thousand, exceeds. The line follows from the highest tenth of the
unhelped ones, taken as an exponential tail; at one in a thousand it is an
extrapolation. Intervals are 95 %, from drawing whole events anew, lines included;
where all or none are found, from as many trials as there are events.`

type benchmarkScoreFlags struct {
	labels   string
	markdown bool
}

func benchmarkScoreCommand(p *config.Program) *cobra.Command {
	var f benchmarkScoreFlags
	c := &cobra.Command{
		Use: "score RESULTS.csv...", Short: "Score what tools say of the benchmark", Long: benchmarkScoreHelp,
		Args:    config.Args(cobra.MinimumNArgs(1)),
		Example: config.Example("fairplay-calibrate benchmark score --labels bin/benchmark/labels.csv results.csv"),
		RunE:    func(_ *cobra.Command, files []string) error { return benchmarkScore(p, f, files) },
	}
	flags := c.Flags()
	flags.StringVar(&f.labels, "labels", "bin/benchmark/labels.csv", "`FILE` with the labels of the benchmark")
	flags.BoolVar(&f.markdown, "markdown", false, "write two tables for all tools, in Markdown")
	return c
}

func benchmarkScore(p *config.Program, f benchmarkScoreFlags, files []string) error {
	labels, err := readLabels(p, f.labels)
	if err != nil {
		return err
	}
	var names []string
	var all []fit.Grades
	for _, file := range files {
		results, err := readResults(p, file, labels)
		if err != nil {
			return err
		}
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".csv"))
		all = append(all, fit.Grade(labels, results))
	}
	if f.markdown {
		return sayMarkdown(p.Stdout, names, all)
	}
	for i := range all {
		if err := sayGrades(p.Stdout, names[i], &all[i]); err != nil {
			return err
		}
	}
	return nil
}

// rows reads a CSV file whose first line names the wanted columns, the first of them at least least. It
// calls each with the fields by column, "" for a column that is missing. Errors name file and line.
func rows(p *config.Program, file string, wanted []string, least int, each func(field func(string) string) error) error {
	opened, err := p.Open(file)
	if err != nil {
		return err
	}
	defer opened.Close()
	invalid := func(line int, reason string) error {
		return fault.New(fault.Invalid, "results", "%s:%d: %s", file, line, reason)
	}
	r := csv.NewReader(opened)
	var place map[string]int
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			if len(place) == 0 {
				return invalid(1, "the file is empty")
			}
			return nil
		}
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			return invalid(bad.Line, bad.Err.Error())
		}
		if err != nil {
			return fault.Wrap(err, fault.Unavailable, "no_file", "cannot read %s", file)
		}
		line, _ := r.FieldPos(0)
		if len(place) == 0 {
			if place, err = columnsOf(record, wanted, least); err != nil {
				return invalid(line, err.Error())
			}
			continue
		}
		err = each(func(name string) string {
			if i, there := place[name]; there {
				return record[i]
			}
			return ""
		})
		if err != nil {
			return invalid(line, err.Error())
		}
	}
}

// columnsOf returns the place of each column that the first line names.
func columnsOf(record, wanted []string, least int) (map[string]int, error) {
	place := map[string]int{}
	for i, name := range record {
		name = strings.TrimPrefix(name, "\ufeff")
		if _, twice := place[name]; twice || !slices.Contains(wanted, name) {
			return nil, fmt.Errorf("the column %q is not expected; the first line is %s", name, strings.Join(wanted, ","))
		}
		place[name] = i
	}
	for _, name := range wanted[:least] {
		if _, there := place[name]; !there {
			return nil, fmt.Errorf("the column %s is missing", name)
		}
	}
	return place, nil
}

// readLabels reads the labels of a benchmark. Where the manifest lies beside them, they must be those that
// it names.
func readLabels(p *config.Program, file string) (labels []fit.Label, err error) {
	if err := unchanged(file); err != nil {
		return nil, err
	}
	columns := labelColumns()
	err = rows(p, file, columns, len(columns), func(field func(string) string) error {
		l := fit.Label{ID: field("performance"), Event: field("event"), Help: field("help")}
		var bad [3]error
		l.Share, bad[0] = strconv.ParseFloat(field("share"), 64)
		l.Moves, bad[1] = strconv.Atoi(field("moves"))
		l.Replaced, bad[2] = strconv.Atoi(field("replaced"))
		labels = append(labels, l)
		return errors.Join(bad[:]...)
	})
	if err == nil && len(labels) == 0 {
		err = fault.New(fault.Invalid, "results", "%s has no labels", file)
	}
	return labels, err
}

// unchanged proves labels by the manifest beside them, if there is one.
func unchanged(file string) error {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(file), manifestName))
	if err != nil {
		return nil
	}
	var m benchmarkManifest
	if err := json.Unmarshal(text, &m); err != nil {
		return fault.Wrap(err, fault.Invalid, "results", "the manifest beside %s cannot be read", file)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "no_file", "cannot open %s", file)
	}
	sum := sha256.Sum256(content)
	for _, f := range m.Files {
		if f.Name == filepath.Base(file) && f.SHA256 != hex.EncodeToString(sum[:]) {
			return fault.New(fault.Corrupt, "results", "%s is not the file that its manifest names", file)
		}
	}
	return nil
}

// readResults reads what a tool says, in the order of the labels. Every performance must be there once.
func readResults(p *config.Program, file string, labels []fit.Label) ([]fit.Result, error) {
	place := map[string]int{}
	for i := range labels {
		place[labels[i].ID] = i
	}
	results, seen := make([]fit.Result, len(labels)), make([]bool, len(labels))
	err := rows(p, file, resultColumns(), 2, func(field func(string) string) error {
		id := field("performance")
		at, known := place[id]
		switch {
		case !known:
			return fmt.Errorf("the benchmark has no performance %q", id)
		case seen[at]:
			return fmt.Errorf("the performance %s comes twice", id)
		}
		seen[at] = true
		var bad [3]error
		results[at].Statistic, bad[0] = within("statistic", field("statistic"), math.Inf(-1), math.Inf(1))
		results[at].P, bad[1] = optional("p", field("p"), 1)
		results[at].Odds, bad[2] = optional("odds", field("odds"), math.Inf(1))
		return cmp.Or(bad[:]...)
	})
	if err != nil {
		return nil, err
	}
	missing := 0
	for _, there := range seen {
		if !there {
			missing++
		}
	}
	if missing > 0 {
		return nil, fault.New(fault.Invalid, "results", "%s: %d of %d performances are missing, the first is %s",
			file, missing, len(labels), labels[slices.Index(seen, false)].ID)
	}
	return results, nil
}

// optional reads a number from 0 to most; NaN for nothing.
func optional(column, text string, most float64) (float64, error) {
	if text == "" {
		return math.NaN(), nil
	}
	return within(column, text, 0, most)
}

func within(column, text string, least, most float64) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s is %q, which is no finite number", column, text)
	}
	if x < least || x > most {
		return 0, fmt.Errorf("%s is %s, which no %s can be", column, text, column)
	}
	return x, nil
}

// sayGrades prints what was found by one tool.
func sayGrades(w io.Writer, name string, g *fit.Grades) error {
	fmt.Fprintf(w, "%s: %d performances without help; %d events\n", name, g.Honest, g.Events)
	for k, rate := range fit.AlarmRates() {
		extrapolated := ""
		if rate*float64(g.Honest) < 1 {
			extrapolated = ", extrapolated"
		}
		fmt.Fprintf(w, "  line at 1 in %.0f%s: %s; %d of %d without help lie above\n", 1/rate, extrapolated, long(g.Lines[k], 3), g.Alarms[k], g.Honest)
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(out, "  help\tshare\tn\tevents")
	for _, of := range [][]calibration.Figure{g.Rows[0].Found, g.Rows[0].ByP} {
		for k := range of {
			by := "found"
			if len(of) > 0 && &of[0] != &g.Rows[0].Found[0] {
				by = "by p"
			}
			fmt.Fprintf(out, "\t%s, 1 in %.0f", by, 1/fit.AlarmRates()[k])
		}
	}
	fmt.Fprintln(out)
	for _, r := range g.Rows {
		fmt.Fprintf(out, "  %s\t%s\t%d\t%d", r.Help, shareText(r.Share), r.Performances, r.Events)
		for _, f := range slices.Concat(r.Found, r.ByP) {
			fmt.Fprint(out, "\t"+long(f, 2))
		}
		fmt.Fprintln(out)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, t := range g.P {
		fmt.Fprintf(w, "  p at most %g without help: %d of %d, %s\n", t.Nominal, t.Hits, g.Honest, long(t.Share, 3))
	}
	if g.Odds != nil {
		fmt.Fprintf(w, "  mean odds without help: %s\n", long(*g.Odds, 2))
	}
	_, err := fmt.Fprintln(w)
	return err
}

// sayMarkdown prints a table for each rate: tools by kinds of help.
func sayMarkdown(w io.Writer, names []string, all []fit.Grades) error {
	for k, rate := range fit.AlarmRates() {
		fmt.Fprintf(w, "| found at 1 in %.0f |", 1/rate)
		for _, r := range all[0].Rows {
			fmt.Fprintf(w, " %s |", strings.TrimSpace(r.Help+" "+shareText(r.Share)))
		}
		fmt.Fprintf(w, "\n|---|%s\n| n; events |", strings.Repeat("---|", len(all[0].Rows)))
		for _, r := range all[0].Rows {
			fmt.Fprintf(w, " %d; %d |", r.Performances, r.Events)
		}
		fmt.Fprintln(w)
		for i, name := range names {
			fmt.Fprintf(w, "| %s |", name)
			for _, r := range all[i].Rows {
				fmt.Fprintf(w, " %s |", brief(r.Found[k]))
			}
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w)
	}
	return nil
}

func shareText(share float64) string {
	if share == 0 {
		return ""
	}
	return strconv.FormatFloat(share, 'g', -1, 64)
}

// long writes a figure with its interval: "0.43 (0.30 to 0.58)".
func long(f calibration.Figure, digits int) string {
	if !f.Bounded {
		return fmt.Sprintf("%.*f", digits, f.Value)
	}
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, f.Value, digits, f.Low, digits, f.High)
}

// brief writes a share and its interval in hundredths: "43 (30-58)".
func brief(f calibration.Figure) string {
	if !f.Bounded {
		return fmt.Sprintf("%.0f", 100*f.Value)
	}
	return fmt.Sprintf("%.0f (%.0f-%.0f)", 100*f.Value, 100*f.Low, 100*f.High)
}
