package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"fairplay/reports"
)

// EngineCheck writes what a check found out about an engine, as "table" or
// "json".
func EngineCheck(w io.Writer, format string, r reports.EngineCheck) error {
	if format == "json" {
		return writeJSON(w, r)
	}
	out := bufio.NewWriter(w)
	id := r.Identity
	fmt.Fprintf(out, "engine       %s\nauthor       %s\nbinary       %s\nSHA-256      %s\n",
		printable(id.Name), printable(id.Author), printable(id.Path), id.SHA256)
	for _, a := range id.Args {
		fmt.Fprintf(out, "argument     %s\n", printable(a))
	}
	if len(id.Args) > 0 {
		for _, f := range id.Files {
			fmt.Fprintf(out, "file         %s, SHA-256 %s\n", printable(f.Path), f.SHA256)
		}
	}
	if id.Network != "" {
		fmt.Fprintf(out, "network      %s\n", printable(id.Network))
	}
	fmt.Fprintf(out, "recipe       %s, fingerprint %s\n", r.Recipe.Name, r.Recipe.Fingerprint())
	if len(r.Lacks) > 0 {
		fmt.Fprintf(out, "lacks        %s, which the recipe can do without\n", strings.Join(r.Lacks, ", "))
	}
	fmt.Fprintln(out, "options")
	for _, o := range id.Offers {
		fmt.Fprintf(out, "  %-24s %s%s\n", printable(o.Name), o.Type, offered(o.Type, o.Default, o.Min, o.Max))
	}
	if r.Deterministic() {
		fmt.Fprintf(out, "deterministic: %d positions, %d evaluations, no difference\n", r.Positions, r.Evaluations)
		writeAnswers(out, &r)
		return out.Flush()
	}
	fmt.Fprintf(out, "NOT deterministic: %d differences in %d evaluations of %d positions\n",
		len(r.Differences), r.Evaluations, r.Positions)
	for _, d := range r.Differences {
		fmt.Fprintf(out, "  %s\n    %s, %s pass, depth %d: %s, then %s\n", d.Position, d.Order, d.Pass, d.Depth, d.First, d.Second)
	}
	return out.Flush()
}

// EngineList writes which engines are there and which calibration each has, as "table" or "json".
func EngineList(w io.Writer, format string, all []reports.ListedEngine) error {
	if format == "json" {
		return writeJSON(w, all)
	}
	out := bufio.NewWriter(w)
	figures := false
	for _, e := range all {
		fmt.Fprintf(out, "%s\n", printable(e.Path))
		if e.Error != "" {
			fmt.Fprintf(out, "  does not start: %s\n", printable(e.Error))
			continue
		}
		fmt.Fprintf(out, "  %s, SHA-256 %s\n", printable(e.Name), e.SHA256)
		for _, r := range e.Recipes {
			switch {
			case r.Calibration == "":
				fmt.Fprintf(out, "  %-8s no calibration: counts and averages, no z\n", r.Recipe)
				continue
			case r.Proved:
				fmt.Fprintf(out, "  %-8s %s\n", r.Recipe, r.Calibration)
			default:
				fmt.Fprintf(out, "  %-8s %s, if it evaluates as the engine that was calibrated; its first run measures that\n", r.Recipe, r.Calibration)
			}
			figures = true
		}
	}
	if !figures {
		fmt.Fprintln(out, NoFigures)
	}
	return out.Flush()
}

// NoFigures says what to do where no engine has a calibration.
const NoFigures = "No engine here has a calibration. Install Stockfish 15.1 (Debian 12: apt install stockfish) or 17 (Debian 13), or put it beside fairplay."

// writeAnswers tells the behaviour of a deterministic engine and which
// calibrations take it.
func writeAnswers(out io.Writer, r *reports.EngineCheck) {
	fmt.Fprintf(out, "behaviour    %s\n", r.Behaviour)
	if len(r.Calibrations) == 0 {
		fmt.Fprintf(out, "calibration  none is for the recipe %s: counts and averages, but no z\n", r.Recipe.Name)
	}
	for _, c := range r.Calibrations {
		if c.Applies {
			fmt.Fprintf(out, "calibration  %s applies: z, ROI and intrinsic ratings can be given\n", c.Name)
			continue
		}
		fmt.Fprintf(out, "calibration  %s does not apply; it was made for %s\n", c.Name, strings.Join(c.Differences, "; "))
	}
}

// offered tells the default and the range of an option.
func offered(of, standard string, least, most int) string {
	text := ""
	if standard != "" {
		text = ", default " + printable(standard)
	}
	if of == "spin" {
		text += fmt.Sprintf(", %d to %d", least, most)
	}
	return text
}
